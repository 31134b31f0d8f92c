// A dialog of the studio: it opens when it is drawn, and closes by Escape, by a button or when it is done.
import { html, type TemplateResult } from "lit";
import { Watching } from "./watching";

export abstract class Dialog extends Watching {
  protected abstract get heading(): string;
  protected abstract content(): TemplateResult;

  protected override render() {
    return html`<dialog aria-labelledby="heading" @close=${() => this.studio.ask(null)}>
      <div class="stack"><h2 id="heading">${this.heading}</h2>${this.content()}</div>
    </dialog>`;
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  protected closeButton(): TemplateResult {
    return html`<button type="button" @click=${() => this.studio.ask(null)}>${this.boardWords.close}</button>`;
  }

  /** What is wrong must be seen while the page behind the dialog is hidden. */
  protected wrong(): TemplateResult {
    return html`<div role="alert">${this.studio.wrong ? html`<p class="wrong">⚠ ${this.studio.wrong}</p>` : ""}</div>`;
  }
}
