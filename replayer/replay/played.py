"""What was dealt and played in a match, whatever else its record says, and however it says it.

Titles, times, scores and results are no part of it, since some notations cannot hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import log2
from typing import Any, TypeVar

from msgspec import Struct

from ..game import Game
from ..rules import CHANCE, Chance, IllegalAction, Observation, Rules
from .match import replay_all
from .round import RoundReplay, Step
from .trajectory import viewer_of

RecordT = TypeVar("RecordT")

ENOUGH = 64
"""Deals that tell so many bits do not agree by chance, not even in an archive of millions."""


class PlayedRound(Struct, frozen=True):
    """One round: a digest of what was dealt at first, then who did what.

    What is `done` of a round that stops early is a leading part of what is done in all of it.
    `bits` is how much the first deal tells: so many times must one halve the deals to get to it.
    """

    done: bytes
    bits: int

    @property
    def deal(self) -> bytes:
        """The digest of what was dealt at first."""
        return self.done[:DIGEST]


class PlayedMatch(Struct, frozen=True):
    """A match: whose view it is (None if nobody's), its rounds, and what else its record says.

    Rounds in which nobody acts are left out, as some notations do, unless there are no others.
    `numbers` are those of the rounds in their record. `said` are the names of the players and the
    time of the start.
    """

    game: str
    viewer: int | None
    rounds: tuple[PlayedRound, ...]
    numbers: tuple[int, ...]
    said: tuple[object, object]


DIGEST = 16


def digest(*parts: object) -> bytes:
    """A few bytes that stand for some values."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def played(game: Game[RecordT, Any], record: RecordT) -> PlayedMatch | None:
    """What was dealt and played in a record, None where a round cannot be replayed."""
    rules = game.rules(record)
    replays: list[RoundReplay[Any]] = []
    for replayed in replay_all(game, record):
        if isinstance(replayed, IllegalAction):
            return None
        replays.append(replayed)
    acted = [each for each in replays if each.plies or each.breach is not None]
    rounds = {each.number: played_round(rules, each.steps) for each in acted or replays}
    said = getattr(record, "players", None), getattr(record, "start_time", None)
    return PlayedMatch(
        game.name, viewer_of(game, record), tuple(rounds.values()), tuple(rounds), said
    )


def played_round(rules: Rules[Any], steps: Sequence[Step[Any]]) -> PlayedRound:
    """What was dealt and played in the steps of a round."""
    first = play_begins(steps)
    deal = digest([list(done(each).values()) for each in steps[:first]])
    bits = sum(_bits(rules, each) for each in steps[:first])
    after = (f"{who}:{word}\n" for each in steps[first:] for who, word in done(each).items())
    return PlayedRound(deal + "".join(after).encode("utf-8", "surrogatepass"), bits)


def play_begins(steps: Sequence[Step[Any]]) -> int:
    """The number of steps, all of chance, before the first in which anybody acts."""
    chance = (isinstance(each.node, Chance) for each in steps)
    return next((at for at, is_chance in enumerate(chance) if not is_chance), len(steps))


def done(step: Step[Any]) -> Mapping[int, str]:
    """What each player does in a step, whatever the order of cards in a hand, or laid away."""
    shown: Mapping[int, Observation] = {} if step.transition is None else step.transition.private
    return {
        player: repr({each: sorted_values(shown[each]) for each in sorted(shown)})
        if player == CHANCE and shown
        else " ".join(sorted(action.split()))
        for player, action in (step.actions or {}).items()
    }


def sorted_values(value: object) -> object:
    """A value with all lists and texts in it in alphabetical order.

    >>> sorted_values({"hand": ("SA", "D2")}), sorted_values({"hand": "8511"})
    ({'hand': ['D2', 'SA']}, {'hand': '1158'})
    """
    match value:
        case dict():
            return {key: sorted_values(each) for key, each in value.items()}  # pyright: ignore
        case list() | tuple():
            return sorted(value, key=repr)  # pyright: ignore
        case str():
            return "".join(sorted(value))
        case _:
            return value


def _bits(rules: Rules[Any], step: Step[Any]) -> int:
    """How much an action of chance tells; of what is hidden, nothing is known."""
    outcomes = rules.chance_outcomes(step.state)
    if outcomes is None:
        return ENOUGH
    action = (step.actions or {}).get(CHANCE, "")
    return int(-log2(outcomes[action])) if outcomes.get(action) else 0
