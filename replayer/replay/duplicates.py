"""The same match in several records: whole, or a part of it.

It keeps what was played in each round, not the records, so that an archive may be large.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ...findings import Finding, Twin
from .. import codes
from ..game import Game
from .played import ENOUGH, PlayedMatch, PlayedRound, digest, played


class Duplicates:
    """Finds out of each record whether its match was there before.

    Two records have the same match if the same was dealt and done in all rounds that were played.
    One has a part of the match of another if its rounds follow one another there; the last may stop
    early. A record is compared with those of the same viewer only, since different games can look
    alike to a player.

    In small games, or of a few rounds, two matches may be alike by chance. Unless what was dealt
    makes that impossible, two records need the same names, or times, to have the same match.
    """

    def __init__(self) -> None:
        self._places: list[tuple[str, str]] = []
        self._rounds: list[tuple[PlayedRound, ...]] = []
        self._begin: dict[bytes, list[tuple[int, int]]] = {}
        """By a digest of the deals of a few rounds, the records and where in them these begin."""

    def findings(
        self, game: Game[Any, Any], record: Any, place: str, path: str = ""
    ) -> list[Finding]:
        """What a record has in common with those before it.

        `place` is where messages say that it is, and `path` that of its file.
        """
        match = played(game, record)
        if match is None or not match.rounds:
            return []
        begin: dict[bytes, int] = {}
        for at, key in _keys(match):
            begin.setdefault(key, at)
        found = list(self._compared(match, begin))
        if not any(each.rule is codes.SAME_MATCH for each in found):
            number = len(self._places)
            self._places.append((place, path))
            self._rounds.append(match.rounds)
            for key, at in begin.items():
                self._begin.setdefault(key, []).append((number, at))
        return found

    def _compared(self, match: PlayedMatch, begin: Mapping[bytes, int]) -> Iterator[Finding]:
        """The records before it that have the same match, or a part of it, or more of it."""
        same: list[int] = []
        longer: list[tuple[int, bytes]] = []
        shorter: list[tuple[int, int, bytes]] = []
        mine = match.rounds
        for key, at in begin.items():
            for number, there in self._begin.get(key, ()):
                other = self._rounds[number]
                if at == there == 0 and other == mine:
                    same.append(number)
                elif at == 0 and is_part(mine, other[there:]):
                    longer.append((number, key))
                elif there == 0 and is_part(other, mine[at:]):
                    shorter.append((number, at, key))
        if same:
            place, twin = self._twin(
                same[0], match.game, match.viewer, [each.done for each in mine]
            )
            why = f"this match stands in {place} already"
            yield Finding(rule=codes.SAME_MATCH, message=why, twin=twin)
        elif longer:
            place, twin = self._twin(*longer[0])
            why = f"this is a part of the match in {place}"
            yield Finding(rule=codes.PART_OF_MATCH, message=why, twin=twin)
        elif shorter:
            (number, at, key), others = shorter[0], len({each for each, _, _ in shorter}) - 1
            place, twin = self._twin(number, key)
            first, last = match.numbers[at], match.numbers[at + len(self._rounds[number]) - 1]
            which = f"round {first}" if first == last else f"rounds {first} to {last}"
            more = f", and {others} more such" if others else ""
            why = f"{place} has a part of this match ({which}){more}"
            yield Finding(rule=codes.PART_OF_MATCH, message=why, twin=twin)

    def _twin(self, number: int, *played: object) -> tuple[str, Twin]:
        """The place of a record, and it as the twin of one in which the same was played.

        For a part, this is the deals that it begins with: all saves of a match have the same.
        """
        place, path = self._places[number]
        return place, Twin(digest(*played).hex(), path)


def is_part(some: Sequence[PlayedRound], more: Sequence[PlayedRound]) -> bool:
    """Whether some rounds are the first of more; the last of them may stop early."""
    if not len(some) <= len(more):
        return False
    *whole, last = zip(some, more, strict=False)
    return all(one.done == other.done for one, other in whole) and (
        last[1].done.startswith(last[0].done)
    )


def _keys(match: PlayedMatch) -> Iterator[tuple[int, bytes]]:
    """Where in a match rounds begin that tell it from all others, and digests of their deals.

    If not even all of them do, there is one key for the whole, with the names and the time.
    """
    rounds = match.rounds
    told = list(accumulate((each.bits for each in rounds), initial=0))
    for at, before in enumerate(told[:-1]):
        end = bisect_left(told, before + ENOUGH)
        if end < len(told):
            yield at, digest(match.game, match.viewer, [each.deal for each in rounds[at:end]])
        elif at == 0 and any(match.said):
            yield at, digest(match.game, match.viewer, [each.done for each in rounds], match.said)
