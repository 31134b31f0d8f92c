import { KifuBoard } from "./element";

export { KifuBoard };
export type { Place } from "./place";
export type { PageDocument } from "./types";

declare global {
  interface HTMLElementTagNameMap {
    "kifu-board": KifuBoard;
  }
}

if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
