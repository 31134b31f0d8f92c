// The programs at the tables: each does its thing when it is due, one after another, whatever the person looks at,
// until that person stops them.
import { Refusal } from "../api";
import { sameMoment, type Shown } from "../shown";
import type { Studio } from "../state";
import type { Moment } from "../types";

/** A program that is due, and where. */
interface Due {
  shown: Shown;
  place: Moment;
  seat: number;
}

const due = (shown: Shown | null): Due | null => (shown && shown.due !== null ? { shown, place: shown.moment, seat: shown.due } : null);

export class Programs {
  constructor(private studio: Studio) {}

  /** Lets programs act from the moment that is shown. */
  async run() {
    const { studio } = this, thought = { seat: 0 };
    let now = due(studio.shown);
    while (now) {
      thought.seat = now.seat;
      now = await this.think(now.shown, thought, now.place);
    }
  }

  /** A program thinks: which is due then; null if it was called off, or nothing came of it. */
  private async think(shown: Shown, thought: Shown["thinking"][number], place: Moment): Promise<Due | null> {
    const { studio } = this, { version } = shown.sheet, goesOn = () => shown.thinking.includes(thought);
    shown.thinking = [...shown.thinking, thought];
    studio.changed();
    try {
      const answer = await studio.changes.respond(shown, place);
      if (!answer?.place || !goesOn()) return null;
      const after = studio.at(answer.sheet.id), seat = answer.next?.program ?? null; // it may go on in a sheet of its own
      return after && seat !== null ? { shown: after, place: answer.place, seat } : null;
    } catch (error) {
      if (!goesOn()) return null;
      if (error instanceof Refusal && error.more["overtaken"]) return this.overtaken(shown, place, version);
      await studio.attempt(() => Promise.reject(error));
      return null;
    } finally {
      shown.thinking = shown.thinking.filter((each) => each !== thought);
      studio.changed();
    }
  }

  /**
   * A program was called off, as where the studio ends, or its moment is not as the page knew it. What programs did
   * while no page listened is played on; of any other change since that version it is said that the move was not played.
   */
  private async overtaken(shown: Shown, place: Moment, version: number): Promise<Due | null> {
    const { studio } = this, looks = sameMoment(shown.place, place);
    if (!(await studio.attempt(() => studio.refresh(shown)))) return null; // it is said why
    const changed = shown.sheet.version !== version;
    if (!changed || !looks || !shown.step?.actions) {
      studio.mention(changed ? studio.words.overtaken : studio.words.programsStopped);
      return null;
    }
    shown.place = { ...shown.place, step: Infinity };
    studio.address();
    return due(shown);
  }

  /** Stops those of the sheet in front: what they think about is not played. */
  async stop() {
    const { studio } = this, { shown } = studio;
    if (!shown || !this.callOff(shown)) return;
    studio.mention(studio.words.programsStopped);
    await studio.attempt(() => studio.api.post(`sheets/${shown.sheet.id}/stop`));
  }

  /** Calls off what programs think about; whether any did. */
  callOff(shown: Shown): boolean {
    const some = shown.thinking.length > 0;
    shown.thinking = [];
    return some;
  }
}
