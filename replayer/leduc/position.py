"""What there is to see of a hand at one moment."""

from __future__ import annotations

from msgspec import Struct

from ..game import Action
from .cards import HIDDEN
from .state import End, Pair, State


class Position(Struct, frozen=True):
    """A hand at one moment, as a player or everybody sees it.

    The fields are those of `State`; `cards` are `??` where they are not seen.
    """

    cards: tuple[str, ...]
    public: str | None
    betting: tuple[tuple[Action, ...], ...]
    stakes: Pair
    end: End | None
    returns: Pair | None
    totals: Pair


def position_of(state: State, seat: int | None = None) -> Position:
    """What one player sees; without a seat, everything. A showdown shows both cards."""
    all_shown = seat is None or state.end == "showdown"
    cards = (
        card if all_shown or owner == seat else HIDDEN for owner, card in enumerate(state.cards)
    )
    return Position(
        cards=tuple(cards),
        public=state.public,
        betting=state.betting,
        stakes=state.stakes,
        end=state.end,
        returns=state.returns,
        totals=state.totals,
    )
