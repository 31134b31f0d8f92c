"""Shows the cards of trick-taking games: hands by suit, and a trick as a row of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ...replayer.tricks import in_seats
from ..text.roles import Role, marked

NOT_YET = "."


def by_suit(cards: Iterable[str], suit: Callable[[str], str], written: Callable[[str], str]) -> str:
    """Return sorted cards as written, with a space between suits.

    >>> by_suit(["SA", "S2", "HT"], suit=lambda card: card[0], written=str.lower)
    'sa s2  ht'
    """
    return "  ".join(" ".join(map(written, run)) for _, run in groupby(cards, key=suit))


def trick_cells(
    players: int, lead: int, cards: Sequence[str], winner: int | None = None
) -> Iterator[str]:
    r"""Yield a trick's cards in seat order; `(` precedes the lead, and `*` follows the winner.

    >>> list(trick_cells(3, 1, ["TD", "QD"]))
    ['.', '(TD', 'QD']
    >>> list(trick_cells(2, 0, ["TD", "QD"], winner=1))
    ['(TD', '\ue002QD*\ue0ff']
    """
    for seat, played in enumerate(in_seats(players, lead, cards)):
        card = NOT_YET if played is None else played
        cell = f"({card}" if seat == lead else card
        yield marked(f"{cell}*", Role.WINNER) if seat == winner else cell
