// Cards to click: a hand, and the whole deck.
import { html, type TemplateResult } from "lit";
import { cardName, cardPicture, cardText } from "../../drawing";
import type { Words } from "../../i18n";
import { cardOf } from "../../tables/mighty";

export const SUITS = ["S", "D", "H", "C"];
const RANKS = [..."AKQJT98765432"];

/** Draws a hand whose cards can be picked; cards in `also` are marked as coming from the kitty. */
export function pickable(cards: string[], picked: string[], also: string[], words: Words, marked: string, click: (card: string) => void): TemplateResult {
  return html`<div class="hand">${cards.map((card) => {
    const on = picked.includes(card), label = [cardName(cardOf(card), words), also.includes(card) ? words.kitty : "", on ? marked : ""].filter(Boolean).join(", ");
    return html`<button class="pick ${also.includes(card) ? "also" : ""}" aria-pressed=${on ? "true" : "false"} aria-label=${label} title=${label} @click=${() => click(card)}>${cardPicture(cardOf(card), words)}${on ? html`<i aria-hidden="true">✕</i>` : ""}</button>`;
  })}</div>`;
}

/** Draws all cards, suit by suit, with their places. */
export function deck(where: (card: string) => string, words: Words, click: (card: string) => void): TemplateResult {
  const button = (card: string) => {
    const place = where(card);
    return html`<button class="deck-card ${place ? "taken" : ""}" aria-label=${[cardName(cardOf(card), words), place].filter(Boolean).join(", ")} @click=${() => click(card)}>${cardText(cardOf(card), words)}<small>${place}</small></button>`;
  };
  return html`<div class="deck" role="group">${SUITS.map((suit) => html`<div class="suit">${RANKS.map((rank) => button(suit + rank))}</div>`)}<div class="suit">${button("JK")}</div></div>`;
}
