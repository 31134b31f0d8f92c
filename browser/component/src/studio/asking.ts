// Questions to the server; they change nothing.
import type { Studio } from "./state";
import type { Estimates } from "./types";

export async function ask<T>(studio: Studio, call: string, body: object): Promise<T | null> {
  const { shown } = studio;
  if (!shown) return null;
  await studio.changes.settle(shown);
  const { id, version, record } = shown.sheet;
  return studio.attempt(() => studio.api.post<T>(`sheets/${id}/${call}`, { version, record, place: shown.moment, ...body }));
}

/** Estimates a seat's actions that are worth trying. */
export const estimate = (studio: Studio, seat: number | null, playouts: number) =>
  ask<Estimates>(studio, "estimate", { seat, lines: null, playouts });
