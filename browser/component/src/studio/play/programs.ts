// Lets programs act, one after another, whatever the user is looking at, until the user stops them.
import { finishes, SEEN } from "../../autoplay";
import { Refusal } from "../api";
import type { Changes } from "../changes";
import type { Host } from "../host";
import { sameMoment, type Shown, type Thought } from "../shown";
import type { Moment } from "../types";

/** A program's turn in a sheet. */
interface Turn extends Thought {
  shown: Shown;
}

const turnAt = (shown: Shown | null): Turn | null => (shown && shown.program !== null ? { shown, place: shown.moment, seat: shown.program } : null);

export class Programs {
  constructor(private studio: Host, private changes: Changes) {}

  /** Lets programs act, starting from the current moment. */
  async run() {
    let now = turnAt(this.studio.shown);
    while (now) now = await this.think(now);
  }

  /** Lets a program think and act; returns the next turn, or null if it was stopped or failed. */
  private async think(turn: Turn): Promise<Turn | null> {
    const { studio } = this, { shown, place } = turn, { version } = shown.sheet, goesOn = () => shown.thinking.includes(turn);
    shown.thinking = [...shown.thinking, turn];
    studio.changed();
    try {
      await this.look(shown, place);
      if (!goesOn()) return null;
      const answer = await this.changes.respond(shown, place);
      if (!answer?.place || !goesOn()) return null;
      const after = studio.at(answer.sheet.id), seat = answer.next?.program ?? null; // the play may continue in a new sheet
      return after && seat !== null ? { shown: after, place: answer.place, seat } : null;
    } catch (error) {
      if (!goesOn()) return null;
      if (error instanceof Refusal && error.more["overtaken"]) return this.overtaken(shown, place, version);
      await studio.attempt(() => Promise.reject(error));
      return null;
    } finally {
      shown.thinking = shown.thinking.filter((each) => each !== turn);
      studio.changed();
    }
  }

  /** Leaves the last action to be seen before the next one, and a finished trick longer. */
  private async look(shown: Shown, place: Moment) {
    const { studio } = this, { line } = shown, longer = line && finishes(line.steps, place.step) ? SEEN : 0;
    if (studio.shown === shown && sameMoment(shown.place, place)) await new Promise((done) => window.setTimeout(done, 1000 * (studio.pace + longer)));
  }

  /**
   * Handles a program that was stopped, or whose moment has changed. If that is only because it
   * acted earlier, while no page listened, play continues from there; after any other change, the
   * user is informed that the move was not played.
   */
  private async overtaken(shown: Shown, place: Moment, version: number): Promise<Turn | null> {
    const { studio } = this, looks = sameMoment(shown.place, place);
    if (!(await studio.attempt(() => studio.refresh(shown)))) return null;
    const changed = shown.sheet.version !== version;
    if (!changed || !looks || !shown.step?.actions) {
      studio.mention(changed ? studio.words.overtaken : studio.words.programsStopped);
      return null;
    }
    shown.place = { ...shown.place, step: Infinity };
    studio.address();
    return turnAt(shown);
  }

  /** Stops the programs of the current sheet. */
  async stop() {
    const { studio } = this, { shown } = studio;
    if (!shown || !this.callOff(shown)) return;
    studio.mention(studio.words.programsStopped);
    await studio.attempt(() => studio.api.post(`sheets/${shown.sheet.id}/stop`));
  }

  /** Stops programs that are thinking; returns whether there were any. */
  callOff(shown: Shown): boolean {
    const some = shown.thinking.length > 0;
    shown.thinking = [];
    return some;
  }
}
