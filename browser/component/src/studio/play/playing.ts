// What can be done in the game that is shown, and with its lines.
import type { Studio } from "../state";
import type { CommentPlace, Deal, Levels, Moment } from "../types";

/** An action was chosen on the board. Where several choose at once, it waits for the others. */
export async function play(studio: Studio, player: number, action: string) {
  const { shown } = studio, step = shown?.step;
  if (!shown || !step) return;
  const chosen = { ...shown.chosen, [player]: action }, all = { ...step.actions, ...chosen };
  const missing = step.actors.filter((seat) => !shown.isProgram(seat) && !(seat in all));
  if (missing.length) {
    shown.chosen = chosen;
    if (shown.isProgram(player)) studio.tell(studio.words.insteadOf(studio.nameOf(player)));
    else studio.changed();
  } else await act(studio, "play", { place: shown.moment, actions: all });
}

/** Plays, and then programs do. What is chosen while another action is on its way was meant for the moment before. */
async function act(studio: Studio, call: string, body: object = {}) {
  const { shown } = studio, action = JSON.stringify([call, body]);
  if (!shown) return;
  if (shown.acting) {
    shown.acting.missed ||= shown.acting.action !== action; // the same one is a double click
    return;
  }
  const now = (shown.acting = { action, missed: false });
  const answer = await studio.changes.make(call, body);
  shown.acting = null;
  if (now.missed) studio.tell(studio.words.tooQuick);
  if (answer) await studio.programs.run();
}

/** Takes a choice back that waits for others. */
export function takeBack(studio: Studio, player: number) {
  const { shown } = studio;
  if (!shown) return;
  delete shown.chosen[player];
  studio.tell("");
}

export const deal = (studio: Studio) => act(studio, "deal");

/** Several actions, one after another. */
export const playLine = (studio: Studio, line: string[]) => act(studio, "line", { place: studio.shown?.moment, line });

export async function undo(studio: Studio, way: "undo" | "redo") {
  const { shown } = studio;
  if (!shown) return;
  const thought = studio.programs.callOff(shown), done = await studio.changes.make(way, { round: shown.place.round });
  if (thought) studio.mention(done ? studio.words.calledOff : studio.words.programsStopped);
}

/** Removes the variation that is shown. */
export async function removeVariation(studio: Studio) {
  const { shown } = studio;
  if (!shown?.place.path.length) return;
  const { round, path } = shown.place;
  if (await studio.changes.make("delete", { round, path })) studio.go({ round, path: path.slice(0, -1) });
}

export async function nameVariation(studio: Studio, name: string) {
  const { shown } = studio;
  if (!shown) return;
  const { round, path } = shown.place;
  if (await studio.changes.make("name", { round, path, name })) studio.ask(null);
}

/** Writes a comment at a moment: a new one, or one that has a place; an empty text deletes it. */
export const comment = (studio: Studio, place: Moment, at: CommentPlace | null, text: string) => studio.changes.make("comment", { place, at, text });

/** Says who plays, and from which seat cards are hidden; null opens them. */
export async function seat(studio: Studio, hiddenFrom: number | null, levels: Levels) {
  const { shown } = studio;
  if (!(await studio.changes.make("seats", { seat: hiddenFrom, levels, round: shown?.place.round }))) return;
  if (shown) studio.moved({ ...shown.place, seat: hiddenFrom });
}

// Deals of Mighty

export const compose = (studio: Studio, { hands, kitty }: Deal, seed: string | null) =>
  studio.changes.make("game/compose", { round: studio.shown?.place.round, hands, kitty, seed });

export const rotate = (studio: Studio) => studio.changes.make("game/rotate", { round: studio.shown?.place.round, by: 1 });
