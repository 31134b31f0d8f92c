// The languages of the board: its own words, and those that all games share. `{0}` in a word is filled in.
import shared from "../../../../replayer/scene/words.json";
import own from "./words.json";

/** The words that all games share: those of scenes, flattened by build.mjs (`ranks.A`). */
type Shared = (typeof shared)["en"];
/** The words of the board, and the shared words of scenes. */
export type Words = (typeof own)["en"] & Omit<Shared, "player"> & { player: (n: number) => string };
type Tag = keyof typeof own;

const made = (tag: Tag, name: string) => ({ name, shared: shared[tag] as unknown as Record<string, string>, words: { ...shared[tag], ...own[tag], player: (n: number) => fill(shared[tag].player, n) } as Words });

export const LANGUAGES: Record<string, { name: string; shared: Record<string, string>; words: Words }> = {
  en: made("en", "English"),
  ko: made("ko", "한국어"),
  ja: made("ja", "日本語"),
  pl: made("pl", "polski"),
};

/** Returns a text with values for its placeholders. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, at) => `${values[at]}`);
}

/** Returns a word whose key is only known later, such as `shapes.arrow`. */
export const word = (words: Words, key: string): string | undefined => (words as unknown as Record<string, string>)[key];

/** Returns the language for a tag such as `ko-KR`, or else English. */
export function languageOf(tag: string): string {
  const [primary = ""] = tag.toLowerCase().split("-");
  return primary in LANGUAGES ? primary : "en";
}
