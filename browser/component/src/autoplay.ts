// Plays a record automatically, at a pace that the browser remembers.
import type { Scene } from "./scene/types";
import type { Step } from "./types";

/** The seconds per step to choose from, and the default. */
export const PACES = { least: 0.5, most: 5, usual: 1.2 };
/** How much longer a finished trick, or a position after a capture, is shown, in seconds. */
export const SEEN = 1;
const KEY = "kifu-pace";

export interface Played {
  /** The steps of the line, and the current one. */
  now(): { steps: Step[]; index: number } | null;
  go(index: number): void;
  changed(): void;
}

export class Autoplay {
  #timer = 0;
  #seconds = remembered();

  constructor(private readonly played: Played) {}

  get on(): boolean {
    return this.#timer !== 0;
  }

  get pace(): number {
    return this.#seconds;
  }

  set pace(seconds: number) {
    this.#seconds = within(seconds);
    remember(this.#seconds);
    if (this.on) this.#wait();
    this.played.changed();
  }

  start() {
    const now = this.played.now();
    if (now && now.index >= now.steps.length - 1) this.played.go(0);
    this.#wait();
    this.played.changed();
  }

  pause() {
    window.clearTimeout(this.#timer);
    if (this.on) this.played.changed();
    this.#timer = 0;
  }

  #wait() {
    window.clearTimeout(this.#timer);
    const now = this.played.now(), longer = now && finishes(now.steps, now.index) ? SEEN : 0;
    this.#timer = window.setTimeout(() => this.#step(), 1000 * (this.#seconds + longer));
  }

  #step() {
    const now = this.played.now();
    if (!now || now.index >= now.steps.length - 1) return this.pause();
    this.played.go(now.index + 1);
    this.#wait();
  }
}

const within = (seconds: number) => Math.min(Math.max(seconds || PACES.usual, PACES.least), PACES.most);

/** Returns the pace that the browser remembers, in seconds per step. */
export function remembered(): number {
  try {
    return within(Number(localStorage.getItem(KEY)));
  } catch {
    return PACES.usual; // in a frame without storage
  }
}

export function remember(seconds: number) {
  try {
    localStorage.setItem(KEY, `${seconds}`);
  } catch {
    // in a frame without storage, the board itself remembers
  }
}

/** Returns whether the last action finished a trick or captured something. */
export function finishes(steps: Step[], index: number): boolean {
  const now = steps[index]?.scene, before = steps[index - 1]?.scene;
  if (!now || !before) return false;
  if (now.grid && before.grid) return captured(before.grid.rows, now.grid.rows);
  return won(now) > won(before);
}

const won = ({ tricks }: Scene) => (tricks ?? []).filter(({ winner }) => winner !== null && winner !== undefined).length;

/** Returns whether there are fewer things of a kind than before. */
function captured(before: string[], now: string[]): boolean {
  const kinds = [...new Set(before.join(""))].filter((each) => each !== "."), count = (rows: string[], kind: string) => rows.join("").split(kind).length;
  return kinds.some((each) => count(now, each) < count(before, each));
}
