// A sheet as it is shown: the last answer about it, the current moment, and unfinished input.
import { after, causeOf, follow, linesOf, nearest, opening, OPENING, stepsFor, type Line } from "../lines";
import type { Place } from "../place";
import type { BoardDocument, RecordJson, Step } from "../types";
import { merged } from "./files/merge";
import type { Answer, Link, Moment, Sheet } from "./types";

/** A program that is thinking about a moment. */
export interface Thought {
  seat: number;
  place: Moment;
}

const NONE: number[] = [];

export class Shown {
  /** The requested moment, which may not have been loaded yet. */
  private wanted: Place;
  /** Text that was typed, based on the last answer, and is not yet part of the sheet. */
  typed: string | null = null;
  /** Whether the same place was also changed elsewhere. */
  clashes = false;
  /** The programs that are thinking, each about its own line. */
  thinking: Thought[] = [];
  /** The action being sent, and whether another was chosen in the meantime. */
  acting: { action: string; missed: boolean } | null = null;
  /** The timer after which the typed text is sent. */
  pause = 0;
  /** The choices of seats that choose at the same time. */
  chosen: Record<number, string> = {};
  private found: Line[] | null = null;
  /** The last board that could be drawn, and the record that it shows. */
  private drawn: { board: BoardDocument; record: number } | null = null;

  constructor(public answer: Answer) {
    this.draw();
    const { place } = answer;
    this.wanted = { record: 1, round: place?.round ?? this.loaded, path: place?.path ?? [], step: place?.step ?? OPENING, seat: null };
  }

  /** Takes in a typed text, based on another text. */
  type(base: string, text: string) {
    const both = merged(base, text, this.answer.text);
    this.clashes ||= both === null;
    this.typed = both ?? text;
    if (this.typed === this.answer.text) this.typed = null;
  }

  /** Takes in a newer answer, and merges the typed text into its text. */
  take(answer: Answer, base = this.answer.text) {
    this.answer = answer;
    if (this.typed !== null) this.type(base, this.typed);
    this.found = null;
    this.chosen = {};
    this.draw();
    const { place, loaded } = this;
    if (this.lines.length && !this.lines.some((each) => each.round === place.round)) this.place = { ...place, round: loaded, path: [], step: Infinity };
  }

  /** Keeps the board, if it can be drawn, to be shown while the text cannot be read. */
  private draw() {
    const { board, sheet } = this.answer, can = board.records[0]?.replay?.rounds.some(({ steps }) => steps.length);
    if (can || this.drawn?.record !== sheet.record) this.drawn = can ? { board, record: sheet.record } : null;
  }

  /** The board to show: the last one of this record that could be drawn, or else the current one. */
  get board(): BoardDocument {
    return this.drawn?.board ?? this.answer.board;
  }

  /** Whether the board is older than the text, which cannot be drawn now. */
  get outdated(): boolean {
    return this.board !== this.answer.board;
  }

  /** The current moment, or the nearest one in its line once that has been loaded. */
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

  /** The loaded round; only the numbers of the other rounds are known. */
  get loaded(): number {
    const rounds = this.record?.replay?.rounds ?? [], at = rounds.findIndex((each) => each.steps.length > 0);
    return rounds[at]?.round ?? at + 1;
  }

  /** The numbers of the rounds. */
  get numbers(): number[] {
    return this.lines.map((each) => each.round);
  }

  /** Returns whether a round has been loaded. */
  has(round: number): boolean {
    if (!this.record?.replay) return true; // there is nothing to load
    return !!this.lines.find((each) => each.round === round)?.steps.length;
  }

  private get lines(): Line[] {
    return (this.found ??= this.record ? linesOf(this.record, this.answer.board.games) : []);
  }

  /** The main line of the round. */
  get main(): Line | null {
    const main = this.lines.find((each) => each.round === this.place.round);
    return main?.steps.length ? main : null;
  }

  get line(): Line | null {
    return this.main && follow(this.main, this.place.path);
  }

  /** Returns the step after a ply, or null if its line has not been loaded. */
  after(round: number, path: number[], ply: number | null): number | null {
    const main = this.lines.find((each) => each.round === round);
    return main?.steps.length ? after(follow(main, path), ply) : null;
  }

  get step(): Step | null {
    return this.line?.steps[this.place.step] ?? null;
  }

  /** The step as the viewer knows it. */
  get seen(): Step | null {
    const { seat, step } = this.place;
    return (this.line && stepsFor(this.line, seat)[step]) ?? null;
  }

  get moment(): Moment {
    const { round, path, step } = this.place;
    return { round, path, step };
  }

  /** The place in the text of the last action before this moment. */
  get link(): Link | null {
    const line = this.line;
    if (!line || this.place.round !== this.loaded) return null;
    for (let step = causeOf(line, this.place.step); step >= 0; step -= 1) {
      const own = ownerOf(line, step).path.join();
      const found = this.answer.links.find((each) => each[5] === step && each[4].join() === own);
      if (found) return found;
    }
    return null;
  }

  /** Whether this is the beginning of the line: nothing has happened since the deal. */
  get begins(): boolean {
    return !!this.line && this.place.step <= opening(this.line);
  }

  /** Whether a player is to act here, but has not acted yet. */
  get waits(): boolean {
    return this.step?.node === "decision" && this.step.actions === null && !this.step.ended;
  }

  isProgram(seat: number): boolean {
    return (this.sheet.levels[seat] ?? null) !== null;
  }

  /** The seats for which programs are thinking about this moment. */
  get idle(): number[] {
    return this.program !== null && this.thinking.some(({ place }) => sameMoment(place, this.moment)) ? this.step!.actors : NONE;
  }

  /** The first seat to act here, if programs play for all seats that act. */
  get program(): number | null {
    const actors = this.step?.actors ?? [];
    return this.waits && actors.every((seat) => this.isProgram(seat)) ? (actors[0] ?? null) : null;
  }

  /** Whether this is the end of the last round, in the main line, and another can be dealt. */
  get over(): boolean {
    const { answer, place, step } = this;
    return answer.goes_on && step?.node === "terminal" && !place.path.length && this.lines.at(-1)?.round === place.round;
  }
}

/** Returns the line that a step belongs to: the line itself, or a parent. */
export function ownerOf(line: Line, step: number): Line {
  let found = line;
  while (found.parent && step < found.shared) found = found.parent;
  return found;
}

export const sameMoment = (one: Moment, other: Moment) =>
  one.round === other.round && one.step === other.step && one.path.join() === other.path.join();
