// The whole page: the open sheets at the top, the board, and beside it the text and the panels.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { LANGUAGES } from "../i18n";
import { takeToken } from "./address";
import { Api } from "./api";
import { BoardPane } from "./boardpane";
import { Comments } from "./comments";
import { Editor } from "./editor";
import { NewGameDialog } from "./play/newgame";
import { NameDialog } from "./files/naming";
import { OpenDialog, pasted, takeFiles } from "./files/opening";
import { Panel } from "./panel";
import { ProgramsPanel } from "./play/programspanel";
import { SaveDialog } from "./files/save";
import { Tabs } from "./tabs";
import { Studio, type Side } from "./state";
import { styles } from "./styles";
import { undo } from "./play/playing";
import { Watching } from "./play/watching";

const ELEMENTS = {
  "studio-tabs": Tabs,
  "studio-board": BoardPane,
  "studio-comments": Comments,
  "studio-editor": Editor,
  "studio-panel": Panel,
  "studio-programs": ProgramsPanel,
  "studio-new": NewGameDialog,
  "studio-open": OpenDialog,
  "studio-save": SaveDialog,
  "studio-name": NameDialog,
};
for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

/** Whether there is room for the board and something beside it. */
const WIDE = window.matchMedia("(min-width: 900px)");

export class StudioApp extends Watching {
  static override properties = { dropping: { state: true } };
  static override styles = [
    ...styles,
    css`
      :host { --said: 1.6em; min-height: 100vh; background: var(--paper); }
      .top { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 6px 12px; border-bottom: 1px solid var(--line); background: var(--panel); }
      h1 { font-size: 1.1rem; margin-inline-end: 4px; }
      studio-tabs { flex: 1 1 240px; }
      .bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 6px 12px; }
      .says { min-height: 1.6em; padding: 0 12px; overflow-wrap: anywhere; position: sticky; top: 0; z-index: 3; background: var(--paper); }
      .says p { white-space: pre-line; }
      main { display: grid; gap: 12px; padding: 0 12px 12px; grid-template-columns: minmax(0, 1fr); }
      .sides { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 8px; }
      .skip:not(:focus) { position: absolute; clip-path: inset(50%); }
      .empty { display: grid; gap: 14px; justify-items: center; text-align: center; padding: 12vh 16px; }
      .dropping { outline: 4px dashed var(--accent); outline-offset: -8px; }
      .top select { margin-inline-start: auto; }
      @media (max-width: 899px) {
        header:has(.bar) h1 { position: absolute; clip-path: inset(50%); }
        .top { flex-wrap: nowrap; padding-inline: 8px; }
        studio-tabs { flex-basis: 0; min-width: 0; }
        .bar { gap: 4px; padding: 6px 8px; }
        .bar button { padding: 0 7px; }
        .bar button :is(span, i) { display: none; }
        .sides { gap: 4px; padding-inline: 4px; }
        .sides button { padding: 0 7px; }
        main { padding-inline: 0; }
        main > .beside > :not(.sides) { padding-inline: 12px; }
        main:not([data-side="board"]) > studio-board { display: none; }
        main > .beside { order: -1; }
      }
      /* A phone held sideways: the board is in sight. */
      @media (max-width: 899px) and (max-height: 500px) {
        header { display: flex; background: var(--panel); border-bottom: 1px solid var(--line); }
        .top { flex: 1; min-width: 0; border: 0; padding-block: 2px; }
        .bar { flex-wrap: nowrap; padding-block: 2px; }
        .says { min-height: 0; }
        main[data-side="board"] { grid-template-columns: minmax(0, 1fr) auto; gap: 4px; }
        main[data-side="board"] > .beside { order: 0; }
        main[data-side="board"] .sides { flex-direction: column; }
      }
      @media (min-width: 900px) {
        main[data-side] { grid-template-columns: minmax(0, 1.7fr) minmax(360px, 1fr); align-items: start; }
        main > .beside { position: sticky; top: var(--said); max-height: calc(100vh - var(--said) - 8px); overflow: auto; padding: 2px; }
        main[data-side="board"] { grid-template-columns: minmax(0, 1280px); justify-content: center; }
        main[data-side="board"] > .beside { position: static; order: -1; }
        main[data-side="board"] .sides { margin: 0; }
      }
    `,
  ];
  declare private dropping: boolean;

  constructor() {
    super();
    this.studio = new Studio(new Api(takeToken()));
    this.dropping = false;
  }

  override connectedCallback() {
    super.connectedCallback();
    WIDE.addEventListener("change", () => this.requestUpdate());
    window.addEventListener("popstate", () => void this.studio.followAddress());
    window.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("paste", (event) => pasted(this.studio, event));
    window.addEventListener("beforeunload", (event) => {
      if (!this.studio.changes.keep()) event.preventDefault(); // some text is unsent, and cannot be kept as a draft
    });
    void this.studio.open();
  }

  private pressed(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.studio.dialog) return;
    const target = event.composedPath()[0];
    const writes = target instanceof HTMLInputElement; // an input has its own undo
    if (key === "s" && this.studio.shown) this.studio.ask("save");
    else if ((key === "z" || key === "y") && this.studio.shown && !writes) void undo(this.studio, key === "y" || event.shiftKey ? "redo" : "undo");
    else return;
    event.preventDefault();
  }

  /** Sets the height of the messages, needed by elements that stick below them. */
  protected override firstUpdated() {
    const said = this.renderRoot.querySelector<HTMLElement>(".says")!;
    new ResizeObserver(() => this.style.setProperty("--said", `${said.offsetHeight}px`)).observe(said);
  }

  protected override willUpdate(changed: PropertyValues) {
    super.willUpdate(changed);
    this.lang = document.documentElement.lang = this.studio.tongue;
    const name = this.studio.shown?.sheet.name;
    document.title = name ? `${name} – ${this.words.studio}` : this.words.studio;
  }

  protected override render() {
    const { studio } = this;
    return html`<div class=${this.dropping ? "dropping" : ""} @dragover=${this.over} @dragleave=${() => (this.dropping = false)} @drop=${this.dropped}>
      ${this.heading()}
      <div class="says">
        <div role="alert">${studio.wrong && !studio.dialog ? html`<p class="wrong">⚠ ${studio.wrong} ${studio.remedy ? html`<button @click=${studio.remedy.act}>${studio.remedy.text}</button>` : nothing}</p>` : nothing}</div>
        <div role="status" aria-live="polite">${studio.notice ? html`<p class="soft">${studio.notice}</p>` : nothing}</div>
      </div>
      ${studio.shown ? this.work() : this.empty()}
      ${this.dialog()}
    </div>`;
  }

  private heading(): TemplateResult {
    const { studio, words } = this;
    const language = (event: Event) => (studio.language = (event.target as HTMLSelectElement).value);
    return html`<header>${studio.shown ? html`<button class="skip" @click=${this.skip}>${words.toBoard}</button>` : nothing}<div class="top">
      <h1>${words.studio}</h1>
      <studio-tabs .studio=${studio}></studio-tabs>
      <select aria-label=${this.boardWords.language} @change=${language}>${Object.entries(LANGUAGES).map(([tag, { name }]) => html`<option value=${tag} lang=${tag} .selected=${tag === studio.tongue}>${name}</option>`)}</select>
    </div>
    ${studio.shown ? html`<div class="bar">
      <button @click=${() => studio.ask("new")}><i aria-hidden="true">＋</i> ${words.newGame}</button>
      <button @click=${() => studio.ask("open")}>${words.open}</button>
      <button @click=${() => studio.ask("save")}>${words.save}</button>
      <button aria-label=${words.undo} title=${words.undo} ?disabled=${!studio.shown.sheet.undo} @click=${() => undo(studio, "undo")}>↶<span> ${words.undo}</span></button>
      <button aria-label=${words.redo} title=${words.redo} ?disabled=${!studio.shown.sheet.redo} @click=${() => undo(studio, "redo")}>↷<span> ${words.redo}</span></button>
    </div>` : nothing}</header>`;
  }

  /** Focuses the board. */
  private skip() {
    const { studio } = this;
    studio.arriving = true;
    studio.turnTo(this.wide ? studio.side : "board");
  }

  private work(): TemplateResult {
    const { studio } = this, side = this.side;
    return html`<main data-side=${side}>
      <studio-board .studio=${studio}></studio-board>
      <div class="beside">
        <nav class="sides" aria-label=${this.words.panels}>${this.sides().map(([each, name]) => html`<button aria-pressed=${each === side ? "true" : "false"} @click=${() => studio.turnTo(each)}>${name}</button>`)}</nav>
        ${keyed(studio.current, html`<studio-editor .studio=${studio} ?hidden=${side !== "text"}></studio-editor>`)}
        <studio-panel .studio=${studio} ?hidden=${side !== "panel"}></studio-panel>
        <studio-programs .studio=${studio} ?hidden=${side !== "programs"}></studio-programs>
      </div>
    </main>`;
  }

  private get wide(): boolean {
    return WIDE.matches;
  }

  private get side(): Side {
    const { side = this.wide ? "text" : "board" } = this.studio;
    return side === "panel" && !this.studio.game?.panel ? "text" : side;
  }

  private sides(): [Side, string][] {
    const { words, studio } = this, panel = studio.game?.panel?.[studio.tongue]?.["panel"];
    return [["board", this.boardWords.board], ["text", words.text], ...(panel ? [["panel", panel] as [Side, string]] : []), ["programs", words.programs]];
  }

  private empty(): TemplateResult {
    const { words, studio } = this;
    return html`<main class="empty">${studio.sheets.length ? nothing : html`<h2>${words.nothingOpen}</h2>`}<p>${words.howToOpen}</p>
      <div class="row" role="group" aria-label=${words.newGame}>${studio.start.games.map(({ name, title, titles }) => html`<button class="main" @click=${() => studio.ask("new", name)}>${titles[studio.tongue] ?? title}</button>`)}</div>
      <button @click=${() => studio.ask("open")}>${words.open}</button></main>`;
  }

  private dialog() {
    const { studio } = this;
    if (studio.dialog === "new") return html`<studio-new .studio=${studio}></studio-new>`;
    if (studio.dialog === "open") return html`<studio-open .studio=${studio}></studio-open>`;
    if (studio.dialog === "save") return html`<studio-save .studio=${studio}></studio-save>`;
    if (studio.dialog === "name") return html`<studio-name .studio=${studio}></studio-name>`;
    return nothing;
  }

  private over(event: DragEvent) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  }

  private dropped(event: DragEvent) {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    this.dropping = false;
    void takeFiles(this.studio, files);
  }
}
