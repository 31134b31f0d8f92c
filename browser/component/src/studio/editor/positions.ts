// Places in a text: lines and columns from 1, in code points, and offsets as counted by the
// browser.

/** Returns the offsets at which lines begin. */
export function startsOf(text: string): number[] {
  const found = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

export function offsetOf(text: string, starts: number[], line: number, column: number): number {
  const start = starts[line - 1] ?? text.length, end = starts[line] ?? text.length + 1;
  let at = start;
  for (let left = column - 1; left > 0 && at < end - 1; left -= 1) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/** Invisible characters that change the direction of the text around them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MOST_TURNS = 8;

/** Returns the offsets of the first characters that change the direction of a text. */
export function turnsIn(text: string): number[] {
  const found: number[] = [];
  for (const { index } of text.matchAll(TURNS)) {
    found.push(index);
    if (found.length === MOST_TURNS) break;
  }
  return found;
}

/** Returns the line of an offset, from 1. */
export function lineAt(starts: number[], offset: number): number {
  let low = 0, high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/**
 * Returns a text after it was edited in a field, where all lines end in `\n`: outside the change,
 * the text keeps its line endings, and new lines end as its first one does.
 */
export function edited(before: string, after: string): string {
  if (!before.includes("\r")) return after;
  const field = inField(before);
  let start = 0, end = 0;
  const most = Math.min(field.length, after.length);
  while (start < most && field[start] === after[start]) start += 1;
  while (end < most - start && field[field.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const lineEnd = /\r\n|\r|\n/.exec(before)?.[0] ?? "\n";
  const middle = after.slice(start, after.length - end).replaceAll("\n", lineEnd);
  return before.slice(0, back(before, start)) + middle + before.slice(back(before, field.length - end));
}

/** Returns a text as a browser field holds it. */
export const inField = (text: string) => text.replace(/\r\n?/g, "\n");

/** Returns the offset in a text that corresponds to an offset in its field. */
function back(text: string, offset: number): number {
  let at = 0;
  for (let left = offset; left > 0; left -= 1) at += text.startsWith("\r\n", at) ? 2 : 1;
  return at;
}
