// The panel that a game brings: its parts come from the server, which gets the answers given so far.
import { css, html, nothing, type TemplateResult } from "lit";
import { Speaker } from "../../scene/speaker";
import { ask } from "../asking";
import { newGame } from "../files/files";
import { act } from "../play/playing";
import { figures, headings, rangeOf } from "../play/estimates";
import { Watching } from "../play/watching";
import { styles } from "../styles";
import type { Answers, Button, Choice, Field, Part, Pick, Piles, Plans } from "./types";

export class Panel extends Watching {
  static override properties = { parts: { state: true }, busy: { state: true }, to: { state: true }, full: { state: true } };
  static override styles = [...styles, css`
      section { background: var(--panel); border-radius: 10px; padding: 10px; }
      .hand { display: flex; flex-wrap: wrap; gap: 4px; min-height: 58px; }
      .pick { position: relative; padding: 2px 4px; min-width: 44px; min-height: 56px; line-height: 0; }
      .pick.also { border-style: dashed; border-width: 2px; }
      .pick[aria-pressed="true"] .card { opacity: 0.45; }
      .pick > i { position: absolute; inset: 0; display: grid; place-items: center; font-style: normal; font-weight: 700; font-size: 1.3rem; color: var(--red); }
      .deck { display: grid; gap: 8px; }
      .deck > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(44px, 1fr)); gap: 3px; }
      .deck button { padding: 0; font-weight: 600; display: grid; place-items: center; line-height: 1.1; }
      .deck small { font-size: 0.7rem; color: var(--soft); font-weight: 400; min-height: 0.8em; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
      .deck .taken { background: var(--panel); border-style: dashed; }
      .plan { text-align: start; padding: 4px 8px; line-height: 1.3; }
      .under { display: block; color: var(--soft); }
      tr.mine td { background: color-mix(in srgb, var(--gold) 30%, transparent); }
      .number { width: 5rem; }
    `];
  declare private parts: Part[];
  /** Whether the server computes what a button asked for. */
  declare private busy: boolean;
  /** The pile that things are put into, and whether it is full. */
  declare private to: number;
  declare private full: boolean;
  private answers: Answers = {};
  private about = "";
  private asked = 0;

  constructor() {
    super();
    this.parts = [];
    this.busy = this.full = false;
    this.to = 0;
  }

  /** Asks for the parts again after the moment or the record changes. */
  protected override willUpdate() {
    const { shown, side, game } = this.studio;
    if (side !== "panel" || !shown || !game?.panel) return;
    const about = JSON.stringify([shown.sheet.id, shown.sheet.version, shown.sheet.record, shown.moment, shown.sheet.seat]);
    if (about === this.about) return;
    this.about = about;
    if (shown.record?.replay) void this.ask();
    else this.parts = [];
  }

  private async ask(press: string | null = null) {
    const asked = (this.asked += 1);
    this.busy = press !== null;
    const found = await ask<{ answers: Answers; parts: Part[] }>(this.studio, "game/panel", { answers: this.answers, press });
    if (asked !== this.asked) return;
    this.busy = false;
    if (found) ({ answers: this.answers, parts: this.parts } = found);
  }

  private set(answers: Answers) {
    this.answers = { ...this.answers, ...answers };
    void this.ask();
  }

  /** Turns the panel's texts into the reader's language. */
  private get speaker(): Speaker {
    const { looks, replay, language } = this.studio.speaker, own = this.studio.game?.panel?.[language];
    return new Speaker({ ...looks, words: { ...looks.words, [language]: { ...looks.words?.[language], ...own } } }, replay, language);
  }

  protected override render() {
    if (!this.studio.game?.panel || !this.studio.shown?.record?.replay) return nothing;
    return html`<div class="stack">${this.all(this.parts, this.speaker)}</div>`;
  }

  private all = (parts: Part[], speaker: Speaker) => parts.map((each) => this.one(each, speaker));

  private one(part: Part, speaker: Speaker): TemplateResult {
    switch (part.is) {
      case "note": return html`<span class="soft" role="status">${speaker.draw(part.text)}</span>`;
      case "section": {
        const name = speaker.draw(part.name), parts = html`<div class="stack">${this.all(part.parts, speaker)}</div>`;
        return part.inner ? html`<details><summary>${name}</summary>${parts}</details>` : html`<section class="stack"><h2>${name}</h2>${parts}</section>`;
      }
      case "row": return html`<div class="row">${this.all(part.parts, speaker)}</div>`;
      case "choice": return part.menu ? this.menu(part, speaker) : this.choice(part, speaker);
      case "pick": return this.pick(part, speaker);
      case "field": return this.field(part, speaker);
      case "piles": return this.piles(part, speaker);
      case "button": return this.button(part, speaker);
      case "plans": return this.plans(part, speaker);
    }
  }

  private choice({ key, name, values, must = false, off = false }: Choice, speaker: Speaker): TemplateResult {
    return html`<fieldset aria-label=${speaker.say(name)}><legend>${speaker.draw(name)}</legend><div class="row">${values.map(([value, text]) => {
      const on = (this.answers[key] ?? null) === value;
      return html`<button class="choice" aria-pressed=${on ? "true" : "false"} aria-label=${speaker.say(text)} ?disabled=${off} @click=${() => this.set({ [key]: on && !must ? null : value })}>${speaker.draw(text)}</button>`;
    })}</div></fieldset>`;
  }

  private menu({ key, name, values, menu = "" }: Choice, speaker: Speaker): TemplateResult {
    const now = this.answers[key] ?? null, chosen = (event: Event) => this.set({ [key]: values[(event.target as HTMLSelectElement).selectedIndex - 1]?.[0] ?? null });
    return html`<select aria-label=${speaker.say(name)} @change=${chosen}><option .selected=${!values.some(([value]) => value === now)}>${speaker.say(menu)}</option>${values.map(([value, text]) => html`<option .selected=${value === now}>${speaker.say(text)}</option>`)}</select>`;
  }

  private pick({ key, name, things, most, picked, marked = [], mark = "" }: Pick, speaker: Speaker): TemplateResult {
    const chosen: string[] = this.answers[key] ?? [];
    const click = (thing: string) => {
      const rest = chosen.filter((each) => each !== thing), now = rest.length < chosen.length ? rest : [...rest, thing];
      if (now.length <= most) this.set({ [key]: now });
    };
    return html`<div class="stack"><h3>${speaker.draw(name)}</h3><div class="hand">${things.map((thing) => {
      const on = chosen.includes(thing), also = marked.includes(thing);
      const label = [speaker.named(thing), also ? speaker.say(mark) : "", on ? speaker.say(picked) : ""].filter(Boolean).join(", ");
      return html`<button class="pick ${also ? "also" : ""}" aria-pressed=${on ? "true" : "false"} aria-label=${label} title=${label} @click=${() => click(thing)}>${speaker.thing(thing)}${on ? html`<i aria-hidden="true">✕</i>` : ""}</button>`;
    })}</div></div>`;
  }

  private field({ key, name, range, hint = "", off = false }: Field, speaker: Speaker): TemplateResult {
    const said = speaker.say(name), now = this.answers[key] ?? null;
    if (!range) return html`<label class="field">${said}<input autocomplete="off" style="width: 8rem" .value=${now ?? ""} @change=${(event: Event) => this.set({ [key]: (event.target as HTMLInputElement).value || null })} /></label>`;
    const [low, high, usual] = range, set = (value: number) => this.set({ [key]: Math.min(high, Math.max(low, value)) });
    const typed = ({ target }: Event) => {
      const { value } = target as HTMLInputElement;
      if (value === "") this.set({ [key]: null });
      else set(Math.round(+value));
    };
    const step = (by: number, sign: string) => html`<button aria-label="${said} ${sign}1" ?disabled=${off} @click=${() => set((now ?? usual - by) + by)}>${sign}</button>`;
    return html`<div class="row">${hint ? step(-1, "−") : nothing}<label class="field">${said}<input class="number" type="number" min=${low} max=${high} placeholder=${hint ? speaker.say(hint) : usual} ?disabled=${off} .value=${`${now ?? ""}`} @change=${typed} /></label>${hint ? step(1, "+") : nothing}</div>`;
  }

  /** Draws piles, and the deck whose things are put into the current one. */
  private piles({ key, name, piles, full }: Piles, speaker: Speaker): TemplateResult {
    const { to } = this, now: string[][] = piles.map((_, at) => this.answers[key]?.[at] ?? []);
    const put = (thing: string) => {
      const from = now.findIndex((pile) => pile.includes(thing));
      this.full = from !== to && now[to]!.length >= piles[to]![1];
      if (!this.full) this.set({ [key]: now.map((pile, at) => [...pile.filter((each) => each !== thing), ...(at === to && from !== to ? [thing] : [])]) });
    };
    const inDeck = (thing: string) => {
      const place = now.findIndex((pile) => pile.includes(thing)), where = place < 0 ? "" : speaker.say(piles[place]![0]);
      return html`<button class=${where ? "taken" : ""} aria-label=${[speaker.named(thing), where].filter(Boolean).join(", ")} @click=${() => put(thing)}>${speaker.small(thing)}<small>${where}</small></button>`;
    };
    return html`<div class="row" role="group" aria-label=${speaker.say(name)}>${piles.map(([each, size], at) => html`<button aria-pressed=${at === to ? "true" : "false"} @click=${() => (this.to = at, this.full = false)}>${speaker.draw(each)} <small>${now[at]!.length}/${size}</small></button>`)}</div>
      <div class="hand">${now[to]!.map((thing) => html`<button class="pick" aria-label=${`${this.words.takeBack}: ${speaker.named(thing)}`} @click=${() => put(thing)}>${speaker.thing(thing)}</button>`)}</div>
      ${this.full ? html`<p role="alert" class="wrong">${speaker.draw(full)}</p>` : nothing}
      <div class="deck" role="group">${(speaker.looks.deck ?? []).map(([, things]) => html`<div>${things.map(inDeck)}</div>`)}</div>`;
  }

  private button(button: Button, speaker: Speaker): TemplateResult {
    const { text, press, main = false, off = false, on } = button, waits = this.busy && !!press;
    return html`<button class=${main ? "main" : ""} aria-pressed=${on === undefined ? nothing : `${on}`} ?disabled=${off || waits} @click=${() => this.pressed(button)}>${waits ? this.words.computing : speaker.draw(text)}</button>`;
  }

  private async pressed({ press, sets, call, goes }: Button) {
    const { studio } = this;
    if (press) await this.ask(press);
    else if (goes !== undefined) studio.go({ step: goes });
    else if (!call) this.set(sets ?? {});
    else if (call[0] === "new") await newGame(studio, { game: studio.game!.name, options: {}, seed: null, levels: [], seat: null, title: null, players: null, ...call[1] });
    else if (call[0].startsWith("game/")) await studio.changes.make(...call);
    else await act(studio, ...call);
  }

  private plans({ name, use, plans }: Plans, speaker: Speaker): TemplateResult {
    const range = rangeOf(plans.map((each) => each.estimate)), said = speaker.say(name);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${said}><table>
      <thead><tr><th scope="col">${said}</th>${headings(this.words)}</tr></thead>
      <tbody>${plans.map(({ text, below, sets, mine, estimate }) => html`<tr class=${mine ? "mine" : ""}>
        <td><button class="plan" title=${speaker.say(use)} @click=${() => this.set(sets)}><b>${speaker.draw(text)}</b>${below.map((each) => html`<small class="under">${speaker.draw(each)}</small>`)}<span class="sr-only"> – ${speaker.say(use)}</span></button></td>
        ${figures(estimate, range, this.words)}</tr>`)}</tbody>
    </table></div>`;
  }
}
