// The editor for the sheet's text, with its findings and a mark on the current action.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { OPENING } from "../../lines";
import { reason } from "../../panels";
import type { Finding } from "../../types";
import type { Shown } from "../shown";
import type { Link } from "../types";
import { styles } from "../styles";
import { Watching } from "../play/watching";
import { findingsList } from "./findings";
import { convert } from "../files/files";
import { merged, moved } from "../files/merge";
import { edited, inField, lineAt, offsetOf, startsOf, turnsIn } from "./positions";

const HIGH = 21; // pixels per line
const PAD = 6;

export class Editor extends Watching {
  static override properties = { top: { state: true }, left: { state: true }, high: { state: true } };
  static override styles = [
    ...styles,
    css`
      .frame { position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); height: clamp(220px, 46vh, 620px); border: 1px solid var(--control); border-radius: 8px; overflow: hidden; font: 14px/21px ui-monospace, "Noto Sans Mono", "Noto Sans Mono CJK KR", "Noto Sans Mono CJK JP", monospace; }
      .frame:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
      .numbers { position: relative; overflow: hidden; background: var(--panel); color: var(--soft); text-align: end; user-select: none; }
      .numbers span { position: absolute; right: 0; padding-inline: 4px 6px; }
      .numbers .wrong { color: var(--red); }
      .page { position: relative; overflow: hidden; }
      textarea { position: absolute; inset: 0; width: 100%; height: 100%; resize: none; border: 0; border-radius: 0; padding: 6px 8px; background: transparent; font: inherit; white-space: pre; overflow: auto; outline: none; tab-size: 4; }
      .marks { position: absolute; inset: 0; padding: 0; pointer-events: none; }
      .marks div { position: absolute; left: 8px; height: 21px; white-space: pre; color: transparent; tab-size: 4; }
      mark { color: transparent; background: color-mix(in srgb, var(--gold) 75%, transparent); border-bottom: 2px solid var(--accent); }
    `,
  ];
  declare private top: number;
  declare private left: number;
  /** The height of the field, kept because reading it after each key is slow. */
  declare private high: number;

  private starts: number[] = [0];
  private counted = "";
  private turns: number[] = [];
  /** The field's text when it last agreed with the sheet. */
  private agreed = "";
  /** Whether letters are being composed, as in Korean; meanwhile, the field is not changed. */
  private composing = false;
  private marked = "";
  private follows = false;

  constructor() {
    super();
    this.top = this.left = 0;
    this.high = 600;
  }

  protected override firstUpdated() {
    if (this.area) new ResizeObserver(([entry]) => (this.high = entry!.contentRect.height)).observe(this.area);
  }

  protected override willUpdate(changed: PropertyValues) {
    super.willUpdate(changed);
    const text = inField(this.studio.shown?.text ?? "");
    if (text === this.counted) return;
    this.counted = text;
    this.starts = startsOf(text);
    this.turns = turnsIn(text);
  }

  protected override render() {
    const { shown } = this.studio;
    if (!shown) return nothing;
    return html`<div class="stack">
      ${shown.sheet.readonly ? html`<p class="soft">${this.words.readonly}</p>` : this.notation(shown)}
      <div class="frame">${this.numbers(shown)}
        <div class="page">
          <div class="marks" aria-hidden="true">${this.marks(shown.link)}</div>
          <textarea aria-label=${this.words.textOf(shown.sheet.name)} lang=${this.studio.game?.language || "en"} wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off"
            ?readonly=${shown.sheet.readonly}
            @input=${this.typed} @compositionstart=${() => (this.composing = true)} @compositionend=${this.composed} @scroll=${this.scrolled} @keyup=${this.caret} @pointerup=${this.caret}></textarea>
        </div>
      </div>
      ${this.turning()}
      ${this.breach(shown)}
      ${findingsList(shown.record, shown.answer.unlisted, shown.typed !== null, this.words, this.boardWords, (each) => this.jump(each))}
    </div>`;
  }

  /** Draws the text's notation; another one can be chosen if nothing would be lost. */
  private notation(shown: Shown): TemplateResult | typeof nothing {
    const { notation, game } = shown.sheet, among = this.studio.start.notations.filter((each) => each.game === game);
    if (notation === null || among.length < 2) return nothing;
    const chosen = async (event: Event) => {
      const field = event.target as HTMLSelectElement;
      await convert(this.studio, field.value);
      field.value = this.studio.shown?.sheet.notation ?? "";
    };
    return html`<label class="field">${this.words.notation}<select @change=${chosen}>${among.map((each) => html`<option value=${each.id} .selected=${each.id === notation}>${each.id}</option>`)}</select></label>`;
  }

  /** Names characters that change the direction of the text, which the field cannot show. */
  private turning(): TemplateResult | typeof nothing {
    if (!this.turns.length) return nothing;
    return html`<p>⚠ ${this.words.turning} ${this.turns.map((at) => {
      const line = lineAt(this.starts, at), column = [...this.counted.slice(this.starts[line - 1], at)].length + 1;
      return html`<button @click=${() => this.pick(at, at + 1, line, column)}>U+${this.counted.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")} (${line}:${column})</button> `;
    })}</p>`;
  }

  /** Draws the reason why the round cannot be replayed, unless a finding gives it. */
  private breach(shown: Shown): TemplateResult | typeof nothing {
    const breach = shown.line?.breach;
    return breach && !shown.record?.findings.some((each) => each.code === breach.code) ? reason(breach) : nothing;
  }

  // The field

  private get area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  private get focused(): boolean {
    return this.shadowRoot?.activeElement === this.area;
  }

  protected override updated() {
    const { area, counted } = this, { shown } = this.studio;
    if (!area || !shown) return;
    if (!this.composing) {
      if (area.value !== counted) this.replace(area);
      this.agreed = counted;
    }
    const { link } = shown, mark = link ? `${shown.sheet.id} ${link.join()}` : "";
    // Before the first action, the text is shown from the beginning of the line.
    if (mark !== this.marked && link && !this.focused) this.reveal(link[0], shown.begins ? 1 : link[1]);
    this.marked = mark;
    if (this.follows && shown.typed === null && shown.place.round === shown.loaded) {
      this.follows = false;
      this.caret();
    }
  }

  /** Replaces the field's text, keeping the caret and the scroll position at the same letters. */
  private replace(area: HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd, selectionDirection, scrollTop } = area, { counted } = this;
    const starts = startsOf(value), first = Math.min(starts.length, 1 + Math.round(scrollTop / HIGH));
    const [from, to, top] = moved(value, counted, [selectionStart, selectionEnd, starts[first - 1]!]);
    area.value = counted;
    area.setSelectionRange(from!, to!, selectionDirection);
    area.scrollTop = scrollTop + (lineAt(this.starts, top!) - first) * HIGH;
  }

  private typed() {
    const { shown } = this.studio, { counted, area } = this;
    if (this.composing || !shown) return;
    this.follows = true;
    // The text may have changed while letters were being composed.
    const both = merged(this.agreed, area!.value, counted);
    shown.clashes ||= both === null;
    this.studio.changes.write(edited(shown.text, both ?? area!.value));
  }

  private composed() {
    this.composing = false;
    this.typed();
  }

  private scrolled() {
    this.top = this.area!.scrollTop;
    this.left = this.area!.scrollLeft;
  }

  /** Shows the position after the action at the caret on the board. */
  private caret = () => {
    const { shown } = this.studio, area = this.area;
    if (!shown || !area || shown.typed !== null) return;
    const at = area.selectionStart, record = this.recordAt(at);
    if (record !== shown.sheet.record) return this.otherRecord(record);
    const among = shown.answer.links.filter((each) => this.start(each) <= at && at <= this.end(each));
    const first = among.find((each) => at < this.end(each)) ?? among[0];
    if (!first) return this.otherRound(shown, at);
    // Several actions may share a place, such as an unwritten pass and the next action: use the
    // last.
    const link = among.filter((each) => each.slice(0, 4).join() === first.slice(0, 4).join()).at(-1)!;
    if (link === shown.link) return;
    this.marked = `${shown.sheet.id} ${link.join()}`;
    this.studio.go({ round: shown.loaded, path: link[4], step: link[5] + 1 });
  };

  /** Returns the record at an offset. */
  private recordAt(offset: number): number {
    const { sheet, answer } = this.studio.shown!, line = lineAt(this.starts, offset);
    return answer.records.reduce<number>((found, begin, index) => (begin !== null && begin <= line ? index + 1 : found), 0) || sheet.record;
  }

  /** Goes to the record at the caret, and to the action there. */
  private async otherRecord(record: number) {
    await this.studio.turn(record);
    this.follows = true;
    this.requestUpdate();
  }

  /** Goes to the round at the caret, and to the action there once the round has been loaded. */
  private otherRound(shown: Shown, at: number) {
    const starts = shown.answer.rounds.map((each) => (each ? offsetOf(this.counted, this.starts, ...each) : Infinity));
    const round = starts.filter((each) => each <= at).length;
    if (!round || shown.numbers[round - 1] === shown.place.round) return;
    this.follows = true;
    this.studio.go({ round: shown.numbers[round - 1], path: [], step: OPENING });
  }

  private start = (link: Link) => offsetOf(this.counted, this.starts, link[0], link[1]);
  private end = (link: Link) => offsetOf(this.counted, this.starts, link[2], link[3]);

  /** Scrolls to a place in the text without moving the caret. */
  private reveal(line: number, column: number) {
    const area = this.area!, top = (line - 1) * HIGH, wide = column * 8.4;
    if (top < area.scrollTop || top + 2 * HIGH > area.scrollTop + area.clientHeight) area.scrollTop = top - area.clientHeight / 3;
    if (wide + 60 < area.clientWidth) area.scrollLeft = 0;
    else if (wide < area.scrollLeft || wide + 60 > area.scrollLeft + area.clientWidth) area.scrollLeft = wide + 120 - area.clientWidth;
  }

  /** Goes to the place of a finding, in the text and on the board. */
  private jump(finding: Finding) {
    const { line, column, round } = finding;
    if (line !== null) {
      const at = offsetOf(this.counted, this.starts, line, column ?? 1), rest = this.counted.slice(at, at + 80);
      this.pick(at, at + Math.max(1, /^[^\s,\]}]+/.exec(rest)?.[0].length ?? 1), line, column ?? 1);
    }
    if (round !== null) void this.studio.goToPly(round, finding.path, finding.ply);
  }

  /** Selects a part of the text, and scrolls to it. */
  private pick(from: number, to: number, line: number, column: number) {
    const area = this.area!;
    area.focus();
    area.setSelectionRange(from, to);
    this.reveal(line, column);
  }

  // Line numbers and marks

  private numbers(shown: Shown): TemplateResult {
    const first = Math.max(1, Math.floor((this.top - PAD) / HIGH)), high = (this.high + 2 * PAD) / HIGH;
    const last = Math.min(this.starts.length, first + Math.ceil(high) + 2);
    const wrong = new Set(shown.record?.findings.map((each) => each.line));
    const wide = `${`${this.starts.length}`.length + 3.4}ch`;
    return html`<div class="numbers" aria-hidden="true" style="width: ${wide}">${Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const line = first + index;
      return html`<span class=${wrong.has(line) ? "wrong" : ""} style="top: ${PAD + (line - 1) * HIGH - this.top}px">${wrong.has(line) ? "⚠" : ""}${line}</span>`;
    })}</div>`;
  }

  /** Draws a mark on the current action behind the letters, on each of its lines. */
  private marks(link: Link | null): TemplateResult[] {
    if (!link || this.studio.shown?.typed !== null) return [];
    const { counted, starts } = this, from = this.start(link), to = this.end(link), found: TemplateResult[] = [];
    for (let line = lineAt(starts, from); line <= Math.min(starts.length, link[2]); line += 1) {
      const start = starts[line - 1]!, end = (starts[line] ?? counted.length + 1) - 1;
      const top = PAD + (line - 1) * HIGH - this.top, one = Math.max(from, start + blank(counted, start)), other = Math.min(to, end);
      if (top < -HIGH || top > 2000 || other <= one) continue;
      found.push(html`<div style="top: ${top}px; transform: translateX(${-this.left}px)">${counted.slice(start, one)}<mark>${counted.slice(one, other)}</mark></div>`);
    }
    return found;
  }
}

/** Returns how many spaces a line begins with. */
function blank(text: string, start: number): number {
  let at = start;
  while (text[at] === " ") at += 1;
  return at - start;
}
