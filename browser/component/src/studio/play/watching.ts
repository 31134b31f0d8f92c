// An element that shows the studio's state, and is redrawn whenever it changes.
import { LitElement, type CSSResultGroup, type PropertyDeclarations } from "lit";
import type { Studio } from "../state";
import { styles } from "../styles";
import type { Words as BoardWords } from "../../i18n";
import type { Words } from "../i18n";

export class Watching extends LitElement {
  static override styles: CSSResultGroup = styles;
  static override properties: PropertyDeclarations = { studio: { attribute: false } };

  declare studio: Studio;

  private changed = () => this.requestUpdate();

  override connectedCallback() {
    super.connectedCallback();
    this.studio.addEventListener("change", this.changed);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.studio.removeEventListener("change", this.changed);
  }

  protected get words(): Words {
    return this.studio.words;
  }

  protected get boardWords(): BoardWords {
    return this.studio.boardWords;
  }
}
