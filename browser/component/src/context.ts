// The context from which a table is drawn: a position, its viewer, and the words of a language.
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
  /** Lines about the end of the round, and of the match; empty before the end. */
  ending: string[];
  /** Makes hands playable; null if nobody plays. */
  clicks: Clicks | null;
}

/** The way to show a game. */
export interface Table {
  /** The number of seats. */
  seats(position: Position): number;
  /** The part of the round that a step belongs to, such as a trick. */
  part(position: Position): string;
  draw(context: Context): TemplateResult;
  /** A picture of an action for lists and buttons. */
  action(action: string, words: Words, position: Position): TemplateResult;
  /** An action in words. */
  say(action: string, words: Words, position: Position): string;
  /** Lines about the end of the round in a position, and of the match; empty before the end. */
  ending?(position: Position, replay: Replay, words: Words): string[];
  /** A shorter picture of an action, for use beside a hand. */
  brief?(action: string): TemplateResult | null;
  /** The things of a hand that an action takes, in the order in which they are picked. */
  takes?(action: string, position: Position): string[];
  /** Whether they are picked in any order, and can be taken back until the choice is confirmed. */
  loose?(position: Position): boolean;
  /** The group of an action that takes nothing of a hand: the points of a bid, the suit of a card. */
  group?(action: string, words: Words, position: Position): Group | null;
}

/** A group of actions. */
export interface Group {
  key: string;
  name: string;
  picture: unknown;
}

export function nameOf(replay: Replay, seat: number, words: Words): string {
  return replay.players?.[seat] || words.player(seat);
}

/** Returns a name that is not broken before its number, as in "Player 0". */
export const bound = (name: string) => name.replace(/ (?=\d+$)/, "\u00a0");

/** Returns the place of a seat, counted clockwise from the bottom. */
export const placeOf = (seat: number, context: Context, seats: number) => (seat - context.bottom + seats) % seats;

export interface SeatParts {
  seat: number;
  seats: number;
  badges?: (TemplateResult | typeof nothing)[];
  hand: unknown;
  count?: number;
  below?: unknown;
}

/** Draws a seat at the table: its name and marks, its hand, and the things before it. */
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

/** Draws the cards or pieces of a hand, as buttons if they can be played. */
export function thingsOf(context: Context, seat: number, hand: string[], picture: (thing: string) => TemplateResult, name: (thing: string) => string): TemplateResult[] {
  return context.clicks?.things(seat, hand, picture, name) ?? hand.map(picture);
}

export const badge = (kind: string, text: unknown) => html`<span class="badge ${kind}">${text}</span>`;

export const fact = (name: string, value: unknown) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

/** Draws the result of the round, for the middle of the table. */
export const result = ({ ending }: Context) => (ending.length ? html`<div class="result">${ending.map((each) => html`<p>${each}</p>`)}</div>` : nothing);

/** Returns all seats from the bottom on, the order in which they are read. */
export function seatsFrom(bottom: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, index) => (bottom + index) % seats);
}

/** Returns points with a minus sign; fractions are texts such as `1/2`. */
export const signed = (value: number | string) => `${value}`.replace(/^-/, "−");
