// Select boxes, and the dialog for copying.
import { html, nothing, type TemplateResult } from "lit";
import type { Words } from "./i18n";

type Value = string | number;

export function chooser(label: string, value: Value, options: [Value, string][], chosen: (value: any) => void): TemplateResult {
  const change = (event: Event) => chosen(options[(event.target as HTMLSelectElement).selectedIndex]?.[0] ?? "");
  return html`<label><span>${label}</span><select @change=${change}>${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}</select></label>`;
}

/** Draws a dialog with texts to copy: their names, and what they do not keep. */
export function copyBox(words: Words, entries: [name: string, text: string, lost: string[]][], copied: () => void, closed: () => void): TemplateResult {
  return html`<dialog class="copybox" aria-label=${words.copyAs} @close=${closed}>
    <h3>${words.copyAs}</h3>
    ${entries.map(([name, text, lost]) => html`<section><h4>${name}</h4>${lost.length ? html`<p class="reason">${words.lost} <bdi lang="en">${lost.join(", ")}</bdi></p>` : nothing}
      <textarea readonly rows="2" aria-label=${name} .value=${text}></textarea>
      <button class="wide" @click=${(event: Event) => copy(event, text).then(copied)}>${words.copy}</button></section>`)}
    <button class="wide" @click=${(event: Event) => (event.target as Element).closest("dialog")?.close()}>${words.close}</button>
  </dialog>`;
}

async function copy(event: Event, text: string) {
  const area = (event.target as Element).parentElement?.querySelector("textarea");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    area?.select();
    document.execCommand("copy"); // if a page opened from a file may not use the clipboard
  }
}
