"""Checks that are the same for every game: the variations of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ..findings import Finding
from . import codes
from .game import Chance, IllegalAction, Rules
from .replay import RoundReplay, Step, first_breach, replay_variation
from .variations import Variation

StateT = TypeVar("StateT")


def check_variations(
    rules: Rules[StateT], parent: RoundReplay[StateT], variations: Sequence[Variation], where: str
) -> Iterator[Finding]:
    """Everything wrong with the variations that leave a replay.

    `where` is its place in the record, a JSON pointer. Nothing is said of variations that leave it
    after its first broken rule.
    """
    for index, recorded in enumerate(variations):
        replayed = replay_variation(rules, parent, index + 1, recorded)
        yield from _check(rules, parent, replayed, recorded, f"{where}/variations/{index}")


def _check(
    rules: Rules[StateT],
    parent: RoundReplay[StateT],
    replayed: RoundReplay[StateT],
    recorded: Variation,
    place: str,
) -> Iterator[Finding]:
    if replayed.fault is not None and replayed.fault.rule is codes.LEAVES_NOWHERE:
        yield _finding(replayed.fault, replayed, f"{place}/ply", recorded.ply)
    elif replayed.own:
        yield from _check_play(rules, parent, replayed, place)
        deeper = zip(replayed.variations, recorded.variations, strict=True)
        for index, each in enumerate(deeper):
            yield from _check(rules, replayed, *each, f"{place}/variations/{index}")


def _check_play(
    rules: Rules[StateT], parent: RoundReplay[StateT], variation: RoundReplay[StateT], place: str
) -> Iterator[Finding]:
    own, instead = variation.own, parent.steps[variation.shared]
    first, last = own[0], own[-1]
    taken = sum(len(step.actions or ()) for step in own if step.transition is not None)
    same = first.breach is None and first.actions is not None and first.actions == instead.actions
    if same and not _chance_differs(own[1:], parent.steps[variation.shared + 1 :]):
        why = f"{parent.label} goes on with the same action: a variation begins where it differs"
        breach = IllegalAction(codes.DOES_NOT_DIFFER, why)
        yield _finding(breach, variation, f"{place}/actions/0", first.ply)
    if variation.fault is not None:
        yield _finding(variation.fault, variation, f"{place}/actions/{taken}", variation.plies + 1)
    for number, (player, action) in enumerate((last.actions or {}).items()):
        breach = first_breach(rules, last.state, {player: action})
        if breach is not None:
            at, ply = f"{place}/actions/{taken + number}", last.ply and last.ply + number
            yield _finding(breach, variation, at, ply, player)
            return


def _chance_differs(own: Sequence[Step[StateT]], instead: Sequence[Step[StateT]]) -> bool:
    """Whether chance, which has no ply to leave a line at, turns out differently right away."""
    for step, other in zip(own, instead, strict=False):
        if not isinstance(step.node, Chance) or step.actions is None:
            return False
        if step.actions != other.actions:
            return True
    return False


def _finding(
    breach: IllegalAction,
    replayed: RoundReplay[StateT],
    pointer: str,
    ply: int,
    player: int | None = None,
) -> Finding:
    return Finding(
        rule=breach.rule,
        message=str(breach),
        pointer=pointer,
        round=replayed.number,
        ply=ply or None,
        player=player,
        offset=breach.part,
        length=None if breach.part is None else 1,
    )
