// The tabs of the open sheets.
import { css, html, nothing } from "lit";
import type { Sheet } from "./types";
import { styles } from "./styles";
import { closeSheet } from "./files/files";
import { Watching } from "./play/watching";

export class Tabs extends Watching {
  static override styles = [
    ...styles,
    css`
      ul { display: flex; gap: 6px; overflow-x: auto; padding: 3px; position: relative; }
      li { display: flex; flex: none; max-width: 100%; }
      .tab { border-start-end-radius: 0; border-end-end-radius: 0; min-width: 0; max-width: 15rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .close { border-start-start-radius: 0; border-end-start-radius: 0; border-inline-start: 0; }
      .dot { color: var(--accent); }
    `,
  ];

  private seen = "";
  private resized = new ResizeObserver(() => this.reveal());

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  protected override render() {
    const { studio, words } = this;
    return html`<nav aria-label=${words.openSheets}><ul>${studio.sheets.map((sheet) => this.tab(sheet))}</ul></nav>`;
  }

  protected override firstUpdated() {
    this.resized.observe(this.renderRoot.querySelector("ul")!);
  }

  protected override updated() {
    const seen = [this.studio.current, ...this.studio.sheets.map(({ id, name, saved }) => [id, name, saved])].join();
    if (this.seen !== seen) this.reveal();
    this.seen = seen;
  }

  /** Scrolls to the current tab. */
  private reveal() {
    const list = this.renderRoot.querySelector("ul"), tab = this.renderRoot.querySelector<HTMLElement>("li:has([aria-current])");
    if (!list || !tab) return;
    const all = list.getBoundingClientRect(), shown = tab.getBoundingClientRect();
    if (shown.left < all.left) list.scrollLeft -= Math.ceil(all.left - shown.left);
    else if (shown.right > all.right) list.scrollLeft += Math.ceil(shown.right - all.right);
  }

  private tab(sheet: Sheet) {
    const { studio, words } = this;
    return html`<li>
      <button class="tab" aria-current=${sheet.id === studio.current ? "page" : nothing} title=${sheet.path ?? sheet.name} @click=${() => studio.attempt(() => studio.select(sheet.id))}>
        <bdi>${sheet.name}</bdi>${sheet.saved ? nothing : html` <span class="dot" role="img" aria-label=${words.unsaved} title=${words.unsaved}>●</span>`}</button>
      <button class="close" aria-label=${words.closeSheet(sheet.name)} title=${words.closeSheet(sheet.name)} @click=${() => closeSheet(studio, sheet.id)}>✕</button>
    </li>`;
  }
}
