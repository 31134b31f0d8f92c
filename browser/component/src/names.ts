// Names of players, and texts that cannot change the direction of the text around them.
import type { Words } from "./i18n";
import type { Replay } from "./types";

const ISOLATES = /[\u2066-\u2069]/g;
/** Letters from right to left, and controls that change direction. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u202a-\u202e]|[\ud802\ud803\ud83a\ud83b]/;

/** Returns a text whose direction has no effect outside it; it cannot end its own isolation. */
export function isolated(text: string): string {
  const plain = text.replace(ISOLATES, "");
  return TURNING.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Returns the name of a seat, after its number if another seat has the same name. */
export function nameOf(replay: Replay | null, seat: number, words: Words): string {
  const name = plainName(replay, seat, words), many = (replay?.players ?? []).filter((_, other) => plainName(replay, other, words) === name).length > 1;
  return many ? `${String.fromCharCode(seat ? 0x245f + seat : 0x24ea)}\u00a0${name}` : name; // ⓪ ① ②
}

export const plainName = (replay: Replay | null, seat: number, words: Words): string => isolated(replay?.players?.[seat] || words.player(seat));

/** Returns a name without a line break before its number, as in "Player 0". */
export const bound = (name: string) => name.replace(/ (?=\d+$)/, "\u00a0");

/** Returns points with a proper minus sign; fractions are texts such as `1/2`. */
export const signed = (value: number | string) => `${value}`.replace(/^-/, "−");

/** Returns a number with its sign. */
export const plus = (value: number) => (value > 0 ? "+" : "") + signed(value);
