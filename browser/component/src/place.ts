import { OPENING } from "./lines";

// A place in a document, written as the fragment of an address:
// #record=2&round=1&variation=1.2&step=9&seat=0
export interface Place {
  record: number;
  round: number;
  path: number[];
  step: number;
  seat: number | null;
}

/** Returns the fragment for a place; it begins with the board's id, if any, so that a page can have several boards. */
export function fragment(place: Place, id: string): string {
  const parts: [string, string][] = [["round", `${place.round}`]];
  if (Number.isFinite(place.step)) parts.push(["step", `${place.step}`]);
  if (place.record !== 1) parts.unshift(["record", `${place.record}`]);
  if (place.path.length) parts.push(["variation", place.path.join(".")]);
  if (place.seat !== null) parts.push(["seat", `${place.seat}`]);
  return `#${id ? `${encodeURIComponent(id)}:` : ""}${parts.map((each) => each.join("=")).join("&")}`;
}

/** Returns the place in a fragment, or null if there is none for this board. */
export function placeIn(hash: string, id: string): Place | null {
  const start = `#${id ? `${encodeURIComponent(id)}:` : ""}`;
  if (!hash.startsWith(start)) return null;
  const found = new URLSearchParams(hash.slice(start.length));
  if (!found.has("round")) return null;
  const number = (key: string, least: number) => Math.max(least, Number.parseInt(found.get(key) ?? "", 10) || least);
  const path = (found.get("variation") ?? "").split(".").map(Number).filter((each) => Number.isInteger(each) && each > 0);
  return { record: number("record", 1), round: number("round", 1), path, step: found.has("step") ? number("step", 0) : OPENING, seat: found.has("seat") ? number("seat", 0) : null };
}
