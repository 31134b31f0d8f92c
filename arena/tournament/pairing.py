"""Pair players in groups of four, by lot or by rating.

Source: the rules of the 2009 tournament, "Przebieg turnieju"; the game's page in `docs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from ..ratings import GameResult, Knowledge

SIZE = 4

Group: TypeAlias = tuple[str, str, str, str]
"""Four players who play four games, in the order of their seats in the first game."""


def drawn(names: Sequence[str], random: Random) -> list[Group]:
    """Return groups drawn by lot; the number of names must be a multiple of four."""
    order = iter(random.sample(names, len(names)))
    return list(zip(*[order] * SIZE, strict=True))


def close(names: Sequence[str], counts: Mapping[GameResult, int]) -> list[Group]:
    """Return groups by rating.

    The highest-rated player without a group gets the opponents whose games would reveal the most
    about that player's rating.
    """
    return list(_close(names, Knowledge(counts, names)))


def _close(names: Sequence[str], known: Knowledge) -> Iterator[Group]:
    ratings = known.ratings
    left = sorted(names, key=lambda name: (-ratings[name], name))
    while left:
        first, *others = left
        others.sort(key=lambda name: (-known.gain(first, name), name))
        second, third, fourth = others[: SIZE - 1]
        yield (group := (first, second, third, fourth))
        left = [name for name in left if name not in group]


def playing(names: Sequence[str], played: Mapping[str, int], random: Random) -> list[str]:
    """Return the players for a round, a multiple of four.

    `played` counts each player's rounds: those with the fewest are chosen, with ties broken by lot.
    """
    order = sorted(random.sample(names, len(names)), key=lambda name: played.get(name, 0))
    chosen = set(order[: len(names) // SIZE * SIZE])
    return [name for name in names if name in chosen]
