"""The rules for partly recorded deals.

A table of tricks may leave out the auction, the exchange, the contract or the naming of the friend.
Such decisions are passed over: play continues as if the assumed actions had been taken. The rules
of the game are unaware of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ..cards import Cards
from ..engine.engine import Engine
from ..engine.numbers import BITS, HIDDEN, NOBODY, NUMBER_OF, UNKNOWN, numbers
from ..engine.phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, PLAY
from ..rules.mighty import MightyRules
from ..rules.state import Contract, Outcome, State

if TYPE_CHECKING:
    from ...beliefs.dice import Dice
    from ...beliefs.playouts import PlayedOut


class Missing(Struct, frozen=True, kw_only=True):
    """Assumptions about decisions that were not recorded, although later ones were.

    A decision is None (`friend`: false) if it was recorded, or if no later one was. `held` are the
    cards that each player plays later; they replace hidden ones when the play begins.
    """

    president: int | None = None
    contract: Contract | None = None
    discard: Cards | None = None
    friend: bool = False
    friend_player: int | None = None
    held: tuple[Cards, ...] = ()


class PartialState(State, frozen=True, kw_only=True):
    """The state of a partly recorded deal."""

    missing: Missing


def missing_of(state: State) -> Missing:
    """Return which decisions of a deal were not recorded; an ordinary state has them all."""
    return state.missing if isinstance(state, PartialState) else Missing()


class PartialRules(MightyRules, frozen=True):
    """The rules of Mighty; in a partial state, decisions that were not recorded are passed over."""

    def proceed(self, state: State, engine: Engine) -> None:
        """Pass over decisions that were not recorded."""
        if isinstance(state, PartialState) and not engine.played:
            _pass_over(engine, state.missing)

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of deals played out at random, passing over missing decisions."""
        from ...beliefs.playouts import walk_out

        if isinstance(state, PartialState):
            return walk_out(self, state, times, dice)
        return MightyRules.play_out(self, state, times, dice)

    def outcome(self, state: State) -> Outcome:
        """Return how a deal ends, given what is known of the contract and the friend."""
        engine = state.engine
        assert engine is not None
        named = engine.friend != NOBODY or engine.friend_player != NOBODY
        if named and engine.points != UNKNOWN:
            return MightyRules.outcome(self, state)
        buried = engine.buried_points()
        return Outcome(
            end=None,
            tricks=state.tricks,
            president=state.president,
            friend=state.friend_player,
            contract=state.contract,
            buried=buried,
            points=engine.side_points(buried) if named else None,
        )


def _pass_over(engine: Engine, missing: Missing) -> None:
    president = missing.president
    if engine.phase == AUCTION and president is not None and missing.contract is not None:
        engine.take_kitty(president, *missing.contract.numbers)
    if engine.phase == EXCHANGE and missing.discard is not None:
        engine.bury(numbers(missing.discard))
    if engine.phase == CONTRACT and missing.contract is not None:
        engine.settle(*missing.contract.numbers)
    if engine.phase == FRIEND and missing.friend:
        friend = missing.friend_player
        engine.friend_player = NOBODY if friend is None else friend
        engine.begin_play()
    if engine.phase == PLAY:
        _reveal(engine, missing.held)


def _reveal(engine: Engine, held: tuple[Cards, ...]) -> None:
    """Put the cards that players play later into their hands, replacing hidden ones."""
    unseen = engine.unseen()
    for seat, cards in enumerate(held):
        possible = unseen & engine.may_have_had(seat)
        played = [NUMBER_OF.get(card, HIDDEN) for card in cards]
        shown = iter([card for card in played if possible & BITS[card]])
        hand = engine.hand(seat)
        engine.set_hand(
            seat, tuple([next(shown, HIDDEN) if card == HIDDEN else card for card in hand])
        )
