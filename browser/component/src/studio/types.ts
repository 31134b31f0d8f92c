// What the server of the studio is asked, and what it answers.
import type { BoardDocument, Json } from "../types";

/** What plays a seat; null stands for a person at this screen. */
export interface Level {
  level: string;
  playouts?: number | null;
  seconds?: number | null;
}

export type Levels = (Level | null)[];

/** An open text with its records. */
export interface Sheet {
  id: string;
  name: string;
  version: number;
  notation: string | null;
  game: string | null;
  records: number;
  record: number;
  /** The records that have errors; null where there is much text, and not all of it is checked yet. */
  wrong: number[] | null;
  seat: number | null;
  levels: Levels;
  hidden: boolean;
  readonly: boolean;
  undo: boolean;
  redo: boolean;
  path: string | null;
  saved: boolean;
}

/** Which records of a version have errors; null if there is another version already. */
export interface Checked {
  version: number;
  wrong: number[] | null;
}

/** A moment within a record. */
export interface Moment {
  round: number;
  path: number[];
  step: number;
}

/** Where an action stands in the text: lines and columns from 1, in code points, the end exclusive. */
export type Link = [line: number, column: number, endLine: number, endColumn: number, path: number[], step: number];

/** What most calls answer: a record of a sheet as it is now. */
export interface Answer {
  sheet: Sheet;
  text: string;
  board: BoardDocument;
  place: Moment | null;
  links: Link[];
  /** How many findings there are besides those of the board. */
  unlisted: number;
  /** Where each round begins in the text. */
  rounds: ([line: number, column: number] | null)[];
  /** The lines in which records begin, where there are several. */
  records: (number | null)[];
  /** Whether the last round is over, and another can be dealt. */
  goes_on: boolean;
  /** What there is to say of it. */
  told?: string | null;
  next: { seats: number[]; program: number | null } | null;
}

/** Where a comment stands: the number of the annotation in its line, and that among its texts. */
export type CommentPlace = [annotation: number, side: "before" | "after", text: number];

export interface OptionWords {
  about: string;
  choices: string[];
}

export interface GameInfo {
  name: string;
  seats: number;
  options: Record<string, Json>;
  /** By option, what it is in a sentence, and what it can be if there are few. */
  words: Record<string, OptionWords>;
  presets: { name: string; options: Record<string, Json> }[];
}

export interface NotationInfo {
  id: string;
  game: string;
}

/** What there is when the page is opened. */
export interface Start {
  sheets: Sheet[];
  levels: string[];
  games: GameInfo[];
  notations: NotationInfo[];
  told: string[];
}

export interface Deal {
  hands: string[][];
  kitty: string[];
}

export interface NewGame {
  game: string;
  options: Record<string, Json>;
  seed: string | null;
  levels: Levels;
  seat: number | null;
  title: string | null;
  players: string[] | null;
  /** A record, by its sheet and number, whose options it takes over. */
  like?: [string, number];
}

/** A record in a notation. */
export interface Text {
  text: string;
  lost: string[];
  name: string;
}

export interface Saved {
  sheet: Sheet;
  saved: string;
  lost: string[];
}

/** What a line is worth to the seat that begins it: the mean and its 95 % interval, in points. */
export interface Estimate {
  line: string[];
  mean: number;
  low: number | null;
  high: number | null;
  wins: number | null;
  deals: number;
}

export interface Estimates {
  seat: number;
  estimates: Estimate[];
  hidden: boolean;
}

/** What a president might do, from the auction to the friend; as far as the kitty is not seen, only the bid. */
export interface Plan extends Estimate {
  bid: string | null;
  discards: string[];
  contract: string | null;
  friend: string | null;
}

/** What a plan is to keep; null is left to the program. */
export interface Wish {
  seat: number;
  kitty: boolean;
  discards: string[] | null;
  trump: string | null;
  points: number | null;
  friend: string | null;
}
