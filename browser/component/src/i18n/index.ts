// The languages of the board.
import shared from "../../../../replayer/scene/words.json";
import { en } from "./en";
import { ja } from "./ja";
import { ko } from "./ko";
import { pl } from "./pl";

/** The words that all games share: those of scenes, flattened by build.mjs (`ranks.A`). */
type Shared = (typeof shared)["en"];
/** The words of the board, and the shared words of scenes. */
export type Words = typeof en & Omit<Shared, "player"> & { player: (n: number) => string };

const made = (name: string, own: typeof en, words: Shared) => ({ name, shared: words as unknown as Record<string, string>, words: { ...words, ...own, player: (n: number) => words.player.replace("{0}", `${n}`) } as Words });

export const LANGUAGES: Record<string, { name: string; shared: Record<string, string>; words: Words }> = {
  en: made("English", en, shared.en),
  ko: made("한국어", ko, shared.ko),
  ja: made("日本語", ja, shared.ja),
  pl: made("polski", pl, shared.pl),
};

/** Returns the language for a tag such as `ko-KR`, or else English. */
export function languageOf(tag: string): string {
  const [primary = ""] = tag.toLowerCase().split("-");
  return primary in LANGUAGES ? primary : "en";
}
