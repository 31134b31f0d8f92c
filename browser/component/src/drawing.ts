// Pictures and names of cards and pieces.
import { html, nothing, svg, type TemplateResult } from "lit";
import art from "../../art.json";
import type { Words } from "./i18n";

const SUITS: Record<string, string> = art.suits;
export const SUIT_SIGNS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };
const KANJI: Record<string, string> = art.kanji;

/** A card: its rank and suit as single letters; jokers and hidden cards have neither. */
export interface Card {
  rank: string;
  suit: string;
  joker?: boolean;
  hidden?: boolean;
}

export type Mark = "lead" | "win" | "dim" | "new" | "special" | "";

export const isRed = (suit: string) => suit === "H" || suit === "D";

export function cardName(card: Card, words: Words): string {
  if (card.hidden) return words.hidden;
  if (card.joker) return words.joker;
  const ranks = words.ranks as Record<string, string>, suits = words.suits as Record<string, string>;
  return words.card(ranks[card.rank] ?? card.rank, suits[card.suit] ?? card.suit);
}

/** Draws a card; its label gives its name and marks. */
export function cardPicture(card: Card, words: Words, marks: Mark[] = [], label = ""): TemplateResult {
  const name = [label || cardName(card, words), ...marks.map((each) => markName(each, words))].filter(Boolean).join(", ");
  return html`<span class="card ${marks.join(" ")}" role="img" aria-label=${name} title=${name}>
    <svg viewBox="0 0 40 56" aria-hidden="true">
      <rect class="paper" x="1" y="1" width="38" height="54" rx="5" />
      ${card.hidden ? back() : face(card)}
    </svg>
    ${marks.includes("lead") ? html`<i class="tag lead-tag" aria-hidden="true">▸</i>` : nothing}
    ${marks.includes("win") ? html`<i class="tag win-tag" aria-hidden="true">★</i>` : nothing}
  </span>`;
}

function markName(mark: Mark, words: Words): string {
  return mark === "lead" ? words.leads : mark === "win" ? words.wins : "";
}

function back() {
  return svg`<rect class="back" x="5" y="5" width="30" height="46" rx="3"/>
    <path class="weave" d=${art.cardWeave}/>`;
}

function face(card: Card) {
  if (card.joker) {
    return svg`<text class="ink corner" x="20" y="21">☆</text><text class="ink small-caps" x="20" y="42">JOKER</text>`;
  }
  const path = SUITS[card.suit], colour = isRed(card.suit) ? "ink red" : "ink";
  const rank = card.rank === "T" ? "10" : card.rank;
  return svg`<text class="${colour} corner" x="20" y="23">${rank}</text>
    ${path ? svg`<path class=${colour} transform="translate(8.500 27)" d=${path}/>` : svg`<text class=${colour} x="20" y="47">${card.suit}</text>`}`;
}

/** Returns a card as text, labelled with its name. */
export function cardText(card: Card, words: Words): TemplateResult {
  if (card.hidden) return html`<span class="cardtext">??</span>`;
  const colour = isRed(card.suit) ? "red" : "";
  const sign = card.joker ? "☆" : `${SUIT_SIGNS[card.suit] ?? ""}${card.rank}${card.suit in SUIT_SIGNS ? "" : card.suit}`;
  return html`<span class="cardtext ${colour}" role="img" aria-label=${cardName(card, words)}>${sign}</span>`;
}

export function suitText(suit: string, words: Words): TemplateResult {
  const name = suit === "N" ? words.noTrump : ((words.suits as Record<string, string>)[suit] ?? suit);
  const sign = SUIT_SIGNS[suit];
  if (!sign) return html`<span>${name}</span>`;
  return html`<span class="cardtext ${isRed(suit) ? "red" : ""}" role="img" aria-label=${name}>${sign}</span>`;
}

/** Returns a suit as its symbol, labelled with its name. */
export function suitNamed(suit: string, words: Words): TemplateResult {
  const sign = SUIT_SIGNS[suit], name = (words.suits as Record<string, string>)[suit];
  return sign && name ? html`<span class="cardtext ${isRed(suit) ? "red" : ""}" aria-hidden="true">${sign}</span>${name}` : suitText(suit, words);
}

export const pieceName = (piece: string, words: Words) => (words.pieces as Record<string, string>)[piece] ?? piece;

/** Draws a piece: a pentagon with its sign, striped if face-down. */
export function piecePicture(piece: string, words: Words, faceDown = false, isNew = false): TemplateResult {
  const name = pieceName(piece, words), label = faceDown ? `${name}, ${words.faceDown}` : name;
  return html`<span class="piece ${faceDown ? "down" : ""} ${isNew ? "new" : ""}" role="img" aria-label=${label} title=${label}>
    <svg viewBox="0 0 40 46" aria-hidden="true">
      <path class="wood" d=${art.piece} />
      ${piece === "9" || faceDown ? svg`<path class="weave" d=${art.pieceWeave}/>` : nothing}
      ${piece === "9" ? nothing : svg`<text class="kanji" lang="ja" x="20" y="35">${KANJI[piece] ?? piece}</text>`}
    </svg>
  </span>`;
}
