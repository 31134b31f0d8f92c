// The main line of a round and its variations, as a tree.
import { asSeen, noted, withNotes } from "./notes";
import type { Breach, Finding, LineJson, Note, RecordJson, Refused, Step, ViewJson } from "./types";
import { changed, unpacked } from "./unpack";

/** A main line or a variation: all its steps, starting with the deal; the first of them are shared with its parent. */
export interface Line {
  round: number;
  path: number[];
  name: string | null;
  shared: number;
  steps: Step[];
  refused: Refused[];
  texts: string[];
  /** The steps as each seat knew them. */
  seen: Map<number, Step[]>;
  /** The annotations of the whole line. */
  notes: Note[];
  breach: Breach | null;
  parent: Line | null;
  variations: Line[];
}

export function linesOf(record: RecordJson): Line[] {
  return (record.replay?.rounds ?? []).map((round, index) => {
    const views = Object.entries(record.views).map(
      ([seat, rounds]) => [+seat, rounds[index]] as [number, ViewJson],
    );
    return line(round, round.round ?? index + 1, null, views);
  });
}

function line(json: LineJson, round: number, parent: Line | null, views: [number, ViewJson | undefined][]): Line {
  const own = withNotes(unpacked(json.steps), json), shared = json.shared ?? 0;
  const found: Line = {
    round,
    path: json.path ?? [],
    name: json.name ?? null,
    shared,
    steps: [...(parent?.steps.slice(0, shared) ?? []), ...own],
    refused: [...(parent?.refused.slice(0, shared) ?? []), ...(json.refused ?? [])],
    texts: [...(parent?.texts.slice(0, shared) ?? []), ...(json.texts ?? [])],
    seen: new Map(),
    notes: noted(json.annotations).filter((each) => !own.some(({ notes }) => notes?.some(({ index }) => index === each.index))),
    breach: json.breach ?? null,
    parent,
    variations: [],
  };
  for (const [seat, view] of views) {
    if (view?.steps.length !== own.length) continue; // the view does not exist, or has not been loaded
    const before = parent?.seen.get(seat)?.slice(0, shared) ?? [];
    const changes = unpacked(view.steps);
    const known = own.map((each, index) => ({ ...asSeen(each, seat), ...changed({ scene: each.scene, position: each.position }, changes[index]), actions: view.actions[index] ?? each.actions }));
    found.seen.set(seat, [...before, ...known]);
  }
  found.variations = (json.variations ?? []).map((each, index) =>
    line(each, round, found, views.map(([seat, view]) => [seat, view?.variations[index]])),
  );
  return found;
}

/** Returns a line's steps as a seat knew them (none if they have not been loaded), or as they were. */
export function stepsFor(line: Line, seat: number | null): Step[] {
  return seat === null ? line.steps : (line.seen.get(seat) ?? []);
}

/** Returns the line at a path, or the nearest one. */
export function follow(main: Line, path: number[]): Line {
  let found = main;
  for (const number of path) found = found.variations[number - 1] ?? found;
  return found;
}

/** Returns a line and all variations below it. */
export function tree(line: Line): Line[] {
  return [line, ...line.variations.flatMap(tree)];
}

/** The opening step of a line, whichever that is. */
export const OPENING = -Infinity;

/** Returns the first step after the deal. */
export function opening(line: Line): number {
  return Math.max(0, line.steps.findIndex((each) => each.node !== "chance"));
}

/** Returns the nearest step that exists; the opening step is known once the steps have been loaded. */
export function nearest(line: Line, step: number): number {
  const { length } = line.steps;
  if (step !== OPENING) return Math.min(Math.max(0, step), Math.max(0, length - 1));
  return length ? opening(line) : OPENING;
}

/** Returns the step of a ply, or the last step. */
export function stepOf(line: Line, ply: number | null): number {
  if (ply === null) return opening(line);
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
