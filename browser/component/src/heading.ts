// The heading of a board: the title and the occasion, the choice of what to show, and the
// annotations on the match, the round and the variation.
import { html, nothing, type TemplateResult } from "lit";
import { FEW_RECORDS, type Collection } from "./collection";
import { chooser } from "./controls";
import { LANGUAGES, type Words } from "./i18n";
import { offered, OPENING, seatsOf, type Line } from "./lines";
import { nameOf } from "./names";
import { noted, noteLines, times } from "./notes";
import { lineName } from "./panels";
import type { Place } from "./place";
import type { Speaker } from "./scene/speaker";
import type { Note, RecordJson, Zipped } from "./types";

export interface Head {
  words: Words;
  tongue: string;
  records: (RecordJson | Zipped)[];
  collection: Collection;
  record: RecordJson;
  lines: Line[];
  main: Line | undefined;
  line: Line | undefined;
  at: Place;
  /** The seat whose view of an open record is shown. */
  eyes: number | null;
  embedded: boolean;
  /** Whether the actions to come are hidden. */
  veiled: boolean;
  speaker(): Speaker;
  go(place: Partial<Place>): void;
  speak(language: string): void;
}

export function heading(head: Head): TemplateResult {
  const { words, tongue, record, lines, main, line, at, go } = head, { event, place, date } = record.replay ?? {};
  const title = record.replay?.title || record.label || (head.records.length > 1 ? `${words.record} ${at.record}` : words.board), seats = seatsOf(record, lines), branches = main && line ? offered(main, line, at.step, head.veiled) : [];
  const occasion = [event, place, date].filter((each) => each && each !== title);
  return html`<header part="header">
    <div><h2 title=${title}><bdi>${title}</bdi></h2>${occasion.length ? html`<p class="occasion">${occasion.map((each) => html`<bdi>${each}</bdi>`)}</p>` : nothing}</div>
    <div class="choosers">
      ${recordChooser(head)}
      ${lines.length > 1 ? chooser(words.round, at.round, lines.map((each) => [each.round, `${each.round}`]), (value) => go({ round: value, path: [], step: OPENING })) : nothing}
      ${branches.length > 1 ? chooser(words.variation, at.path.join("."), branches.map((each) => [each.path.join("."), lineName(each, words, unnamed(head))]), (value) => go({ path: value ? `${value}`.split(".").map(Number) : [] })) : nothing}
      ${seats.length ? chooser(words.seenBy, at.seat ?? "", [["", words.everybody], ...seats.map((seat) => [seat, nameOf(record.replay!, seat, words)] as [number, string])], (value) => go({ seat: value === "" ? null : +value })) : nothing}
      ${head.embedded ? nothing : chooser(words.language, tongue, Object.entries(LANGUAGES).map(([tag, each]) => [tag, each.name]), (value) => head.speak(`${value}`))}
    </div>
  </header>`;
}

/** Returns the seat from which names of lines are hidden; they may also reveal later moves. */
const unnamed = ({ veiled, eyes }: Head) => (veiled ? 0 : eyes);

/** Draws the choice of the record: a select box, or a button for a list if there are many. */
function recordChooser({ words, records, collection, at, go }: Head) {
  if (records.length > FEW_RECORDS) return collection.button(words, at.record);
  return records.length > 1 ? chooser(words.record, at.record, records.map((each, index) => [index + 1, `${index + 1}. ${("replay" in each && each.replay?.title) || each.label}`]), (value) => go({ record: value, round: 1, path: [], step: OPENING })) : nothing;
}

/** Draws the annotations of the match, the round and the variation; a seat is shown only times. While later moves are hidden, the same goes for everybody and the notes on the round and the variation. */
export function about(head: Head): TemplateResult | typeof nothing {
  const { words, record, main, line, at, eyes, veiled, speaker } = head;
  const { replay } = record;
  if (!replay) return nothing;
  const hides = veiled && at.step < (line?.steps.length ?? 0) - 1;
  const part = (name: string, notes: Note[], hidden = hides) => {
    const lines = noteLines(eyes === null && !hidden ? notes : times(notes), replay, speaker());
    return lines.length ? [html`${name ? html`<h3><bdi>${name}</bdi></h3>` : nothing}${lines}`] : [];
  };
  const parts = [...part("", noted(replay.annotations), false), ...part(replay.rounds.length > 1 ? `${words.round} ${main?.round}` : "", main?.notes ?? [])];
  if (line && line !== main) parts.push(...part(lineName(line, words, unnamed(head)), line.notes));
  return parts.length ? html`<div class="notes about" part="comments" tabindex="0" role="group" aria-label=${words.comments}>${parts}</div>` : nothing;
}
