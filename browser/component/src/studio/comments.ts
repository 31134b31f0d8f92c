// The comments at the current moment, each in a field; an emptied comment is deleted.
import { css, html, nothing, type TemplateResult } from "lit";
import { fill } from "../i18n";
import { lineName } from "../panels";
import { aboutOf, type About } from "./about";
import { annotate } from "./play/playing";
import { Watching } from "./play/watching";
import type { Shown } from "./shown";
import { styles } from "./styles";
import type { CommentPlace } from "./types";

export class Comments extends Watching {
  static override styles = [
    ...styles,
    css`
      details { padding: 0 12px; background: var(--panel); border-radius: 10px; margin-top: 6px; }
      form { padding-bottom: 10px; }
      textarea { padding: 6px 10px; min-height: 5.2em; resize: vertical; }
    `,
  ];
  /** Unsaved texts by their places. */
  private typed = new Map<string, string>();
  /** The kinds of comments that are unfolded. */
  private open = new Set<string>();

  /** Unfolds the comments on the last actions. */
  unfold() {
    this.open.add("ply");
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { shown } = this.studio;
    return shown ? html`${aboutOf(shown).map((each) => this.section(shown, each))}` : nothing;
  }

  private section(shown: Shown, about: About): TemplateResult {
    const { ply, round } = about.subject, kind = round === null ? "match" : ply === null ? "line" : "ply", open = this.open.has(kind);
    const texts = about.notes.flatMap(({ index, before = [], after = [] }): [string, CommentPlace][] => [
      ...before.map((text, at): [string, CommentPlace] => [text, [index, "before", at]]),
      ...after.map((text, at): [string, CommentPlace] => [text, [index, "after", at]]),
    ]);
    const fields = texts.map(([text, at], number) => this.field(shown, about, text, at, texts.length > 1 ? ` ${number + 1}` : ""));
    const toggled = async (event: Event) => {
      const section = event.target as HTMLDetailsElement, isNew = section.open && !this.open.has(kind);
      if (section.open) this.open.add(kind);
      else this.open.delete(kind);
      this.requestUpdate();
      await this.updateComplete;
      if (isNew && !texts.length) section.querySelector("textarea")?.focus();
    };
    return html`<details ?open=${open} @toggle=${toggled}><summary>${this.boardWords.comments}: ${this.nameOf(about)}</summary>
      ${!open ? nothing : fields.length ? fields : this.field(shown, about, "", null)}</details>`;
  }

  private nameOf({ subject, line }: About): string {
    const { boardWords: words } = this;
    if (!line) return words.record;
    if (subject.ply !== null) return fill(words.ply, subject.ply);
    return line.path.length ? lineName(line, words) : `${words.round} ${line.round}`;
  }

  private field(shown: Shown, { subject }: About, text: string, at: CommentPlace | null, number = ""): TemplateResult {
    const key = JSON.stringify([shown.sheet.id, shown.sheet.record, subject, at]);
    const saved = text.replace(/\r\n?/g, "\n"), now = this.typed.get(key) ?? saved;
    const typed = (event: Event) => {
      const { value } = event.target as HTMLTextAreaElement;
      if (value === saved) this.typed.delete(key);
      else this.typed.set(key, value);
      this.requestUpdate();
    };
    const save = async (event: Event) => {
      event.preventDefault();
      if (now === saved) return;
      if (await annotate(this.studio, subject, { comment: { text: now, at } })) this.typed.delete(key);
      this.requestUpdate();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) (event.target as HTMLTextAreaElement).form!.requestSubmit();
    };
    return html`<form class="stack" @submit=${save}>
      <label class="field">${this.boardWords.comment}${number}${now === saved ? nothing : ` (${this.words.unsaved})`}<textarea .value=${now} @input=${typed} @keydown=${pressed}></textarea></label>
      <div class="row"><button aria-label="${this.words.saveComment}${number}" ?disabled=${now === saved}>${this.words.saveComment}</button></div></form>`;
  }
}
