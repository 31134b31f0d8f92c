import { KifuBoard } from "./element";

if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
