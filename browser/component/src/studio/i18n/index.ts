// The studio's words in the languages of the board.
import { en, type Words } from "./en";
import { ja } from "./ja";
import { ko } from "./ko";
import { pl } from "./pl";

export type { Words };

const ALL: Record<string, Words> = { en, ko, ja, pl };

export const wordsOf = (language: string): Words => ALL[language] ?? en;
