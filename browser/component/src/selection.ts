// Things picked from a hand, and the actions that agree with them. There are no rules of games here: the
// legal actions are a list, and a game says which things of a hand each of them takes.

/** The way to pick things in a position. */
export interface Picking {
  /** The available actions. */
  actions: string[];
  /** The things of a hand that an action takes, in order. */
  takes(action: string): string[];
  /** Whether things are picked in any order, and can be taken back until the choice is confirmed. */
  loose: boolean;
}

/** Returns the actions that begin with the picked things. */
export function agreeing({ actions, takes, loose }: Picking, picked: string[]): string[] {
  return actions.filter((action) => {
    const things = takes(action);
    if (!things.length || picked.length > things.length) return false;
    return loose ? within(picked, things) : picked.every((each, index) => each === things[index]);
  });
}

/** Returns the actions that take exactly the picked things. */
export function complete(picking: Picking, picked: string[]): string[] {
  return agreeing(picking, picked).filter((action) => picking.takes(action).length === picked.length);
}

/** Returns the picked places of a hand after a click on another one; null if no action begins with them. */
export function clicked(picking: Picking, hand: string[], places: number[], place: number): number[] | null {
  const at = places.indexOf(place), things = (all: number[]) => all.map((each) => hand[each]!);
  if (at >= 0) return picking.loose ? places.filter((each) => each !== place) : places.slice(0, at);
  const more = [...places, place];
  if (agreeing(picking, things(more)).length) return more;
  const whole = !picking.loose && complete(picking, things(places)).length > 0;
  return whole && agreeing(picking, things([place])).length ? [place] : null; // begin another action
}

function within(some: string[], all: string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
