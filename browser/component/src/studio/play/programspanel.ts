// The panel for programs: estimates, the seats' programs, and hidden hands.
import { css, html, nothing, type TemplateResult } from "lit";
import { paceField } from "../../controls";
import { saidIn } from "../../panels";
import { estimateTable } from "./estimates";
import { handsForm, seatsForm } from "./seats";
import type { Shown } from "../shown";
import type { Estimate, Estimates, Levels } from "../types";
import { styles } from "../styles";
import { estimate } from "../asking";
import { play, seat } from "./playing";
import { Watching } from "./watching";

export class ProgramsPanel extends Watching {
  static override properties = { levels: { state: true }, playouts: { state: true }, found: { state: true }, busy: { state: true }, asking: { state: true }, who: { state: true } };
  static override styles = [...styles, css`section { background: var(--panel); border-radius: 10px; padding: 10px; }`];
  declare private levels: Levels | null;
  declare private playouts: number;
  declare private found: (Estimates & { at: string }) | null;
  declare private busy: boolean;
  /** The seat to estimate for, if several act at once. */
  declare private who: number | null;
  /** Whether the user is being asked to confirm showing all cards. */
  declare private asking: boolean;

  constructor() {
    super();
    this.levels = this.found = this.who = null;
    this.playouts = 200;
    this.busy = this.asking = false;
  }

  protected override render() {
    const { shown } = this.studio;
    if (!shown?.sheet.game || !shown.record?.replay) return html`<p class="soft">${this.words.noGame}</p>`;
    return html`<div class="stack">${this.estimates(shown)}${shown.sheet.readonly ? nothing : this.studio.analysis.panel(shown, this.playouts)}${this.seats(shown)}</div>`;
  }

  private estimates(shown: Shown): TemplateResult {
    const { words, studio } = this, at = momentOf(shown), found = this.found?.at === at ? this.found : null;
    const { step, seen } = shown, { speaker } = studio;
    const looks = shown.place.seat, acts = step?.node === "decision", may = acts && (looks === null || step.actors.includes(looks));
    const draw = (line: string[]) => html`<button @click=${() => play(studio, found!.seat, line[0]!)} aria-label=${`${words.playThis}: ${saidIn(speaker, seen!, line[0]!)}`}>${speaker.action(seen!.scene, line[0]!)}</button>`;
    return html`<section class="stack"><h2>${words.whatPrograms}</h2>
      <p class="soft">${studio.game?.hides ? words.howEstimated : words.howEstimatedOpen}</p>
      <div class="row">
        ${may && looks === null && step.actors.length > 1 ? html`<label class="field">${words.seat}<select @change=${(event: Event) => (this.who = +(event.target as HTMLSelectElement).value)}>${step!.actors.map((each) => html`<option value=${each} .selected=${each === this.whose(shown)}>${studio.nameOf(each)}</option>`)}</select></label>` : nothing}
        <label class="field">${words.playouts}<input type="number" min="1" style="width: 7rem" .value=${`${this.playouts}`} @change=${(event: Event) => (this.playouts = Math.max(1, +(event.target as HTMLInputElement).value || 1))} /></label>
        <button class="main" ?disabled=${!may || this.busy} @click=${() => this.estimate(shown)}>${this.busy ? words.computing : words.estimate}</button>
      </div>
      ${acts && !may ? html`<p class="soft">${words.notToAct(studio.nameOf(looks!))}</p>` : nothing}
      ${found ? html`<p><bdi>${words.forSeat(studio.nameOf(found.seat))}</bdi></p>${tooFew(found.estimates) ? html`<p class="wrong">${words.tooFew}</p>` : nothing}${estimateTable(found.estimates, words, draw)}` : nothing}
    </section>`;
  }

  /** Returns the seat to estimate for: the viewer, if there is one. */
  private whose({ place, step }: Shown): number | null {
    if (place.seat !== null) return place.seat;
    return this.who !== null && step?.actors.includes(this.who) ? this.who : (step?.actors[0] ?? null);
  }

  private async estimate(shown: Shown) {
    const at = momentOf(shown);
    this.busy = true;
    const found = await estimate(this.studio, this.whose(shown), this.playouts);
    this.busy = false;
    if (!found) return;
    const { estimates } = found;
    this.found = { ...found, at, estimates: tooFew(estimates) ? estimates : [...estimates].sort((one, other) => other.mean - one.mean) };
  }

  private seats(shown: Shown): TemplateResult {
    const { words, studio } = this, { sheet } = shown, levels = this.levels ?? sheet.levels;
    const apply = () => {
      this.levels = null;
      void seat(studio, sheet.seat, levels);
    };
    return html`<section class="stack"><h2>${words.seats}</h2>
      ${seatsForm(levels, studio.game?.levels ?? [], words, (each) => studio.nameOf(each), (each) => (this.levels = each))}
      ${levels.some(Boolean) ? paceField(this.boardWords, studio.tongue, studio) : nothing}
      ${this.levels ? html`<div class="row"><button class="main" @click=${apply}>${words.apply}</button><button @click=${() => (this.levels = null)}>${words.cancel}</button></div>` : nothing}
      ${sheet.hidden ? this.open(shown, levels) : !studio.game?.hides ? nothing : handsForm(null, levels.length, words, (each) => studio.nameOf(each), (from) => from !== null && void seat(studio, from, levels))}
    </section>`;
  }

  private open(shown: Shown, levels: Levels): TemplateResult {
    const { words, studio } = this;
    if (!this.asking) return html`<p>${words.hiddenFrom(studio.nameOf(shown.sheet.seat!))}</p><div class="row"><button @click=${() => (this.asking = true)}>${words.showAll}</button></div>`;
    const show = () => {
      this.asking = false;
      void seat(studio, null, levels);
    };
    return html`<p role="alert">${words.reallyShow}</p><div class="row"><button class="main" @click=${show}>${words.showAll}</button><button @click=${() => (this.asking = false)}>${words.cancel}</button></div>`;
  }
}

/** Whether some lines were tried in too few deals to compare them. */
const tooFew = (estimates: Estimate[]) => estimates.some((each) => each.low === null);

const momentOf = (shown: Shown) => JSON.stringify([shown.sheet.id, shown.sheet.version, shown.sheet.record, shown.moment, shown.place.seat]);
