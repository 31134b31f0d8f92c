// Forms for seats: whether a person at this screen or a program plays, and which hands are hidden.
import { html, nothing, type TemplateResult } from "lit";
import type { Words } from "../i18n";
import type { Level, Levels } from "../types";

const UNBOUNDED = ["random", "rules"]; // levels that need no limits on thinking

export function seatsForm(levels: Levels, known: string[], words: Words, name: (seat: number) => string, change: (levels: Levels) => void, beside: (seat: number) => unknown = () => nothing): TemplateResult {
  const set = (seat: number, level: Level | null) => change(levels.map((each, index) => (index === seat ? level : each)));
  return html`<ul class="stack">${levels.map((level, seat) => html`<li class="row">
    <label class="field"><bdi>${name(seat)}</bdi><select @change=${(event: Event) => set(seat, levelOf((event.target as HTMLSelectElement).value))}>
      <option value="" .selected=${level === null}>${words.person}</option>
      ${known.map((name) => html`<option value=${name} .selected=${level?.level === name}>${words.levels[name] ?? name}</option>`)}
    </select></label>
    ${level && !UNBOUNDED.includes(level.level) ? limits(level, words, (each) => set(seat, each)) : nothing}
    ${beside(seat)}
  </li>`)}</ul>`;
}

const levelOf = (name: string): Level | null => (name ? { level: name, playouts: null, seconds: null } : null);

/** Draws fields for the limit on a program's thinking: playouts or seconds, or else a default. */
function limits(level: Level, words: Words, change: (level: Level) => void): TemplateResult {
  const number = (event: Event) => Number((event.target as HTMLInputElement).value) || null;
  return html`
    <label class="field">${words.playouts}<input type="number" min="1" step="1" style="width: 6.5rem" .value=${`${level.playouts ?? ""}`} @change=${(event: Event) => change({ ...level, playouts: number(event), seconds: null })} /></label>
    <label class="field">${words.orSeconds}<input type="number" min="0.1" step="0.1" style="width: 6.5rem" .value=${`${level.seconds ?? ""}`} @change=${(event: Event) => change({ ...level, seconds: number(event), playouts: null })} /></label>`;
}

/** Draws the choice between open hands and a seat whose view is shown. */
export function handsForm(seat: number | null, seats: number, words: Words, name: (seat: number) => string, change: (seat: number | null) => void): TemplateResult {
  const chosen = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    change(value === "" ? null : +value);
  };
  return html`<label class="field">${words.hands}<select @change=${chosen}>
    <option value="" .selected=${seat === null}>${words.handsOpen}</option>
    ${Array.from({ length: seats }, (_, each) => html`<option value=${each} .selected=${seat === each}>${words.onlySeenBy(name(each))}</option>`)}
  </select></label>`;
}
