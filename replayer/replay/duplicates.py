"""Finds matches that occur in several records, completely or in part.

Only the play of each round is kept, not the records, so that archives may be large.
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
    """A search for records of matches that have occurred before.

    Two records are of the same match if all rounds that were played have the same deals and
    actions. A record is part of another one's match if its rounds are consecutive there; its last
    round may stop early. Views are only compared with views of the same player, since different
    games can look alike to a player.

    In small games, or with few rounds, two matches may coincide by chance. Unless the deals rule
    that out, or the first plies if nothing was dealt, records only count as the same match if the
    names or times are also the same.
    """

    def __init__(self) -> None:
        self._places: list[tuple[str, str]] = []
        self._rounds: list[tuple[PlayedRound, ...]] = []
        self._begin: dict[bytes, list[tuple[int, int]]] = {}
        """The record and round where a few known rounds begin, by a digest of their keys."""

    def findings(
        self, game: Game[Any, Any], record: Any, place: str, path: str = ""
    ) -> list[Finding]:
        """Yield findings about what a record has in common with earlier ones.

        `place` describes the place of the record in messages, and `path` is the path of its file.
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
        """Yield a finding if an earlier record has the same match, part of it, or more of it."""
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
            why = f"this match is already in {place}"
            yield Finding(rule=codes.SAME_MATCH, message=why, twin=twin)
        elif longer:
            place, twin = self._twin(*longer[0])
            why = f"this is part of the match in {place}"
            yield Finding(rule=codes.PART_OF_MATCH, message=why, twin=twin)
        elif shorter:
            (number, at, key), others = shorter[0], len({each for each, _, _ in shorter}) - 1
            place, twin = self._twin(number, key)
            first, last = match.numbers[at], match.numbers[at + len(self._rounds[number]) - 1]
            which = f"round {first}" if first == last else f"rounds {first} to {last}"
            more = f", and {others} more such" if others else ""
            why = f"{place} has part of this match ({which}){more}"
            yield Finding(rule=codes.PART_OF_MATCH, message=why, twin=twin)

    def _twin(self, number: int, *played: object) -> tuple[str, Twin]:
        """Return where an earlier record is, and a Twin with a digest of the play they share.

        If one is part of the other, this digests their keys, which all saves of a match share.
        """
        place, path = self._places[number]
        return place, Twin(digest(*played).hex(), path)


def is_part(some: Sequence[PlayedRound], more: Sequence[PlayedRound]) -> bool:
    """Return whether one list of rounds is the beginning of another; its last may stop early."""
    if not len(some) <= len(more):
        return False
    *whole, last = zip(some, more, strict=False)
    return all(one.done == other.done for one, other in whole) and (
        last[1].done.startswith(last[0].done)
    )


def _keys(match: PlayedMatch) -> Iterator[tuple[int, bytes]]:
    """Yield where enough rounds to identify a match begin, with digests of their keys.

    If even all rounds are not enough, there is one key for the whole match, its names and its time.
    """
    rounds = match.rounds
    bits = list(accumulate((each.bits for each in rounds), initial=0))
    for at, before in enumerate(bits[:-1]):
        end = bisect_left(bits, before + ENOUGH)
        if end < len(bits):
            yield at, digest(match.game, match.viewer, [each.key for each in rounds[at:end]])
        elif at == 0 and any(match.said):
            yield at, digest(match.game, match.viewer, [each.done for each in rounds], match.said)
