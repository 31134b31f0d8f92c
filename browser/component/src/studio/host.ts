// What changes, programs and analyses need of the studio.
import type { Api, Refusal } from "./api";
import type { Words } from "./i18n";
import type { Others } from "./play/others";
import type { Shown } from "./shown";
import type { Answer } from "./types";

export interface Host {
  readonly api: Api;
  readonly others: Others;
  readonly words: Words;
  readonly shown: Shown | null;
  readonly unsent: Shown[];
  readonly pace: number;
  readonly wrong: string;
  readonly refused: Refusal | null;
  current: string | null;
  address(): void;
  at(id: string): Shown | null;
  take(answer: Answer, go?: boolean, base?: string): Shown;
  refresh(shown: Shown): Promise<Shown>;
  complete(shown: Shown): void;
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  changed(): void;
  say(text: string): void;
  mention(text: string): void;
  complain(text: string): void;
  offer(text: string, act: () => void): void;
}
