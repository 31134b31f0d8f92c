// What the component is given: schemas/board.schema.json, and schemas/replay.schema.json in it.

export type Json = any; // eslint-disable-line
export type Position = Record<string, Json>;

export interface Breach {
  code: string;
  name: string;
  message: string;
}

export interface Step {
  ply: number;
  node: "chance" | "decision" | "terminal";
  actors: number[];
  legal: Record<string, string[]>;
  actions: Record<string, string> | null;
  returns: number[];
  breach: Breach | null;
  position: Position;
}

/** By player: the number of a reason among those of the record, and the actions it forbids. */
export type Refused = Record<string, [number, string[]][]>;

export interface LineJson {
  round?: number;
  path?: number[];
  ply?: number;
  name?: string | null;
  shared?: number;
  steps: Json[];
  breach?: Breach | null;
  refused?: Refused[];
  texts?: string[];
  variations?: LineJson[];
}

export interface Replay {
  game: string;
  title: string | null;
  players: string[] | null;
  viewer: number | null;
  rounds: LineJson[];
}

/** What makes positions those that a player knew, packed, and what that player saw of actions where it is not all. */
export interface ViewJson {
  steps: Json[];
  actions: Record<string, Record<string, string>>;
  variations: ViewJson[];
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
  views: Record<string, ViewJson[]>;
  reasons: Breach[];
  findings: Finding[];
  texts: Record<string, { text: string; lost: string[] }>;
}

export interface BoardDocument {
  board: number;
  records: RecordJson[];
}
