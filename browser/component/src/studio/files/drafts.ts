// What was typed and did not come to the server, kept by the browser: who closes the page meanwhile loses nothing.

const KEY = "kifu-draft ";

/** A text as it was typed, and the one on top of which that was. */
export interface Draft {
  base: string;
  text: string;
}

/** Keeps a draft of a sheet; false where the browser has no room for it. */
export function keepDraft(sheet: string, draft: Draft): boolean {
  try {
    localStorage.setItem(KEY + sheet, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function draftOf(sheet: string): Draft | null {
  const found = localStorage.getItem(KEY + sheet);
  return found === null ? null : JSON.parse(found);
}

export const dropDraft = (sheet: string) => localStorage.removeItem(KEY + sheet);
