// The dialog that saves to a file, a download or the clipboard, and warns of losses.
import { html, nothing, type TemplateResult } from "lit";
import { download } from "../../sharing/picture";
import { Dialog } from "../dialog";
import { save, textIn } from "./files";
import type { Text } from "../types";

export class SaveDialog extends Dialog {
  static override properties = { notation: { state: true }, all: { state: true }, file: { state: true }, text: { state: true }, stamp: { state: true }, asked: { state: true }, copied: { state: true } };
  /** The notation to save in; null means the text as it is. */
  declare private notation: string | null;
  /** Whether all records of the sheet are saved. */
  declare private all: boolean;
  declare private file: string;
  declare private text: Text | null;
  /** The stamp of a file that already exists, and the server's message about it. */
  declare private stamp: string | null;
  declare private asked: string;
  declare private copied: boolean;

  override connectedCallback() {
    super.connectedCallback();
    const { sheet } = this.studio.shown!;
    this.notation = null;
    this.all = true;
    this.file = sheet.name;
    this.text = this.stamp = null;
    this.asked = "";
    this.copied = false;
    void this.look(sheet.hidden);
  }

  protected get heading(): string {
    return this.words.save;
  }

  protected content(): TemplateResult {
    const { words } = this, { sheet } = this.studio.shown!, { notations } = this.studio.start;
    const fitting = notations.filter((each) => each.game === sheet.game);
    const chosen = (event: Event) => {
      this.notation = (event.target as HTMLSelectElement).value || null;
      void this.look(true);
    };
    return html`<form class="stack" @submit=${this.submit}>
      ${sheet.hidden ? nothing : html`<label class="field">${words.notation}<select @change=${chosen}>
        <option value="" .selected=${this.notation === null}>${words.asItIs}${sheet.notation ? ` (${sheet.notation})` : ""}</option>
        ${fitting.map((each) => html`<option value=${each.id} .selected=${each.id === this.notation}>${each.id}</option>`)}</select></label>`}
      ${sheet.records > 1 ? html`<label class="tick"><input type="checkbox" .checked=${this.all} @change=${(event: Event) => (this.all = (event.target as HTMLInputElement).checked, void this.look())} />${words.allRecords(sheet.records)}</label>` : nothing}
      ${this.text?.lost.length ? html`<p role="status"><b>${this.boardWords.lost}</b> <bdi lang="en">${this.text.lost.join(", ")}</bdi></p>` : nothing}
      <label class="field">${words.fileName}<input required .value=${this.file} @input=${this.named} /></label>
      ${this.stamp === null ? nothing : html`<div role="alert" class="stack"><p class="wrong">⚠ ${this.asked}</p><div class="row"><button type="button" @click=${() => this.save(this.stamp)}>${words.replace}</button></div></div>`}
      ${sheet.hidden ? html`<p class="soft">${words.onlyTaken}</p>` : nothing}
      ${this.foot(html`<button class="main" ?disabled=${sheet.hidden}>${words.save}</button>
        <button type="button" ?disabled=${!this.mayTake} @click=${() => download(this.file, this.text!.text)}>${this.boardWords.download}</button>
        <button type="button" ?disabled=${!this.mayTake} @click=${this.copy}>${this.copied ? this.boardWords.copied : this.boardWords.copy}</button>`)}
    </form>`;
  }

  /** Loads the text to save, and a name for it; several records in another notation can be saved only to a file. */
  private async look(rename = false) {
    const { notation, all, file } = this, { answer, sheet } = this.studio.shown!;
    const several = all && sheet.records > 1;
    const text = notation === null && (several || !sheet.game) ? { text: answer.text, lost: [], name: sheet.name } : await textIn(this.studio, notation);
    if (notation !== this.notation || all !== this.all) return;
    this.text = text;
    this.stamp = null;
    if (rename && text && this.file === file) this.file = text.name; // unless a name was typed in the meantime
  }

  private get mayTake(): boolean {
    return this.text !== null && (this.notation === null || !this.all || this.studio.shown!.sheet.records === 1);
  }

  private named(event: Event) {
    this.file = (event.target as HTMLInputElement).value;
    this.stamp = null;
  }

  private submit(event: SubmitEvent) {
    event.preventDefault();
    void this.save(null);
  }

  private async save(replace: string | null) {
    const { record } = this.studio.shown!.sheet;
    const saved = await save(this.studio, this.all ? null : record, this.notation, this.file, replace);
    if (!saved) return;
    if ("saved" in saved) return this.studio.ask(null);
    this.stamp = saved.stamp;
    this.asked = saved.error;
  }

  private async copy() {
    try {
      await navigator.clipboard.writeText(this.text!.text);
      this.copied = true;
    } catch {
      this.studio.complain(this.words.notCopied);
    }
  }
}
