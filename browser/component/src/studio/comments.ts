// The comments at the current moment, each in a field; an emptied comment is deleted.
import { css, html, nothing, type TemplateResult } from "lit";
import { lineName } from "../panels";
import type { Note } from "../types";
import { comment } from "./play/playing";
import { Watching } from "./play/watching";
import { ownerOf, type Shown } from "./shown";
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
  private open = false;

  protected override render(): TemplateResult | typeof nothing {
    const { shown } = this.studio, { comments } = this.boardWords;
    if (!shown || shown.sheet.readonly || shown.place.seat !== null) return nothing;
    const about = aboutOf(shown);
    if (!about) return nothing;
    const texts = about.notes.flatMap(({ index, before = [], after = [] }): [string, CommentPlace][] => [
      ...before.map((text, at): [string, CommentPlace] => [text, [index, "before", at]]),
      ...after.map((text, at): [string, CommentPlace] => [text, [index, "after", at]]),
    ]);
    const fields = texts.map(([text, at], number) => this.field(shown, text, at, texts.length > 1 ? ` ${number + 1}` : ""));
    const toggled = (event: Event) => {
      this.open = (event.target as HTMLDetailsElement).open;
      this.requestUpdate();
    };
    return html`<details ?open=${this.open} @toggle=${toggled}><summary>${comments}: ${about.ply === null ? this.whole(shown) : this.boardWords.ply(about.ply)}</summary>
      ${!this.open ? nothing : fields.length ? fields : this.field(shown, "", null)}</details>`;
  }

  private whole({ line, place }: Shown): string {
    return line?.path.length ? lineName(line, this.boardWords) : `${this.boardWords.round} ${place.round}`;
  }

  private field(shown: Shown, text: string, at: CommentPlace | null, number = ""): TemplateResult {
    const { round, path, step } = shown.moment, key = JSON.stringify([shown.sheet.id, shown.sheet.record, round, path, step, at]);
    const saved = text.replace(/\r\n?/g, "\n"), now = this.typed.get(key) ?? saved;
    const typed = (event: Event) => {
      const { value } = event.target as HTMLTextAreaElement;
      if (value === saved) this.typed.delete(key);
      else this.typed.set(key, value);
      this.requestUpdate();
    };
    const save = async (event: Event) => {
      event.preventDefault();
      if (await comment(this.studio, { round, path, step }, at, now)) this.typed.delete(key);
      this.requestUpdate();
    };
    return html`<form class="stack" @submit=${save}>
      <label class="field">${this.boardWords.comment}${number}${now === saved ? nothing : ` (${this.words.unsaved})`}<textarea .value=${now} @input=${typed}></textarea></label>
      <div class="row"><button aria-label="${this.words.saveComment}${number}" ?disabled=${now === saved}>${this.words.saveComment}</button></div></form>`;
  }
}

/** Returns what a comment here is about (a ply, or the whole line at its end), and its annotations. */
function aboutOf({ line, step, place }: Shown): { ply: number | null; notes: Note[] } | null {
  if (!line || !step) return null;
  if (step.node === "decision" && step.actions) return { ply: step.ply, notes: step.notes ?? [] };
  return place.step === line.steps.length - 1 ? { ply: null, notes: ownerOf(line, place.step).notes } : null;
}
