// The programs at the tables: each does its thing when it is due, one after another, whatever the person looks at,
// until that person stops them.
import { Refusal } from "./api";
import { sameMoment, type Shown } from "./shown";
import type { Studio } from "./state";
import type { Answer, Moment } from "./types";

export class Programs {
  constructor(private studio: Studio) {}

  /** Lets programs act from the moment that is shown. */
  async run() {
    const { studio } = this, thought = { seat: 0, last: false };
    let { shown } = studio, place = shown?.moment, seat = shown?.due ?? null;
    while (shown && place && seat !== null) {
      if (thought.last) return studio.mention(studio.words.programsStopped);
      thought.seat = seat;
      const answer = await this.think(shown, thought, place);
      if (!answer?.place) return;
      shown = studio.at(answer.sheet.id); // it may go on in a sheet of its own
      place = answer.place;
      seat = answer.next?.program ?? null;
    }
  }

  /** A program thinks; null if it was called off, or nothing came of it. */
  private async think(shown: Shown, thought: Shown["thinking"][number], place: Moment): Promise<Answer | null> {
    const { studio } = this, goesOn = () => shown.thinking.includes(thought);
    shown.thinking = [...shown.thinking, thought];
    studio.changed();
    try {
      const answer = await studio.changes.respond(shown, place);
      return goesOn() ? answer : null;
    } catch (error) {
      if (!goesOn()) return null;
      if (error instanceof Refusal && error.more["overtaken"]) await this.overtaken(shown, place);
      else await studio.attempt(() => Promise.reject(error));
      return null;
    } finally {
      shown.thinking = shown.thinking.filter((each) => each !== thought);
      studio.changed();
    }
  }

  /** Its moment is not as it was: the page may not have heard of it. Where somebody played on, it goes along. */
  private async overtaken(shown: Shown, place: Moment) {
    const { studio } = this;
    await studio.attempt(() => studio.refresh(shown));
    if (sameMoment(shown.place, place) && shown.step?.actions) shown.place = { ...shown.place, step: Infinity };
    studio.mention(studio.words.overtaken);
    studio.address();
  }

  /** Lets none play any more after what it is thinking about. */
  stop() {
    for (const each of this.studio.shown?.thinking ?? []) each.last = true;
    this.studio.changed();
  }

  /** Calls off what programs think about; whether any did. */
  callOff(shown: Shown): boolean {
    const some = shown.thinking.length > 0;
    shown.thinking = [];
    return some;
  }
}
