// Select boxes, and buttons with icons.
import { html, type TemplateResult } from "lit";
import { PACES } from "./autoplay";
import { fill, type Words } from "./i18n";
import { iconPicture, type Icon } from "./icons";

type Value = string | number;

export function chooser(label: string, value: Value, options: [Value, string][], chosen: (value: any) => void): TemplateResult {
  const change = (event: Event) => chosen(options[(event.target as HTMLSelectElement).selectedIndex]?.[0] ?? "");
  return html`<label><span>${label}</span><select @change=${change}>${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}</select></label>`;
}

/** Draws a button with an icon. */
export const control = (label: string, icon: Icon, act: () => void, off = false): TemplateResult => html`<button class="control ${icon}" part="button" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${iconPicture(icon)}</button>`;

/** Draws the pace of a record that plays by itself, or of programs. */
export function paceField(words: Words, tongue: string, autoplay: { pace: number }): TemplateResult {
  const { least, most } = PACES, seconds = fill(words.seconds, autoplay.pace.toLocaleString(tongue)), changed = (event: Event) => (autoplay.pace = (event.target as HTMLInputElement).valueAsNumber);
  return html`<label class="pace"><span>${words.pace}</span><input type="range" min=${least} max=${most} step="0.1" .value=${`${autoplay.pace}`} aria-valuetext=${seconds} @input=${changed} /><output>${seconds}</output></label>`;
}
