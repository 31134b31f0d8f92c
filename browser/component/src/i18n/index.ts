// The languages of the board.
import { en, type Words } from "./en";
import { ja } from "./ja";
import { ko } from "./ko";
import { pl } from "./pl";

export type { Words };

export const LANGUAGES: Record<string, { name: string; words: Words }> = {
  en: { name: "English", words: en },
  ko: { name: "한국어", words: ko },
  ja: { name: "日本語", words: ja },
  pl: { name: "polski", words: pl },
};

/** Returns the language for a tag such as `ko-KR`, or else English. */
export function languageOf(tag: string): string {
  const [primary = ""] = tag.toLowerCase().split("-");
  return primary in LANGUAGES ? primary : "en";
}
