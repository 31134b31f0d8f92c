// Cards to click: hands, and the whole deck.
import { html, type TemplateResult } from "lit";
import { cardName, cardPicture, cardText } from "../../drawing";
import type { Words } from "../../i18n";
import { cardOf } from "../../tables/mighty";

export const SUITS = ["S", "D", "H", "C"];
const RANKS = [..."AKQJT98765432"];

export const DECK = [...SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)), "JK"];

/** A hand of which cards can be picked; those of `also` are marked as coming from elsewhere. */
export function pickable(cards: string[], picked: string[], also: string[], words: Words, marked: string, click: (card: string) => void): TemplateResult {
  return html`<div class="hand">${cards.map((card) => {
    const on = picked.includes(card), label = [cardName(cardOf(card), words), also.includes(card) ? words.kitty : "", on ? marked : ""].filter(Boolean).join(", ");
    return html`<button class="pick ${also.includes(card) ? "also" : ""}" aria-pressed=${on ? "true" : "false"} aria-label=${label} title=${label} @click=${() => click(card)}>${cardPicture(cardOf(card), words)}${on ? html`<i aria-hidden="true">✕</i>` : ""}</button>`;
  })}</div>`;
}

/** All cards, suit by suit; those that lie somewhere say where. */
export function deck(where: (card: string) => string, words: Words, click: (card: string) => void): TemplateResult {
  const button = (card: string) => {
    const place = where(card);
    return html`<button class="deck-card ${place ? "taken" : ""}" aria-label=${[cardName(cardOf(card), words), place].filter(Boolean).join(", ")} @click=${() => click(card)}>${cardText(cardOf(card), words)}<small>${place}</small></button>`;
  };
  return html`<div class="deck" role="group">${SUITS.map((suit) => html`<div class="suit">${RANKS.map((rank) => button(suit + rank))}</div>`)}<div class="suit">${button("JK")}</div></div>`;
}
