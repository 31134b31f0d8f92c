"""Facts about rounds that can be queried across an archive, in the game's own words."""

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
"""Shared by all facts; a plain dict, since facts are pickled to pass them between processes."""


class Call(Struct, frozen=True):
    """A player's call in an auction, in the game's words; the player is None if unknown."""

    player: int | None
    bid: str


class Declaration(Struct, frozen=True):
    """A player's declaration: its kind (`contract`) and its value (`17H`)."""

    player: int | None
    kind: str
    what: str


class Judged(Struct, frozen=True):
    """An action that annotations judge: its evaluation, and its glyphs as numbers of PGN."""

    player: int
    ply: int
    score: float | None
    loss: float | None
    accuracy: float | None
    glyphs: tuple[int, ...]


class RoundFacts(Struct, frozen=True, kw_only=True):
    """The known facts about a round.

    `result` is how it ended, in one of the game's words. `roles` maps special roles (`dealer`) to
    players. `points` are the points that each player scored in the round, in seat order; `winners`
    are the players who won it, empty if nobody did. `bids` and `declarations` are in the order they
    were made. `judged` are the actions with evaluations or glyphs; games need not fill it in.
    """

    result: str | None = None
    roles: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    points: tuple[Points, ...] | None = None
    winners: tuple[int, ...] | None = None
    bids: tuple[Call, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    judged: tuple[Judged, ...] = ()


class MatchFacts(Struct, frozen=True, kw_only=True):
    """The facts about a record: its match and its rounds, with the number of plies in each round.

    `players` are their names, `view` is the player whose view it is, and `options` are the
    non-default options as JSON values.
    """

    title: str | None = None
    start_time: str | None = None
    players: tuple[str, ...] | None = None
    view: int | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    rounds: Sequence[RoundFacts]
    plies: Sequence[int]


def facts_by_returns(rules: Rules[StateT], ends: Sequence[StateT | None]) -> Iterator[RoundFacts]:
    """Return the facts about rounds that their terminal states show, in any game.

    A round that ended is `complete`, and its points are the change in the returns; the players
    with the most points won it.
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
    """Return the players with the most points, or none if all have equally many.

    >>> with_most((12, 15, 0, 15)), with_most((0, 0))
    ((1, 3), ())
    """
    if len(set(points)) < 2:
        return ()
    most = max(points)
    return tuple([player for player, each in enumerate(points) if each == most])


def who_gain(points: Sequence[Points] | None) -> tuple[int, ...] | None:
    """Return the players with positive points, or None if the points are unknown.

    >>> who_gain((-4, 2, 2, 0))
    (1, 2)
    """
    if points is None:
        return None
    return tuple([player for player, each in enumerate(points) if each > 0])


@lru_cache(maxsize=64)
def changed_options(options: Struct) -> Mapping[str, Any]:
    """Return the non-default options as JSON values."""
    default = type(options)()
    return {
        each.encode_name: msgspec.to_builtins(getattr(options, each.name))
        for each in fields(options)
        if getattr(options, each.name) != getattr(default, each.name)
    }
