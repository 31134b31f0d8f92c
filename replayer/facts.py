"""The facts of a round: what one asks of many rounds of an archive, in the words of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import fields

from .points import Points
from .rules import Rules

StateT = TypeVar("StateT")

_NOTHING: Mapping[str, Any] = {}
"""One for all, which goes from process to process."""


class Call(Struct, frozen=True):
    """What a player (None where it is not known who) calls in an auction, in the game's words."""

    player: int | None
    bid: str


class Declaration(Struct, frozen=True):
    """What a player declares: the kind of thing (`contract`), and what it is (`17H`)."""

    player: int | None
    kind: str
    what: str


class RoundFacts(Struct, frozen=True, kw_only=True):
    """The facts of a round, as far as they are known.

    `result` is how it ended, a word of the game. `roles` are the players with a part of their own
    (`dealer`). `points` is what the round brought each player, in seat order; `winners` are those
    who won it, none where nobody did. `bids` and `declarations` stand in the order in which they
    were made.
    """

    result: str | None = None
    roles: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    points: tuple[Points, ...] | None = None
    winners: tuple[int, ...] | None = None
    bids: tuple[Call, ...] = ()
    declarations: tuple[Declaration, ...] = ()


class MatchFacts(Struct, frozen=True, kw_only=True):
    """The facts of a record: those of the match, of its rounds, and how many plies each has.

    `players` are their names, `view` is the player whose view it is, and `options` are those that
    are not the default, as JSON has them.
    """

    title: str | None = None
    start_time: str | None = None
    players: tuple[str, ...] | None = None
    view: int | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    rounds: Sequence[RoundFacts]
    plies: Sequence[int]


def facts_by_returns(rules: Rules[StateT], ends: Sequence[StateT | None]) -> Iterator[RoundFacts]:
    """The facts of rounds that any game tells by the terminal states in which they ended.

    A round that ended is `complete`, and brought what was added to the returns; those to whom it
    brought the most have won it.
    """
    before: Sequence[Points] | None = (0,) * rules.players
    for end in ends:
        after = None if end is None else rules.returns(end)
        points = None
        if before is not None and after is not None:
            points = tuple(now - then for then, now in zip(before, after, strict=True))
        before = after
        if after is None:
            yield RoundFacts()
        else:
            winners = None if points is None else with_most(points)
            yield RoundFacts(result="complete", points=points, winners=winners)


def with_most(points: Sequence[Points]) -> tuple[int, ...]:
    """The players with the most points; nobody where all have the same.

    >>> with_most((12, 15, 0, 15)), with_most((0, 0))
    ((1, 3), ())
    """
    if len(set(points)) < 2:
        return ()
    most = max(points)
    return tuple([player for player, each in enumerate(points) if each == most])


def who_gain(points: Sequence[Points] | None) -> tuple[int, ...] | None:
    """The players with points above zero, None where the points are not known.

    >>> who_gain((-4, 2, 2, 0))
    (1, 2)
    """
    if points is None:
        return None
    return tuple([player for player, each in enumerate(points) if each > 0])


@lru_cache(maxsize=64)
def changed_options(options: Struct) -> Mapping[str, Any]:
    """The options that are not the default, as JSON has them."""
    default = type(options)()
    return {
        each.encode_name: msgspec.to_builtins(getattr(options, each.name))
        for each in fields(options)
        if getattr(options, each.name) != getattr(default, each.name)
    }
