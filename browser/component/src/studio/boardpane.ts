// The board of the sheet, with controls for its line and its round.
import { css, html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { KifuBoard } from "../element";
import { endedIn } from "../notes";
import type { Place } from "../place";
import { lineName, saidIn } from "../panels";
import { sameMoment, type Shown } from "./shown";
import { styles } from "./styles";
import { annotating } from "./annotating";
import type { Comments } from "./comments";
import { Marking } from "./marking";
import { deal, moveVariation, play, removeVariation, takeBack } from "./play/playing";
import { Watching } from "./play/watching";

export class BoardPane extends Watching {
  static override styles = [
    ...styles,
    css`
      .state, .line { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 6px 12px; min-height: 56px; background: var(--panel); border-radius: 10px; }
      .line { margin-top: 6px; }
      .state > span { flex: 1; }
      .state:has(.main) { position: sticky; top: var(--said); z-index: 2; }
      .pencil { margin-inline-start: auto; }
      .few { width: 6rem; }
      @media (max-width: 899px) {
        .line { flex-wrap: nowrap; overflow-x: auto; }
        .line :is(b, button, select, input) { flex: none; max-width: none; }
        .pencil span { display: none; }
      }
      @media (min-width: 900px) {
        .state { position: sticky; top: var(--said); z-index: 2; }
      }
      @media (max-height: 500px) {
        .state { min-height: 0; padding-block: 2px; }
      }
      .outdated { padding: 6px 12px; font-weight: 600; }
      .tools .row { display: contents; }
      kifu-board[inert] { opacity: 0.55; filter: grayscale(1); }
      .records { display: flex; flex-wrap: wrap; margin-bottom: 6px; gap: 6px; align-items: center; }
      .records input { width: 5rem; }
    `,
  ];

  private marking = new Marking(() => this.studio);
  /** Whether the tools for annotating are shown. */
  private annotates = false;

  protected override render() {
    const { words } = this, { shown } = this.studio, { listener, tool } = this.marking;
    if (!shown) return nothing;
    return html`
      ${shown.sheet.records > 1 ? this.records(shown) : nothing}
      ${shown.step ? html`<div class="state">${this.state(shown)}${this.cards(shown)}${this.pencil(shown)}</div>` : nothing}
      ${shown.step && this.annotates && !shown.sheet.readonly ? annotating(this.studio, shown, this.marking, () => this.requestUpdate()) : nothing}
      ${this.variation(shown)}
      ${shown.outdated ? html`<p class="outdated" role="status">${words.outdated}</p>` : nothing}
      ${keyed(shown.sheet.id, html`<kifu-board playable embedded ?inert=${shown.outdated} .language=${this.studio.tongue} .data=${shown.board} .idle=${shown.idle}
        style=${tool ? "touch-action: none; --preview: 0" : nothing} @pointerdown=${listener} @pointermove=${listener} @pointerup=${listener} @pointercancel=${listener} @click=${listener} @contextmenu=${listener} @keydown=${listener}
        @kifu-step=${this.stepped} @kifu-action=${this.acted}><studio-comments slot="below" .studio=${this.studio}></studio-comments></kifu-board>`)}`;
  }

  /** Makes the board follow the studio to another moment, or into a newly loaded round. */
  protected override async updated() {
    const { shown } = this.studio, board = this.board;
    if (!shown || !board) return;
    await board.updateComplete;
    if (this.studio.shown !== shown || board !== this.board) return;
    const wanted = shown.place;
    const there = () => sameMoment(board.place, wanted) && board.place.seat === wanted.seat;
    if (!there()) board.place = { ...wanted, record: 1 };
    if (!there()) this.studio.moved({ ...board.place });
    this.fit(board);
    if (this.studio.arriving) board.focus({ preventScroll: true });
    if (this.studio.arriving || this.studio.revealing) board.reveal();
    this.studio.arriving = this.studio.revealing = false;
  }

  /** Makes a grid fit between everything above it and the bar below it. */
  private fit(board: KifuBoard) {
    const grid = board.renderRoot.querySelector(".grid"), above = grid && Math.round(grid.getBoundingClientRect().top + window.scrollY);
    if (above) board.style.setProperty("--above", `${above}px`);
  }

  private get board(): KifuBoard | null {
    return this.renderRoot.querySelector<KifuBoard>("kifu-board");
  }

  private stepped(event: CustomEvent<Place>) {
    const { record, round, path, step, seat } = event.detail;
    this.studio.moved({ record, round, path, step, seat });
  }

  private acted(event: CustomEvent<Place & { player: number; action: string }>) {
    event.preventDefault();
    void play(this.studio, event.detail.player, event.detail.action);
  }

  private records(shown: Shown): TemplateResult {
    const { studio, words } = this, { record, records } = shown.sheet;
    const to = (number: number) => void studio.turn(Math.min(Math.max(1, number || 1), records));
    return html`<div class="records" role="group" aria-label=${this.boardWords.record}>
      <button aria-label=${words.recordBefore} title=${words.recordBefore} ?disabled=${record <= 1} @click=${() => to(record - 1)}>◁</button>
      <label class="row middle">${this.boardWords.record}<input type="number" min="1" max=${records} .value=${`${record}`} @change=${(event: Event) => to(+(event.target as HTMLInputElement).value)} /> ${words.of(records)}</label>
      <button aria-label=${words.recordAfter} title=${words.recordAfter} ?disabled=${record >= records} @click=${() => to(record + 1)}>▷</button>
      ${shown.sheet.wrong === null ? html`<span class="soft">${words.othersChecked}</span>` : nothing}
      ${shown.sheet.wrong?.length ? html`<span class="wrong">⚠ ${words.wrongRecords}</span>${shown.sheet.wrong.slice(0, 12).map((each) => html`<button @click=${() => to(each)}>${each}</button>`)}` : nothing}
    </div>`;
  }

  /** Draws who acts next, and the buttons for continuing. */
  private state(shown: Shown): TemplateResult {
    const { studio, words } = this, { programs } = studio, chosen = Object.entries(shown.chosen);
    if (shown.thinking.length) {
      const who = shown.thinking.map((each) => studio.nameOf(each.seat)).join(", ");
      return html`<span role="status">${words.thinks(who)}</span><button @click=${() => programs.stop()}><i aria-hidden="true">■</i> ${words.stop}</button>`;
    }
    if (chosen.length) {
      return html`<span role="status">${words.othersChoose}</span>
        ${chosen.map(([seat, action]) => html`<button @click=${() => takeBack(studio, +seat)}><bdi>${studio.nameOf(+seat)}: ${saidIn(studio.speaker, shown.seen!, action)}</bdi> – ${words.takeBack}</button>`)}`;
    }
    if (shown.program !== null) return html`<span>${words.programActs(studio.nameOf(shown.program))}</span><button class="main" @click=${() => programs.run()}><i aria-hidden="true">▶</i> ${words.goOn}</button>`;
    if (shown.over) return html`<span>${this.boardWords.over}</span><button class="main" @click=${() => deal(studio)}>${words.dealNext}</button>`;
    if (shown.waits) return html`<span>${words.playHere}</span>`;
    if (shown.step?.node === "terminal") return html`<span>${this.boardWords.over}</span>`;
    if (shown.step?.ended) return html`<span>${endedIn(shown.step.ended, shown.record!.replay!, this.boardWords)}</span>`;
    return html`<span class="soft">${words.playOtherwise}</span>`;
  }

  private variation(shown: Shown): TemplateResult | typeof nothing {
    const { studio, words } = this, { line } = shown;
    if (!line?.path.length || shown.sheet.readonly) return nothing;
    const isFirst = line.parent!.variations.find(({ shared }) => shared === line.shared) === line;
    return html`<div class="line"><bdi><b>${lineName(line, this.boardWords)}</b></bdi>
      <button @click=${() => studio.ask("name")}>${words.nameVariation}</button>
      ${isFirst ? nothing : html`<button @click=${() => moveVariation(studio, false)}>${words.moveUp}</button>`}
      <button @click=${() => moveVariation(studio, true)}>${words.promote}</button>
      <button @click=${() => removeVariation(studio)}>${words.remove}</button></div>`;
  }

  /** Draws the button that shows the tools for annotating. */
  private pencil(shown: Shown): TemplateResult | typeof nothing {
    if (shown.sheet.readonly) return nothing;
    const toggle = () => {
      this.annotates = !this.annotates;
      if (this.annotates) this.renderRoot.querySelector<Comments>("studio-comments")?.unfold();
      this.marking.choose(null);
      this.requestUpdate();
    };
    return html`<button class="pencil" aria-label=${this.words.annotate} title=${this.words.annotate} aria-expanded=${this.annotates ? "true" : "false"} @click=${toggle}><i aria-hidden="true">✎</i><span> ${this.words.annotate}</span></button>`;
  }

  private cards(shown: Shown): TemplateResult | typeof nothing {
    const { seat, hidden } = shown.sheet;
    if (!hidden || seat === null) return nothing;
    return html`<span class="soft">${this.words.hiddenFrom(this.studio.nameOf(seat))}</span>`;
  }
}
