// Actions in the current game, and changes to its variations.
import type { Studio } from "../state";
import type { Edit, Levels, Subject } from "../types";

/** Plays an action chosen on the board. If several players choose at once, it waits for the others. */
export async function play(studio: Studio, player: number, action: string) {
  const { shown } = studio, step = shown?.step;
  if (!shown || !step || shown.idle.includes(player)) return;
  const chosen = { ...shown.chosen, [player]: action }, all = { ...step.actions, ...chosen };
  const missing = step.actors.filter((seat) => !shown.isProgram(seat) && !(seat in all));
  if (missing.length) {
    shown.chosen = chosen;
    if (shown.isProgram(player)) studio.say(studio.words.insteadOf(studio.nameOf(player)));
    else studio.changed();
  } else await act(studio, "play", { place: shown.moment, actions: all });
}

/** Plays, and then lets programs play. A choice made while another action is being sent was meant for the previous moment. */
export async function act(studio: Studio, call: string, body: object = {}) {
  const { shown } = studio, action = JSON.stringify([call, body]);
  if (!shown) return;
  if (shown.acting) {
    shown.acting.missed ||= shown.acting.action !== action; // the same action means a double click
    return;
  }
  const now = (shown.acting = { action, missed: false });
  const answer = await studio.changes.make(call, body);
  shown.acting = null;
  if (now.missed) studio.say(studio.words.tooQuick);
  if (answer) await studio.programs.run();
}

/** Takes back a choice that is waiting for others. */
export function takeBack(studio: Studio, player: number) {
  const { shown } = studio;
  if (!shown) return;
  delete shown.chosen[player];
  studio.say("");
}

export const deal = (studio: Studio) => act(studio, "deal");

export async function undo(studio: Studio, way: "undo" | "redo") {
  const { shown } = studio;
  if (!shown) return;
  const thought = studio.programs.callOff(shown), done = await studio.changes.make(way, { round: shown.place.round });
  if (thought) studio.mention(done ? studio.words.calledOff : studio.words.programsStopped);
}

/** Removes the current variation. */
export async function removeVariation(studio: Studio) {
  const { shown } = studio;
  if (!shown?.place.path.length) return;
  const { round, path } = shown.place;
  if (await studio.changes.make("delete", { round, path })) studio.go({ round, path: path.slice(0, -1) });
}

/** Names a variation. If the notation cannot hold names, it offers to rewrite the text as canonical JSON. */
export async function nameVariation(studio: Studio, name: string, at = studio.shown?.place, canonical = false): Promise<void> {
  if (!at) return;
  const { round, path } = at;
  const named = await studio.changes.make("name", { round, path, name, canonical }), { wrong, refused } = studio;
  if (!named && !refused?.more["canonical"]) return;
  studio.ask(null);
  if (named) return;
  studio.complain(wrong, refused);
  rewriting(studio, () => void nameVariation(studio, name, at, true));
}

/** Offers to rewrite the text as canonical JSON, if that is what a refused change needs. */
function rewriting(studio: Studio, again: () => void) {
  const notation: string | undefined = studio.refused?.more["canonical"];
  if (notation) studio.offer(studio.words.rewriteAs(notation), again);
}

/** Moves the current variation up, or makes it part of the line that it leaves. */
export function moveVariation(studio: Studio, promote: boolean) {
  const { shown } = studio;
  return shown && studio.changes.make("move", { ...shown.moment, promote });
}

/** Edits annotations. If the notation cannot hold them, it offers to rewrite the text as canonical JSON. */
export async function annotate(studio: Studio, about: Subject, edit: Edit, canonical = false): Promise<boolean> {
  const shown = studio.shown?.moment, answer = await studio.changes.make("annotate", { about, shown, ...edit, canonical });
  if (!answer) rewriting(studio, () => void annotate(studio, about, edit, true));
  return answer !== null;
}

/** Assigns programs to seats, and shows only a seat's view; null shows all cards. */
export async function seat(studio: Studio, hiddenFrom: number | null, levels: Levels) {
  const { shown } = studio;
  if (!(await studio.changes.make("seats", { seat: hiddenFrom, levels, round: shown?.place.round }))) return;
  if (shown) studio.moved({ ...shown.place, seat: hiddenFrom });
}
