// A sheet as it is shown: the last answer about it, the moment, and what the person has begun there.
import { follow, linesOf, nearest, opening, OPENING, stepOf, type Line } from "../lines";
import type { Place } from "../place";
import type { Position, RecordJson, Step } from "../types";
import { merged } from "./files/merge";
import type { Answer, Link, Moment, Sheet } from "./types";

/** A program that thinks. */
export interface Thought {
  seat: number;
}

export class Shown {
  /** The moment that is wanted, which may not be there yet. */
  private wanted: Place;
  /** What was typed and is not yet part of the sheet: on top of the text of the last answer. */
  typed: string | null = null;
  /** Whether that stands at a place that somebody else changed, too. */
  clashes = false;
  /** The programs that think, each at a line of its own. */
  thinking: Thought[] = [];
  /** The action that is on its way, and whether another was chosen meanwhile. */
  acting: { action: string; missed: boolean } | null = null;
  /** The timer after which what was typed is sent. */
  pause = 0;
  /** What was chosen where several choose at once, by seat. */
  chosen: Record<number, string> = {};
  private found: Line[] | null = null;

  constructor(public answer: Answer) {
    const { place } = answer;
    this.wanted = { record: 1, round: place?.round ?? this.loaded, path: place?.path ?? [], step: place?.step ?? OPENING, seat: null };
  }

  /** Takes up what was typed on top of another text. */
  type(base: string, text: string) {
    const both = merged(base, text, this.answer.text);
    this.clashes ||= both === null;
    this.typed = both ?? text;
    if (this.typed === this.answer.text) this.typed = null;
  }

  /** Takes a newer answer in; what was typed on top of a text comes on top of its text. */
  take(answer: Answer, base = this.answer.text) {
    this.answer = answer;
    if (this.typed !== null) this.type(base, this.typed);
    this.found = null;
    this.chosen = {};
    const { place, loaded } = this;
    if (this.lines.length && !this.lines.some((each) => each.round === place.round)) this.place = { ...place, round: loaded, path: [], step: Infinity };
  }

  /** The moment, or the nearest one in its line, once that is there. */
  get place(): Place {
    const main = this.lines.find((each) => each.round === this.wanted.round), { wanted } = this;
    return main?.steps.length ? { ...wanted, step: nearest(follow(main, wanted.path), wanted.step) } : wanted;
  }

  set place(place: Place) {
    this.wanted = place;
  }

  get sheet(): Sheet {
    return this.answer.sheet;
  }

  get record(): RecordJson | undefined {
    return this.answer.board.records[0];
  }

  get text(): string {
    return this.typed ?? this.answer.text;
  }

  /** The round that is there in full; the others are known by number only. */
  get loaded(): number {
    const rounds = this.record?.replay?.rounds ?? [], at = rounds.findIndex((each) => each.steps.length > 0);
    return rounds[at]?.round ?? at + 1;
  }

  /** The numbers of the rounds. */
  get numbers(): number[] {
    return this.lines.map((each) => each.round);
  }

  /** Whether the round is there, and what a seat knew of it. */
  has({ round, seat }: Place): boolean {
    if (!this.record?.replay) return true; // there is nothing to come
    const main = this.lines.find((each) => each.round === round);
    return !!main?.steps.length && (seat === null || !(seat in this.record.views) || main.seen.has(seat));
  }

  private get lines(): Line[] {
    return (this.found ??= this.record ? linesOf(this.record) : []);
  }

  /** The main line of the round. */
  get main(): Line | null {
    const main = this.lines.find((each) => each.round === this.place.round);
    return main?.steps.length ? main : null;
  }

  get line(): Line | null {
    return this.main && follow(this.main, this.place.path);
  }

  /** The step of a ply, null where its line is not there. */
  stepOf(round: number, path: number[], ply: number | null): number | null {
    const main = this.lines.find((each) => each.round === round);
    return main?.steps.length ? stepOf(follow(main, path), ply) : null;
  }

  get step(): Step | null {
    return this.line?.steps[this.place.step] ?? null;
  }

  /** The position as the one who looks knows it. */
  get position(): Position | null {
    const { seat, step } = this.place;
    return (seat === null ? undefined : this.line?.seen.get(seat)?.[step]?.position) ?? this.step?.position ?? null;
  }

  get moment(): Moment {
    const { round, path, step } = this.place;
    return { round, path, step };
  }

  /** Where the action of this moment stands in the text, or the last one before it. */
  get link(): Link | null {
    const line = this.line;
    if (!line || this.place.round !== this.loaded) return null;
    for (let step = this.place.step; step >= 0; step -= 1) {
      const own = ownerOf(line, step).path.join();
      const found = this.answer.links.find((each) => each[5] === step && each[4].join() === own);
      if (found) return found;
    }
    return null;
  }

  /** Whether this is where the line opens: the deal is done, and nothing else. */
  get begins(): boolean {
    return !!this.line && this.place.step <= opening(this.line);
  }

  /** Whether nothing was done here yet, and it is somebody's turn. */
  get waits(): boolean {
    return this.step?.node === "decision" && this.step.actions === null && !this.step.ended;
  }

  isProgram(seat: number): boolean {
    return (this.sheet.levels[seat] ?? null) !== null;
  }

  /** The program that is due here, if nobody else is. */
  get due(): number | null {
    const actors = this.step?.actors ?? [];
    return this.waits && actors.every((seat) => this.isProgram(seat)) ? (actors[0] ?? null) : null;
  }

  /** Whether this is the end of the last round, in the main line, and another can be dealt. */
  get over(): boolean {
    const { answer, place, step } = this;
    return answer.goes_on && step?.node === "terminal" && !place.path.length && this.lines.at(-1)?.round === place.round;
  }
}

/** The line to which a step of a line belongs: itself, or the one that it leaves later. */
export function ownerOf(line: Line, step: number): Line {
  let found = line;
  while (found.parent && step < found.shared) found = found.parent;
  return found;
}

export const sameMoment = (one: Moment, other: Moment) =>
  one.round === other.round && one.step === other.step && one.path.join() === other.path.join();
