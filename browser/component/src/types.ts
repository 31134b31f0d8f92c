// The documents that the component shows: schemas/board.schema.json, which includes
// schemas/replay.schema.json.
import type { Looks, Scene, Text } from "./scene/types";

export type Json = any; // eslint-disable-line
export type Position = Record<string, Json>;

export interface Breach {
  code: string;
  name: string;
  message: string;
}

/** An annotation of a ply, or of a whole match, round or variation: docs/annotations.md. */
export interface Annotation {
  ply?: number;
  before?: string[];
  after?: string[];
  glyphs?: number[];
  time_used?: number;
  time_left?: number;
  evaluation?: { score?: number; mate?: number; depth?: number; loss?: number; accuracy?: number };
  marks?: { shape: string; at: string[]; colour?: string; text?: string }[];
  properties?: { key: string; values?: string[] }[];
}

/** An annotation with its index in its match or line. */
export interface Note extends Annotation {
  index: number;
}

/** An end outside play. */
export interface Ended {
  how: string;
  by?: number;
  accepted?: boolean;
  claim?: string;
  text?: string;
}

/** Actions that differ only in a number: `raise 4` to `raise 60`. */
export interface Range {
  prefix: string;
  low: number;
  high: number;
  step: number;
  suffix: string;
}

export interface Step {
  ply: number;
  node: "chance" | "decision" | "terminal";
  actors: number[];
  legal: Record<string, string[]>;
  /** Ranges of further legal actions, by player, too numerous to list. */
  ranges?: Record<string, Range[]>;
  actions: Record<string, string> | null;
  /** Fractions are written as `1/2`. */
  returns: (number | string)[];
  breach: Breach | null;
  scene: Scene;
  /** The illegal actions that players might try. */
  refused?: Refused;
  /** The actions as the other players saw them, if a part was hidden from them. */
  shown?: Record<string, string>;
  /** Only in the studio. */
  position?: Position;
  /** Alternative spellings of actions for people, by player and action. */
  spelled?: Record<string, Record<string, string>>;
  /** The annotations of the step, and any end outside play, filled in by `lines.ts`. */
  notes?: Note[];
  ended?: Ended;
}

/** By player: the number of a reason in the record, and the actions that it forbids. */
export type Refused = Record<string, [number, string[]][]>;

/** A step as it is written: actions that fill an empty place, and are not refused, are left out of `fills`. */
export type StepJson = Omit<Step, "legal"> & { legal: Record<string, string[] | { fills: string[] }> };

export interface LineJson {
  round?: number;
  path?: number[];
  ply?: number;
  name?: string | null;
  shared?: number;
  steps: StepJson[];
  breach?: Breach | null;
  variations?: LineJson[];
  annotations?: Annotation[];
  ended?: Ended;
}

export interface Replay {
  game: string;
  title: string | null;
  event?: string;
  place?: string;
  date?: string;
  players: string[] | null;
  viewer: number | null;
  annotations?: Annotation[];
  rounds: LineJson[];
}

export interface Finding extends Breach {
  severity: "error" | "warning" | "note";
  line: number | null;
  column: number | null;
  round: number | null;
  ply: number | null;
  player: number | null;
  path: number[];
}

export interface RecordJson {
  label: string;
  notation: string | null;
  replay: Replay | null;
  reasons: Breach[];
  findings: Finding[];
  /** The record in each notation that can hold it, with what is lost and the suffix of its files. */
  texts: Record<string, { text: string; lost: string[]; suffix: string }>;
}

export interface BoardDocument<Item = RecordJson> {
  board: number;
  games: Record<string, Looks>;
  records: Item[];
}

/** What a list of records says about one. */
export interface Index {
  game?: string;
  title?: string;
  players?: string[] | null;
  event?: string;
  date?: string;
  /** The last sentence about the end of the last round, or its end outside play. */
  ending?: Text;
  ended?: Ended;
  /** The number of errors. */
  wrong: number;
}

/** A record in a page: gzipped JSON, in Base64. */
export interface Zipped {
  label: string;
  zipped: string;
  index?: Index;
}

export type PageDocument = BoardDocument<RecordJson | Zipped>;
