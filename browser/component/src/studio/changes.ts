// Changes of sheets: one after another, each of the version that the last one made. A text is sent while it is
// typed; where the sheet was changed elsewhere meanwhile, both changes are kept, or it comes on top of that.
import { Refusal } from "./api";
import { draftOf, dropDraft, keepDraft } from "./files/drafts";
import { sameMoment, type Shown } from "./shown";
import type { Studio } from "./state";
import type { Answer, Moment } from "./types";

const PAUSE = 80; // ms without a key before a text is sent

export class Changes {
  private queues = new Map<string, Promise<unknown>>();

  constructor(private studio: Studio) {}

  /** Whether a change of a sheet is under way. */
  busy(id: string): boolean {
    return this.queues.has(id);
  }

  /** Changes the sheet in front; null if that could not be done. */
  async make(call: string, body: object = {}): Promise<Answer | null> {
    const { shown } = this.studio;
    if (!shown) return null;
    await this.settle(shown);
    return this.queue(shown.sheet.id, () => this.studio.attempt(async () => {
      const answer = await this.post(shown, call, body);
      this.studio.tell(answer.told ?? "");
      return answer;
    }));
  }

  /** Lets the program that is due at a moment think, while others may change the sheet; null if nothing came of it. */
  async respond(shown: Shown, place: Moment): Promise<Answer | null> {
    await this.settle(shown);
    const { id, record } = shown.sheet;
    const answer = await this.studio.api.post<Answer>(`sheets/${id}/respond`, { record, place });
    return this.queue(id, async () => {
      if (shown.place.round === place.round) return this.answered(shown, answer, sameMoment(shown.place, place));
      await this.studio.refresh(shown); // somebody looks at another round
      return answer;
    });
  }

  /** The text as it was typed. */
  write(text: string) {
    const { shown } = this.studio;
    if (!shown) return;
    shown.typed = text;
    window.clearTimeout(shown.pause);
    shown.pause = window.setTimeout(() => void this.send(shown), PAUSE);
    this.studio.changed();
  }

  /** Waits until what was typed is part of the sheet. */
  async settle(shown: Shown) {
    if (shown.typed !== null) await this.send(shown);
    await this.queues.get(shown.sheet.id);
  }

  /** Sends once more what was typed while nobody answered. */
  retry(shown: Shown) {
    if (shown.typed !== null) void this.send(shown);
  }

  private queue<T>(id: string, work: () => Promise<T>): Promise<T> {
    const next = (this.queues.get(id) ?? Promise.resolve()).then(work);
    const done = next.catch(() => null).then(() => {
      if (this.queues.get(id) === done) this.queues.delete(id);
    });
    this.queues.set(id, done);
    return next;
  }

  private async post(shown: Shown, call: string, body: object, base?: string): Promise<Answer> {
    const { studio } = this, { id, record, version } = shown.sheet;
    try {
      const answer = await studio.api.post<Answer>(`sheets/${id}/${call}`, { version, record, ...body });
      return this.answered(shown, answer, true, base);
    } catch (error) {
      if (!(error instanceof Refusal && error.stale)) throw error;
      await studio.refresh(shown);
      throw new Refusal(studio.words.changedElsewhere, error.status, error.more);
    }
  }

  /** What was answered to a change is shown, and the other windows hear of it. The board goes along if it `follows`. */
  private answered({ sheet: { id } }: Shown, answer: Answer, follows: boolean, base?: string): Answer {
    const { studio } = this, moved = answer.sheet.id !== id; // it goes on in a sheet of its own
    if (moved && studio.current === id) studio.current = answer.sheet.id;
    studio.complete(studio.take(answer, moved || follows, base));
    if (answer.told) studio.mention(answer.told);
    studio.others.tell(moved ? null : { id, version: answer.sheet.version });
    studio.address();
    return answer;
  }

  private async send(shown: Shown) {
    window.clearTimeout(shown.pause);
    const failed = (await this.queue(shown.sheet.id, () => this.studio.attempt(() => this.sendNow(shown)))) === null;
    const { sheet, typed, answer } = shown;
    if (!failed || typed === null) return dropDraft(sheet.id);
    if (!keepDraft(sheet.id, { base: answer.text, text: typed })) this.studio.mention(this.studio.words.noRoom);
  }

  /** Lets the browser keep what is not with the server yet; false where it has no room. */
  keep(): boolean {
    return this.studio.unsent.map(({ sheet, answer, typed }) => keepDraft(sheet.id, { base: answer.text, text: typed! })).every(Boolean);
  }

  /** Takes up what was typed in a page that was closed before it could be sent. */
  restore(shown: Shown) {
    const draft = draftOf(shown.sheet.id);
    if (!draft || shown.sheet.readonly) return;
    shown.type(draft.base, draft.text);
    if (shown.typed === null) return dropDraft(shown.sheet.id);
    this.studio.mention(this.studio.words.typedBefore);
    void this.send(shown);
  }

  private async sendNow(shown: Shown): Promise<void> {
    const text = shown.typed;
    if (text === null) return;
    const { clashes } = shown;
    try {
      await this.post(shown, "text", { text, apart: clashes, round: shown.place.round }, text);
    } catch (error) {
      if (error instanceof Refusal && error.stale) return this.sendNow(shown); // both changes, on the new version
      throw error;
    }
    this.studio.complain("");
    if (!clashes) return;
    shown.clashes = false;
    this.studio.mention(this.studio.words.putOnTop);
  }
}
