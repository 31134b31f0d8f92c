// The page's address: the token it was opened with, and the sheet and moment that it shows.
import { fragment, placeIn, type Place } from "../place";

const KEY = "kifu-token";

/** Returns the token, and moves it from the address to the tab's storage. */
export function takeToken(): string {
  const found = new URLSearchParams(location.hash.slice(1));
  const token = found.get("token");
  if (token === null) return sessionStorage.getItem(KEY) ?? "";
  sessionStorage.setItem(KEY, token);
  found.delete("token");
  const rest = found.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  return token;
}

/** Removes the fragment from the address. */
export const noAddress = () => history.replaceState(null, "", location.pathname + location.search);

export function addressOf(sheet: string, place: Place): string {
  return `#sheet=${encodeURIComponent(sheet)}&${fragment(place, "").slice(1)}`;
}

/** Returns the sheet in the address, and the moment if any. */
export function addressed(): { sheet: string; place: Place | null } | null {
  const sheet = new URLSearchParams(location.hash.slice(1)).get("sheet");
  return sheet === null ? null : { sheet, place: placeIn(location.hash, "") };
}
