// Drafts: text that did not reach the server, kept in the browser so that nothing is lost when the page is closed.

const KEY = "kifu-draft ";

/** A text as typed, and the text that it is based on. */
export interface Draft {
  base: string;
  text: string;
}

/** Keeps a draft of a sheet; returns false if the browser has no room for it. */
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
