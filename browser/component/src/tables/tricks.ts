// Functions for trick-taking games: hands by suit, the trick on the table, and finished tricks.
import { html, nothing, type TemplateResult } from "lit";
import { nameOf, placeOf, thingsOf, type Context } from "../context";
import { cardName, cardPicture, type Card, type Mark } from "../drawing";

/** Returns a trick's plays by seat. */
export function bySeat<T>(lead: number, plays: T[], seats: number): (T | undefined)[] {
  const found: (T | undefined)[] = Array.from({ length: seats });
  plays.forEach((each, index) => (found[(lead + index) % seats] = each));
  return found;
}

export interface ShownTrick {
  lead: number;
  plays: string[];
  winner: number | null;
}

/** Returns the trick on the table, or the last finished one. */
export function trickNow(lead: number | null, table: string[], tricks: ShownTrick[]): ShownTrick | null {
  if (lead !== null && table.length) return { lead, plays: table, winner: null };
  return tricks.at(-1) ?? null;
}

export function trickBox(
  context: Context,
  trick: ShownTrick | null,
  seats: number,
  card: (play: string) => Card,
  name: (play: string) => string,
  extra: (play: string) => TemplateResult | typeof nothing = () => nothing,
): TemplateResult {
  const { words, replay } = context;
  if (!trick) return html`<div class="trick"></div>`;
  const over = trick.winner !== null;
  return html`<div class="trick ${over ? "over" : ""}" role="group" aria-label=${words.trick}>
    ${trick.plays.map((play, index) => {
      const seat = (trick.lead + index) % seats;
      const marks: Mark[] = [], said: string[] = [];
      if (seat === trick.lead) marks.push("lead"), said.push(words.leads);
      if (seat === trick.winner) marks.push("win"), said.push(words.wins);
      const label = words.does(nameOf(replay, seat, words), name(play));
      return html`<div class="played at${placeOf(seat, context, seats)}"><span class="owner" aria-hidden="true">P${seat} <b>${said.join(", ")}</b></span><span>${cardPicture(card(play), words, marks, label)}${extra(play)}</span></div>`;
    })}
  </div>`;
}

/** Draws the tricks as a table with a column for each seat, and marks for the lead and the winner. */
export function trickTable(context: Context, over: ShownTrick[], seats: number, text: (play: string) => TemplateResult, heading: (seat: number) => unknown): TemplateResult | typeof nothing {
  const { words, replay, position } = context;
  const tricks: ShownTrick[] = position.table.length ? [...over, { lead: position.lead, plays: position.table, winner: null }] : over;
  if (!tricks.length) return nothing;
  return html`<details class="gibo" open><summary>${words.tricks}</summary><div class="scroll" tabindex="0" role="group" aria-label=${words.tricks}><table>
    <thead><tr><th scope="col"><abbr title=${words.trick}>#</abbr></th>${Array.from({ length: seats }, (_, seat) => html`<th scope="col" title=${nameOf(replay, seat, words)}>${heading(seat)}</th>`)}</tr></thead>
    <tbody>${tricks.map((trick, index) => html`<tr><th scope="row">${index + 1}</th>${bySeat(trick.lead, trick.plays, seats).map((play, seat) =>
      html`<td class=${seat === trick.winner ? "winner" : ""}>${play === undefined ? "·" : html`${seat === trick.lead ? html`<i title=${words.leads}>(</i>` : nothing}${text(play)}${seat === trick.winner ? html`<i title=${words.wins}>★</i>` : nothing}`}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}

/** Draws the cards in a hand. */
export function handOf(context: Context, seat: number, cards: string[], card: (text: string) => Card): unknown {
  const { words } = context;
  if (!cards.length) return html`<span class="none">${context.position.phase === "deal" ? "" : words.empty}</span>`;
  return thingsOf(context, seat, cards, (each) => cardPicture(card(each), words), (each) => cardName(card(each), words));
}

