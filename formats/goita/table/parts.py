"""The parts of a round's text in the table of the 2015 proposal: players, columns and turns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from ...text.grammar import terminal
from ...text.lines import unquoted
from .words import GRAMMAR

Span: TypeAlias = tuple[int, int]
Word: TypeAlias = "re.Match[str]"

_OF_TURN = ("ORDINAL", "FACE_DOWN_PLAY", "RECEIVING_PLAY", "PASS")
PLAYERS = 4


@cache
def words_of_turn() -> re.Pattern[str]:
    """Return the pattern of a word in a turn's line."""
    of_turn = "|".join(terminal(GRAMMAR, each) for each in _OF_TURN)
    return re.compile(f"(?<![0-9])(?:{of_turn})")


@cache
def player_line() -> re.Pattern[str]:
    """Return the pattern of a player's line; the hand is its last word."""
    is_hand = terminal(GRAMMAR, "HAND")
    kinds = ("SEAT", "NAME", "DEALER", "HAND")
    seat, name, dealer, hand = (f"(?P<{each}>{terminal(GRAMMAR, each)})" for each in kinds)
    return re.compile(rf"{seat}\s*+(?:(?!{is_hand}){name})?+\s*+{dealer}?+\s*+{hand}")


class Player(Struct):
    """A player's line and its words, None for missing or unknown ones.

    `whole`: whether it is certain which words the line has.
    """

    line: Word
    seat: str | None = None
    name: str | None = None
    deals: bool = False
    hand: str | None = None
    whole: bool = False


class Turn(Struct):
    """A turn's line: its number and actions."""

    line: Word
    number: str
    actions: list[str]

    @property
    def span(self) -> Span:
        """The span of its number."""
        return self.line.start(), self.line.start() + len(self.number)

    def spans(self) -> list[Span]:
        """The span of its actions."""
        found = words_of_turn().finditer(self.line.string, self.span[1], self.line.end())
        return [each.span() for each in found][: len(self.actions)]


class Table(Struct):
    """The text of one round: players, names on the `turn` line, and turns.

    Actions are known up to `cut`.
    """

    start: int
    players: list[Player]
    columns: list[Word]
    turns: list[Turn]
    cut: int

    @property
    def whole(self) -> bool:
        """Whether all players' lines are known."""
        return all(each.whole for each in self.players)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names in the players' lines."""
        return tuple([each.name for each in self.players])


def by_number(players: list[Player]) -> list[Player]:
    """Return the players in the order of their numbers if each occurs once; one may be unknown."""
    numbers = [each.seat for each in players if each.seat is not None]
    missing = {f"{seat}." for seat in range(PLAYERS)}.difference(numbers)
    if len(missing) > 1 or len(numbers) + len(missing) != PLAYERS:
        return players
    return sorted(players, key=lambda each: each.seat or min(missing))


def names_of(tables: Sequence[Table]) -> tuple[str, ...] | None:
    """Return the most frequent name of each player, or None if the players have no names.

    Names are in the players' lines, and above the columns, which begin with the dealer. If only
    one player has a name, it is a stray word.
    """
    said = {table.names for table in tables if table.whole}
    if len(said) == 1 and len({*map(type, *said)}) == 1:  # All rounds have the same names, or none.
        names = tuple([each for each in said.pop() if each is not None])
        return names or None
    found = [Counter[str | None]() for _ in range(PLAYERS)]
    for table in tables:
        players = by_number(table.players)
        for seat, player in enumerate(players):
            if player.whole:
                found[seat][player.name] += 1
        dealers = [seat for seat, each in enumerate(players) if each.deals]
        if len(dealers) == 1 and sum([each.name is not None for each in players]) > 1:
            for column, name in enumerate(table.columns[:PLAYERS]):
                found[(dealers[0] + column) % 4][unquoted(name[0])] += 1
    names = [max(each, key=lambda name: (each[name], name is not None)) for each in found if each]
    if sum(name is not None for name in names) < 2 or len(names) < PLAYERS:
        return None
    return tuple(name or "" for name in names)
