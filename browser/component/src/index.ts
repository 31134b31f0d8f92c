import { KifuBoard } from "./element";
import type { Place } from "./place";
import type { Finding } from "./types";

export { KifuBoard };
export type { Place } from "./place";
export type { Finding, PageDocument } from "./types";

declare global {
  interface HTMLElementTagNameMap {
    "kifu-board": KifuBoard;
  }
  /** The events of boards, which bubble. */
  interface GlobalEventHandlersEventMap {
    "kifu-step": CustomEvent<Place & { ply: number }>;
    "kifu-action": CustomEvent<Place & { ply: number; player: number; action: string }>;
    "kifu-refused": CustomEvent<{ player: number; action: string; code: string; message: string }>;
    "kifu-finding": CustomEvent<Finding>;
  }
}

if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
