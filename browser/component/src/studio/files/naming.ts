// The dialog that names a variation.
import { html, type TemplateResult } from "lit";
import { nameVariation } from "../play/playing";
import { Dialog } from "../dialog";

export class NameDialog extends Dialog {
  protected get heading(): string {
    return this.words.nameVariation;
  }

  protected content(): TemplateResult {
    return html`<form class="stack" @submit=${this.submit}>
      <label class="field">${this.words.name}<input name="name" .value=${this.studio.shown?.line?.name ?? ""} /></label>
      ${this.foot(html`<button class="main">${this.words.ok}</button>`)}
    </form>`;
  }

  private submit(event: SubmitEvent) {
    event.preventDefault();
    void nameVariation(this.studio, new FormData(event.target as HTMLFormElement).get("name") as string);
  }
}
