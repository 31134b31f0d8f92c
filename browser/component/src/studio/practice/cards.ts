// Cards to click: a hand, and the whole deck.
import { html, type TemplateResult } from "lit";
import type { Speaker } from "../../scene/speaker";

export const SUITS = ["S", "D", "H", "C"];
const RANKS = [..."AKQJT98765432"];

/** Draws a hand whose cards can be picked; cards in `also` are marked as coming from the kitty. */
export function pickable(cards: string[], picked: string[], also: string[], speaker: Speaker, marked: string, click: (card: string) => void): TemplateResult {
  return html`<div class="hand">${cards.map((card) => {
    const on = picked.includes(card), label = [speaker.named(card), also.includes(card) ? speaker.word("kitty") : "", on ? marked : ""].filter(Boolean).join(", ");
    return html`<button class="pick ${also.includes(card) ? "also" : ""}" aria-pressed=${on ? "true" : "false"} aria-label=${label} title=${label} @click=${() => click(card)}>${speaker.thing(card)}${on ? html`<i aria-hidden="true">✕</i>` : ""}</button>`;
  })}</div>`;
}

/** Draws all cards, suit by suit, with their places. */
export function deck(where: (card: string) => string, speaker: Speaker, click: (card: string) => void): TemplateResult {
  const button = (card: string) => {
    const place = where(card);
    return html`<button class="deck-card ${place ? "taken" : ""}" aria-label=${[speaker.named(card), place].filter(Boolean).join(", ")} @click=${() => click(card)}>${speaker.small(card)}<small>${place}</small></button>`;
  };
  return html`<div class="deck" role="group">${SUITS.map((suit) => html`<div class="suit">${RANKS.map((rank) => button(suit + rank))}</div>`)}<div class="suit">${button("JK")}</div></div>`;
}
