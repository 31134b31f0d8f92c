// Annotations on play: comments, glyphs, times, and ends outside play.
import { html, nothing, type TemplateResult } from "lit";
import { fill, word, type Words } from "./i18n";
import { nameOf, plus, signed } from "./names";
import { seenBy } from "./scene/seen";
import type { Speaker } from "./scene/speaker";
import type { Annotation, Ended, LineJson, Note, Replay, Step } from "./types";

/** PGN glyphs with common signs; others are shown by their numbers, as in PGN. */
export const SIGNS: Record<number, string> = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞",
  14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀",
};

export const noted = (annotations: Annotation[] = []): Note[] => annotations.map((each, index) => ({ ...each, index }));

/** Returns a line's own steps with their annotations, the last one with any end outside play. */
export function withNotes(own: Step[], { annotations, ended }: LineJson): Step[] {
  if (!annotations?.length && !ended) return own;
  const first = Math.max(0, own.findIndex((each) => each.node !== "chance"));
  const found = own.map((step, index) => {
    const notes = noted(annotations).filter(({ ply }) => (ply === 0 ? index === first : ply !== undefined && isTaken(step, ply)));
    return notes.length ? { ...step, notes } : step;
  });
  const last = found.at(-1);
  if (ended && last) found[found.length - 1] = { ...last, ended, actors: [] }; // nobody acts any more
  return found;
}

const isTaken = (step: Step, ply: number) => step.node === "decision" && step.ply > 0 && step.ply <= ply && ply < step.ply + Math.max(1, step.actors.length);

/** Returns a step as a seat may see it: like `kifu view`, with times and ends but no comments. */
export function asSeen(step: Step, seat: number): Step {
  const { notes, ended, spelled, shown = {}, position: _, ...rest } = step, found: Step = { ...rest, breach: null };
  found.scene = seenBy(step.scene, seat);
  if (step.actions) found.actions = { ...step.actions, ...shown, ...(seat in step.actions ? { [seat]: step.actions[seat]! } : {}) };
  if (spelled?.[seat]) found.spelled = { [seat]: spelled[seat] };
  if (notes) found.notes = times(notes);
  if (ended) found.ended = { ...ended, text: undefined };
  return found;
}

export const times = (notes: Note[]): Note[] => notes.filter((each) => each.time_used !== undefined || each.time_left !== undefined).map(({ index, ply, time_used, time_left }) => ({ index, ply, time_used, time_left }));

/** Returns the glyphs of one of a step's actions. */
export function glyphsAt(step: Step, at: number): string {
  return about(step, at).flatMap((each) => each.glyphs ?? []).map((each) => SIGNS[each] ?? `$${each}`).join(" ");
}

const about = (step: Step, at: number) => (step.notes ?? []).filter(({ ply }) => (ply ? ply - step.ply : 0) === at);

/** Returns the glyphs of a step in words. */
export function glyphNames(step: Step, words: Words): string[] {
  return (step.notes ?? []).flatMap((each) => each.glyphs ?? []).map((each) => word(words, `glyphs.${each}`) ?? SIGNS[each] ?? `$${each}`);
}

/** Returns an end outside play in words. */
export function endedIn({ how, by, accepted, claim }: Ended, replay: Replay, words: Words): string {
  const who = by === undefined ? "" : nameOf(replay, by, words), key = how === "claim" && claim ? "claimed" : how === "abandonment" && !who ? "abandoned" : how;
  const said = fill(word(words, `ends.${key}`) ?? how, who || "?", claim ?? "");
  return accepted === undefined ? said : `${said} (${accepted ? words.accepted : words.notAccepted})`;
}

/** Draws annotations line by line. Comments are shown as plain text. */
export function noteLines(notes: Note[], replay: Replay, speaker: Speaker, ply = 0, lead: (at: number) => string = () => ""): TemplateResult[] {
  const { unshown = [] } = speaker.looks;
  return notes.flatMap((note) => {
    const properties = (note.properties ?? []).filter(({ key, values = [] }) => values.some(Boolean) && !unshown.includes(key));
    const said = lead(note.ply ? note.ply - ply : 0), facts = factsOf(note, replay, speaker);
    return [
      ...(facts.length ? [html`<p class="facts">${facts.map((each) => html`<span><bdi>${each}</bdi></span>`)}</p>`] : []),
      ...(note.before ?? []).map((each) => html`<p><bdi lang="">${each}</bdi></p>`),
      ...(note.after ?? (note.glyphs ? [""] : [])).map((each, at) => html`<p>${said && !at ? html`<b><bdi>${said}</bdi></b> ` : nothing}<bdi lang="">${each}</bdi></p>`),
      ...(properties.length ? [html`<p class="facts">${properties.map(({ key, values = [] }) => html`<span>${speaker.has(`properties.${key}`) ? speaker.word(`properties.${key}`) : html`<code>${key}</code>`} ${values.map((each) => html`<b><bdi lang="">${each}</bdi></b> `)}</span>`)}</p>`] : []),
    ];
  });
}

/** Returns an annotation's times, evaluation and marks in words. */
function factsOf({ time_used: used, time_left: left, evaluation, marks = [] }: Note, replay: Replay, speaker: Speaker): string[] {
  const { words } = speaker, { score, mate, depth, accuracy } = evaluation ?? {};
  const judged = [score === undefined ? "" : plus(score), mate === undefined ? "" : `#${signed(mate)}`].filter(Boolean).join(" ");
  return [
    used === undefined ? "" : fill(words.timeUsed, clock(used)),
    left === undefined ? "" : fill(words.timeLeft, clock(left)),
    judged && fill(words.evaluation, nameOf(replay, 0, words), judged),
    depth === undefined ? "" : fill(words.depth, depth),
    accuracy === undefined ? "" : `${words.accuracy} ${accuracy}%`,
    ...marks.map(({ shape, at, colour, text }) => [word(words, `shapes.${shape}`) ?? shape, at.map((each) => speaker.place(each)).join(shape === "arrow" || shape === "line" ? " – " : ", "), colour && `(${colour})`, text && `“${text}”`].filter(Boolean).join(" ")),
  ].filter(Boolean);
}

/** Returns a time in seconds or, from one minute up, as on a clock. */
export function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10), minutes = Math.floor(tenths / 600), rest = (tenths % 600) / 10, hours = Math.floor(minutes / 60);
  if (!minutes) return `${rest} s`;
  const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(rest)}`;
}
