// The programs at the table: each does its thing when it is due, one after another, until somebody stops them.
import { respond } from "./playing";
import { sameMoment } from "./shown";
import type { Studio } from "./state";

export class Programs {
  /** The seat that thinks. */
  thinking: number | null = null;
  private stopped = false;

  constructor(private studio: Studio) {}

  stop() {
    this.stopped = true;
    this.studio.changed();
  }

  get stopping(): boolean {
    return this.stopped && this.thinking !== null;
  }

  /** Lets programs act from the moment that is shown, as long as nobody leaves it. */
  async run() {
    this.stopped = false;
    if (this.thinking !== null) return;
    const { studio } = this;
    for (;;) {
      const { shown } = studio, due = shown?.due ?? null;
      if (!shown || due === null || this.stopped) break;
      const { moment } = shown;
      this.thinking = due;
      studio.changed();
      const answer = await respond(studio, moment, () => studio.shown === shown && sameMoment(shown.place, moment));
      if (!answer || !answer.place || studio.shown !== shown || !sameMoment(shown.place, answer.place)) break;
    }
    this.thinking = null;
    studio.changed();
  }
}
