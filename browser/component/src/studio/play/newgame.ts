// The dialog for a new game: the game, its players and its rules.
import { html, nothing, type TemplateResult } from "lit";
import { paceField } from "../../controls";
import { Dialog } from "../dialog";
import { optionsForm } from "./options";
import { handsForm, seatsForm } from "./seats";
import type { GameInfo, Levels } from "../types";
import { newGame } from "../files/files";
import type { Json } from "../../types";

/** The levels of programs in the usual ways to play: the first that the game has. */
const USUAL = ["rules", "monte-carlo"];

export class NewGameDialog extends Dialog {
  static override properties = { game: { state: true }, levels: { state: true }, known: { state: true }, seat: { state: true }, options: { state: true }, preset: { state: true } };
  declare private game: GameInfo | undefined;
  declare private levels: Levels;
  /** The levels of programs that can play with the chosen options. */
  declare private known: string[];
  declare private seat: number | null;
  declare private options: Record<string, Json>;
  declare private preset: string;
  /** The server's answer about the chosen options, which determine the number of seats. */
  private asked: Promise<unknown> | null = null;

  override connectedCallback() {
    super.connectedCallback();
    const { games } = this.studio.start;
    const { wished, shown } = this.studio;
    this.choose(games.find((each) => each.name === (wished ?? shown?.sheet.game)) ?? games[0]);
  }

  private choose(game: GameInfo | undefined) {
    this.game = game;
    this.levels = Array.from({ length: game?.seats ?? 0 }, () => null);
    this.known = game?.levels ?? [];
    this.seat = null;
    this.options = {};
    this.preset = "";
    this.asked = null;
    this.studio.complain("");
  }

  /** Takes in a choice of options, and draws as many seats as a game with them has. */
  private async set(preset: string, options: Record<string, Json>) {
    this.preset = preset;
    this.options = options;
    const { game, given, studio } = this;
    const asked = studio.attempt(() => studio.api.post<{ seats: number; levels: string[] }>("seats", { game: game!.name, options: given }));
    this.asked = asked;
    const found = await asked;
    if (!found || this.asked !== asked) return;
    studio.complain("");
    this.known = found.levels;
    this.levels = Array.from({ length: found.seats }, (_, seat) => (found.levels.includes(this.levels[seat]?.level ?? "") ? this.levels[seat]! : null));
    if (this.seat !== null && this.seat >= found.seats) this.seat = null;
  }

  private get given(): Record<string, Json> {
    return this.preset ? { preset: this.preset, ...this.options } : this.options;
  }

  protected get heading(): string {
    return this.words.newGame;
  }

  protected content(): TemplateResult {
    const { words, game } = this, { games } = this.studio.start;
    if (!game) return html`${this.closeButton()}`;
    const name = (seat: number) => game.players[this.studio.tongue]?.[seat] ?? this.boardWords.player(seat);
    const chosen = (event: Event) => this.choose(games[(event.target as HTMLSelectElement).selectedIndex]);
    return html`<form class="stack" @submit=${this.submit}>
      <label class="field">${words.game}<select name="game" @change=${chosen}>${games.map((each) => html`<option value=${each.name} .selected=${each === game}>${each.titles[this.studio.tongue] ?? each.title}</option>`)}</select></label>
      ${this.presets(game)}
      <fieldset><legend>${words.seats}</legend>${seatsForm(this.levels, this.known, words, name, (each) => (this.levels = each), (seat) => html`<label class="field">${words.nameOf(name(seat))}<input name="player${seat}" autocomplete="off" style="width: 9rem" /></label>`)}</fieldset>
      ${game.hides ? handsForm(this.seat, this.levels.length, words, name, (seat) => (this.seat = seat)) : nothing}
      <div class="row">
        <label class="field">${words.title}<input name="title" autocomplete="off" /></label>
        <label class="field">${words.seed}<input name="seed" autocomplete="off" /></label>
      </div>
      ${Object.keys(game.options).length || game.presets.length ? this.rules(game) : nothing}
      ${this.foot(html`<button class="main">${words.begin}</button>`)}
    </form>`;
  }

  /** Draws the usual ways to play, which begin at once, and the pace of programs. */
  private presets(game: GameInfo): TemplateResult {
    const { words, levels } = this, level = USUAL.find((each) => game.levels.includes(each)) ?? "random";
    const programs = (): Levels => levels.map((_, seat) => (seat ? { level } : null));
    const begin = (name: string, seats: () => Levels, seat: number | null) => html`<button type="button" @click=${(event: Event) => void this.begin((event.target as HTMLElement).closest("form")!, seats(), seat)}>${name}</button>`;
    return html`<div class="row">
      ${begin(words.against, programs, game.hides ? 0 : null)}
      ${game.hides ? begin(words.againstOpen, programs, null) : nothing}
      ${begin(words.people(levels.length), () => levels.map(() => null), null)}
    </div>
    ${paceField(this.boardWords, this.studio.tongue, this.studio)}
    <p class="soft">${words.orChoose}</p>`;
  }

  /** Draws the options: the preset, and changes to it. */
  private rules(game: GameInfo): TemplateResult {
    const { preset: usual } = game.options, { words } = this, now = this.preset || usual;
    const { preset: _, ...defaults } = game.presets.find((each) => each.name === now)?.options ?? game.options;
    const chosen = (event: Event) => void this.set((event.target as HTMLSelectElement).value, {});
    return html`<details><summary>${words.rules}</summary><div class="stack">
      ${game.presets.length ? html`<label class="field">${words.preset}<select @change=${chosen}>${game.presets.map(({ name }) => html`<option value=${name} .selected=${name === now}>${name || "–"}</option>`)}</select></label>` : nothing}
      ${optionsForm(this.studio.tongue, defaults, game.words, this.options, (options) => void this.set(this.preset, options))}
    </div></details>`;
  }

  private async submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    await this.asked; // the button takes the focus from an option's field, which changes the option
    await this.begin(form, this.levels, this.seat);
  }

  private async begin(form: HTMLFormElement, levels: Levels, seat: number | null) {
    const found = new FormData(form), { game, given: options } = this;
    const text = (name: string) => ((found.get(name) as string | null) ?? "").trim() || null;
    const names = levels.map((_, index) => text(`player${index}`));
    const players = names.some(Boolean) ? names.map((each, index) => each ?? `P${index}`) : null;
    void newGame(this.studio, { game: game!.name, options, seed: text("seed"), levels, seat, title: text("title"), players });
  }
}
