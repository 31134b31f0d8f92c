// What a table is drawn from: a position, who looks at it, and in which words.
import { html, nothing, type TemplateResult } from "lit";
import type { Clicks } from "./clicks";
import type { Words } from "./i18n";
import type { Position, Replay, Step } from "./types";

export interface Context {
  step: Step;
  position: Position;
  replay: Replay;
  words: Words;
  /** The seat that is drawn at the bottom. */
  bottom: number;
  text: string;
  /** How the round ended, and the match with it, in lines; empty where it did not. */
  ending: string[];
  /** What makes hands playable; null where nobody plays. */
  clicks: Clicks | null;
}

/** How a game is shown. */
export interface Table {
  /** How many seats there are. */
  seats(position: Position): number;
  /** Steps with the same part belong together: a trick, or what comes near to it. */
  part(position: Position): string;
  draw(context: Context): TemplateResult;
  /** An action as it is drawn in lists and buttons. */
  action(action: string, words: Words, position: Position): TemplateResult;
  /** An action in words. */
  say(action: string, words: Words, position: Position): string;
  /** How the round ended in a position, and the match with it; empty where it did not. */
  ending?(position: Position, replay: Replay, words: Words): string[];
  /** An action as it is drawn beside a hand, where that is shorter. */
  brief?(action: string): TemplateResult | null;
  /** The things of a hand that an action takes, in the order in which they are picked. */
  takes?(action: string, position: Position): string[];
  /** Whether they are picked in any order, and can be taken back until that is confirmed. */
  loose?(position: Position): boolean;
  /** Where an action stands among many that take nothing of a hand: the points of a bid, the suit of a card. */
  group?(action: string, words: Words, position: Position): Group | null;
}

/** Some of many actions. */
export interface Group {
  key: string;
  name: string;
  picture: unknown;
}

export function nameOf(replay: Replay, seat: number, words: Words): string {
  return replay.players?.[seat] || words.player(seat);
}

/** A name whose number stays with it, as in "Player 0", where a line is broken. */
export const bound = (name: string) => name.replace(/ (?=\d+$)/, "\u00a0");

/** Where a seat is drawn, counted from the bottom on, clockwise. */
export const placeOf = (seat: number, context: Context, seats: number) => (seat - context.bottom + seats) % seats;

export interface SeatParts {
  seat: number;
  seats: number;
  badges?: (TemplateResult | typeof nothing)[];
  hand: unknown;
  count?: number;
  below?: unknown;
}

/** A seat at the table: its name and marks, its hand, and what lies before it. */
export function seatBox(context: Context, parts: SeatParts): TemplateResult {
  const { seat, seats } = parts, { words } = context, acts = context.step.actors.includes(seat);
  const name = nameOf(context.replay, seat, words);
  return html`<section class="seat at${placeOf(seat, context, seats)} ${acts ? "acts" : ""}" aria-label=${name}>
    <h3><b class="number" aria-hidden="true">${seat}</b><bdi class="name">${name}</bdi>
      ${acts ? badge("turn", `▶ ${words.turn}`) : nothing}${parts.badges ?? nothing}</h3>
    <div class="hand" role="group" aria-label=${words.hand}>${parts.hand}</div>
    ${context.clicks?.offers(seat) ?? nothing}
    ${parts.below ?? nothing}
  </section>`;
}

/** The cards or pieces of a hand, as buttons where they can be played. */
export function thingsOf(context: Context, seat: number, hand: string[], picture: (thing: string) => TemplateResult, name: (thing: string) => string): TemplateResult[] {
  return context.clicks?.things(seat, hand, picture, name) ?? hand.map(picture);
}

export const badge = (kind: string, text: unknown) => html`<span class="badge ${kind}">${text}</span>`;

export const fact = (name: string, value: unknown) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

/** How the round ended, for the middle of the table. */
export const result = ({ ending }: Context) => (ending.length ? html`<div class="result">${ending.map((each) => html`<p>${each}</p>`)}</div>` : nothing);

/** All seats from the bottom on, so that they are read in that order. */
export function seatsFrom(bottom: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, index) => (bottom + index) % seats);
}

/** Points with a minus sign; a fraction is written as `1/2`. */
export const signed = (value: number | string) => `${value}`.replace(/^-/, "−");
