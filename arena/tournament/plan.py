"""The plan of a tournament: its settings, its entrants, and the groups of each round.

It is written to `tournament.json` before a round's games begin, so that a killed tournament
continues unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from ...formats.files.target import write_file
from ..errors import BadFolder
from ..ratings import GameResult
from ..seeds import SEEDS
from .pairing import SIZE, Group, close, drawn, playing

NAME = "tournament.json"
FORMAT = "kifu-tournament"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for all rounds; None leaves the choice to the arbiter.

    `seed` determines lots and deals. `random` is the number of rounds paired by lot; `time` is in
    milliseconds, `cpu` in seconds and `memory` in MiB.
    """

    seed: int
    random: int
    time: int
    deck: str | None = None
    game: str | None = None
    cpu: int | None = None
    memory: int | None = None


class Fixture(Struct, frozen=True):
    """A game to play: the players in the order of their seats, and the seed for its deals.

    Rounds, groups and games count from 1.
    """

    round: int
    group: int
    game: int
    players: tuple[str, ...]
    seed: int

    @property
    def name(self) -> str:
        """The game's name, as a relative path.

        >>> Fixture(7, 2, 1, ("A", "B", "C", "D"), 0).name
        'round-007/group-02-game-1'
        """
        return f"round-{self.round:03}/group-{self.group:02}-game-{self.game}"

    @property
    def title(self) -> str:
        """The game's name, in words."""
        return f"round {self.round}, group {self.group}, game {self.game}"


class Plan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT):
    """The part of a tournament decided so far; `rounds` holds the groups of each round."""

    settings: Settings
    entrants: dict[str, str]
    rounds: tuple[tuple[Group, ...], ...] = ()

    def extended(self, rounds: int, counts: Mapping[GameResult, int]) -> Plan:
        """Return the plan with all rounds, up to `rounds` of them, that can be paired now.

        `counts` holds the results of all rounds in the plan.
        """
        names = list(self.entrants)
        found = list(self.rounds)
        played = Counter(name for groups in found for group in groups for name in group)
        # If there is only one group, results cannot affect it.
        by_lot = rounds if len(names) < 2 * SIZE else min(self.settings.random, rounds)
        while len(found) < max(by_lot, min(rounds, len(self.rounds) + 1)):
            random = self._random("pairing", len(found) + 1)
            chosen = playing(names, played, random)
            lot = len(found) < by_lot
            found.append(tuple(drawn(chosen, random) if lot else close(chosen, counts)))
            played.update(chosen)
        return msgspec.structs.replace(self, rounds=tuple(found))

    def fixtures(self, first: int, last: int) -> Iterator[Fixture]:
        """Yield the games of the given rounds: each group plays all cyclic shifts of its seats."""
        for number, groups in enumerate(self.rounds[first - 1 : last], start=first):
            seed = self._random("deals", number).randrange(SEEDS)
            for place, group in enumerate(groups, start=1):
                for shift in range(SIZE):
                    seats = (*group[shift:], *group[:shift])
                    yield Fixture(number, place, shift + 1, seats, seed)

    def _random(self, purpose: str, number: int) -> Random:
        return Random(f"{self.settings.seed}/{purpose}/{number}")

    # The file

    def save(self, folder: Path) -> None:
        """Write the plan to a folder atomically."""
        text = msgspec.json.format(msgspec.json.encode(self), indent=1)
        write_file(folder / NAME, text + b"\n", force=True)


def load(folder: Path) -> Plan | None:
    """Return the plan in a folder, or None. Raises BadFolder if it is damaged."""
    path = folder / NAME
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as why:
        raise BadFolder(f"{path}: the tournament's plan is damaged: {why}") from None
    for number, groups in enumerate(found.rounds, start=1):
        names = [name for group in groups for name in group]
        if len(set(names)) < len(names) or not set(names) <= set(found.entrants):
            raise BadFolder(f"{path}: the groups of round {number} do not match the entrants")
    return found
