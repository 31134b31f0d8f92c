// Things picked from a hand, and the actions consistent with them. There are no game rules here:
// the legal actions are a list, and the game says which things in a hand each action takes.

/** How to pick things in a position. */
export interface Picking {
  /** The available actions. */
  actions: string[];
  /** The things in a hand that an action takes, in order. */
  takes(action: string): string[];
  /** Whether things can be picked in any order, and taken back until the choice is confirmed. */
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

/** Returns the picked places in a hand after a click on another one, or null if no action begins with them. */
export function clicked(picking: Picking, hand: string[], places: number[], place: number): number[] | null {
  const at = places.indexOf(place), things = (all: number[]) => all.map((each) => hand[each]!);
  if (at >= 0) return picking.loose ? places.filter((each) => each !== place) : places.slice(0, at);
  const more = [...places, place];
  if (agreeing(picking, things(more)).length) return more;
  const whole = !picking.loose && complete(picking, things(places)).length > 0;
  return whole && agreeing(picking, things([place])).length ? [place] : null; // start another action
}

/** Returns the things that a click can add to the picked ones, or start another action with. */
export function nextThings(picking: Picking, picked: string[]): Set<string> {
  const { actions, takes, loose } = picking, whole = !loose && complete(picking, picked).length > 0;
  const next = agreeing(picking, picked).flatMap((action) => (loose ? without(takes(action), picked) : takes(action).slice(picked.length, picked.length + 1)));
  return new Set([...next, ...(whole ? actions.flatMap((action) => takes(action).slice(0, 1)) : [])]);
}

function without(all: string[], some: string[]): string[] {
  const left = [...all];
  for (const each of some) left.splice(left.indexOf(each), 1);
  return left;
}

function within(some: string[], all: string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
