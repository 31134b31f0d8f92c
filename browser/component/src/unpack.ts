// Unpack steps from the first step and the changes from each step to the next: browser/packing.py.
import type { Json } from "./types";

export function unpacked(packed: Json[]): Json[] {
  const found: Json[] = [];
  packed.forEach((each, index) => found.push(index ? changed(found[index - 1], each) : each));
  return found;
}

export function changed(before: Json, change: Json): Json {
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(before)) return changedList(before, change);
  const found = { ...before };
  for (const [key, each] of Object.entries(change)) {
    if (each === 0) delete found[key];
    else found[key] = changed(before[key], each);
  }
  return found;
}

function changedList(before: Json[], change: Record<string, Json>): Json[] {
  const found = before.slice(0, change["n"] ?? before.length);
  for (const [index, each] of Object.entries(change)) {
    if (index !== "n") found[+index] = changed(before[+index], each);
  }
  return found;
}
