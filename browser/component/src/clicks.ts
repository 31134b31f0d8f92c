// Playing by clicking the things in a hand or the places of a grid: the picked ones, the actions offered beside
// the hand, and the reason why a click does nothing.
import { html, nothing, type TemplateResult } from "lit";
import { fill } from "./i18n";
import { choice, saidIn, stepNow, type Panel } from "./panels";
import { agreeing, clicked, complete, nextThings, type Picking } from "./selection";
import { placesOf, type Text } from "./scene/types";
import type { Breach, Step } from "./types";

/** The maximum number of actions shown as ungrouped buttons. */
const FEW = 8;

export interface Acts {
  choose(player: number, action: string): void;
  refuse(player: number, action: string, why: Breach): void;
  say(text: string): void;
  changed(): void;
}

/** Something to click, and whether an action begins with it. */
export interface Item {
  state: "picked" | "open" | "shut";
  press(): void;
}

export class Clicks {
  #panel!: Panel;
  #seats: number[] = [];
  #idle: number[] = [];
  #player = -1;
  #hand: string[] = [];
  #places: number[] = [];
  #group = "";
  /** The place of the grid that Tab leads to, by its index; arrow keys move it. */
  #at = -1;
  /** Why the last click did nothing. */
  refusal: Breach | null = null;

  constructor(private readonly acts: Acts) {}

  /** Shows a position where some seats play by clicking; clicks for `idle` ones do nothing now. */
  show(panel: Panel, seats: number[], idle: number[]): this {
    this.#panel = panel;
    this.#seats = seats;
    this.#idle = idle;
    return this;
  }

  /** Forgets the picked things and the last refusal. */
  forget() {
    this.#player = -1;
    this.#places = [];
    this.#group = "";
    this.refusal = null;
  }

  get picks(): boolean {
    return this.#places.length > 0;
  }

  /** Returns the things in a hand as buttons, or null if no known action takes anything. */
  things(seat: number, hand: string[]): unknown[] | null {
    const items = this.#plays(seat) ? this.#items(seat) : null, { words, speaker } = this.#panel;
    return items && hand.map((thing, place) => {
      if (speaker.hides(thing)) return speaker.thing(thing);
      const { state, press } = items[place]!, name = speaker.named(thing), label = state === "shut" ? `${name}, ${words.shut}` : name;
      return html`<button class="thing ${state}" aria-label=${label} title=${label} aria-pressed=${state === "picked" ? "true" : "false"} @click=${press}>${speaker.thing(thing)}${state === "picked" ? html`<i class="tag pick-tag" aria-hidden="true">✓</i>` : nothing}</button>`;
    });
  }

  /** Returns the places of a grid, to be clicked by the first seat that acts, or null if no known action takes anything. */
  grid(): Item[] | null {
    const [seat] = this.#seats;
    return seat === undefined ? null : (this.#items(seat)?.slice(this.#step.scene.seats[seat]?.hand?.length ?? 0) ?? null);
  }

  /** Returns the one place of a grid that Tab leads to: where the reader was, or that of the last action, or the first open one. */
  cursor(items: Item[], last: number): number {
    return this.#at in items ? this.#at : last in items ? last : items.findIndex(({ state }) => state !== "shut");
  }

  /** Remembers the place of the grid with the focus. */
  stand(at: number) {
    if (at === this.#at) return;
    this.#at = at;
    this.acts.changed();
  }

  /** Returns what the next action puts on a place of the grid, if that is known. */
  puts(): string | undefined {
    const [seat = -1] = this.#seats, { scene, legal } = this.#step, act = (action: string) => this.#panel.speaker.act(scene, action);
    return (legal[seat] ?? []).map(act).find(({ puts }) => puts)?.puts;
  }

  /** Returns everything that a seat can click: its hand, and the places of the grid. */
  #items(seat: number): Item[] | null {
    const { seats = [], grid } = this.#step.scene, picking = this.#picking(seat);
    const tried = this.#refused(seat).flatMap(([, actions]) => actions);
    if (![...picking.actions, ...tried].some((action) => picking.takes(action).length)) return null;
    const all = [...(seats[seat]?.hand ?? []), ...(grid ? placesOf(grid) : [])];
    if (this.#player === seat && this.#hand.join() !== all.join()) this.forget(); // another document
    const places = this.#player === seat ? this.#places : [], plays = this.#plays(seat), open = plays && nextThings(picking, this.#picked(seat));
    return all.map((thing, place) => ({ state: places.includes(place) ? "picked" : open && open.has(thing) ? "open" : "shut", press: () => plays && this.#click(seat, all, place) }));
  }

  /** Returns the actions beside a hand: those made with the picked things, and those that take none. */
  offers(seat: number): TemplateResult | typeof nothing {
    if (!this.#plays(seat)) return nothing;
    const picking = this.#picking(seat), picked = this.#picked(seat), made = this.#made(picking, picked), left = this.#left(picking, picked);
    const rest = picking.actions.filter((action) => !picking.takes(action).length);
    if (!made.length && !left && !rest.length) return nothing;
    return html`<div class="offers">
      ${left ? html`<p class="caption">${fill(this.#panel.words.toPick, left)}</p>` : nothing}
      ${made.length ? html`<div class="choices made" role="group" aria-label=${this.#panel.words.choose}>${made.map((action) => this.#button(seat, action))}</div>` : nothing}
      ${this.#others(seat, rest)}
    </div>`;
  }

  #plays(seat: number): boolean {
    return this.#seats.includes(seat) && !this.#idle.includes(seat);
  }

  get #step(): Step {
    return stepNow(this.#panel)!;
  }

  #refused(seat: number): [number, string[]][] {
    return this.#step.refused?.[seat] ?? [];
  }

  #picking(seat: number, actions = this.#step.legal[seat] ?? []): Picking {
    const act = (action: string) => this.#panel.speaker.act(this.#step.scene, action);
    return { actions, takes: (action) => act(action).takes ?? [], loose: actions.some((action) => act(action).loose) };
  }

  #picked(seat: number): string[] {
    return this.#player === seat ? this.#places.map((place) => this.#hand[place]!) : [];
  }

  /** Returns the actions that take exactly the picked things. */
  #made(picking: Picking, picked: string[]): string[] {
    return picked.length ? complete(picking, picked) : [];
  }

  /** Returns how many things are still to be picked, for actions that take several. */
  #left(picking: Picking, picked: string[]): number {
    const [action] = agreeing(picking, picked), all = action === undefined ? 0 : picking.takes(action).length;
    return all > 1 ? all - picked.length : 0;
  }

  #click(seat: number, hand: string[], place: number) {
    const { words, speaker } = this.#panel, picking = this.#picking(seat);
    const places = clicked(picking, hand, this.#player === seat ? this.#places : [], place);
    this.refusal = null;
    if (!places) return this.#explain(seat, picking, hand[place]!);
    [this.#player, this.#hand, this.#places] = [seat, hand, places];
    const picked = this.#picked(seat), made = this.#made(picking, picked), [only] = made;
    if (only !== undefined && !picking.loose && agreeing(picking, picked).length === 1) return this.#choose(seat, only);
    const say = (action: string) => saidIn(speaker, this.#step, action);
    const left = this.#left(picking, picked);
    this.acts.say(made.length ? `${words.choose}: ${made.map(say).join("; ")}` : left ? fill(words.toPick, left) : "");
    this.acts.changed();
  }

  #choose(seat: number, action: string) {
    this.forget();
    this.acts.changed();
    this.acts.choose(seat, action);
  }

  /** Announces why a thing cannot be picked: the rule that forbids the actions that begin with it. */
  #explain(seat: number, picking: Picking, thing: string) {
    const { words, record, speaker } = this.#panel, picked = [...this.#picked(seat), thing];
    if (picking.loose && complete(picking, this.#picked(seat)).length) {
      this.refusal = { code: "", name: "", message: fill(words.toPick, 0) };
      this.acts.say(fill(words.toPick, 0));
      return this.acts.changed();
    }
    for (const [number, actions] of this.#refused(seat)) {
      const [action] = agreeing(this.#picking(seat, actions), picked), why = record.reasons[number];
      if (action !== undefined && why) return this.#refuse(seat, action, why);
    }
    const [code, name, message] = (this.#occupied(thing) && speaker.looks.occupied) || ["", "", words.shut];
    this.#refuse(seat, thing, { code, name, message });
  }

  /** Returns whether a place of the grid has a thing. */
  #occupied(place: string): boolean {
    const { grid } = this.#step.scene!, at = grid ? placesOf(grid).indexOf(place) : -1;
    return at >= 0 && [...grid!.rows.join("")][at] !== ".";
  }

  #refuse(seat: number, action: string, why: Breach) {
    this.refusal = why;
    this.acts.changed();
    this.acts.refuse(seat, action, why);
  }

  #button(seat: number, action: string): TemplateResult {
    return choice(this.#panel, this.#step, seat, action, (player, chosen) => this.#choose(player, chosen), true);
  }

  /** Returns buttons for actions that take nothing from a hand, in groups if there are many. */
  #others(seat: number, actions: string[]): TemplateResult {
    const { speaker, words } = this.#panel, many = actions.length > FEW;
    const groupOf = (action: string) => (many ? keyed(speaker.act(this.#step.scene, action).group) : null);
    const groups = new Map(actions.flatMap((action) => groupOf(action) ?? []).map((each) => [each.key, each]));
    const shown = groups.has(this.#group) ? this.#group : groups.keys().next().value;
    const pick = (key: string) => {
      this.#group = key;
      this.acts.changed();
    };
    const inGroup = actions.filter((action) => groupOf(action) && groupOf(action)!.key === shown);
    return html`${groups.size ? html`<div class="choices groups" role="group" aria-label=${words.choose}>${[...groups.values()].map((each) => html`<button class="choice group" aria-label=${speaker.say(each.name)} aria-pressed=${each.key === shown ? "true" : "false"} @click=${() => pick(each.key)}>${speaker.draw(each.picture)}</button>`)}</div>
      <div class="choices" role="group" aria-label=${speaker.say(groups.get(shown!)!.name)}>${inGroup.map((action) => this.#button(seat, action))}</div>` : nothing}
      <div class="choices">${actions.filter((action) => !groupOf(action)).map((action) => this.#button(seat, action))}</div>`;
  }
}

const keyed = (group: [Text, Text] | null | undefined) => (group ? { key: JSON.stringify(group[0]), picture: group[0], name: group[1] } : null);
