// Two changes of one text: both of them together, and where a place has moved to.

/** A part that was replaced: from, to, and what stands there now. */
type Edit = [from: number, to: number, text: string];

const MOST = 400; // words that differ; of a text that differs in more, the whole middle was replaced

/** A text with what both did to it; null where both changed the same place, or places that touch. */
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

/** Where places of a text are after it was changed: at the same letters. */
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

/** What was done to a text, word by word, in its order. */
function edits(before: string, after: string): Edit[] {
  if (before === after) return [];
  let [from, to, text] = trimmed(before, [0, before.length, after]);
  // whole words: who changes another part of one changes the same
  while (from > 0 && wordy(before[from - 1]!)) text = before[--from]! + text;
  while (to < before.length && wordy(before[to]!)) text += before[to++]!;
  const words = wordsOf(before.slice(from, to)), now = wordsOf(text), kept = common(words, now);
  if (!kept) return [[from, to, text]];
  const found: Edit[] = [];
  let at = 0, other = 0, place = from;
  for (const [one, two] of [...kept, [words.length, now.length] as const]) {
    const end = place + long(words, at, one), written = now.slice(other, two).join("");
    if (end > place || written) found.push([place, end, written]);
    [at, other, place] = [one + 1, two + 1, end + (words[one]?.length ?? 0)];
  }
  return found;
}

/** The pairs of words that two lists have in common, after Myers (1986); null where they differ in too much. */
function common(words: string[], now: string[]): [number, number][] | null {
  const most = Math.min(MOST, words.length + now.length), ends: Int32Array[] = [], end = new Int32Array(2 * most + 3);
  const mid = most + 1;
  for (let count = 0; count <= most; count += 1) {
    ends.push(end.slice());
    for (let line = -count; line <= count; line += 2) {
      let one = goesDown(end, mid, line, count) ? end[mid + line + 1]! : end[mid + line - 1]! + 1;
      while (one < words.length && one - line < now.length && words[one] === now[one - line]) one += 1;
      end[mid + line] = one;
      if (one >= words.length && one - line >= now.length) return traced(ends, mid, words.length, now.length);
    }
  }
  return null;
}

/** The way back: `ends` has how far each diagonal came with one difference less. */
function traced(ends: Int32Array[], mid: number, one: number, two: number): [number, number][] {
  const found: [number, number][] = [];
  for (let count = ends.length - 1; count >= 0; count -= 1) {
    const end = ends[count]!, line = one - two, down = goesDown(end, mid, line, count);
    const from = end[mid + line + (down ? 1 : -1)]!, start = count ? from + (down ? 0 : 1) : 0;
    while (one > start) found.push([--one, --two]);
    [one, two] = [from, from - line - (down ? 1 : -1)];
  }
  return found.reverse();
}

const goesDown = (end: Int32Array, mid: number, line: number, count: number) =>
  line === -count || (line !== count && end[mid + line - 1]! < end[mid + line + 1]!);

/** A change without what is the same at both of its ends. */
function trimmed(before: string, [from, to, text]: Edit): Edit {
  let start = 0, end = 0;
  const most = Math.min(to - from, text.length);
  while (start < most && before[from + start] === text[start]) start += 1;
  while (end < most - start && before[to - 1 - end] === text[text.length - 1 - end]) end += 1;
  return [from + start, to - end, text.slice(start, text.length - end)];
}

const wordy = (letter: string) => /[\p{L}\p{N}_]/u.test(letter);
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];

function long(words: string[], from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at += 1) found += words[at]!.length;
  return found;
}
