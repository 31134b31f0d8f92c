"""The rules for deals of which a part was not written down.

Whoever keeps a table of tricks may leave out the auction, the exchange, the contract or the naming
of the friend. Such decisions are passed over: the deal goes on as if what is assumed of them had
been done. The rules of the game know nothing of this.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from ...rules import Action, Transition
from ..cards import HIDDEN, Cards
from ..rules.mighty import (
    MightyRules,
    begin_play,
    buried_points,
    bury,
    side_points,
    take_kitty,
)
from ..rules.state import Contract, Outcome, State


class Missing(Struct, frozen=True, kw_only=True):
    """The decisions that were not written down though later ones were, as they are assumed.

    A decision that was written down, or is not followed by any other, is None (`friend`: false).
    `held` are the cards that each player plays later; they take the place of hidden ones when the
    play begins.
    """

    president: int | None = None
    contract: Contract | None = None
    discard: Cards | None = None
    friend: bool = False
    friend_player: int | None = None
    held: tuple[Cards, ...] = ()


class PartialState(State, frozen=True, kw_only=True):
    """The state of a deal of which a part was not written down."""

    missing: Missing


def missing_of(state: State) -> Missing:
    """What was not written down of a deal; nothing, in an ordinary state."""
    return state.missing if isinstance(state, PartialState) else Missing()


class PartialRules(MightyRules, frozen=True):
    """The rules of Mighty; in a partial state, what was not written down is passed over."""

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal or the action of a player, and then whatever was not written down."""
        done = MightyRules.apply(self, state, actions)
        if state.phase == "play" or not isinstance(done.state, PartialState):
            return done
        return _passed_over(done, done.state)

    def outcome(self, state: State) -> Outcome:
        """How a deal ends, as far as the contract and the naming of the friend are known."""
        contract = state.contract
        named = state.friend is not None or state.friend_player is not None
        if named and contract is not None and contract.points is not None:
            return MightyRules.outcome(self, state)
        buried = buried_points(state)
        return Outcome(
            end=None,
            tricks=state.tricks,
            president=state.president,
            friend=state.friend_player,
            contract=contract,
            buried=buried,
            points=side_points(self.options, state, buried) if named else None,
        )


def _passed_over(done: Transition[State], state: PartialState) -> Transition[State]:
    missing, public, private = state.missing, dict(done.public), dict(done.private)
    president = missing.president
    if state.phase == "auction" and president is not None and missing.contract is not None:
        public["president"] = president
        private[president] = {**private.get(president, {}), "kitty": state.kitty}
        state = take_kitty(state, president, missing.contract)
    if state.phase == "exchange" and missing.discard is not None:
        state = bury(state, missing.discard)
    if state.phase == "contract" and missing.contract is not None:
        state = replace(state, contract=missing.contract, phase="friend")
    if state.phase == "friend" and missing.friend:
        state = begin_play(replace(state, friend_player=missing.friend_player))
    if state.phase == "play":
        state = _revealed(state)
    return Transition(state, public, private)


def _revealed(state: PartialState) -> PartialState:
    """Put the cards that players play later into their hands, in place of hidden ones."""
    unseen, hands = set(state.unseen), list(state.hands)
    for seat, held in enumerate(state.missing.held):
        shown = iter([card for card in held if card in unseen and state.could_have_had(seat, card)])
        hands[seat] = tuple(
            [next(shown, HIDDEN) if card == HIDDEN else card for card in hands[seat]]
        )
    return replace(state, hands=tuple(hands))
