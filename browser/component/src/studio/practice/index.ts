// Practice: composing deals, and trying contracts.
import { html, nothing } from "lit";
import { PROPOSE } from "../asking";
import { styles } from "../styles";
import { Watching } from "../play/watching";
import { Compose } from "./compose";
import { Planning } from "./plan";
import { practiceStyles } from "./styles";

customElements.define("studio-compose", Compose);
customElements.define("studio-planning", Planning);

export class Practice extends Watching {
  static override styles = [...styles, practiceStyles];

  protected override render() {
    const { studio, words } = this;
    if (!studio.game?.calls.includes(PROPOSE) || !studio.shown?.record?.replay) return nothing;
    return html`<div class="stack">
      <section class="stack"><h2>${words.theDeal}</h2><studio-compose .studio=${studio}></studio-compose></section>
      <section class="stack"><h2>${words.theContract}</h2><studio-planning .studio=${studio}></studio-planning></section>
    </div>`;
  }
}
