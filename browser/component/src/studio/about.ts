// What annotations can be about at a moment: the last actions and, at the beginning and at the end, the line.
import { causeOf, type Line } from "../lines";
import { noted } from "../notes";
import type { Note } from "../types";
import { ownerOf, type Shown } from "./shown";
import type { Subject } from "./types";

export interface About {
  subject: Subject;
  /** The line of the subject; null for the match. */
  line: Line | null;
  notes: Note[];
}

/** Returns what can be annotated at the current moment; nothing if hands are hidden. */
export function aboutOf({ line, main, step, place, begins, sheet, record }: Shown): About[] {
  if (!line || !main || !step || sheet.readonly || place.seat !== null) return [];
  const round = line.round, isDeal = ({ ply }: Note) => ply === 0, found: About[] = [];
  let at = causeOf(line, place.step);
  while (line.steps[at]?.node === "chance") at -= 1; // what chance does has no annotations
  const played = line.steps[at], owner = ownerOf(line, at);
  const plies = played?.node === "decision" && played.actions ? Object.keys(played.actions).map((_, index) => played.ply && played.ply + index) : [];
  for (const ply of new Set(plies)) found.push({ subject: { round, path: owner.path, ply }, line: owner, notes: (played!.notes ?? []).filter((each) => each.ply === ply && !isDeal(each)) });
  const last = line.steps.length - 1, whole = begins ? main : ownerOf(line, last);
  if (begins || (place.step === last && !whole.steps.at(-1)!.actions)) found.push({ subject: { round, path: whole.path, ply: null }, line: whole, notes: [...(begins ? (step.notes ?? []).filter(isDeal) : []), ...whole.notes] });
  if (begins) found.push({ subject: { round: null, ply: null }, line: null, notes: noted(record?.replay?.annotations) });
  return found;
}
