"""A Planowanie record: a game of several deals.

Cards are a rank and a suit (`TD`); an unknown card is `??`. Parts that are not recorded are None. A
record may contain anything; `check` finds what is wrong.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..play.annotation import Annotation
from ..play.ended import Ended
from ..play.variations import Variation
from ..record import GameRecord
from ..tricks import Trick as Trick
from .cards import TOURNAMENT_RANKS, TOURNAMENT_SUITS, Cards, hidden_in
from .state import State

End: TypeAlias = Literal["complete", "fault", "stopped", "unfinished"]
"""How a game ended: played to its end, by a player's fault, for an unknown reason, or not yet."""

Reason: TypeAlias = Literal[
    "crashed",
    "timeout",
    "flood",
    "unanswered",
    "malformed",
    "refused",
    "invalid",
]
"""How a player ended the game.

In this order: the program ended, took too long, wrote without ever stopping, did not answer (reason
unknown), answered in an invalid form, refused to answer, or gave an illegal answer.
"""


class Planned(Struct, frozen=True, array_like=True):
    """The plan of a deal: the number of cards of each player, and the leader of the first trick."""

    cards: int
    start: int


TOURNAMENT = tuple(Planned(cards, (cards - 1) % 4) for cards in range(1, 14))
"""The thirteen deals of the tournament (section "set_game" of its rules)."""


class Deck(Struct, frozen=True):
    """Ranks from low to high, and suits, trump first; one character each."""

    ranks: str = TOURNAMENT_RANKS
    suits: str = TOURNAMENT_SUITS

    @property
    def hidden(self) -> str:
        """The symbol for an unknown card in hands of this deck."""
        return hidden_in(self.ranks, self.suits)


class Deal(Struct, frozen=True, kw_only=True):
    """One deal played out.

    `hands` are as dealt, in seat order. `declarations` has each player's declaration, or None if
    unknown. `points` has the points gained in this deal. `clocks` has the milliseconds that each
    player had left before the declaration and before each card.
    """

    hands: tuple[Cards, ...] | None = None
    declarations: tuple[int | None, ...] | None = None
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...] | None = None
    clocks: tuple[tuple[int | None, ...], ...] | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of recorded declarations and cards."""
        said = sum(each is not None for each in self.declarations or ())
        return said + sum(len(trick.played) for trick in self.tricks)


class Result(Struct, frozen=True, kw_only=True):
    """How a game ended, and the points of its finished deals.

    After a fault, `player` is the player at fault, and `reason` says why. `command` is the command
    that the player's program failed to answer correctly (`gen_move`), and `reply` is its answer,
    if any.
    """

    end: End | None = None
    totals: tuple[int, ...] | None = None
    player: int | None = None
    reason: Reason | None = None
    command: str | None = None
    reply: str | None = None


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A game. `view` is the player whose view it is, or None for a complete record.

    `seats` is the number of players, and `players` are their names. `seed` is the seed of the
    deals.
    """

    title: str | None = None
    start_time: str | None = None
    end_time: str | None = None
    players: tuple[str, ...] | None = None
    seed: int | None = None
    view: int | None = None
    deck: Deck = Deck()
    seats: int = 4
    plan: tuple[Planned, ...] = TOURNAMENT
    deals: tuple[Deal, ...] = ()
    result: Result | None = None
