// Draws a scene: seats around a table, with piles, the trick or a grid in the middle, and facts.
import { html, nothing, type TemplateResult } from "lit";
import type { Clicks } from "../clicks";
import { fill } from "../i18n";
import { plainName } from "../names";
import { gridBox } from "./grid";
import type { Speaker } from "./speaker";
import type { Badge, Fact, Group, Scene, Seat, Trick } from "./types";

export interface Context {
  scene: Scene;
  /** The seats to act. */
  actors: number[];
  speaker: Speaker;
  /** The seat drawn at the bottom. */
  bottom: number;
  /** Lines about how the round and the match ended; empty before the end. */
  ending: string[];
  /** The time that players have left, in words. */
  clocks: Map<number, string>;
  /** Makes hands and grids playable; null if nobody plays. */
  clicks: Clicks | null;
}

const NUMBERS = ["", "one", "two", "three", "four", "five"];
const FEW = 2;

export function table(context: Context): TemplateResult {
  const { scene, bottom, ending } = context, { seats } = scene, facing = scene.grid && seats.length === 2;
  const few = !scene.tricks && seats.every(({ hand }) => (hand?.length ?? 0) <= FEW);
  const kind = [NUMBERS[seats.length] ?? "many", scene.clockwise === false ? "counterclockwise" : "", few ? "few" : "", facing ? "facing" : "", seats.some(({ places }) => places) ? "laying" : ""];
  const tricks = trickTable(context), deck = counter(context), signs = legend(context), { facts = [] } = scene;
  return html`<div class="table ${kind.filter(Boolean).join(" ")}">
      ${seats.map((_, at) => seat(context, (bottom + at) % seats.length))}
      <div class="centre">${middle(context)}${facing ? nothing : result(ending)}</div>
      ${facing ? result(ending) : nothing}
    </div>
    ${[tricks, deck, signs].some((each) => each !== nothing) || facts.length ? html`<div class="beside">${facts.length ? html`<dl class="ledger">${facts.map((each) => fact(each, context.speaker))}</dl>` : nothing}${tricks}${signs}${deck}</div>` : nothing}`;
}

function fact({ name, value, wide }: Fact, speaker: Speaker): TemplateResult {
  return html`<div class="fact ${wide ? "whole" : ""}"><dt>${speaker.draw(name)}</dt><dd>${speaker.draw(value)}</dd></div>`;
}

const badge = ({ text, tone, sign }: Badge, speaker: Speaker) => html`<span class="badge ${tone ?? ""}">${sign ? `${sign} ` : ""}${speaker.draw(text)}</span>`;

/** Returns the place of a seat, counting from the bottom. */
const placeOf = (seat: number, { bottom, scene }: Context) => (seat - bottom + scene.seats.length) % scene.seats.length;

/** Draws a seat: its name and badges, its hand, and whatever is laid out in front of it. */
function seat(context: Context, number: number): TemplateResult {
  const { speaker, clicks } = context, { words } = speaker, its = context.scene.seats[number]!, name = speaker.name(number);
  const offered = clicks?.offers(number) ?? nothing, acts = context.actors.includes(number), { hand, taken, places = 0, laid = [], facts = [] } = its;
  const rooms = Array.from({ length: Math.max(places, laid.length) }, (_, at) => laid[at]);
  return html`<section class="seat at${placeOf(number, context)} ${acts ? "acts" : ""}" part="seat ${acts ? "acting" : ""}" aria-label=${name}>
    <h3><b class="number" aria-hidden="true">${number}</b><bdi class="name">${plainName(speaker.replay, number, words)}</bdi>
      ${acts ? html`<span class="badge turn">▶ ${words.turn}</span>` : nothing}${speaker.badges(its, number).map((each) => badge(each, speaker))}${context.clocks.has(number) ? html`<span class="clock">${context.clocks.get(number)}</span>` : nothing}</h3>
    ${hand ? html`<div class="hand" role="group" aria-label=${words.hand}>${hand.length ? (clicks?.things(number, hand) ?? hand.map((each) => speaker.thing(each))) : html`<span class="none">${words.empty}</span>`}</div>` : nothing}
    ${offered === nothing && clicks && context.scene.grid ? html`<div class="offers idle"></div>` : offered}
    ${rooms.length ? html`<div class="laid" role="group" aria-label=${words.laid}>${rooms.map((each) => html`<span class="pair">${each ? group(each, speaker) : html`<i class="slot"></i><i class="slot"></i>`}</span>`)}</div>` : nothing}
    ${taken ? html`<div class="taken" role="group" aria-label=${words.taken}>${taken.map((each) => speaker.small(each))}</div>` : nothing}
    ${facts.length ? html`<dl class="bar">${facts.map((each) => fact(each, speaker))}</dl>` : nothing}
  </section>`;
}

function group({ things, down = 0, badge: note, new: last }: Group, speaker: Speaker) {
  return html`${things.map((each, at) => speaker.thing(each, { down: at < down, new: last }))}${note ? badge(note, speaker) : nothing}`;
}

function middle(context: Context): TemplateResult {
  const { scene, speaker, clicks } = context, { tricks, piles = [], grid, middle: facts = [] } = scene;
  return html`
    ${piles.map(({ name, things = [] }) => html`<div class="pile" role="group" aria-label=${speaker.say(name)}><span class="caption">${speaker.draw(name)}</span>${things.length ? things.map((each) => speaker.thing(each)) : html`<i class="slot card-slot"></i>`}</div>`)}
    ${tricks ? trickBox(context, tricks.at(-1)) : nothing}
    ${grid ? gridBox(grid, speaker, clicks) : nothing}
    ${facts.length ? html`<dl>${facts.map((each) => fact(each, speaker))}</dl>` : nothing}`;
}

const result = (ending: string[]) => (ending.length ? html`<div class="result">${ending.map((each) => html`<p>${each}</p>`)}</div>` : nothing);

/** Draws the trick on the table, or the last finished one. */
function trickBox(context: Context, trick: Trick | undefined): TemplateResult {
  const { speaker, scene } = context;
  if (!trick) return html`<div class="trick"></div>`;
  return html`<div class="trick" role="group" aria-label=${speaker.word("trick")}>${trick.plays.map((play, at) => {
    const number = (trick.lead + at) % scene.seats.length, leads = at === 0, wins = number === trick.winner;
    const said = [leads ? speaker.word("leads") : "", wins ? speaker.word("wins") : ""].filter(Boolean).join(", ");
    return html`<div class="played at${placeOf(number, context)}"><span class="owner" aria-hidden="true">${speaker.short(number)} <b>${said}</b></span><span>${speaker.thing(play, { leads, wins, new: !trick.plays[at + 1], label: fill(speaker.words.does, speaker.name(number), speaker.named(play)) })}</span></div>`;
  })}</div>`;
}

/** Draws the tricks as a table with a column for each seat, and marks for the lead and the winner. */
function trickTable({ scene, speaker }: Context): TemplateResult | typeof nothing {
  const { tricks, seats } = scene, title = speaker.word("tricks");
  if (!tricks?.length) return nothing;
  return html`<details class="tricks" open><summary>${title}</summary><div class="scroll" tabindex="0" role="group" aria-label=${title}><table>
    <thead><tr><th scope="col"><abbr title=${speaker.word("trick")}>#</abbr></th>${seats.map((_, at) => heading(scene, speaker, at))}</tr></thead>
    <tbody>${tricks.map(({ lead, plays, winner }, index) => html`<tr><th scope="row">${index + 1}</th>${seats.map((_, at) => {
      const play = plays[(at - lead + seats.length) % seats.length];
      return html`<td class=${at === winner ? "winner" : ""}>${play === undefined ? "·" : html`${at === lead ? html`<i title=${speaker.word("leads")}>(</i>` : nothing}${speaker.small(play)}${at === winner ? html`<i title=${speaker.word("wins")}>★</i>` : nothing}`}</td>`;
    })}</tr>`)}</tbody>
  </table></div></details>`;
}

/** Explains the signs in the drawing: hatched things, the lead and the winner of a trick, and signs of badges. */
function legend({ scene, speaker }: Context): TemplateResult | typeof nothing {
  const { seats, tricks } = scene, signs: [sign: unknown, said: unknown][] = [];
  const hatched = seats.flatMap(({ laid = [] }) => laid).find(({ down = 0, things }) => down && !speaker.hides(things[0]!));
  if (hatched) signs.push([speaker.thing(hatched.things[0]!, { down: true }), speaker.word("faceDown")]);
  if (tricks?.length) signs.push(["(", speaker.word("leads")], ["★", speaker.word("wins")]);
  if (tricks?.length) signs.push(...seats.map(roleOf).flatMap((role) => (role ? [[html`<span class=${role.tone}>${role.sign}</span>`, speaker.draw(role.text)] as [unknown, unknown]] : [])));
  return signs.length ? html`<p class="legend">${signs.map(([sign, said]) => html`<span><b>${sign}</b> ${said}</span>`)}</p>` : nothing;
}

const roleOf = ({ badges = [] }: Seat) => badges.find(({ tone, sign }) => sign && (tone === "red" || tone === "blue"));

/** Draws the heading of a seat's column, with the signs of its coloured badges. */
function heading({ seats }: Scene, speaker: Speaker, number: number): TemplateResult {
  const role = roleOf(seats[number]!);
  return html`<th scope="col" title=${speaker.name(number)}>${role ? html`<span class=${role.tone} title=${speaker.say(role.text)}>${speaker.short(number, role.sign)}</span>` : speaker.short(number)}</th>`;
}

/** Draws the deck in rows, crossing out the things that are known to be out of play. */
function counter({ scene, speaker }: Context): TemplateResult | typeof nothing {
  const { deck = [] } = speaker.looks, gone = scene.gone?.flatMap(({ things = [] }) => things);
  if (!gone || !deck.length) return nothing;
  const widest = Math.max(...deck.map(([, things]) => things.length));
  const label = (thing: string) => {
    const shape = speaker.shape(thing);
    return shape.is === "card" && shape.suit ? shape.rank : speaker.named(thing);
  };
  return html`<details class="counter"><summary>${speaker.word("counter")}</summary><table>${deck.map(([name, things]) => html`<tr><th scope="row">${speaker.draw(name)}</th>${things.map((each) => html`<td colspan=${things.length === 1 ? widest : 1} class=${gone.includes(each) ? "gone" : ""}>${gone.includes(each) ? html`<s>${label(each)}</s>` : label(each)}</td>`)}<td class="left">${things.filter((each) => !gone.includes(each)).length}</td></tr>`)}</table></details>`;
}
