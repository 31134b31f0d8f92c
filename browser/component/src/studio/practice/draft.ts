// A contract that the user composes; parts that are null are left to the program.
import type { Plan, Wish } from "../types";

export interface Draft {
  president: number;
  /** Whether the president looks at the kitty before the auction. */
  kitty: boolean;
  discards: string[];
  trump: string | null;
  points: number | null;
  friend: string | null;
}

export const emptyDraft = (president: number): Draft => ({ president, kitty: false, discards: [], trump: null, points: null, friend: null });

export const isWhole = (draft: Draft): boolean =>
  draft.discards.length === 3 && draft.trump !== null && draft.points !== null && draft.friend !== null;

export const isBlank = (draft: Draft): boolean =>
  !draft.discards.length && draft.trump === null && draft.points === null && draft.friend === null;

/** Returns a draft as a wish, with three cards to bury or none. */
export function wishOf(draft: Draft): Wish {
  const { president: seat, kitty, discards, trump, points, friend } = draft;
  return { seat, kitty, discards: discards.length === 3 ? discards : null, trump, points, friend };
}

/** Returns a plan as a draft; parts that it leaves open stay unchanged. */
export function draftOf(plan: Plan, before: Draft): Draft {
  const [, points = "", trump = ""] = /^(\d+)([SHDCN])$/.exec(plan.contract ?? plan.bid ?? "") ?? [];
  const discards = plan.discards.length ? [...plan.discards] : before.discards;
  return { ...before, discards, trump: trump || before.trump, points: points ? +points : before.points, friend: plan.friend ?? before.friend };
}

/** Returns whether a plan equals a draft. */
export function agrees(plan: Plan, draft: Draft): boolean {
  const sorted = (cards: string[]) => [...cards].sort().join();
  return isWhole(draft) && plan.contract === `${draft.points}${draft.trump}` && plan.friend === draft.friend && sorted(plan.discards) === sorted(draft.discards);
}

const SUITS: Record<string, string> = { "♠": "S", "♡": "H", "♥": "H", "♢": "D", "♦": "D", "♧": "C", "♣": "C" };

/** Returns a friend as typed: a card such as ♥K, hk, H10 or joker, a player such as P3, or `last`; null if invalid. */
export function friendFrom(text: string): string | null {
  const plain = text.trim().toUpperCase().replace(/[♠♡♥♢♦♧♣]/g, (sign) => SUITS[sign]!).replace("10", "T");
  if (["JK", "JOKER", "☆", "★"].includes(plain)) return "JK";
  if (plain === "LAST") return "last";
  return /^([SHDC][AKQJT2-9]|P[0-4])$/.test(plain) ? plain : null;
}
