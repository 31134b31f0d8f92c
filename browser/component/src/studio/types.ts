// The requests to the studio's server, and its answers.
import type { Mark } from "../scene/types";
import type { BoardDocument, Json } from "../types";

/** The program that plays for a seat. */
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
  /** The records that have errors, or null if much of the text has not been checked yet. */
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

/** The records of a version that have errors, or null if there is a newer version. */
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

/** The place of an action in the text: lines and columns from 1, in code points; the end is exclusive. */
export type Link = [line: number, column: number, endLine: number, endColumn: number, path: number[], step: number];

/** The answer to most calls: a record of a sheet as it is now. */
export interface Answer {
  sheet: Sheet;
  text: string;
  board: BoardDocument;
  place: Moment | null;
  links: Link[];
  /** The number of findings not on the board. */
  unlisted: number;
  /** Where each round begins in the text. */
  rounds: ([line: number, column: number] | null)[];
  /** The lines where records begin, if there are several. */
  records: (number | null)[];
  /** Whether the last round is over, and another can be dealt. */
  goes_on: boolean;
  /** A message to the user. */
  notice?: string | null;
  next: { seats: number[]; program: number | null } | null;
}

/** What annotations are about: a ply of a line, the whole line, or the match. */
export interface Subject {
  round: number | null;
  path?: number[];
  ply: number | null;
}

/** An edit of annotations: a comment, all glyphs, or a mark to draw or to erase. */
export type Edit = { comment: { text: string; at: CommentPlace | null } } | { glyphs: number[] } | { mark: Mark };

/** The place of a comment: the number of the annotation in its line, and of the text in the annotation. */
export type CommentPlace = [annotation: number, side: "before" | "after", text: number];

/** An option: its description and the words for its choices, by language, and its choices. */
export interface OptionWords {
  about: Record<string, string>;
  choices: string[];
  names: Record<string, Record<string, string>>;
}

export interface GameInfo {
  name: string;
  /** Its name for people, and that in each language that has one. */
  title: string;
  titles: Record<string, string>;
  seats: number;
  /** Whether anything is hidden from players. */
  hides: boolean;
  /** The levels of its programs. */
  levels: string[];
  options: Record<string, Json>;
  /** Descriptions and choices of options. */
  words: Record<string, OptionWords>;
  /** The language of the game's texts, for choosing fonts; empty if any font will do. */
  language: string;
  /** What players without names are called, by language. */
  players: Record<string, string[]>;
  /** The words of its own panel, by language; null if it has none. */
  panel: Record<string, Record<string, string>> | null;
  presets: { name: string; options: Record<string, Json> }[];
}

export interface NotationInfo {
  id: string;
  game: string;
}

/** The answer given when the page is opened. */
export interface Start {
  sheets: Sheet[];
  games: GameInfo[];
  notations: NotationInfo[];
  notices: string[];
}

export interface NewGame {
  game: string;
  options: Record<string, Json>;
  seed: string | null;
  levels: Levels;
  seat: number | null;
  title: string | null;
  players: string[] | null;
  /** A record whose options are reused, by sheet and number. */
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

/** A seat's estimated gain from a line: the mean and its 95% interval, in points. */
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
