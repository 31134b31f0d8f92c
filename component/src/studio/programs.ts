// The programs at the tables: each does its thing when it is due, one after another, whatever the person looks at,
// until that person stops them.
import { Refusal } from "./api";
import type { Shown } from "./shown";
import type { Studio } from "./state";

export class Programs {
  constructor(private studio: Studio) {}

  /** Lets programs act from the moment that is shown. */
  async run() {
    const { studio } = this, thought = { seat: 0, last: false };
    let { shown } = studio, place = shown?.moment, seat = shown?.due ?? null;
    while (shown && place && seat !== null) {
      if (thought.last) return studio.mention(studio.words.programsStopped);
      thought.seat = seat;
      const answer = await this.think(shown, thought, () => studio.changes.respond(shown!, place!));
      if (!answer?.place) return;
      shown = studio.at(answer.sheet.id); // it may go on in a sheet of its own
      place = answer.place;
      seat = answer.next?.program ?? null;
    }
  }

  /** A program thinks; null if it was called off, or nothing came of it. */
  private async think<T>(shown: Shown, thought: Shown["thinking"][number], work: () => Promise<T>): Promise<T | null> {
    const { studio } = this, goesOn = () => shown.thinking.includes(thought);
    shown.thinking = [...shown.thinking, thought];
    studio.changed();
    try {
      const answer = await work();
      return goesOn() ? answer : null;
    } catch (error) {
      if (!goesOn()) return null;
      if (error instanceof Refusal && error.more["overtaken"]) studio.mention(thought.last ? studio.words.programsStopped : studio.words.overtaken);
      else await studio.attempt(() => Promise.reject(error));
      return null;
    } finally {
      shown.thinking = shown.thinking.filter((each) => each !== thought);
      studio.changed();
    }
  }

  /** Lets none think on; what one has thought of already is played, and nothing after it. */
  stop() {
    const { studio } = this, { shown } = studio;
    if (!shown) return;
    for (const each of shown.thinking) each.last = true;
    void studio.attempt(() => studio.api.post(`sheets/${shown.sheet.id}/stop`));
    studio.changed();
  }

  /** Calls off what programs think about; whether any did. */
  callOff(shown: Shown): boolean {
    const some = shown.thinking.length > 0;
    shown.thinking = [];
    return some;
  }
}
