// The keys and their commands; only the focused board reacts to them.
export type Command = "back" | "forward" | "first" | "last" | "jumpBack" | "jumpForward" | "upLine" | "downLine" | "play" | "pause" | "flip";

const KEYS: Record<string, Command> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "jumpBack",
  PageDown: "jumpForward",
  ArrowUp: "upLine",
  ArrowDown: "downLine",
  k: "back", // as in lichess; also works on a grid, where arrow keys move between places
  j: "forward",
  f: "flip",
  " ": "play",
};

/** Returns the command for a key, or null if a list, a button or the browser needs the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return null;
  const target = event.composedPath()[0];
  if (target instanceof HTMLElement) {
    if (target.matches("select, textarea, input, .scroll, dialog *")) return null;
    if (target.matches(".notes") && !["ArrowLeft", "ArrowRight"].includes(event.key)) return null; // it scrolls
    if (event.key === " " && target.matches("button, summary, a")) return null;
  }
  return KEYS[event.key] ?? null;
}
