"""The deals and play of a match, independent of how they are written.

Titles, times, scores and results are left out, since some notations cannot hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import log2
from typing import Any, TypeVar

from msgspec import Struct

from ..game import Game
from ..play.start import Setup
from ..rules import CHANCE, Chance, IllegalAction, Observation, Rules
from .match import replay_all
from .round import RoundReplay, Step
from .trajectory import viewer_of

RecordT = TypeVar("RecordT")

ENOUGH = 64
"""With this many bits of information, deals do not coincide by chance among millions of records."""

PLY = 2
"""The bits that count for a ply if nothing was dealt, since openings are often repeated; also for
each word of a set-up position.
"""


class PlayedRound(Struct, frozen=True):
    """A round: a digest of its first deal or set-up position, and the actions that followed.

    If a round stops early, its `done` is a prefix of the `done` of the complete round.

    `bits` is the information in the first deal: how often the set of all deals must be halved to
    leave only this one. `key` is the digest of this deal. If nothing was dealt, both are about the
    set-up position and the first plies.
    """

    done: bytes
    bits: int
    key: bytes

    @property
    def deal(self) -> bytes:
        """The digest of the first deal."""
        return self.done[:DIGEST]


class PlayedMatch(Struct, frozen=True):
    """A match: the player whose view it is (None for a complete record), its rounds, and metadata.

    Rounds where nobody acts are left out, as in some notations, unless there are no others.
    `numbers` are the numbers of the rounds in the record. `said` has the players' names and the
    starting time.
    """

    game: str
    viewer: int | None
    rounds: tuple[PlayedRound, ...]
    numbers: tuple[int, ...]
    said: tuple[object, object]


DIGEST = 16


def digest(*parts: object) -> bytes:
    """Return a short digest of the given values."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def played(game: Game[RecordT, Any], record: RecordT) -> PlayedMatch | None:
    """Return the deals and play of a record, or None if a round cannot be replayed."""
    rules, record = game.rules(record), game.standard(record)
    replays: list[RoundReplay[Any]] = []
    for replayed in replay_all(game, record):
        if isinstance(replayed, IllegalAction):
            return None
        replays.append(replayed)
    acted = [each for each in replays if each.plies or each.breach is not None]
    setups = [getattr(each, "setup", None) for each in game.rounds(record)]
    rounds = {
        each.number: played_round(rules, each.steps, setups[each.number - 1])
        for each in acted or replays
    }
    said = getattr(record, "players", None), getattr(record, "start_time", None)
    return PlayedMatch(
        game.name, viewer_of(game, record), tuple(rounds.values()), tuple(rounds), said
    )


def played_round(
    rules: Rules[Any], steps: Sequence[Step[Any]], setup: Setup | None = None
) -> PlayedRound:
    """Return the deals and play in the steps of a round that may start from a set-up position."""
    first, placed = play_begins(steps), [] if setup is None else setup.position.split()
    deal = digest([list(done(each).values()) for each in steps[:first]], *placed)
    bits = sum(_bits(rules, each) for each in steps[:first])
    after = [f"{who}:{word}\n" for each in steps[first:] for who, word in done(each).items()]
    whole = deal + "".join(after).encode("utf-8", "surrogatepass")
    if first:
        return PlayedRound(whole, bits, deal)
    opening = [*placed, *after][: ENOUGH // PLY]
    return PlayedRound(whole, PLY * len(opening), digest(opening))


def play_begins(steps: Sequence[Step[Any]]) -> int:
    """Return the number of steps before the first player acts, all of them chance events."""
    chance = (isinstance(each.node, Chance) for each in steps)
    return next((at for at, is_chance in enumerate(chance) if not is_chance), len(steps))


def done(step: Step[Any]) -> Mapping[int, str]:
    """Return each player's action in a step, ignoring the order of cards in a hand or a discard."""
    shown: Mapping[int, Observation] = {} if step.transition is None else step.transition.private
    return {
        player: repr({each: sorted_values(shown[each]) for each in sorted(shown)})
        if player == CHANCE and shown
        else " ".join(sorted(action.split()))
        for player, action in (step.actions or {}).items()
    }


def sorted_values(value: object) -> object:
    """Return a value with all lists and strings in it sorted.

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
    """Return the information in a chance action, in bits; hidden parts count as 0."""
    outcomes = rules.chance_outcomes(step.state)
    if outcomes is None:
        return ENOUGH
    action = (step.actions or {}).get(CHANCE, "")
    return int(-log2(outcomes[action])) if outcomes.get(action) else 0
