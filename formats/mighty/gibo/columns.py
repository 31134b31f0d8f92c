"""The head of a table: whose column is which, by seats or by names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....replayer.mighty.cards import CARDS, PLAYERS, SEATS, card_of
from ...text.lines import unquoted
from ..words import ascii_card

_SEAT = re.compile(r"P?[0-9]+")


class Columns:
    """The columns of the tables of a match, which stand in seat order.

    `players` are the names of the players; those in the head of the first table, where no others
    are written down.
    """

    def __init__(self, players: tuple[str, ...] | None) -> None:
        self.players = players

    def misplaced(self, head: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The columns that do not stand where they should, by their numbers, and why.

        Columns that were swapped or shifted are one slip, which is reported at the first of them.
        """
        words = [unquoted(each.rstrip("!~ \t")) for each in head]
        seats = [each for each in words if _SEAT.fullmatch(each)]
        if not seats:
            yield from self._misnamed(words)
        elif [each.strip("P") for each in seats] == [str(seat + 1) for seat in SEATS]:
            yield 0, "players are counted from 0: the columns are P0 to P4"
        else:
            for seat, word in enumerate(words):
                if word not in (f"P{seat}", str(seat)):
                    why = f"{head[seat]!r} stands where P{seat} is due"
                    yield seat, f"{why}: the columns are in seat order"
                    return

    def _misnamed(self, words: Sequence[str]) -> Iterator[tuple[int, str]]:
        names, moved = self.players, False
        for seat, word in enumerate(words):
            if card_of(ascii_card(word.strip("(*"))) in CARDS:
                yield seat, f"a card stands in the head of the table, where P{seat} is due"
            elif word in words[:seat]:
                yield seat, f"a second column is headed {word!r}: write P0 to P4"
            elif names is not None and names[seat] != word and not (moved and word in names):
                yield seat, f"the columns stand in seat order: {names[seat]} (P{seat}) is due here"
                moved = moved or word in names
        if names is None and len({*words}) == PLAYERS:
            self.players = tuple(words)
