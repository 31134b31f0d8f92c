// Texts of scenes in the reader's language, as plain text and as pictures; things and actions.
import { html, nothing, type TemplateResult } from "lit";
import { LANGUAGES, type Words } from "../i18n";
import { bound, isolated, nameOf } from "../names";
import type { Replay } from "../types";
import { isHidden, isRed, JOKER, picture, signOf, SUIT_SIGNS, type Marks } from "./shapes";
import { labelsOf, placesOf, type Act, type Badge, type Grid, type Looks, type Scene, type Seat, type Shape, type Text } from "./types";

const RANKS = "AKQJT98765432";

export class Speaker {
  readonly words: Words;
  readonly #own: Record<string, string>;
  #shapes = new Map<string, Shape>();
  #acts = new Map<string, Act>();
  #places = new Map<string, string>();

  constructor(readonly looks: Looks, readonly replay: Replay | null, readonly language: string, readonly grid: Grid | null = null) {
    if (grid) placesOf(grid).forEach((place, at) => this.#places.set(place, labelsOf(grid)[at]!));
    const { words, shared } = LANGUAGES[language]!;
    this.#own = { ...shared, ...(looks.words?.[language] ?? looks.words?.["en"]) };
    this.words = { ...words, hand: this.#own["hand"] ?? words.hand, player: (seat) => this.#seatName(seat) ?? words.player(seat) };
  }

  /** Returns what the game calls a player without a name (`Black`), if it has a word for this. */
  #seatName(seat: number): string | undefined {
    return this.#own[`player.${seat}`];
  }

  name(seat: number): string {
    return nameOf(this.replay, seat, this.words);
  }

  /** Draws the name of a player where there is little room, or a short sign if there is no name. */
  short(seat: number, sign = ""): TemplateResult {
    return html`<bdi class="short">${this.replay?.players?.[seat] || this.#seatName(seat) ? this.name(seat) : `P${seat}`}</bdi>${sign}`;
  }

  /** Returns the badges of a seat that say more than the name beside them. */
  badges({ badges = [] }: Seat, seat: number): Badge[] {
    return badges.filter(({ text }) => this.say(text) !== this.name(seat));
  }

  /** Returns whether there is a word for a key. */
  has(key: string): boolean {
    return key in this.#own;
  }

  /** Returns a word by its key. */
  word(key: string): string {
    return this.#own[key] ?? key;
  }

  /** Returns a text as plain text. */
  say(text: Text): string {
    if (typeof text !== "object") return isolated(`${text}`);
    if (Array.isArray(text)) return text.map((each) => this.say(each)).join("");
    if ("say" in text) return this.#pieces(text).map((each) => (typeof each === "string" ? each : this.say(each[0]))).join("");
    if ("player" in text) return this.name(+text.player);
    if ("named" in text) return this.named(text.named);
    if ("place" in text) return this.place(text.place);
    return "suit" in text ? this.#suitName(text.suit) : this.named(text.thing);
  }

  /** Draws a text; things in it are short texts. */
  draw(text: Text): unknown {
    if (typeof text !== "object") return isolated(`${text}`);
    if (Array.isArray(text)) return text.map((each) => this.draw(each));
    if ("say" in text) return this.#pieces(text).map((each) => (typeof each === "string" ? each : this.draw(each[0])));
    if ("player" in text) return html`<bdi>${bound(this.name(+text.player))}</bdi>`;
    if ("named" in text) return this.named(text.named);
    if ("place" in text) return this.place(text.place);
    return "suit" in text ? this.#suit(text.suit) : this.small(text.thing);
  }

  /** Draws a thing, or several, as pictures, the first `down` of them face-down, and any other text as text. */
  #picture(text: Text, down = 0): unknown {
    const all = Array.isArray(text) ? text : [text];
    const things = all.flatMap((each) => (typeof each === "object" && "thing" in each ? [each.thing] : []));
    return things.length && things.length === all.length ? things.map((each, at) => this.thing(each, { down: at < down })) : html`<span>${this.draw(text)}</span>`;
  }

  /** Draws a thing with its marks; by default, its label is its name. */
  thing(thing: string, marks: Partial<Marks> = {}): TemplateResult {
    const shape = this.shape(thing), name = this.named(thing);
    const said = [marks.label ?? name, marks.down ? this.word("faceDown") : "", marks.leads ? this.word("leads") : "", marks.wins ? this.word("wins") : ""];
    return html`${picture(shape, { ...marks, label: said.filter(Boolean).join(", ") })}${this.#extra(shape)}`;
  }

  /** Draws a thing as a short text. */
  small(thing: string): TemplateResult {
    const shape = this.shape(thing), red = shape.is === "card" && isRed(shape.suit);
    return html`<span class="cardtext ${red ? "red" : ""}" role="img" aria-label=${this.named(thing)}>${signOf(shape)}</span>${this.#extra(shape)}`;
  }

  /** Returns whether a thing is hidden from the reader. */
  hides(thing: string): boolean {
    return isHidden(this.shape(thing));
  }

  named(thing: string): string {
    return this.#nameOfShape(this.shape(thing));
  }

  shape(thing: string): Shape {
    return known(this.#shapes, thing, () => first(this.looks.shapes ?? [], ([match]) => match, thing)?.[1] ?? { is: "letter", sign: thing });
  }

  /** Returns how an action is shown in a scene. */
  act(scene: Scene | undefined, action: string): Act {
    const mode = scene?.mode ?? "", inMode = ({ modes }: { modes?: string[] }) => !modes || modes.includes(mode);
    return known(this.#acts, `${mode} ${action}`, () => first((this.looks.acts ?? []).filter(inMode), ({ match }) => match, action) ?? { said: action });
  }

  /** Draws an action. */
  action(scene: Scene | undefined, action: string): unknown {
    const { picture: drawn, said, down } = this.act(scene, action);
    return this.#picture(drawn ?? said, down);
  }

  #extra(shape: Shape): TemplateResult | typeof nothing {
    return shape.is === "card" && shape.extra ? html`<span class="extra">${this.draw(shape.extra)}</span>` : nothing;
  }

  /** Returns the label of a place, or a text in which names of places become labels. */
  place(text: string): string {
    return text.replace(/[\p{L}\p{N}_]+/gu, (word) => this.#places.get(word) ?? word);
  }

  #nameOfShape(shape: Shape): string {
    if (shape.name) return this.say(shape.name);
    if (shape.is !== "card") return shape.is === "letter" ? shape.sign : "";
    const { rank = "", suit = "" } = shape;
    if (!rank) return this.word("hidden");
    if (rank === JOKER) return this.word("joker");
    return this.say({ say: "card", with: [RANKS.includes(rank) ? { say: `ranks.${rank}` } : rank, suit in SUIT_SIGNS ? { say: `suits.${suit}` } : suit] });
  }

  #suitName = (suit: string) => (suit in SUIT_SIGNS ? this.word(`suits.${suit}`) : suit);

  #suit(suit: string): TemplateResult {
    const sign = SUIT_SIGNS[suit];
    return sign ? html`<span class="cardtext ${isRed(suit) ? "red" : ""}" role="img" aria-label=${this.#suitName(suit)}>${sign}</span>` : html`<span>${suit}</span>`;
  }

  /** Returns a sentence in pieces: its own words, some in the form for a number, and its parts in brackets. */
  #pieces({ say, with: parts = [] }: { say: string; with?: Text[] }): (string | [Text])[] {
    return this.word(say).split(/\{(\d.*?)\}/).map((each, at) => {
      const [part, ...forms] = each.split("|"), value = parts[+part!] ?? "", number = `${value}`;
      return at % 2 ? (forms.at(/^\D?1$/.test(number) ? 0 : /^\D?(\d*[02-9])?[2-4]$/.test(number) ? 1 : -1) ?? [value]) : each;
    });
  }
}

/** Returns the first value whose expression matches a whole text, with the groups filled in. */
function first<T>(values: readonly T[], match: (value: T) => string, text: string): T | undefined {
  for (const value of values) {
    const found = new RegExp(`^(?:${match(value)})$`, "su").exec(text);
    if (found) return filled(value, found) as T;
  }
  return undefined;
}

function filled(value: unknown, found: string[]): unknown {
  if (typeof value === "string") return value.replace(/\{(\d)\}/g, (_, at: string) => found[+at] ?? "");
  if (Array.isArray(value)) return value.map((each) => filled(each, found));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, found)]));
}

function known<T>(values: Map<string, T>, key: string, make: () => T): T {
  if (!values.has(key)) values.set(key, make());
  return values.get(key)!;
}
