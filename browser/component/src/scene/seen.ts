// Hides what a seat does not see of a scene: `seen_by` in kifu/replayer/scene/scene.py.
import type { Fact, Group, Pile, Scene, Seat } from "./types";

export function seenBy(scene: Scene, seat: number): Scene {
  const { hidden } = scene;
  if (!hidden) return scene;
  const knows = (known?: number[] | null) => !known || known.includes(seat), cover = (things: string[]) => things.map(() => hidden);
  const facts = (all?: Fact[]) => all?.map((each) => (knows(each.known_to) ? each : { ...each, value: each.otherwise ?? "" }));
  const piles = (all?: Pile[] | null) => all?.map((each) => (knows(each.known_to) ? each : { ...each, things: each.things && cover(each.things) }));
  const group = (its: Group) => ({ ...its, things: its.things.map((each, at) => (!its.shown && at < (its.down ?? 0) ? hidden : each)) });
  const other = (its: Seat) => ({ ...its, hand: its.hand && (its.shown ?? cover(its.hand)), laid: its.laid?.map(group) });
  return {
    ...scene,
    seats: scene.seats.map((each, at) => ({ ...(at === seat ? each : other(each)), facts: facts(each.facts) })),
    piles: piles(scene.piles),
    middle: facts(scene.middle),
    facts: facts(scene.facts),
    gone: piles(scene.gone),
    ...(knows(scene.ending_known_to) ? {} : { ending: undefined, ending_known_to: undefined }),
  };
}
