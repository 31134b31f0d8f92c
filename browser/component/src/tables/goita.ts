// Goita: four hands, and the pieces that each player has laid.
import { html, nothing } from "lit";
import { badge, bound, fact, nameOf, result, seatBox, seatsFrom, thingsOf, type Context, type Table } from "../context";
import { pieceName, piecePicture } from "../drawing";
import type { Words } from "../i18n";
import type { Position, Replay } from "../types";

interface Play {
  ply: number;
  player: number;
  pieces: string;
  face_down: boolean;
  foul: boolean;
}

const PASS = "0", SHI = "8";

export const goita: Table = {
  seats: () => 4,
  part: (position) => {
    const plays = position.plays as Play[];
    const leading = position.attack === null && position.phase === "play" ? 0.5 : 0;
    return `${position.phase}${plays.filter((each) => each.face_down).length + leading}`;
  },
  draw(context) {
    const { position, bottom } = context;
    return html`<div class="table four goita">
      ${seatsFrom(bottom, 4).map((seat) => seatOf(context, seat))}
      <div class="centre">${middle(context, position)}</div>
    </div>`;
  },
  action(action, words, position) {
    const [first = "", second] = action;
    if (action === PASS) return html`<span>${words.pass}</span>`;
    if (second === undefined || !/^[1-9]+$/.test(action)) return html`<span>${decision(action, words)}</span>`;
    return html`${piecePicture(first, words, leads(position))}${piecePicture(second, words)}`;
  },
  say(action, words, position) {
    if (action === PASS) return words.pass;
    if (!/^[1-9][1-9]$/.test(action)) return decision(action, words);
    const [first, second] = [...action].map((each) => pieceName(each, words)) as [string, string];
    return leads(position) ? words.lays(first, second) : words.receives(first, second);
  },
  ending,
  takes: (action) => (/^[1-9][1-9]$/.test(action) ? [...action] : []),
};

const leads = (position: Position) => position.phase === "play" && position.attack === null;

function decision(action: string, words: Words): string {
  return action === "redeal" ? words.redeal : action.includes(" ") ? words.deal : action === "play" ? words.playOn : action;
}

function seatOf(context: Context, seat: number) {
  const { position, words } = context;
  const plays = (position.plays as Play[]).filter((each) => each.player === seat && each.pieces !== PASS);
  const last = (position.plays as Play[]).at(-1);
  const passed = last && last.player === seat && last.pieces === PASS;
  const hand: string = position.hands[seat] ?? "";
  const slots = [0, 1, 2, 3].map((index) => plays[index]);
  return seatBox(context, {
    seat,
    seats: 4,
    badges: [
      position.dealer === seat ? badge("dealer", words.dealer) : nothing,
      passed ? badge("passed", words.pass) : nothing,
      position.five_shi.includes(seat) ? badge("five", `5×し`) : nothing,
    ],
    hand: hand ? thingsOf(context, seat, [...hand], (each) => piecePicture(each, words), (each) => pieceName(each, words)) : html`<span class="none">${position.phase === "deal" ? "" : words.empty}</span>`,
    below: html`<div class="laid" role="group" aria-label=${words.laid}>${slots.map(
      (each) => html`<span class="pair">${each ? pair(each, words, each === last) : html`<i class="slot"></i><i class="slot"></i>`}</span>`,
    )}</div>`,
  });
}

function pair(play: Play, words: Words, isNew: boolean) {
  const [first = "", second = ""] = play.pieces;
  return html`${piecePicture(first, words, play.face_down, isNew)}${piecePicture(second, words, false, isNew)}${play.foul ? badge("foul", words.foul) : nothing}`;
}

function middle(context: Context, position: Position) {
  const { words, replay } = context, score = position.score as number[] | null;
  const team = (first: number) => html`<bdi>${bound(nameOf(replay, first, words))}</bdi> · <bdi>${bound(nameOf(replay, first + 2, words))}</bdi>`;
  return html`
    ${score ? html`<dl>${fact(words.score, html`${team(0)}:&nbsp;<b>${score[0]}</b> &nbsp; ${team(1)}:&nbsp;<b>${score[1]}</b>`)}</dl>` : nothing}
    ${position.attack ? html`<div class="attack">${piecePicture(position.attack, words)}<span>${words.attack(pieceName(position.attack, words), nameOf(replay, position.attacker, words))}</span></div>` : nothing}
    ${result(context)}`;
}

function ending({ result: end, ending_foul: foul, score, hands }: Position, replay: Replay, words: Words): string[] {
  const names = (seats: number[]) => seats.map((seat) => nameOf(replay, seat, words)).join(" · ");
  if (foul) return [foul.play ? `${words.foul}: ${names([foul.play.player])}` : words.foul, foul.winner === null ? "" : words.wonBy(names([foul.winner]), `${foul.points}`)].filter(Boolean);
  if (!end) return [];
  if (end.team === null) return [words.redeal];
  const side = [end.team, end.team + 2], winners = end.winner === null ? side : [end.winner];
  const shi = end.end === "shi" ? ` (${[...(hands[end.winner] as string)].filter((each) => each === SHI).length}×し)` : "";
  const won = words.wonBy(`${names(winners)}${shi}`, `${end.points ?? "?"}`);
  return end.wins_match ? [won, words.winsMatch(names(side), score ? [score[end.team], score[1 - end.team]].join(" : ") : "")] : [won];
}
