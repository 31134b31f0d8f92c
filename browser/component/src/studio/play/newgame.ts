// The dialog for a new game: the game, its players and its rules.
import { html, nothing, type TemplateResult } from "lit";
import { Dialog } from "../dialog";
import { optionsForm } from "./options";
import { cardsForm, seatsForm } from "./seats";
import type { GameInfo, Levels } from "../types";
import { newGame } from "../files/files";
import type { Json } from "../../types";

export class NewGameDialog extends Dialog {
  static override properties = { game: { state: true }, levels: { state: true }, seat: { state: true }, options: { state: true }, preset: { state: true } };
  declare private game: GameInfo | undefined;
  declare private levels: Levels;
  declare private seat: number | null;
  declare private options: Record<string, Json>;
  declare private preset: string;

  override connectedCallback() {
    super.connectedCallback();
    const { games } = this.studio.start;
    this.choose(games.find((each) => each.name === this.studio.shown?.sheet.game) ?? games[0]);
  }

  private choose(game: GameInfo | undefined) {
    this.game = game;
    this.levels = Array.from({ length: game?.seats ?? 0 }, () => null);
    this.seat = null;
    this.options = {};
    this.preset = "";
  }

  protected get heading(): string {
    return this.words.newGame;
  }

  protected content(): TemplateResult {
    const { words, game } = this, { games, levels } = this.studio.start;
    if (!game) return html`${this.closeButton()}`;
    const name = (seat: number) => game.players[this.studio.tongue]?.[seat] ?? this.boardWords.player(seat);
    const chosen = (event: Event) => this.choose(games[(event.target as HTMLSelectElement).selectedIndex]);
    return html`<form class="stack" @submit=${this.submit}>
      <label class="field">${words.game}<select name="game" @change=${chosen}>${games.map((each) => html`<option value=${each.name} .selected=${each === game}>${each.titles[this.studio.tongue] ?? each.title}</option>`)}</select></label>
      <fieldset><legend>${words.seats}</legend>${seatsForm(this.levels, levels, words, name, (each) => (this.levels = each), (seat) => html`<label class="field">${words.nameOf(name(seat))}<input name="player${seat}" autocomplete="off" style="width: 9rem" /></label>`)}</fieldset>
      ${game.hides ? cardsForm(this.seat, game.seats, words, name, (seat) => (this.seat = seat)) : nothing}
      <div class="row">
        <label class="field">${words.title}<input name="title" autocomplete="off" /></label>
        <label class="field">${words.seed}<input name="seed" autocomplete="off" /></label>
      </div>
      ${Object.keys(game.options).length || game.presets.length ? this.rules(game) : nothing}
      ${this.wrong()}
      <div class="row"><button class="main">${words.begin}</button>${this.closeButton()}</div>
    </form>`;
  }

  /** Draws the options: the preset, and changes to it. */
  private rules(game: GameInfo): TemplateResult {
    const { preset: usual } = game.options, { words } = this, now = this.preset || usual;
    const { preset: _, ...defaults } = game.presets.find((each) => each.name === now)?.options ?? game.options;
    const chosen = (event: Event) => {
      this.preset = (event.target as HTMLSelectElement).value;
      this.options = {};
    };
    return html`<details><summary>${words.rules}</summary><div class="stack">
      ${game.presets.length ? html`<label class="field">${words.preset}<select @change=${chosen}>${game.presets.map(({ name }) => html`<option value=${name} .selected=${name === now}>${name || "–"}</option>`)}</select></label>` : nothing}
      ${optionsForm(this.studio.tongue, defaults, game.words, this.options, (options) => (this.options = options))}
    </div></details>`;
  }

  private submit(event: SubmitEvent) {
    event.preventDefault();
    const found = new FormData(event.target as HTMLFormElement), { game, levels, seat } = this;
    const text = (name: string) => ((found.get(name) as string | null) ?? "").trim() || null;
    const names = levels.map((_, index) => text(`player${index}`));
    const players = names.some(Boolean) ? names.map((each, index) => each ?? `P${index}`) : null;
    const options = this.preset ? { preset: this.preset, ...this.options } : this.options;
    void newGame(this.studio, { game: game!.name, options, seed: text("seed"), levels, seat, title: text("title"), players });
  }
}
