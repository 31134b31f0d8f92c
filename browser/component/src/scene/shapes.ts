// Pictures of things: cards, pieces, stones and letters.
import { html, nothing, svg, type TemplateResult } from "lit";
import art from "../../../art.json";
import type { Shape } from "./types";

const SUITS: Record<string, string> = art.suits;
export const SUIT_SIGNS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const JOKER = "☆";

export const isRed = (suit: string | undefined) => suit === "H" || suit === "D";

/** Returns whether a thing is hidden: the back of a card, or a piece without a sign. */
export const isHidden = (shape: Shape): boolean => (shape.is === "card" ? !shape.rank : shape.is === "piece" && !shape.sign);

/** Returns a thing as a short text, such as `♠A`. */
export function signOf(shape: Shape): string {
  if (shape.is === "stone") return shape.white ? "○" : "●";
  if (shape.is !== "card") return shape.sign || "裏";
  const { rank = "", suit = "" } = shape;
  if (!rank || rank === JOKER) return rank || "??";
  return suit in SUIT_SIGNS ? `${SUIT_SIGNS[suit]}${rank}` : `${rank}${suit}`;
}

export interface Marks {
  /** The label: the thing's name and its marks. */
  label: string;
  down?: boolean;
  new?: boolean;
  leads?: boolean;
  wins?: boolean;
  decorative?: boolean;
}

/** Draws a thing with its marks. */
export function picture(shape: Shape, marks: Marks): TemplateResult {
  const kind = shape.is === "card" ? "card" : "piece", { label } = marks;
  const names = [kind, marks.down ? "down" : "", marks.new ? "new" : "", marks.wins ? "win" : ""].filter(Boolean).join(" ");
  return html`<span class=${names} part=${names} role="img" aria-label=${label} title=${label}>
    <svg viewBox="0 0 40 ${shape.is === "card" ? 56 : 46}" aria-hidden="true">${drawing(shape, marks.down)}</svg>
    ${marks.leads ? html`<i class="tag lead-tag" aria-hidden="true">▸</i>` : nothing}
    ${marks.wins ? html`<i class="tag win-tag" aria-hidden="true">★</i>` : nothing}
  </span>`;
}

/** Draws a thing within an SVG: 40 wide, and 56 (a card) or 46 high. */
export function drawing(shape: Shape, down = false): TemplateResult {
  if (shape.is === "card") return svg`<rect class="paper" x="1" y="1" width="38" height="54" rx="5" />${isHidden(shape) ? back() : face(shape)}`;
  if (shape.is === "piece") return svg`<g transform=${shape.flipped ? "rotate(180 20 23)" : nothing}><path class="wood" d=${art.piece} />
      ${down || !shape.sign ? svg`<path class="weave" d=${art.pieceWeave}/>` : nothing}
      <text class="kanji" lang="ja" x="20" y="35">${shape.sign}</text></g>`;
  if (shape.is === "stone") return svg`<circle class=${shape.white ? "stone white" : "stone"} cx="20" cy="23" r="19"/><path class=${shape.white ? "shine white" : "shine"} d="M8 20A13 13 0 0 1 20 9"/>`;
  return svg`<text class="letter" x="20" y="36">${shape.sign}</text>`;
}

const back = () => svg`<rect class="back" x="5" y="5" width="30" height="46" rx="3"/><path class="weave" d=${art.cardWeave}/>`;

function face({ rank = "", suit = "" }: Shape & { is: "card" }) {
  if (rank === JOKER) return svg`<text class="ink corner" x="20" y="21">☆</text><text class="ink small-caps" x="20" y="42">JOKER</text>`;
  const path = SUITS[suit], colour = isRed(suit) ? "ink red" : "ink";
  return svg`<text class="${colour} corner" x="20" y="23">${rank === "T" ? "10" : rank}</text>
    ${path ? svg`<path class=${colour} transform="translate(8.500 27)" d=${path}/>` : svg`<text class=${colour} x="20" y="47">${suit}</text>`}`;
}
