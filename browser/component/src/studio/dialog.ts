// A studio dialog, which opens when drawn, and closes on Escape, with a button, or when done.
import { html, type TemplateResult } from "lit";
import { Watching } from "./play/watching";

export abstract class Dialog extends Watching {
  protected abstract get heading(): string;
  protected abstract content(): TemplateResult;

  protected override render() {
    return html`<dialog aria-labelledby="heading" @close=${() => this.studio.ask(null)}>
      <div class="stack"><h2 id="heading">${this.heading}</h2>${this.content()}</div>
    </dialog>`;
  }

  private from: HTMLElement | null = null;

  protected override firstUpdated() {
    this.from = focused();
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    if (!this.studio.arriving) this.from?.focus();
  }

  protected closeButton(): TemplateResult {
    return html`<button type="button" @click=${() => this.studio.ask(null)}>${this.boardWords.close}</button>`;
  }

  /** Draws what always stays in view: the error, if any, and the buttons. */
  protected foot(buttons: TemplateResult): TemplateResult {
    return html`<div class="row"><div role="alert" class="wrong">${this.studio.wrong ? html`⚠ ${this.studio.wrong}` : ""}</div>${buttons}${this.closeButton()}</div>`;
  }
}

/** Returns the focused element, even inside other elements. */
function focused(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}
