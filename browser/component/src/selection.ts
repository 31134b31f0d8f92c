// What has been picked of a hand, and which actions agree with it. No rule of a game stands here: what may
// be done is a list of actions, and a game says which things of a hand each of them takes.

/** How picking goes in a position. */
export interface Picking {
  /** The actions that there are. */
  actions: string[];
  /** The things of a hand that an action takes, in order; none for one that takes none. */
  takes(action: string): string[];
  /** Whether things are picked in any order, and can be taken back until that is confirmed. */
  loose: boolean;
}

/** The actions that begin with what is picked. */
export function agreeing({ actions, takes, loose }: Picking, picked: string[]): string[] {
  return actions.filter((action) => {
    const things = takes(action);
    if (!things.length || picked.length > things.length) return false;
    return loose ? within(picked, things) : picked.every((each, index) => each === things[index]);
  });
}

/** The actions that take what is picked, and nothing else. */
export function complete(picking: Picking, picked: string[]): string[] {
  return agreeing(picking, picked).filter((action) => picking.takes(action).length === picked.length);
}

/** The places of a hand that are picked after one more is clicked; null where no action begins so. */
export function clicked(picking: Picking, hand: string[], places: number[], place: number): number[] | null {
  const at = places.indexOf(place), things = (all: number[]) => all.map((each) => hand[each]!);
  if (at >= 0) return picking.loose ? places.filter((each) => each !== place) : places.slice(0, at);
  const more = [...places, place];
  if (agreeing(picking, things(more)).length) return more;
  const whole = !picking.loose && complete(picking, things(places)).length > 0;
  return whole && agreeing(picking, things([place])).length ? [place] : null; // it begins anew
}

function within(some: string[], all: string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
