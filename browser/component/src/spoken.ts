// A position in words, for announcements and the caption.
import { fill } from "./i18n";
import { stepsFor } from "./lines";
import { signed } from "./names";
import { endedIn } from "./notes";
import { saying, stepNow, type Panel } from "./panels";
import type { Step } from "./types";

/** Returns the last action, and who acts next or how the round ended. */
export function spoken(panel: Panel): string {
  const { words, line, seat, index, speaker } = panel, step = stepNow(panel);
  if (!step) return "";
  const before = stepsFor(line, seat)[index - 1], ending = endingOf(panel, step).join("; ");
  const next = step.node !== "decision" && !step.ended ? [saying(panel, step), ending].filter(Boolean).join(" ") : ending || fill(words.toAct, step.actors.map((each) => speaker.name(each)).join(", "));
  return [before ? saying(panel, before) : "", next].filter(Boolean).join(". ");
}

/** Returns lines about how the round and the match ended. */
export function endingOf({ speaker, replay }: Panel, { scene, node, ended, returns }: Step): string[] {
  const all = node === "terminal" ? returns.map((points, seat) => ({ say: "wonBy", with: [{ player: seat }, signed(points)] })) : [];
  const own = (scene.seats.length ? (scene.ending ?? []) : all).map((each) => speaker.say(each));
  return ended && node !== "terminal" ? [...own, endedIn(ended, replay, speaker.words)] : own;
}
