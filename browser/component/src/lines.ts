// The course of play of a round and its variations, as a tree that can be walked.
import { asSeen, noted, withNotes } from "./notes";
import type { Breach, Finding, LineJson, Note, RecordJson, Refused, Step, ViewJson } from "./types";
import { changed, unpacked } from "./unpack";

/** A main line or a variation: all its steps from the deal on, of which it shares the first. */
export interface Line {
  round: number;
  path: number[];
  name: string | null;
  shared: number;
  steps: Step[];
  refused: Refused[];
  texts: string[];
  /** By seat, the steps as that player knew them. */
  seen: Map<number, Step[]>;
  /** What is noted about all of it. */
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
  const own = withNotes(isPacked(json.steps) ? unpacked(json.steps) : json.steps, json);
  const shared = parent ? (json.shared ?? leaves(parent, json.ply ?? 0)) : 0;
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
    if (view?.steps.length !== own.length) continue; // it is not there, or not yet
    const before = parent?.seen.get(seat)?.slice(0, shared) ?? [];
    const changes = unpacked(view.steps);
    const known = own.map((each, index) => ({ ...asSeen(each, seat), position: changed(each.position, changes[index]), actions: view.actions[index] ?? each.actions }));
    found.seen.set(seat, [...before, ...known]);
  }
  found.variations = (json.variations ?? []).map((each, index) =>
    line(each, round, found, views.map(([seat, view]) => [seat, view?.variations[index]])),
  );
  return found;
}

/** The steps of a line as a seat knew them, or all there is to see; none while what it knew is not there. */
export function stepsFor(line: Line, seat: number | null): Step[] {
  return seat === null ? line.steps : (line.seen.get(seat) ?? []);
}

/** A replay as `kifu replay` prints it has every step in full. */
function isPacked(steps: unknown[]): boolean {
  return steps.length > 1 && typeof (steps[1] as { node: unknown }).node !== "string";
}

/** How many steps are shared, where only the ply is known at which a variation leaves. */
function leaves(parent: Line, ply: number): number {
  const at = parent.steps.findIndex(
    (each) => each.node === "decision" && each.ply <= ply && ply < Math.max(each.ply + each.actors.length, each.ply + 1),
  );
  return at < 0 ? parent.steps.length : at;
}

/** The line to which a path leads; the nearest one where it leads nowhere. */
export function follow(main: Line, path: number[]): Line {
  let found = main;
  for (const number of path) found = found.variations[number - 1] ?? found;
  return found;
}

/** A line, its variations, and theirs. */
export function tree(line: Line): Line[] {
  return [line, ...line.variations.flatMap(tree)];
}

/** Stands for the step at which a line opens, wherever that is. */
export const OPENING = -Infinity;

/** The first step at which there is something to see: the deal is done. */
export function opening(line: Line): number {
  return Math.max(0, line.steps.findIndex((each) => each.node !== "chance"));
}

/** The nearest step that there is; where a line opens is known once its steps are there. */
export function nearest(line: Line, step: number): number {
  const { length } = line.steps;
  if (step !== OPENING) return Math.min(Math.max(0, step), Math.max(0, length - 1));
  return length ? opening(line) : OPENING;
}

/** The step at which a ply is taken; the last one if there is none. */
export function stepOf(line: Line, ply: number | null): number {
  if (ply === null) return opening(line);
  const taken = line.steps.findIndex(
    (each) => each.ply > 0 && each.ply <= ply && ply < each.ply + Math.max(1, each.actors.length),
  );
  return taken < 0 ? line.steps.length - 1 : taken;
}

/** The findings about what is done at a step. */
export function findingsAt(findings: Finding[], line: Line, index: number): Finding[] {
  const step = line.steps[index];
  if (!step) return [];
  return findings.filter((each) => {
    if (each.round !== line.round || each.path.join() !== line.path.join()) return false;
    return each.ply === null ? false : stepOf(line, each.ply) === index;
  });
}
