// Scenes: kifu/replayer/scene, as JSON. Keys that are left out have their defaults.

/** A text; the parts of a list follow one another. */
export type Text = string | number | Text[] | { say: string; with?: Text[] } | { player: number } | { thing: string } | { named: string } | { place: string } | { suit: string };

export type Shape =
  | { is: "card"; rank?: string; suit?: string; extra?: Text; name?: Text }
  | { is: "piece"; sign: string; name: Text; flipped?: boolean }
  | { is: "stone"; name: Text; white?: boolean }
  | { is: "letter"; sign: string; name?: Text };

export type Fact = { name: Text; value: Text; wide?: boolean; known_to?: number[] | null; otherwise?: Text };
export type Badge = { text: Text; tone?: string; sign?: string };
export type Group = { things: string[]; down?: number; shown?: boolean; badge?: Badge | null; new?: boolean };
export type Seat = { badges?: Badge[]; hand?: string[] | null; shown?: string[] | null; laid?: Group[]; places?: number; taken?: string[] | null; facts?: Fact[] };
export type Pile = { name: Text; things?: string[]; known_to?: number[] | null };
export type Trick = { lead: number; plays: string[]; winner?: number | null };
export type Mark = { shape: string; at: string[]; colour?: string; text?: string };
export type Grid = { rows: string[]; columns: string[]; lines: string[]; heads?: string[]; sides?: string[]; points?: boolean; checkered?: boolean; stars?: string[]; marks?: Mark[]; faded?: string[]; numbers?: Map<string, number> | null; ghosts?: [place: string, thing: string][] };

export interface Scene {
  seats: Seat[];
  clockwise?: boolean;
  part?: string;
  mode?: string;
  tricks?: Trick[] | null;
  piles?: Pile[];
  grid?: Grid | null;
  middle?: Fact[];
  facts?: Fact[];
  gone?: Pile[] | null;
  ending?: Text[];
  ending_known_to?: number[] | null;
  /** Stands for a thing that a seat does not know; without it, every seat sees everything. */
  hidden?: string;
}

/** How actions are shown, and the things that make them up, in order. */
export type Act = { match?: string; said: Text; picture?: Text; takes?: string[]; loose?: boolean; puts?: string; down?: number; brief?: Text; group?: [picture: Text, name: Text] | null };

/** How a game looks; `{1}` in a shape or an act stands for a group of the expression before it. */
export interface Looks {
  words?: Record<string, Record<string, string>>;
  shapes?: [string, Shape][];
  acts?: (Act & { match: string; modes?: string[] })[];
  deck?: [Text, string[]][];
  /** Properties of annotations that are not shown to readers. */
  unshown?: string[];
  /** Each player's action that puts a thing on an empty place, `{}`. */
  fills?: string[];
  /** The code, name and message of the rule against putting a thing on an occupied place. */
  occupied?: [code: string, name: string, message: string];
}

export const placesOf = ({ columns, lines }: Grid): string[] => lines.flatMap((line) => columns.map((column) => column + line));

/** Returns the labels of all places for people. */
export const labelsOf = ({ columns, lines, heads = columns, sides = lines }: Grid): string[] => sides.flatMap((side) => heads.map((head) => head + side));
