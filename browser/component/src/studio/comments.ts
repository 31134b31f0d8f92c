// The comments at the current moment, each in a field; an emptied comment is deleted.
import { css, html, nothing, type TemplateResult } from "lit";
import { fill } from "../i18n";
import { causeOf, type Line } from "../lines";
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
  /** The kinds of comments that are unfolded. */
  private open = new Set<string>();

  protected override render(): TemplateResult | typeof nothing {
    const { shown } = this.studio, { comments } = this.boardWords;
    if (!shown || shown.sheet.readonly || shown.place.seat !== null) return nothing;
    return html`${aboutOf(shown).map((each) => this.section(shown, each, comments))}`;
  }

  private section(shown: Shown, about: About, comments: string): TemplateResult {
    const { ply, owner } = about, kind = ply === null ? "line" : "ply", open = this.open.has(kind);
    const texts = about.notes.flatMap(({ index, before = [], after = [] }): [string, CommentPlace][] => [
      ...before.map((text, at): [string, CommentPlace] => [text, [index, "before", at]]),
      ...after.map((text, at): [string, CommentPlace] => [text, [index, "after", at]]),
    ]);
    const fields = texts.map(([text, at], number) => this.field(shown, about, text, at, texts.length > 1 ? ` ${number + 1}` : ""));
    const toggled = (event: Event) => {
      if ((event.target as HTMLDetailsElement).open) this.open.add(kind);
      else this.open.delete(kind);
      this.requestUpdate();
    };
    return html`<details ?open=${open} @toggle=${toggled}><summary>${comments}: ${ply === null ? this.whole(owner) : fill(this.boardWords.ply, ply)}</summary>
      ${!open ? nothing : fields.length ? fields : this.field(shown, about, "", null)}</details>`;
  }

  private whole(line: Line): string {
    return line.path.length ? lineName(line, this.boardWords) : `${this.boardWords.round} ${line.round}`;
  }

  private field(shown: Shown, { owner, step }: About, text: string, at: CommentPlace | null, number = ""): TemplateResult {
    const { round, path } = owner, key = JSON.stringify([shown.sheet.id, shown.sheet.record, round, path, step, at]);
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

/** What comments are about: the last actions, or a whole line if `ply` is null; with the line and the step to write them to. */
interface About {
  ply: number | null;
  owner: Line;
  step: number;
  notes: Note[];
}

/** Returns what can be commented on here: the last actions and, at the beginning and at the end, the whole line. */
function aboutOf({ line, main, step, place, begins }: Shown): About[] {
  if (!line || !main || !step) return [];
  const at = causeOf(line, place.step), played = line.steps[at], isDeal = ({ ply }: Note) => ply === 0, found: About[] = [];
  if (played?.node === "decision" && played.actions) found.push({ ply: played.ply, owner: ownerOf(line, at), step: at, notes: (played.notes ?? []).filter((each) => !isDeal(each)) });
  const last = line.steps.length - 1, owner = begins ? main : ownerOf(line, last), end = owner.steps.length - 1;
  if ((begins || place.step === last) && !owner.steps[end]!.actions) found.push({ ply: null, owner, step: end, notes: [...(begins ? (step.notes ?? []).filter(isDeal) : []), ...owner.notes] });
  return found;
}
