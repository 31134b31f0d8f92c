"""A Planowanie record: a game of several deals, as the notations read and write it.

Cards are a rank and a suit (`TD`), a card that is not known is `??`. What nobody wrote down is
None. A record may hold anything that a stranger wrote into it; whether that is right is for
`check` to say.
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
"""How a game ends: played out, ended by the fault of a player, not known why, or not yet."""

Reason: TypeAlias = Literal[
    "crashed",
    "timeout",
    "flood",
    "unanswered",
    "malformed",
    "refused",
    "invalid",
]
"""What a player did that ended the game: its program ended, took too long, wrote without end, did
not answer (why is not known), answered in no form, refused, or answered with what no rule allows.
"""


class Planned(Struct, frozen=True, array_like=True):
    """A deal as it is planned: the cards of each player, and who leads the first trick."""

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
        """What stands for a card that is not known, in hands of this deck."""
        return hidden_in(self.ranks, self.suits)


class Deal(Struct, frozen=True, kw_only=True):
    """One deal played out.

    `hands` as dealt, in seat order. `declarations` of each player, None where it is not known.
    `points` are those of this deal. `clocks` are the milliseconds that each player had left, before
    the declaration and before each card.
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
        """The number of declarations and cards that are recorded."""
        said = sum(each is not None for each in self.declarations or ())
        return said + sum(len(trick.played) for trick in self.tricks)


class Result(Struct, frozen=True, kw_only=True):
    """How a game ended, and the points of its finished deals.

    After a fault, `player` is at fault for a `reason`. `command` is what that player's program did
    not answer rightly (`gen_move`), and `reply` what it answered, where it did.
    """

    end: End | None = None
    totals: tuple[int, ...] | None = None
    player: int | None = None
    reason: Reason | None = None
    command: str | None = None
    reply: str | None = None


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A game. `view` is the player whose knowledge it is, None where it is everybody's.

    `seats` is the number of players, `players` are their names; `seed` is that of the deals.
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
