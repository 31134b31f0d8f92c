// Select boxes, and the dialog for copying.
import { html, nothing, type TemplateResult } from "lit";
import { PACES, type Autoplay } from "./autoplay";
import { fill, type Words } from "./i18n";
import { iconPicture, type Icon } from "./icons";

type Value = string | number;

export function chooser(label: string, value: Value, options: [Value, string][], chosen: (value: any) => void): TemplateResult {
  const change = (event: Event) => chosen(options[(event.target as HTMLSelectElement).selectedIndex]?.[0] ?? "");
  return html`<label><span>${label}</span><select @change=${change}>${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}</select></label>`;
}

/** Draws a button with an icon. */
export const control = (label: string, icon: Icon, act: () => void, off = false): TemplateResult => html`<button class="control" part="button" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${iconPicture(icon)}</button>`;

/** Draws the pace of a record that plays by itself. */
export function paceField(words: Words, tongue: string, autoplay: Autoplay): TemplateResult {
  const { least, most } = PACES, seconds = fill(words.seconds, autoplay.pace.toLocaleString(tongue)), changed = (event: Event) => (autoplay.pace = (event.target as HTMLInputElement).valueAsNumber);
  return html`<label class="pace"><span>${words.pace}</span><input type="range" min=${least} max=${most} step="0.1" .value=${`${autoplay.pace}`} aria-valuetext=${seconds} @input=${changed} /><output>${seconds}</output></label>`;
}

/** Draws a dialog with texts to copy: their names, and what they do not keep. */
export function copyBox(words: Words, entries: [name: string, text: string, lost: string[]][], copied: () => void, closed: () => void): TemplateResult {
  return html`<dialog class="copybox" part="dialog" aria-label=${words.copyAs} @close=${closed}>
    <h3>${words.copyAs}</h3>
    ${entries.map(([name, text, lost]) => html`<section><h4>${name}</h4>${lost.length ? html`<p class="reason">${words.lost} <bdi lang="en">${lost.join(", ")}</bdi></p>` : nothing}
      <pre class="text" tabindex="0" role="group" aria-label=${name}>${text.split(TURNS).map((each, index) => (index % 2 ? html`<bdi>${each}</bdi>` : each))}</pre>
      <button class="wide" @click=${(event: Event) => copy(event, text).then(copied)}>${words.copy}</button></section>`)}
    <button class="wide" @click=${(event: Event) => (event.target as Element).closest("dialog")?.close()}>${words.close}</button>
  </dialog>`;
}

/** Characters that turn the direction of writing; isolated, they have no effect on the text after them. */
const TURNS = /([\u202a-\u202e\u2066-\u2069])/;

async function copy({ target }: Event, text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page opened from a file may not use the clipboard.
    const area = document.createElement("textarea");
    area.value = text;
    (target as Element).after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
