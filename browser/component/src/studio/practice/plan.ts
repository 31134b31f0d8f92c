// Practises contracts: the president's cards, the buried ones, the contract, and programs'
// proposals.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Position } from "../../types";
import type { Shown } from "../shown";
import type { Plan } from "../types";
import { styles } from "../styles";
import { Watching } from "../play/watching";
import { pickable } from "./cards";
import { contractTable } from "./contract";
import { agrees, draftOf, emptyDraft, isBlank, isWhole, wishOf, type Draft } from "./draft";
import { planTable, type Row } from "./plans";
import { propose } from "../asking";
import { play, playLine } from "../play/playing";
import { practiceStyles } from "./styles";

const PHASES = ["auction", "exchange", "contract", "friend"];

export class Planning extends Watching {
  static override properties = { draft: { state: true }, rows: { state: true }, playouts: { state: true }, busy: { state: true } };
  static override styles = [...styles, practiceStyles, css`
      .plan { text-align: start; padding: 4px 8px; line-height: 1.3; }
      .under { display: block; color: var(--soft); }
      tr.mine td { background: color-mix(in srgb, var(--gold) 30%, transparent); }
    `];
  declare private draft: Draft;
  declare private rows: Row[];
  declare private playouts: number;
  declare private busy: boolean;
  private about = "";

  constructor() {
    super();
    this.draft = emptyDraft(0);
    this.rows = [];
    this.playouts = 800;
    this.busy = false;
  }

  /** Starts another exercise after the cards or the moment change. */
  protected override willUpdate() {
    const { shown } = this.studio, position = shown?.step?.position;
    const about = shown && position ? JSON.stringify([shown.sheet.id, shown.sheet.record, position.hands, position.kitty, position.phase, position.president]) : "";
    if (about === this.about) return;
    this.about = about;
    const { seat, hidden } = shown?.sheet ?? { seat: null, hidden: false };
    this.draft = { ...emptyDraft(position?.president ?? (hidden ? seat! : this.draft.president)), ...decided(position ?? null) };
    this.rows = [];
  }

  protected override render() {
    const { studio, words } = this, { shown } = studio, position = shown?.step?.position;
    if (!shown || !position) return nothing;
    if (!PHASES.includes(position.phase) || !shown.step?.actors.length) {
      return html`${position.phase === "deal" ? nothing : html`<p class="soft">${words.contractDone}</p>`}<div class="row"><button @click=${() => studio.go({ step: 1 })}><i aria-hidden="true">↩</i> ${words.backToDeal}</button></div>`;
    }
    const { seat, hidden } = shown.sheet, { president } = position;
    if (hidden && president !== null && president !== seat) return html`<p class="soft">${words.contractOf(studio.nameOf(president))}</p>`;
    return html`<div class="stack">
      ${this.presidents(shown, position)}
      ${this.cards(shown, position)}
      ${contractTable({ draft: this.draft, president: studio.nameOf(this.draft.president), position, words, speaker: studio.speaker, settled: position.phase === "friend", change: (part) => this.change(part) })}
      ${this.asking()}
      ${this.rows.length ? planTable(this.rows, words, studio.speaker, (plan) => (this.draft = draftOf(plan, this.draft))) : nothing}
      ${this.confirming(shown, position)}
    </div>`;
  }

  private change(part: Partial<Draft>) {
    this.draft = { ...this.draft, ...part };
  }

  private presidents(shown: Shown, position: Position): TemplateResult {
    const fixed = position.president !== null || shown.sheet.hidden;
    return html`<fieldset><legend>${this.words.choosePresident}</legend><div class="row">${[0, 1, 2, 3, 4].map((seat) => html`<button ?disabled=${fixed && seat !== this.draft.president} aria-pressed=${seat === this.draft.president ? "true" : "false"} @click=${() => (this.draft = emptyDraft(seat), this.rows = [])}><bdi>${this.studio.nameOf(seat)}</bdi></button>`)}</div></fieldset>`;
  }

  /** Returns whether the president sees thirteen cards. */
  private mayBury({ hands, kitty }: Position): boolean {
    return hands[this.draft.president].length === 13 || (this.draft.kitty && kitty.length > 0);
  }

  /** Draws the president's ten cards, or thirteen including the kitty, three of which are buried. */
  private cards(shown: Shown, position: Position): TemplateResult {
    const { words, draft } = this, hand = position.hands[draft.president] as string[], own = hand.length === 13;
    const kitty = draft.kitty && !own ? (position.kitty as string[]) : [], all = [...hand, ...kitty], may = this.mayBury(position);
    const click = (card: string) => {
      if (!may) return;
      const without = draft.discards.filter((each) => each !== card);
      if (without.length < draft.discards.length) this.change({ discards: without });
      else if (without.length < 3) this.change({ discards: [...without, card] });
    };
    return html`<div class="stack">
      <h3>${words.cardsOf(this.studio.nameOf(draft.president), all.length)}</h3>
      ${pickable(all, draft.discards, kitty, this.studio.speaker, this.studio.speaker.word("buried"), click)}
      <div class="row middle">
        ${own || position.phase !== "auction" || shown.sheet.hidden ? nothing : html`<button aria-pressed=${draft.kitty ? "true" : "false"} @click=${() => this.change({ kitty: !draft.kitty, discards: [] })}>${words.lookAtKitty}</button>`}
        ${may ? html`<span class="soft" role="status">${words.discards(draft.discards.length)}</span>` : nothing}
        ${may && draft.discards.length ? html`<button @click=${() => this.change({ discards: [] })}><i aria-hidden="true">↶</i> ${words.takeAllBack}</button>` : nothing}
      </div></div>`;
  }

  private asking(): TemplateResult {
    const { words } = this;
    return html`<div class="row">
      <label class="field">${words.playouts}<input type="number" min="1" style="width: 6rem" .value=${`${this.playouts}`} @change=${(event: Event) => (this.playouts = Math.max(1, +(event.target as HTMLInputElement).value || 1))} /></label>
      <button class="main" ?disabled=${this.busy} @click=${() => this.propose(false)}>${this.busy ? words.computing : words.propose}</button>
      <button ?disabled=${this.busy || isBlank(this.draft)} @click=${() => this.propose(true)}>${isWhole(this.draft) ? words.estimateMine : words.completeMine}</button>
    </div>`;
  }

  private async propose(mine: boolean) {
    const { draft, about } = this, wish = mine ? wishOf(draft) : { ...wishOf(emptyDraft(draft.president)), kitty: draft.kitty };
    this.busy = true;
    const found = await propose(this.studio, wish, this.playouts);
    this.busy = false;
    if (!found || about !== this.about || draft.president !== this.draft.president) return;
    const plans = mine ? found.plans.slice(0, 1) : found.plans;
    this.rows = [...this.rows.filter((each) => each.mine !== mine), ...plans.map((plan) => ({ plan, mine }))];
    if (mine && plans[0]) this.draft = draftOf(plans[0], this.draft);
  }

  private confirming(shown: Shown, position: Position): TemplateResult {
    const { words } = this, bidOnly = shown.sheet.hidden && position.phase === "auction";
    const ready = bidOnly ? this.draft.trump !== null && this.draft.points !== null : isWhole(this.draft);
    if (bidOnly && !shown.step!.actors.includes(this.draft.president)) return html`<p class="soft">${words.notYourTurn}</p>`;
    return html`<div class="row middle"><button class="main" ?disabled=${!ready || this.busy} @click=${() => this.confirm(bidOnly)}>${bidOnly ? words.bidThis : words.confirm}</button>
      ${ready ? nothing : html`<span class="soft">${bidOnly ? words.whatIsMissingToBid : html`${this.mayBury(position) ? "" : `${words.lookFirst} `}${words.whatIsMissing}`}</span>`}</div>`;
  }

  /** Plays all actions up to the contract; with hidden cards, only the user's bid. */
  private async confirm(bidOnly: boolean) {
    const { draft } = this;
    if (bidOnly) return play(this.studio, draft.president, `${draft.points}${draft.trump}`);
    let plan: Plan | undefined = this.rows.find((each) => agrees(each.plan, draft))?.plan;
    if (!plan) {
      this.busy = true;
      plan = (await propose(this.studio, wishOf(draft), 1))?.plans[0];
      this.busy = false;
    }
    if (plan) await playLine(this.studio, plan.line);
  }
}

/** Returns the decisions before this moment. */
function decided(position: Position | null): Partial<Draft> {
  if (!position?.contract || position.phase === "auction") return {};
  const { discard, contract } = position;
  return { kitty: true, discards: [...discard], trump: contract.trump, points: contract.points };
}
