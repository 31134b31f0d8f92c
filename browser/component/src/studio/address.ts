// The page's address: the token it was opened with, and the sheet and moment that it shows.
import { fragment, placeIn, type Place } from "../place";

const KEY = "kifu-token";

/** Returns the token, and moves it from the address to the browser's storage, so that a link to a moment opens in another tab. */
export function takeToken(): string {
  const found = new URLSearchParams(location.hash.slice(1));
  const token = found.get("token");
  if (token === null) return localStorage.getItem(KEY) ?? "";
  localStorage.setItem(KEY, token);
  found.delete("token");
  const rest = found.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  return token;
}

/** Replaces the sheet in the address, without a step for the browser's Back. */
export const standAt = (sheet: string) => history.replaceState(null, "", `#sheet=${encodeURIComponent(sheet)}`);

/** Writes a moment to the address; another sheet is a step for the browser's Back. */
export function writeAddress(sheet: string, place: Place) {
  const write = addressed()?.sheet === sheet ? "replaceState" : "pushState";
  history[write](null, "", `#sheet=${encodeURIComponent(sheet)}&${fragment(place, "").slice(1)}`);
}

/** Removes the fragment from the address. */
export const noAddress = () => history.replaceState(null, "", location.pathname + location.search);

/** Returns the sheet in the address, and the moment if any. */
export function addressed(): { sheet: string; place: Place | null } | null {
  const sheet = new URLSearchParams(location.hash.slice(1)).get("sheet");
  return sheet === null ? null : { sheet, place: placeIn(location.hash, "") };
}
