// What programs think: nothing is changed by it.
import type { Studio } from "./state";
import type { Estimates, Plan, Wish } from "./types";

async function asked<T>(studio: Studio, call: string, body: object): Promise<T | null> {
  const { shown } = studio;
  if (!shown) return null;
  await studio.changes.settle(shown);
  const { id, version, record } = shown.sheet;
  return studio.attempt(() => studio.api.post<T>(`sheets/${id}/${call}`, { version, record, place: shown.moment, ...body }));
}

/** What each move of a seat that is worth trying brings it. */
export const estimate = (studio: Studio, seat: number | null, playouts: number) =>
  asked<Estimates>(studio, "estimate", { seat, lines: null, playouts });

/** Contracts of Mighty that keep what is wished, the best first. */
export const propose = (studio: Studio, wish: Wish, playouts: number) => asked<{ plans: Plan[] }>(studio, "game/propose", { ...wish, playouts });
