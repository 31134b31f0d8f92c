// The dialog for sharing a position: a link, the record in its notations, and pictures.
import { html, nothing, type TemplateResult } from "lit";
import type { Words } from "../i18n";
import type { Place } from "../place";
import type { RecordJson } from "../types";
import { download, pngOf, svgOf } from "./picture";

/** Something to share: its name, the text or how to make it, the name of its file if it can be one, and what it does not keep. */
export type Part = [name: string, content: string | (() => BlobPart | Promise<BlobPart>), file?: string, lost?: string[]];

/** Returns what can be shared of a position; for a seat, only what it sees. */
export function partsOf(words: Words, { replay, label, texts }: RecordJson, { round, step }: Place, seat: number | null, link: string, root: ShadowRoot): Part[] {
  const stem = replay?.title || label.replace(/\.\w+$/, "") || "kifu", moment = `${stem} ${round}-${step}`;
  const board = root.querySelector<HTMLElement>(".playground"), svg = () => svgOf(board!, root);
  const parts: Part[] = seat === null ? Object.entries(texts).map(([name, { text, lost, suffix }]) => [name, text, stem + suffix, lost]) : [];
  if (link) parts.unshift([words.link, link]);
  if (board) parts.push([`${words.picture} (SVG)`, svg, `${moment}.svg`], [`${words.picture} (PNG)`, () => pngOf(svg()), `${moment}.png`]);
  return parts;
}

/** Draws the dialog for sharing: texts can be copied, and files downloaded. */
export function shareBox(words: Words, parts: Part[], copied: () => void, closed: () => void): TemplateResult {
  return html`<dialog class="share" part="dialog" aria-label=${words.share} @close=${closed}>
    <h3>${words.share}</h3>
    ${parts.map(([name, content, file, lost]) => html`<section role="group" aria-label=${name}><h4>${name}</h4>
      ${typeof content === "string" ? html`<button class="wide" @click=${(event: Event) => copy(event, content).then(copied)}>${words.copy}</button>` : nothing}
      ${file ? html`<button class="wide" @click=${async () => download(file, typeof content === "string" ? content : await content())}>${words.download}</button>` : nothing}
      ${lost?.length ? html`<p class="reason">${words.lost} <bdi lang="en">${lost.join(", ")}</bdi></p>` : nothing}</section>`)}
    <button class="wide" @click=${(event: Event) => (event.target as Element).closest("dialog")?.close()}>${words.close}</button>
  </dialog>`;
}

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
