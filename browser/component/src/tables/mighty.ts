// Mighty: five hands, roles, the contract, taken points, the card counter and the gibo.
import { html, nothing } from "lit";
import { badge, fact, nameOf, result, seatBox, seatsFrom, signed, type Context, type Table } from "../context";
import { cardName, cardPicture, cardText, suitNamed, suitText, type Card } from "../drawing";
import type { Words } from "../i18n";
import type { Position } from "../types";
import { handOf, trickBox, trickNow, trickTable, type ShownTrick } from "./tricks";

const SEATS = 5;
const RANKS = "AKQJT98765432";

export const mighty: Table = {
  seats: () => SEATS,
  part: (position) => `${position.phase}${position.tricks.length}`,
  draw(context) {
    const { position, words } = context, trick = trickNow(position.lead, position.table, position.tricks);
    return html`<div class="table five mighty">
        ${seatsFrom(context.bottom, SEATS).map((seat) => seatOf(context, seat))}
        <div class="centre">
          ${position.phase === "play" || position.tricks.length
            ? trickBox(context, trick, SEATS, cardOf, (play) => sayCard(play, words), (play) => extra(play, words))
            : auction(context)}
          ${result(context)}
        </div>
      </div>
      <div class="beside">
        <dl class="contract" aria-label=${words.contract}>${contract(context)}</dl>
        ${trickTable(context, position.tricks as ShownTrick[], SEATS, (play) => playText(play, words), (seat) => heading(context, seat))}
        ${position.hands.length ? counter(context) : nothing}
      </div>`;
  },
  action(action, words) {
    if (action.startsWith("bury ")) return html`<span>${words.bury}</span> ${action.slice(5).split(" ").map((each) => cardText(cardOf(each), words))}`;
    if (isCard(action)) return html`${cardPicture(cardOf(action), words, [], sayCard(action, words))}${extra(action, words)}`;
    return bidText(action, words);
  },
  say(action, words, position) {
    if (action.includes("|")) return words.deal;
    if (action.startsWith("bury ")) return `${words.bury}: ${action.slice(5).split(" ").map((each) => sayCard(each, words)).join(", ")}`;
    const said = isCard(action) ? sayCard(action, words) : (friendWord(action, words) ?? bidWord(action, words));
    return position.phase === "friend" && (isCard(action) || friendSeat(action) !== null) ? words.names(said) : said;
  },
  ending({ end, points }, _, words) {
    if (end?.thrown_in) return [words.thrownIn];
    if (!end?.score) return [];
    return [`${words.presidentSide}: ${end.score.won ? words.won : words.notWon} (${points.president} : ${points.others})`];
  },
  takes(action, position) {
    if (position.phase === "exchange") return action.split(" ").slice(1);
    return position.phase === "play" ? [action.startsWith("JK") ? "JK" : action.slice(0, 2)] : [];
  },
  loose: (position) => position.phase === "exchange",
  group(action, words) {
    const points = /^\d+(?=[SHDCN]$)/.exec(action)?.[0], { suit } = cardOf(action);
    if (points) return { key: points, name: `${words.points} ${points}`, picture: points };
    return isCard(action) && suit ? { key: suit, name: (words.suits as Record<string, string>)[suit] ?? suit, picture: suitText(suit, words) } : null;
  },
};

export const isCard = (text: string) => /^([SHDC][AKQJT2-9]!?|JK[SHDC]?|\?\?)$/.test(text);

export function cardOf(play: string): Card {
  if (play === "??") return { rank: "", suit: "", hidden: true };
  if (play.startsWith("JK")) return { rank: "", suit: "", joker: true };
  return { suit: play[0] ?? "", rank: play[1] ?? "" };
}

function sayCard(play: string, words: Words): string {
  const name = cardName(cardOf(play), words), suits = words.suits as Record<string, string>;
  if (play.startsWith("JK") && play.length > 2) return words.naming(name, suits[play[2] ?? ""] ?? "");
  return play.endsWith("!") ? words.calling(name) : name;
}

function extra(play: string, words: Words) {
  if (play.startsWith("JK") && play.length > 2) return html`<span class="extra">${suitText(play[2] ?? "", words)}</span>`;
  return play.endsWith("!") ? html`<span class="extra" title=${words.calling("")}>!</span>` : nothing;
}

const playText = (play: string, words: Words) => html`${cardText(cardOf(play), words)}${extra(play, words)}`;

/** Returns the seat in an action that names a friend by seat, such as P3. */
function friendSeat(action: string): number | null {
  return /^P\d$/.test(action) ? +action.slice(1) : null;
}

function friendWord(action: string, words: Words): string | null {
  const seat = friendSeat(action);
  if (seat !== null) return words.player(seat);
  return action === "first" ? words.firstTrick : action === "last" ? words.lastTrick : action === "none" ? words.alone : null;
}

function bidWord(call: string, words: Words): string {
  const found = /^(\d+)([SHDCN])$/.exec(call);
  if (!found) return call === "pass" ? words.pass : call;
  const suit = found[2] ?? "";
  return `${found[1]} ${suit === "N" ? words.noTrump : (words.suits as Record<string, string>)[suit]}`;
}

function bidText(call: string, words: Words) {
  const found = /^(\d+)([SHDCN])$/.exec(call);
  return found ? html`<span>${found[1]} ${suitText(found[2] ?? "", words)}</span>` : html`<span>${friendWord(call, words) ?? bidWord(call, words)}</span>`;
}

function role(position: Position, seat: number): "president" | "friend" | "defender" | null {
  if (position.president === seat) return "president";
  if (position.friend_player === seat) return "friend";
  return position.roles_known ? "defender" : null;
}

/** Draws the heading of a column: the president's in red with `!`, the friend's in blue with `~`. */
function heading({ position, words }: Context, seat: number) {
  const its = role(position, seat);
  if (its === "president") return html`<span class="president" title=${words.president}>P${seat}!</span>`;
  return its === "friend" ? html`<span class="friend" title=${words.friend}>P${seat}~</span>` : `P${seat}`;
}

function seatOf(context: Context, seat: number) {
  const { position, words } = context, its = role(position, seat);
  const points = position.points.players[seat] as number, taken = takenBy(position, seat);
  return seatBox(context, {
    seat,
    seats: SEATS,
    badges: [
      its && its !== "defender" ? badge(its, its === "president" ? `! ${words.president}` : `~ ${words.friend}`) : nothing,
      position.dealer === seat ? badge("dealer", words.dealer) : nothing,
      position.lead === seat ? badge("lead", `( ${words.leads}`) : nothing,
      points ? badge("points", html`${words.points} ${points}`) : nothing,
    ],
    hand: handOf(context, seat, position.hands[seat] ?? [], cardOf),
    below: html`<div class="taken" role="group" aria-label="${words.taken}: ${points}">${taken.map((each) => cardText(cardOf(each), words))}</div>`,
  });
}

/** Returns the point cards that a player has won. */
function takenBy(position: Position, seat: number): string[] {
  const won = (position.tricks as ShownTrick[]).filter((each) => each.winner === seat);
  return won.flatMap((each) => each.plays).filter((play) => /^[SHDC][AKQJT]/.test(play));
}

function auction(context: Context) {
  const { position, words } = context, bids = position.bids as [number, string][];
  return html`<div class="auction">
    ${position.kitty.length ? html`<div class="kitty" role="group" aria-label=${words.kitty}><span class="caption">${words.kitty}</span>${(position.kitty as string[]).map((each) => cardPicture(cardOf(each), words))}</div>` : nothing}
    ${bids.length ? html`<ol class="bids" aria-label=${words.bids}>${bids.map(([seat, call]) => html`<li><bdi>${nameOf(context.replay, seat, words)}</bdi> ${bidText(call, words)}</li>`)}</ol>` : nothing}
  </div>`;
}

function contract(context: Context) {
  const { position, words, replay } = context, { contract: bid, points, end } = position;
  const friend = position.friend as string | null;
  const president = position.president === null ? "–" : html`<bdi>${nameOf(replay, position.president, words)}</bdi>`;
  const seat = friend === null ? null : friendSeat(friend);
  const named = friend === null ? "–" : isCard(friend) ? cardText(cardOf(friend), words) : seat !== null ? html`<bdi>${nameOf(replay, seat, words)}</bdi>` : friendWord(friend, words);
  const found = position.friend_player === null ? nothing : html` → <bdi>${nameOf(replay, position.friend_player, words)}</bdi>`;
  return html`
    ${fact(words.president, president)}
    ${fact(words.trump, bid ? suitNamed(position.trump, words) : "–")}
    ${fact(words.points, bid ? html`${bid.points ?? "?"}` : "–")}
    ${fact(words.friend, html`${named}${found}`)}
    ${fact(words.mighty, cardText(cardOf(position.mighty), words))}
    ${fact(words.caller, cardText(cardOf(position.caller), words))}
    ${position.discard.length ? fact(words.buried, (position.discard as string[]).map((each) => cardText(cardOf(each), words))) : nothing}
    ${position.president === null ? nothing : html`${fact(words.presidentSide, html`<b>${points.president}</b>`)}${fact(words.others, html`<b>${points.others}</b>`)}`}
    ${end ? outcome(context, end) : nothing}`;
}

function outcome(context: Context, end: Position) {
  const { words, replay } = context;
  if (end.thrown_in) return fact(words.end, words.thrownIn);
  const score = end.score as Score | null;
  if (!score) return nothing;
  const amounts = (values: number[] | null, name: string) => (values ? html`<div class="fact whole"><dt>${name}</dt>${values.map((each, seat) => html`<dd><bdi>${nameOf(replay, seat, words)}</bdi> <b>${signed(each)}</b></dd>`)}</div>` : nothing);
  return html`${fact(words.end, html`<b>${score.won ? words.won : words.notWon}</b>`)}
    <div class="fact whole score"><dt>${words.score}</dt><dd>${formula(score, words)}</dd></div>
    ${amounts(end.payoffs, words.payoffs)}${amounts(end.totals, words.total)}`;
}

interface Score {
  value: number;
  reckoned: number;
  won: boolean;
  terms: { high: number; low: number; more: number; worth: number }[];
  factors: [string, number][];
}

/** Returns a score as a formula: its terms, its sign, its named factors, and any limit that applied. */
function formula({ value, reckoned, won, terms, factors }: Score, words: Words): string {
  const each = terms.map(({ high, low, more, worth }) => `(${signed(high)} − ${signed(low)}${more ? ` + ${more}` : ""})${worth === 1 ? "" : ` × ${signed(worth)}`}`);
  const sum = each.length > 1 && (factors.length || !won) ? `(${each.join(" + ")})` : each.join(" + ");
  const times = factors.map(([name, factor]) => ` × ${factor} (${(words.factors as Record<string, string>)[name] ?? name})`).join("");
  const capped = Math.abs(value) < Math.abs(reckoned) && value * reckoned > 0;
  const paid = value === reckoned ? "" : `, ${capped ? words.capped(signed(value)) : words.raised(signed(value))}`;
  return `${won ? "" : "−"}${sum}${times} = ${signed(reckoned)}${paid}`;
}

/** Draws the cards in rows by suit, crossing out those that were played or seen buried. */
function counter(context: Context) {
  const { position, words } = context;
  const gone = new Set([...(position.tricks as ShownTrick[]).flatMap((each) => each.plays), ...(position.table as string[]), ...(position.discard as string[])].map((each) => (each.startsWith("JK") ? "JK" : each.slice(0, 2))));
  return html`<details class="counter"><summary>${words.counter}</summary><table>
    ${["S", "D", "H", "C"].map((suit) => {
      const left = [...RANKS].filter((rank) => !gone.has(suit + rank));
      return html`<tr><th scope="row">${suitText(suit, words)}</th>${[...RANKS].map((rank) => html`<td class=${gone.has(suit + rank) ? "gone" : ""}>${gone.has(suit + rank) ? html`<s>${rank}</s>` : rank}</td>`)}<td class="left">${left.length}</td></tr>`;
    })}
    <tr><th scope="row">☆</th><td colspan="13" class=${gone.has("JK") ? "gone" : ""}>${gone.has("JK") ? html`<s>${words.joker}</s>` : words.joker}</td><td class="left">${gone.has("JK") ? 0 : 1}</td></tr>
  </table></details>`;
}
