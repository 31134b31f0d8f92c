// The context for drawing a table: a position, its viewer, and the words of a language.
import { html, nothing, type TemplateResult } from "lit";
import type { Clicks } from "./clicks";
import type { Words } from "./i18n";
import type { Position, Replay, Step } from "./types";

export interface Context {
  step: Step;
  position: Position;
  replay: Replay;
  words: Words;
  /** The seat drawn at the bottom. */
  bottom: number;
  text: string;
  /** Lines about how the round and the match ended; empty before the end. */
  ending: string[];
  /** Makes hands playable; null if nobody plays. */
  clicks: Clicks | null;
}

/** How to show a game. */
export interface Table {
  /** The number of seats. */
  seats(position: Position): number;
  /** The part of the round, such as a trick, that a step belongs to. */
  part(position: Position): string;
  draw(context: Context): TemplateResult;
  /** A picture of an action for lists and buttons. */
  action(action: string, words: Words, position: Position): TemplateResult;
  /** An action in words. */
  say(action: string, words: Words, position: Position): string;
  /** Lines about how the round and the match ended in a position; empty before the end. */
  ending?(position: Position, replay: Replay, words: Words): string[];
  /** A shorter picture of an action, for use beside a hand. */
  brief?(action: string): TemplateResult | null;
  /** The things in a hand that an action takes, in the order in which they are picked. */
  takes?(action: string, position: Position): string[];
  /** Whether the things can be picked in any order, and taken back until the choice is confirmed. */
  loose?(position: Position): boolean;
  /** The group of an action that takes nothing from a hand: a bid's points, or a card's suit. */
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

/** Returns a name without a line break before its number, as in "Player 0". */
export const bound = (name: string) => name.replace(/ (?=\d+$)/, "\u00a0");

/** Returns the place of a seat, counting clockwise from the bottom. */
export const placeOf = (seat: number, context: Context, seats: number) => (seat - context.bottom + seats) % seats;

export interface SeatParts {
  seat: number;
  seats: number;
  badges?: (TemplateResult | typeof nothing)[];
  hand: unknown;
  count?: number;
  below?: unknown;
}

/** Draws a seat at the table: its name and marks, its hand, and whatever is laid out in front of it. */
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

/** Draws the cards or pieces in a hand, as buttons if they can be played. */
export function thingsOf(context: Context, seat: number, hand: string[], picture: (thing: string) => TemplateResult, name: (thing: string) => string): TemplateResult[] {
  return context.clicks?.things(seat, hand, picture, name) ?? hand.map(picture);
}

export const badge = (kind: string, text: unknown) => html`<span class="badge ${kind}">${text}</span>`;

export const fact = (name: string, value: unknown) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

/** Draws the result of the round for the middle of the table. */
export const result = ({ ending }: Context) => (ending.length ? html`<div class="result">${ending.map((each) => html`<p>${each}</p>`)}</div>` : nothing);

/** Returns all seats in reading order, starting at the bottom. */
export function seatsFrom(bottom: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, index) => (bottom + index) % seats);
}

/** Returns points with a proper minus sign; fractions are texts such as `1/2`. */
export const signed = (value: number | string) => `${value}`.replace(/^-/, "−");
