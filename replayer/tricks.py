"""Helpers shared by trick-taking games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct


class Row(Protocol):
    """A trick as written: the cards in seat order, its leader and its winner."""

    @property
    def lead(self) -> int | None:
        """The player marked as leading."""
        ...

    @property
    def cards(self) -> Sequence[str | None]:
        """A card for each seat, None if there is none."""
        ...

    @property
    def winner(self) -> int | None:
        """The player marked as winning."""
        ...


class Trick(Struct, frozen=True, kw_only=True):
    """A trick in a record: the plays in seat order, None for each play not made yet.

    `lead` and `winner` are the players marked as such.
    """

    lead: int | None = None
    cards: tuple[str | None, ...]
    winner: int | None = None

    @classmethod
    def laid(
        cls, players: int, lead: int, plays: Sequence[str], winner: int | None = None
    ) -> Trick:
        """Return a trick, given its plays in the order they were made."""
        return cls(lead=lead, cards=in_seats(players, lead, plays), winner=winner)

    @property
    def played(self) -> tuple[str, ...]:
        """The plays made so far, in seat order."""
        return tuple([card for card in self.cards if card is not None])


class Contradiction(Struct, frozen=True):
    """A contradiction with other tricks: a mark in trick `at` (from 0), or the card of a seat.

    `expected` is the seat to mark instead or, for a card, the trick where it was first played.
    """

    of: Literal["lead", "winner", "card"]
    at: int
    seat: int
    expected: int


_WINNERS = 2
"""If more winners are marked wrongly after a broken rule, no contradictions are reported."""

Winning: TypeAlias = Callable[[int, Sequence[str]], int | None]
"""Returns the index of the winning card, given a trick's number and its cards, leader first."""


def contradictions(
    rows: Sequence[Row], broken: int, winning: Winning, card_of: Callable[[str], str] = str
) -> Iterator[Contradiction]:
    """Yield the contradictions among the tricks after one that breaks a rule.

    How play reached these tricks is unknown, but each trick shows its own winner, who leads the
    next, and no card (`card_of` a play) is played twice. Contradictions that the broken trick may
    explain are left out, including a swap with another trick. If many winners are wrong, nothing is
    reported: an assumption, such as the trump or the order of the cards, must be wrong instead.
    """
    found = list(_contradictions(rows, broken, winning, card_of))
    if sum(each.of == "winner" for each in found) <= _WINNERS:
        yield from found


def _contradictions(
    rows: Sequence[Row], broken: int, winning: Winning, card_of: Callable[[str], str]
) -> Iterator[Contradiction]:
    played = dict[str, int]()
    wrong = rows[broken] if broken < len(rows) else None
    for at in range(broken + 1, len(rows)):
        row = rows[at]
        wins = _winner(row, at, winning)
        if row.winner is not None and wins not in (None, row.winner):
            yield Contradiction("winner", at, row.winner, wins)
        before = None if at <= broken + 2 else rows[at - 1]
        if before is not None and row.lead is not None and before.winner is not None:
            expected = {before.winner, _winner(before, at - 1, winning)}
            moved = wrong is not None and (wrong.lead in expected or wrong.winner == row.lead)
            if row.lead not in expected and None not in expected and not moved:
                yield Contradiction("lead", at, row.lead, before.winner)
        for seat, play in enumerate(row.cards):
            if play is None:
                continue
            first = played.setdefault(card_of(play), at)
            if first != at:
                yield Contradiction("card", at, seat, first)


def _winner(row: Row, at: int, winning: Winning) -> int | None:
    """Return the winner of a trick according to its cards, or None if unknown."""
    if row.lead is None or row.lead not in range(len(row.cards)):
        return None
    cards = [card for card in (*row.cards[row.lead :], *row.cards[: row.lead]) if card is not None]
    place = winning(at, cards) if len(cards) == len(row.cards) else None
    return None if place is None else (row.lead + place) % len(row.cards)


def in_seats(players: int, lead: int, cards: Sequence[str]) -> tuple[str | None, ...]:
    """Return the cards of a trick in seat order, None for players who have not played yet.

    `cards` are in the order of play, starting with the leader's.

    >>> in_seats(4, 2, ["TD", "QD", "2C"])
    ('2C', None, 'TD', 'QD')
    """
    places = ((seat - lead) % players for seat in range(players))
    return tuple(cards[place] if place < len(cards) else None for place in places)


def left_over(
    hands: Sequence[Sequence[str]], played: Sequence[str], hidden: str
) -> tuple[str, ...] | None:
    """Return the cards of a missing trick in seat order: those that nobody has `played`.

    None unless all hands are known and each has exactly one card left.

    >>> left_over([("TD", "2C"), ("QD", "3C")], ["2C", "QD"], "??")
    ('TD', '3C')
    """
    left = [[card for card in hand if card == hidden or card not in played] for hand in hands]
    if any(len(each) != 1 or each[0] == hidden for each in left):
        return None
    return tuple(card for each in left for card in each)
