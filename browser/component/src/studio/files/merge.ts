// Merge two changes to one text, and find where places have moved to.
/*! diff: Copyright (c) 2009-2015 Kevin Decker, SPDX-License-Identifier: BSD-3-Clause */
import { diffArrays } from "diff";

/** A replaced part: its start, its end, and the new text. */
type Edit = [from: number, to: number, text: string];

const MOST = 400; // if more words differ, the whole middle of the text counts as replaced

/** Returns a text with both changes, or null if they overlap or touch. */
export function merged(base: string, mine: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const own = edits(base, mine), others = edits(base, theirs);
  let text = "", at = 0;
  while (own.length || others.length) {
    const [one] = own, [other] = others;
    const same = one && other && one.join() === other.join();
    if (!same && one && other && one[0] <= other[1] && other[0] <= one[1]) return null;
    const first = !other || (one && one[0] <= other[0]) ? one! : other;
    if (first === one) own.shift();
    if (first === other || same) others.shift();
    text += base.slice(at, first[0]) + first[2];
    at = first[1];
  }
  return text + base.slice(at);
}

/** Returns the places of the same letters in a text after a change. */
export function moved(before: string, after: string, places: number[]): number[] {
  const changes = edits(before, after).map((each) => trimmed(before, each));
  return places.map((place) => {
    let by = 0;
    for (const [from, to, text] of changes) {
      if (place <= from) break;
      if (place < to) return from + by + Math.min(place - from, text.length);
      by += text.length - (to - from);
    }
    return place + by;
  });
}

/** Returns the changes to a text, word by word, in order. */
function edits(before: string, after: string): Edit[] {
  if (before === after) return [];
  let [from, to, text] = trimmed(before, [0, before.length, after]);
  // whole words, so that changes to two parts of one word overlap
  while (from > 0 && wordy(before[from - 1]!)) text = before[--from]! + text;
  while (to < before.length && wordy(before[to]!)) text += before[to++]!;
  const changes = diffArrays(wordsOf(before.slice(from, to)), wordsOf(text), { maxEditLength: MOST });
  if (!changes) return [[from, to, text]];
  const found: Edit[] = [];
  let place = from, edit: Edit | null = null;
  for (const { added, removed, value } of changes) {
    const part = value.join("");
    if (!added && !removed) {
      [place, edit] = [place + part.length, null];
      continue;
    }
    if (!edit) found.push((edit = [place, place, ""]));
    if (removed) edit[1] = place += part.length;
    else edit[2] += part;
  }
  return found;
}

/** Returns a change without any common beginning or end. */
function trimmed(before: string, [from, to, text]: Edit): Edit {
  let start = 0, end = 0;
  const most = Math.min(to - from, text.length);
  while (start < most && before[from + start] === text[start]) start += 1;
  while (end < most - start && before[to - 1 - end] === text[text.length - 1 - end]) end += 1;
  return [from + start, to - end, text.slice(start, text.length - end)];
}

const wordy = (letter: string) => /[\p{L}\p{N}_]/u.test(letter);
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];
