"""Helpers for the checks of all games: locating findings, and checking variations."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import Struct

from ..findings import Finding, Fix, Rule
from . import codes
from .beliefs.beliefs import Belief
from .lenient import Arbiter, Lenient, stops
from .play.variations import Variation
from .record import GameRound
from .replay.round import RoundReplay, Step, first_breach, next_ply, replay_variation
from .rules import CHANCE, Chance, IllegalAction, Rules

StateT = TypeVar("StateT")


def right(value: object, *pointers: str) -> Fix:
    """Return a fix that writes a value derived from the rest of a record; see `Place.right`."""
    shown = json.dumps(value, ensure_ascii=False)
    return Fix(f"write {shown}", tuple((each, value) for each in pointers), safe=False)


class Place(Struct, frozen=True):
    """Makes findings about one round of a record.

    `number` is the round's number, from 1. `rounds` is the key of the list of rounds in the game's
    canonical JSON.
    """

    number: int
    rounds: str = "rounds"

    def finding(self, rule: Rule, message: str, field: str = "", **details: Any) -> Finding:
        """Return a finding about a field of the round, given as a JSON pointer within it."""
        return Finding(
            rule=rule, message=message, pointer=self.pointer(field), round=self.number, **details
        )

    def fix(self, message: str, field: str, value: object, safe: bool = True) -> Fix:
        """Return a fix that gives a field of the round a new value."""
        return Fix(message, ((self.pointer(field), value),), safe=safe)

    def removal(self, played: GameRound) -> Fix | None:
        """Return an unsafe fix that removes a repeated round.

        None if the round has annotations, which would be lost.
        """
        from .play.changes import is_noted_line

        if is_noted_line(played):
            return None
        return Fix("remove it", safe=False, removals=(self.pointer(),))

    def right(self, value: object, *fields: str) -> Fix:
        """Return a fix that replaces a stated value with one derived from the play.

        The fix is not safe: the stated value may be right and the play wrong.
        """
        return right(value, *map(self.pointer, fields))

    def mended(self, field: str, breach: IllegalAction) -> Fix | None:
        """Return a fix that writes the intended word, or None if that is not certain."""
        if breach.meant is None:
            return None
        return self.fix(f"write {breach.meant}", field, breach.meant, safe=not breach.inferred)

    def pointer(self, field: str = "") -> str:
        """Return the JSON pointer within the record for a field of the round."""
        return f"/{self.rounds}/{self.number - 1}{field}"


def first_impossible(
    steps: Sequence[Step[StateT]], belief: Callable[[Sequence[Step[StateT]]], Belief]
) -> tuple[Step[StateT], Belief] | None:
    """Return the first step after which no deal is possible, and what is hidden then.

    None if some deal is still possible at the end, since later observations can only rule out more
    deals.
    """
    if belief(steps).is_possible():
        return None
    taken = range(1, len(steps))
    first = bisect_left(taken, True, key=lambda at: not belief(steps[: at + 1]).is_possible())
    return steps[first], belief(steps[: first + 2])


Reported: TypeAlias = dict[str, set[tuple[int, str]]]
"""The players and plays reported so far, by the code of the rule that they break."""


def check_variations(
    rules: Rules[StateT],
    parent: RoundReplay[StateT],
    variations: Sequence[Variation],
    place: Place,
    of_hands: Collection[Rule] = (),
    wrong: bool = False,
) -> Iterator[Finding]:
    """Return the errors in the variations of a replay.

    Variations are not checked if they branch off after its first broken rule, or after the end of
    an unfinished round that has findings (`wrong`). If a hand is wrong, the same play may break a
    rule in every line. For the rules in `of_hands`, such a play is reported only once, unless the
    main line reaches the end of the round, which shows that the hands are right.
    """
    last = parent.steps[-1]
    reported: Reported = {} if last.over else {each.code: set() for each in of_hands}
    if last.breach is not None and last.breach.rule.code in reported:
        reported[last.breach.rule.code].update((last.actions or {}).items())
    for index, recorded in enumerate(variations):
        replayed = replay_variation(rules, parent, index + 1, recorded)
        field = f"/variations/{index}"
        for each in _check(rules, parent, replayed, recorded, place, field, reported):
            if last.over or not wrong or each.rule is not codes.LEAVES_NOWHERE:
                yield each


def _check(
    rules: Rules[StateT],
    parent: RoundReplay[StateT],
    replayed: RoundReplay[StateT],
    recorded: Variation,
    place: Place,
    field: str,
    reported: Reported,
) -> Iterator[Finding]:
    if replayed.fault is not None and replayed.fault.rule is codes.LEAVES_NOWHERE:
        yield _finding(replayed.fault, place, f"{field}/ply", recorded.ply)
    elif replayed.own:
        yield from _check_play(rules, parent, replayed, place, field, reported)
        for index, each in enumerate(recorded.variations):
            below = replay_variation(rules, replayed, index + 1, each)
            inner = f"{field}/variations/{index}"
            yield from _check(rules, replayed, below, each, place, inner, reported)


def _check_play(
    rules: Rules[StateT],
    parent: RoundReplay[StateT],
    variation: RoundReplay[StateT],
    place: Place,
    field: str,
    reported: Reported,
) -> Iterator[Finding]:
    own = variation.own
    last = own[-1]
    taken = sum(len(step.actions or ()) for step in own if step.transition is not None)
    if _is_same(own, parent.steps[variation.shared :]):
        why = f"{parent.label} continues with the same action: a variation begins where it differs"
        breach = IllegalAction(codes.DOES_NOT_DIFFER, why)
        yield _finding(breach, place, f"{field}/actions/0", variation.ply or 0)
    repeated = _repeated(own, parent.steps[variation.shared :])
    yield from check_remarks(rules, variation, place, f"{field}/actions", repeated)
    if variation.fault is not None:
        yield _finding(variation.fault, place, f"{field}/actions/{taken}", variation.plies + 1)
    for number, (player, action) in enumerate((last.actions or {}).items()):
        breach = first_breach(rules, last.state, {player: action})
        if breach is not None and last.transition is None:
            known = reported.get(breach.rule.code, set())
            if (player, action) in known:
                return
            known.add((player, action))
            before = variation.plies if isinstance(last.node, Arbiter) else 0
            at, ply = f"{field}/actions/{taken + number}", last.ply and last.ply + number
            yield _finding(breach, place, at, ply or before, None if player == CHANCE else player)
            return


def _is_same(own: Sequence[Step[StateT]], instead: Sequence[Step[StateT]]) -> bool:
    """Return whether both begin with the same ply, and the same chance outcomes around it."""
    played = False
    for step, other in zip(own, instead, strict=False):
        plays = not isinstance(step.node, Chance)
        if step.actions is None or (played and plays):
            break
        if step.breach is not None or step.actions != other.actions:
            return False
        played |= plays
    return played


def _repeated(own: Sequence[Step[StateT]], instead: Sequence[Step[StateT]]) -> int:
    """Return how many changes by an arbiter a variation has in common with its parent at first."""
    pairs = zip(own, instead, strict=False)
    shared = (isinstance(one.node, Arbiter) and one.actions == two.actions for one, two in pairs)
    return sum(takewhile(bool, shared))


def check_remarks(
    rules: Rules[StateT],
    line: RoundReplay[StateT],
    place: Place,
    field: str = "/actions",
    first: int = 0,
) -> Iterator[Finding]:
    """Yield warnings and notes about the actions of a line; `field` is where the round holds them.

    A finding about an action that is not a ply gives the ply before it. The first `first` actions
    are skipped, since they have already been checked.
    """
    if not isinstance(rules, Lenient):
        return
    taken = 0
    for index, step in enumerate(line.own, line.shared):
        for player, action in (step.actions or {}).items():
            if step.transition is not None and taken >= first:
                who = None if player == CHANCE else player
                warned = step.breach is not None and not stops(step.breach, lenient=True)
                for each in (
                    *([step.breach] if step.breach and warned else ()),
                    *cast(Lenient[Any], rules).remarks(step.state, player, action),
                ):
                    ply = step.ply or next_ply(line, index) - 1
                    yield _finding(each, place, f"{field}/{taken}", ply, who)
            taken += 1


def _finding(
    breach: IllegalAction, place: Place, field: str, ply: int, player: int | None = None
) -> Finding:
    return place.finding(
        breach.rule,
        str(breach),
        field,
        ply=ply or None,
        player=player,
        offset=breach.part,
        length=None if breach.part is None else 1,
        fix=place.mended(field, breach),
    )
