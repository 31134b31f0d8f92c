// Questions to programs; they change nothing.
import type { Studio } from "./state";
import type { Estimates, Plan, Wish } from "./types";

async function ask<T>(studio: Studio, call: string, body: object): Promise<T | null> {
  const { shown } = studio;
  if (!shown) return null;
  await studio.changes.settle(shown);
  const { id, version, record } = shown.sheet;
  return studio.attempt(() => studio.api.post<T>(`sheets/${id}/${call}`, { version, record, place: shown.moment, ...body }));
}

/** Estimates a seat's actions that are worth trying. */
export const estimate = (studio: Studio, seat: number | null, playouts: number) =>
  ask<Estimates>(studio, "estimate", { seat, lines: null, playouts });

/** The call of games whose contracts can be practised. */
export const PROPOSE = "propose";

/** Proposes contracts that fit a wish, best first. */
export const propose = (studio: Studio, wish: Wish, playouts: number) => ask<{ plans: Plan[] }>(studio, `game/${PROPOSE}`, { ...wish, playouts });
