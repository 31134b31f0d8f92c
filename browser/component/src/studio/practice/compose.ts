// Composes a deal: cards from the deck are put into hands and the kitty; the rest is dealt at
// random.
import { html, nothing, type TemplateResult } from "lit";
import type { Shown } from "../shown";
import { styles } from "../styles";
import { Watching } from "../play/watching";
import { deck } from "./cards";
import { newGame } from "../files/files";
import { compose, rotate } from "../play/playing";
import { practiceStyles } from "./styles";

const KITTY = 5;

export class Compose extends Watching {
  static override properties = { piles: { state: true }, to: { state: true }, seed: { state: true }, full: { state: true } };
  static override styles = [...styles, practiceStyles];
  /** The five hands, and the kitty. */
  declare private piles: string[][];
  declare private to: number;
  declare private seed: string;
  declare private full: boolean;

  constructor() {
    super();
    this.piles = Array.from({ length: KITTY + 1 }, () => []);
    this.to = 0;
    this.seed = "";
    this.full = false;
  }

  protected override render() {
    const { shown } = this.studio;
    if (!shown || shown.sheet.hidden) return html`<p class="soft">${this.words.onlyOpen}</p>`;
    return this.untouched(shown) ? this.form(shown) : this.elsewhere(shown);
  }

  /** Returns whether nothing has happened in the round since the deal. */
  private untouched(shown: Shown): boolean {
    const main = shown.main;
    return !!main && !main.variations.length && main.steps[1]?.actions === null && main.steps[1].node === "decision";
  }

  /** Offers a new sheet once the round has begun, when its cards can no longer change. */
  private elsewhere(shown: Shown): TemplateResult {
    const { words } = this;
    const anew = () => newGame(this.studio, { game: shown.sheet.game!, options: {}, seed: this.seed || null, levels: shown.sheet.levels, seat: null, title: null, players: null, like: [shown.sheet.id, shown.sheet.record] });
    return html`<p class="soft">${words.roundBegan}</p>
      <div class="row">${this.seedField()}<button @click=${anew}>${words.newDealSheet}</button></div>`;
  }

  private form(shown: Shown): TemplateResult {
    const { words, studio } = this, composed = this.piles.some((pile) => pile.length);
    return html`<div class="stack">
      <div class="row">${this.seedField()}
        <button @click=${() => this.deal([])}>${words.randomDeal}</button>
        <button @click=${() => this.deal([shown.main!.steps[1]!.position!.hands[0]])}>${words.dealAround(studio.nameOf(0))}</button>
        <button @click=${() => rotate(studio)}><i aria-hidden="true">⟳</i> ${words.rotate}</button></div>
      <p class="soft">${words.howToRotate(studio.nameOf(0))}</p>
      <details><summary>${words.compose}</summary><div class="stack">
        <p class="soft">${words.howToCompose}</p>
        <div class="row" role="group" aria-label=${words.into}>${this.piles.map((pile, index) => html`<button aria-pressed=${index === this.to ? "true" : "false"} @click=${() => (this.to = index)}>${this.nameOf(index)} <small>${pile.length}/${mostOf(index)}</small></button>`)}</div>
        <div class="hand small">${this.piles[this.to]!.map((card) => html`<button class="pick" aria-label=${`${words.takeBack}: ${card}`} @click=${() => this.put(card)}>${studio.speaker.thing(card)}</button>`)}</div>
        ${this.full ? html`<p role="alert" class="wrong">${words.pileFull}</p>` : nothing}
        ${deck((card) => this.whereIs(card), studio.speaker, (card) => this.put(card))}
        <div class="row">
          <button @click=${() => this.change(this.to, [])}>${words.clearHand}</button>
          <button @click=${() => (this.piles = this.piles.map(() => []))}>${words.clearAll}</button>
          <button @click=${() => this.takeOver(shown)}>${words.asDealt}</button>
          <button class="main" ?disabled=${!composed} @click=${() => this.deal(this.piles)}>${words.dealRest}</button>
        </div>
      </div></details>
    </div>`;
  }

  private seedField(): TemplateResult {
    return html`<label class="field">${this.words.seed}<input autocomplete="off" style="width: 8rem" .value=${this.seed} @input=${(event: Event) => (this.seed = (event.target as HTMLInputElement).value)} /></label>`;
  }

  private nameOf = (pile: number) => (pile === KITTY ? this.studio.speaker.word("kitty") : this.studio.nameOf(pile));

  private pileOf = (card: string) => this.piles.findIndex((pile) => pile.includes(card));

  private whereIs(card: string): string {
    const pile = this.pileOf(card);
    return pile < 0 ? "" : this.nameOf(pile);
  }

  /** Puts a card into the current pile, or back into the deck if it is already there. */
  private put(card: string) {
    const from = this.pileOf(card), { to } = this;
    this.full = from !== to && this.piles[to]!.length >= mostOf(to);
    if (this.full) return;
    this.piles = this.piles.map((pile, index) => {
      const rest = pile.filter((each) => each !== card);
      return index === to && from !== to ? [...rest, card] : rest;
    });
  }

  private change(pile: number, cards: string[]) {
    this.full = false;
    this.piles = this.piles.map((each, index) => (index === pile ? cards : each));
  }

  private takeOver(shown: Shown) {
    const { hands, kitty } = shown.main!.steps[1]!.position!;
    this.full = false;
    this.piles = [...hands, kitty].map((each: string[]) => [...each]);
  }

  private async deal(piles: string[][]) {
    const hands = Array.from({ length: KITTY }, (_, seat) => piles[seat] ?? []);
    await compose(this.studio, { hands, kitty: piles[KITTY] ?? [] }, this.seed || null);
  }
}

const mostOf = (pile: number) => (pile === KITTY ? 3 : 10);
