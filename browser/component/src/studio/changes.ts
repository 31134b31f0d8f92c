// Changes to sheets, sent one after another. Text is sent while it is being typed. If the sheet was
// changed elsewhere in the meantime, both changes are merged, or the typed text replaces the other
// if they overlap.
import { Refusal } from "./api";
import { draftOf, dropDraft, keepDraft } from "./files/drafts";
import type { Host } from "./host";
import { sameMoment, type Shown } from "./shown";
import type { Answer, Moment } from "./types";

const PAUSE = 80; // ms without a key press before a text is sent

export class Changes {
  private queues = new Map<string, Promise<unknown>>();

  constructor(private studio: Host) {}

  /** Returns whether a change to a sheet is being sent. */
  busy(id: string): boolean {
    return this.queues.has(id);
  }

  /** Changes the current sheet; returns null on failure. */
  async make(call: string, body: object = {}): Promise<Answer | null> {
    const { shown } = this.studio;
    if (!shown) return null;
    await this.settle(shown);
    return this.queue(shown.sheet.id, () => this.studio.attempt(async () => {
      const answer = await this.post(shown, call, body);
      this.studio.say(answer.notice ?? "");
      return answer;
    }));
  }

  /** Lets a program think at a moment and act; the sheet may be changed in the meantime. */
  async respond(shown: Shown, place: Moment): Promise<Answer | null> {
    await this.settle(shown);
    const { id, record } = shown.sheet;
    const answer = await this.studio.api.post<Answer>(`sheets/${id}/respond`, { record, place });
    return this.queue(id, async () => {
      if (shown.place.round === place.round) return this.answered(shown, answer, sameMoment(shown.place, place));
      await this.studio.refresh(shown); // another round is shown
      return answer;
    });
  }

  /** Makes a change that takes a while; the user can go on, and the board stays where it is. */
  async later(shown: Shown, call: string, body: object): Promise<Answer | null> {
    await this.settle(shown);
    const { id, record, version } = shown.sheet;
    const answer = await this.studio.api.post<Answer>(`sheets/${id}/${call}`, { version, record, ...body });
    return this.queue(id, async () => this.answered(shown, answer, false));
  }

  /** Takes in a typed text, and sends it after a pause. */
  write(text: string) {
    const { shown } = this.studio;
    if (!shown) return;
    shown.typed = text;
    window.clearTimeout(shown.pause);
    shown.pause = window.setTimeout(() => void this.send(shown), PAUSE);
    this.studio.changed();
  }

  /** Waits until the typed text has become part of the sheet. */
  async settle(shown: Shown) {
    if (shown.typed !== null) await this.send(shown);
    await this.queues.get(shown.sheet.id);
  }

  /** Resends text typed while the server was not answering. */
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

  /** Shows the answer to a change, and informs other tabs. The board moves to its moment if it `follows`. */
  private answered({ sheet: { id } }: Shown, answer: Answer, follows: boolean, base?: string): Answer {
    const { studio } = this, moved = answer.sheet.id !== id; // to a new sheet
    if (moved && studio.current === id) studio.current = answer.sheet.id;
    studio.complete(studio.take(answer, moved || follows, base));
    if (answer.notice) studio.mention(answer.notice);
    studio.others.send(moved ? null : { id, version: answer.sheet.version });
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

  /** Keeps unsent texts in the browser; returns false if there is no room. */
  keep(): boolean {
    return this.studio.unsent.map(({ sheet, answer, typed }) => keepDraft(sheet.id, { base: answer.text, text: typed! })).every(Boolean);
  }

  /** Sends text typed in a page that was closed too early. */
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
      if (error instanceof Refusal && error.stale) return this.sendNow(shown); // both changes, on top of the new version
      throw error;
    }
    this.studio.complain("");
    if (!clashes) return;
    shown.clashes = false;
    this.studio.mention(this.studio.words.putOnTop);
  }
}
