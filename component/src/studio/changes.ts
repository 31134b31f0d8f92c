// Changes of sheets: one after another, each of the version that the last one made. A text is sent while it is
// typed; where the sheet was changed elsewhere meanwhile, it comes on top of that.
import { Refusal } from "./api";
import type { Shown } from "./shown";
import type { Studio } from "./state";
import type { Answer } from "./types";

const PAUSE = 80; // ms without a key before a text is sent

export class Changes {
  private queues = new Map<string, Promise<unknown>>();
  private timer = 0;

  constructor(private studio: Studio) {}

  /** Whether a change of a sheet is under way. */
  busy(id: string): boolean {
    return this.queues.has(id);
  }

  /** Changes the sheet in front; null if that could not be done. The board goes along while it `follows`. */
  async make(call: string, body: object = {}, follows = () => true): Promise<Answer | null> {
    const { shown } = this.studio;
    if (!shown) return null;
    await this.settle(shown);
    return this.queue(shown.sheet.id, () => this.studio.attempt(() => this.post(shown, call, body, follows)));
  }

  /** The text as it was typed. */
  write(text: string) {
    const { shown } = this.studio;
    if (!shown) return;
    shown.typed = text;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(shown), PAUSE);
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

  private async post(shown: Shown, call: string, body: object, follows = () => true): Promise<Answer> {
    const { studio } = this, { id, record, version } = shown.sheet;
    try {
      const answer = await studio.api.post<Answer>(`sheets/${id}/${call}`, { version, record, ...body });
      const moved = answer.sheet.id !== id; // it goes on in a sheet of its own
      if (moved && studio.current === id) studio.current = answer.sheet.id;
      studio.told = studio.wrong = "";
      studio.complete(studio.take(answer, moved || follows()));
      if (answer.told) studio.tell(answer.told);
      studio.others.tell(moved ? null : { id, version: answer.sheet.version });
      studio.address();
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal && error.stale)) throw error;
      await studio.refresh(shown);
      throw new Refusal(studio.words.changedElsewhere, error.status, error.more);
    }
  }

  private async send(shown: Shown) {
    window.clearTimeout(this.timer);
    await this.queue(shown.sheet.id, () => this.studio.attempt(() => this.sendNow(shown)));
  }

  private async sendNow(shown: Shown) {
    const text = shown.typed;
    if (text === null) return;
    const body = () => ({ text, round: shown.place.round });
    try {
      await this.post(shown, "text", body());
    } catch (error) {
      if (!(error instanceof Refusal && error.stale)) throw error;
      await this.post(shown, "text", body());
      this.studio.tell(this.studio.words.putOnTop);
    }
    if (shown.typed === text) shown.typed = null;
    this.studio.changed();
  }
}
