// Leduc poker: two private cards, one public card, and the pot.
import { html, nothing } from "lit";
import { badge, fact, nameOf, result, seatBox, seatsFrom, signed, type Table } from "../context";
import { cardName, cardPicture, type Card } from "../drawing";
import type { Words } from "../i18n";

export const leduc: Table = {
  seats: () => 2,
  part: (position) => `${position.end ?? ""}${position.betting.length}${position.public ?? ""}`,
  draw(context) {
    const { position, words } = context, [first = 0, second = 0] = position.stakes as number[];
    return html`<div class="table two leduc">
      ${seatsFrom(context.bottom, 2).map((seat) => seatBox(context, {
        seat,
        seats: 2,
        badges: [position.end === "fold" && position.returns?.[seat] < 0 ? badge("passed", words.fold) : nothing,
          position.returns?.[seat] > 0 ? badge("winner", `★ ${words.winner}`) : nothing],
        hand: position.cards[seat] ? cardPicture(cardOf(position.cards[seat]), words) : nothing,
        below: html`<dl class="bar">${fact(words.stake, html`<b>${position.stakes[seat]}</b>`)}
          ${position.returns ? fact(words.points, html`<b>${signed(position.returns[seat])}</b>`) : nothing}
          ${fact(words.total, html`<b>${signed(position.totals[seat])}</b>`)}</dl>`,
      }))}
      <div class="centre">
        <div class="board-card"><span class="caption">${words.publicCard}</span>${position.public ? cardPicture(cardOf(position.public), words) : html`<i class="slot card-slot"></i>`}</div>
        <dl>${fact(words.pot, html`<b>${first + second}</b>`)}${(position.betting as string[][]).map((each, index) => (each.length ? fact(`${index + 1}.`, each.map((one) => word(one, words)).join(" · ")) : nothing))}</dl>
        ${result(context)}
      </div>
    </div>`;
  },
  action: (action, words) => (/^[A-Z][a-z]$/.test(action) ? cardPicture(cardOf(action), words) : html`<span>${word(action, words)}</span>`),
  say: (action, words) => (/^(\?\?|[A-Z][a-z])$/.test(action) ? cardName(cardOf(action), words) : word(action, words)),
  ending({ returns }, replay, words) {
    if (!returns) return [];
    const winner = (returns as number[]).findIndex((each) => each > 0);
    return [winner < 0 ? words.shared : words.wonBy(nameOf(replay, winner, words), `${returns[winner]}`)];
  },
  takes: () => [],
};

function cardOf(text: string): Card {
  if (text === "??") return { rank: "", suit: "", hidden: true };
  return { rank: text[0] ?? "", suit: (text[1] ?? "").toUpperCase() };
}

function word(action: string, words: Words): string {
  const known: Record<string, string> = { fold: words.fold, call: words.call, raise: words.raise, check: words.check };
  return known[action] ?? action;
}
