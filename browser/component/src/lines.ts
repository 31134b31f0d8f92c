// The main line of a round and its variations, as a tree.
import { asSeen, noted, withNotes } from "./notes";
import { placesOf, type Looks } from "./scene/types";
import type { Breach, Finding, LineJson, Note, RecordJson, Step, StepJson } from "./types";

/** A main line or a variation: all its steps, starting with the deal; the first of them are shared with its parent. */
export interface Line {
  round: number;
  path: number[];
  name: string | null;
  shared: number;
  steps: Step[];
  /** The steps as each seat knew them, once they have been looked at. */
  seen: Map<number, Step[]>;
  /** The annotations of the whole line. */
  notes: Note[];
  breach: Breach | null;
  parent: Line | null;
  variations: Line[];
}

export function linesOf({ replay }: RecordJson, games: Record<string, Looks>): Line[] {
  return (replay?.rounds ?? []).map((round, index) => line(round, round.round ?? index + 1, null, games[replay!.game] ?? {}));
}

function line(json: LineJson, round: number, parent: Line | null, looks: Looks): Line {
  const own = withNotes(json.steps.map((step) => written(step, looks)), json), shared = json.shared ?? 0;
  const found: Line = {
    round,
    path: json.path ?? [],
    name: json.name ?? null,
    shared,
    steps: [...(parent?.steps.slice(0, shared) ?? []), ...own],
    seen: new Map(),
    notes: noted(json.annotations).filter((each) => !own.some(({ notes }) => notes?.some(({ index }) => index === each.index))),
    breach: json.breach ?? null,
    parent,
    variations: [],
  };
  found.variations = (json.variations ?? []).map((each) => line(each, round, found, looks));
  return found;
}

/** Returns a step with all legal actions written out. */
function written(step: StepJson, { fills = [] }: Looks): Step {
  const each = Object.entries(step.legal).map(([player, legal]) => {
    if (Array.isArray(legal)) return [player, legal];
    const grid = step.scene!.grid!, signs = [...grid.rows.join("")], refused = new Set((step.refused?.[player] ?? []).flatMap(([, actions]) => actions));
    const filling = placesOf(grid).filter((_, at) => signs[at] === ".").map((place) => fills[+player]!.replace("{}", place));
    return [player, [...filling.filter((action) => !refused.has(action)), ...legal.fills]];
  });
  return { ...step, legal: Object.fromEntries(each) as Step["legal"] };
}

/** Returns a line's steps as a seat knew them, or as they were. */
export function stepsFor(line: Line, seat: number | null): Step[] {
  if (seat === null) return line.steps;
  const { seen, steps } = line, found = seen.get(seat) ?? steps.map((each) => asSeen(each, seat));
  seen.set(seat, found);
  return found;
}

/** Returns the seats that see less of a record than its reader; none if nothing is hidden, or it is itself a view. */
export function seatsOf(record: RecordJson, lines: Line[]): number[] {
  const scene = record.replay?.viewer === null && lines.find(({ steps }) => steps.length)?.steps[0]?.scene;
  return scene && scene.hidden ? [...scene.seats.keys()] : [];
}

/** Returns the line at a path, or the nearest one. */
export function follow(main: Line, path: number[]): Line {
  let found = main;
  for (const number of path) found = found.variations[number - 1] ?? found;
  return found;
}

/** Returns a line and all variations below it, in the order of the steps where they begin. */
export function tree(line: Line): Line[] {
  return [line, ...[...line.variations].sort((one, other) => one.shared - other.shared).flatMap(tree)];
}

/** Returns the lines to choose from at a step; if later moves are hidden, only the current line and those that begin before it. */
export const offered = (main: Line, line: Line, step: number, veiled: boolean) => tree(main).filter((each) => !veiled || each === line || each.shared < step);

/** The opening step of a line, whichever that is. */
export const OPENING = -Infinity;

/** Returns the first step after the deal. */
export function opening(line: Line): number {
  return Math.max(0, line.steps.findIndex((each) => each.node !== "chance"));
}

/** Returns the next or previous step that begins a part of the round, such as a trick, or is ten steps away if it has no parts. */
export function jumpFrom(line: Line, index: number, way: 1 | -1): number {
  const parts = line.steps.map((each) => each.scene.part), last = parts.length - 1;
  let at = index + way;
  if (new Set(parts).size < 2) at = index + 10 * way;
  else while (at > 0 && at < last && parts[at] === parts[at - 1]) at += way;
  return Math.min(Math.max(at, 0), last);
}

/** Returns the nearest step that exists; the opening step is known once the steps have been loaded. */
export function nearest(line: Line, step: number): number {
  const { length } = line.steps;
  if (step !== OPENING) return Math.min(Math.max(0, step), Math.max(0, length - 1));
  return length ? opening(line) : OPENING;
}

/** Returns the step whose actions led to a position; where a line breaks off, the step of its last actions. */
export const causeOf = ({ steps }: Line, index: number): number => (index === steps.length - 1 && steps[index]?.actions ? index : index - 1);

/** Returns the position after a ply, or the opening. */
export const after = (line: Line, ply: number | null): number => (ply === null ? opening(line) : nearest(line, stepOf(line, ply) + 1));

/** Returns the step in which a ply is played, or the last step. */
function stepOf(line: Line, ply: number): number {
  const taken = line.steps.findIndex(
    (each) => each.ply > 0 && each.ply <= ply && ply < each.ply + Math.max(1, each.actors.length),
  );
  return taken < 0 ? line.steps.length - 1 : taken;
}

/** Returns the findings about a step's actions. */
export function findingsAt(findings: Finding[], line: Line, index: number): Finding[] {
  const step = line.steps[index];
  if (!step) return [];
  return findings.filter((each) => {
    if (each.round !== line.round || each.path.join() !== line.path.join()) return false;
    return each.ply === null ? false : stepOf(line, each.ply) === index;
  });
}

/** Returns the number of steps that two lines of a tree share. */
export function sharedSteps(one: Line, other: Line): number {
  let count = 0;
  while (count < one.steps.length && one.steps[count] === other.steps[count]) count += 1;
  return count;
}
