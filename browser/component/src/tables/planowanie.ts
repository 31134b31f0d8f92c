// Planowanie: hands, declared and taken tricks, and the tricks themselves.
import { html, nothing } from "lit";
import { badge, bound, fact, nameOf, result, seatBox, seatsFrom, type Context, type Table } from "../context";
import { cardName, cardPicture, cardText, suitNamed, type Card } from "../drawing";
import type { Words } from "../i18n";
import type { Position, Replay } from "../types";
import { handOf, trickBox, trickNow, trickTable, type ShownTrick } from "./tricks";

export const planowanie: Table = {
  seats: (position) => position.totals.length,
  part: (position) => `${position.phase}${position.tricks.length}`,
  draw(context) {
    const { position, words } = context, seats = planowanie.seats(position);
    const tricks = tricksOf(position);
    return html`<div class="table ${["", "", "two", "three", "four"][seats]} planowanie">
        ${seatsFrom(context.bottom, seats).map((seat) => seatOf(context, seat, seats))}
        <div class="centre">${trickBox(context, trickNow(position.lead, position.table, tricks), seats, cardOf, (play) => cardName(cardOf(play), words))}${result(context)}</div>
      </div>
      <div class="beside">
        <dl>${fact(words.trump, suitNamed(position.trump, words))}${fact(words.start, html`<bdi>${nameOf(context.replay, position.starts, words)}</bdi>`)}</dl>
        ${trickTable(context, tricks, seats, (play) => cardText(cardOf(play), words), (seat) => `P${seat}`)}
      </div>`;
  },
  action(action, words) {
    if (isNumber(action)) return html`<span>${words.declares(action)}</span>`;
    return cardPicture(cardOf(action), words);
  },
  say(action, words) {
    if (action.includes("\n") || action.includes(" ")) return words.deal;
    return isNumber(action) ? words.declares(action) : cardName(cardOf(action), words);
  },
  ending,
  brief: (action) => (isNumber(action) ? html`<span>${action}</span>` : null),
  takes: (action) => (isNumber(action) ? [] : [action]),
};

/** Returns the points of the deal, and at the end of the game the winners, or the player at fault. */
function ending({ result: end, points, totals, winners }: Position, replay: Replay, words: Words): string[] {
  const name = (seat: number) => nameOf(replay, seat, words);
  const figures = (of: number[]) => of.map((each, seat) => `${bound(name(seat))}:\u00a0${each}`).join(" · ");
  const found: string[] = [];
  if (points) found.push(`${words.points}: ${figures(points)}`);
  if (winners.length) found.push(words.winsMatch(winners.map(name).join(" · "), figures(totals)));
  if (end?.end === "fault") found.push(words.faultOf(end.player === null ? "?" : name(end.player), (words.faults as Record<string, string>)[end.reason] ?? ""));
  return found;
}

const isNumber = (action: string) => /^-?\d+$/.test(action);

function tricksOf(position: Position): ShownTrick[] {
  return (position.tricks as { lead: number; cards: string[]; winner: number }[]).map(({ lead, cards, winner }) => ({ lead, plays: cards, winner }));
}

function cardOf(text: string): Card {
  if (text === "??") return { rank: "", suit: "", hidden: true };
  const [rank = "", suit = ""] = [...text];
  return { rank, suit };
}

function seatOf(context: Context, seat: number, seats: number) {
  const { position, words } = context, declared = position.declarations[seat] as number | null | undefined;
  const taken = position.taken[seat] as number;
  return seatBox(context, {
    seat,
    seats,
    badges: [
      position.lead === seat ? badge("lead", `( ${words.leads}`) : nothing,
      position.winners.includes(seat) ? badge("winner", `★ ${words.winner}`) : nothing,
    ],
    hand: handOf(context, seat, position.hands[seat] ?? [], cardOf),
    below: html`<dl class="bar">
      ${fact(words.declared, html`<b>${declared ?? "–"}</b>`)}${fact(words.taken, html`<b>${taken}</b>`)}
      ${position.points ? fact(words.points, html`<b>+${position.points[seat]}</b>`) : nothing}${fact(words.total, html`<b>${position.totals[seat]}</b>`)}</dl>`,
  });
}
