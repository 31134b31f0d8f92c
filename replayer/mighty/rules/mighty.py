"""The rules of Mighty: whose turn it is, legal actions, and their consequences.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), chapter III;
`docs/mighty.md` lists the options, and the decisions where the paper is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Observation,
    Terminal,
    Transition,
)
from .. import codes
from ..cards import PLAYERS, SEATS, Cards
from ..engine import phases
from ..engine.engine import Engine, points_of
from ..engine.legal import calls, plays
from ..engine.numbers import (
    ALONE,
    FIRST,
    FRIEND_OF,
    LAST,
    NOBODY,
    PLAY_WORD,
    numbers,
    trump_word,
    words,
)
from ..engine.settling import next_dealer
from ..engine.variant import variant_of
from ..options import Options
from .auction import CALL_WORD, MISDEAL, call_breach, call_number, contract_of
from .deal import deal_breach, dealt, sample
from .exchange import (
    contract_breach,
    discard_breach,
    friend_breach,
    legal_contracts,
    legal_discards,
    legal_friends,
)
from .scoring import payoffs, score, settled
from .state import Bid, Contract, Outcome, State
from .tricks import play_breach, play_number

if TYPE_CHECKING:
    from random import Random

    from ...beliefs.dice import Dice
    from ...beliefs.playouts import PlayedOut

_CHANCE, _TERMINAL = Chance(), Terminal()
_DECISIONS = tuple(Decision((player,)) for player in SEATS)


StateT = TypeVar("StateT", bound=State)


class MightyRules(Struct, frozen=True):
    """Mighty under the given options.

    Actions are, in order: a deal (`deal.deal_action`), calls (`15H`, `16N`, `pass`, `misdeal`),
    `bury SQ CQ H2`, the contract (`15H`), the friend (`SA`, `first`, `none`, `P3`, `last`), and
    plays (`ST`, `JKH`, `C3!`).
    """

    options: Options = Options()

    @property
    def players(self) -> int:
        """The number of players, five."""
        return PLAYERS

    def initial_state(self, dealer: int = 0, totals: tuple[int, ...] = (0,) * PLAYERS) -> State:
        """Return the state before a deal: by default, before the first deal of a match."""
        return State(dealer=dealer, totals=totals)

    def node(self, state: State) -> Node:
        """Return who acts next: chance deals, then players act one by one."""
        engine = state.engine
        if engine is None:
            return _CHANCE
        return _TERMINAL if engine.phase == phases.OVER else _DECISIONS[engine.turn]

    def next_round(self, end: State) -> State:
        """Return the start of the next deal; the friend deals, or the president if alone."""
        outcome, dealer, last = end.outcome, end.dealer, end.last_president
        if outcome is not None and outcome.president is not None:
            last = outcome.president
            friend = NOBODY if outcome.friend is None else outcome.friend
            dealer = next_dealer(dealer, last, friend)
        return State(dealer=dealer, totals=end.totals, last_president=last)

    def returns(self, state: State) -> Sequence[int]:
        """Return the totals of the players."""
        return state.totals

    def sides(self, state: State) -> Sequence[int] | None:
        """Return 0 for the president and the friend, 1 for the others, once they are certain."""
        engine = state.engine
        if engine is None or engine.phase != phases.PLAY or engine.friend == LAST:
            return None
        friend = engine.friend_player
        if friend == NOBODY and engine.friend < FIRST:  # a card that somebody may still hold
            holds = (seat for seat in SEATS if engine.hands[seat] >> engine.friend & 1)
            friend = next(holds, NOBODY)
        elif friend == NOBODY and engine.friend == FIRST and engine.number == 1:
            return None
        return [int(seat not in (engine.president, friend)) for seat in SEATS]

    def chance_outcomes(self, state: State) -> None:
        """Return None: there are too many deals to list."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Deal 53 shuffled cards."""
        return sample(rng)

    # Legal actions

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return a player's legal actions; for a hidden hand, all that may be legal."""
        engine = state.engine
        if engine is None or player != engine.turn:
            return []
        match engine.phase:
            case phases.PLAY:
                return [PLAY_WORD[play] for play in plays(engine)]
            case phases.AUCTION:
                return [CALL_WORD[call] for call in calls(engine)]
            case phases.EXCHANGE:
                return legal_discards(engine)
            case phases.CONTRACT:
                return legal_contracts(engine.variant, engine.points, engine.trump)
            case phases.FRIEND:
                return legal_friends(engine)
            case _:
                return []

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first rule that an action breaks."""
        if player == CHANCE:
            breach = deal_breach(dealt(action))
        elif state.engine is None:
            raise IllegalAction(codes.OUT_OF_PHASE, "the cards have not been dealt: nobody can act")
        else:
            breach = self.breach(state.engine, player, action)
        if breach is not None:
            raise breach

    def breach(self, engine: Engine, player: int, action: Action) -> IllegalAction | None:
        """Find the first rule that an action breaks in a deal in progress."""
        match engine.phase:
            case phases.PLAY:
                return play_breach(engine, player, action)
            case phases.AUCTION:
                return call_breach(engine, player, action)
            case phases.OVER:
                return IllegalAction(codes.OUT_OF_PHASE, "the deal is over: nobody can act")
            case phase if player == engine.turn:
                return _DECISION_BREACHES[phase](engine, action)
            case _:
                why = f"this is decided by the president, P{engine.turn}, not by P{player}"
                return IllegalAction(codes.OUT_OF_PHASE, why)

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of deals played out at random from a state after the deal."""
        from ...beliefs.playouts import PlayedOut, walk_out
        from ..playout import play_outs

        assert state.engine is not None
        if state.engine.hides:
            return walk_out(self, state, times, dice)
        decisions, ends = play_outs(state.engine, times, dice)
        returns = {each: self.totals_after(state, *each) for each in set(ends)}
        return PlayedOut(decisions, [returns[each] for each in ends])

    def totals_after(
        self,
        state: State,
        president: int,
        friend: int,
        bid: int,
        trump: int,
        points: int,
        solo: bool,
    ) -> tuple[int, ...]:
        """Return the totals after a deal with this end."""
        if president < 0:
            return state.totals
        value = score(self.options, Contract(bid, trump_word(trump)), points, solo).value
        paid = payoffs(value, president, None if friend < 0 else friend)
        return tuple(map(sum, zip(state.totals, paid, strict=True)))

    # Consequences

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal or the action of a player; raises the same errors as `carry_out`."""
        ((player, action),) = actions.items()
        before, bids = state.engine, state.bids
        if before is None:
            engine = self.dealt(state, dealt(action))
            public, private = _deal_seen(state, engine)
        else:
            engine = before.copy()
            self.carry_out(engine, player, action)
            public, private = _seen(before, engine, player, action)
            bids = (*bids, Bid(player, action)) if before.phase == phases.AUCTION else bids
        self.proceed(state, engine)
        if engine.president >= 0 and (before is None or before.president < 0):
            public["president"] = president = engine.president
            private[president] = {**private.get(president, {}), "kitty": words(engine.kitty)}
        after = self.reached(state, engine, bids)
        if after.outcome is not None:
            public["result"] = _result(after.outcome)
        return Transition(after, public, private)

    def dealt(self, state: State, piles: Sequence[Cards]) -> Engine:
        """Deal hands and kitty in a state before the deal."""
        *hands, kitty = map(numbers, piles)
        last = NOBODY if state.last_president is None else state.last_president
        return Engine(variant_of(self.options), state.dealer, last, hands, kitty)

    def carry_out(self, engine: Engine, player: int, action: Action) -> None:
        """Carry out an action in a deal in progress, legal or not.

        Raises IndexError if there is no such player, and KeyError if the action names cards or a
        friend that do not exist, or plays a hidden card.
        """
        if not 0 <= player < PLAYERS:  # compiled engines use small integers
            raise IndexError(f"there is no player {player}")
        match engine.phase:
            case phases.PLAY:
                engine.play(player, play_number(action))
            case phases.AUCTION:
                engine.call(player, call_number(action))
            case phases.EXCHANGE:
                engine.bury(numbers(action.split()[1:]))
            case phases.CONTRACT:
                bid, contract = (engine.points, engine.trump), contract_of(action)
                engine.settle(*(bid if contract is None else contract.numbers))
            case _:
                engine.name_friend(FRIEND_OF[action])

    def proceed(self, state: State, engine: Engine) -> None:
        """Continue after an action in a deal that began in this state.

        By default, this does nothing; rules for incomplete records skip missing decisions here.
        """

    def reached(self, state: StateT, engine: Engine, bids: tuple[Bid, ...]) -> StateT:
        """Return the state that a deal has reached after these calls.

        If the deal is over, the state has its outcome and the totals after it.
        """
        after = replace(state, engine=engine, bids=bids)
        if engine.phase != phases.OVER:
            return after
        outcome = Outcome(end="thrown-in") if engine.president < 0 else self.outcome(after)
        paid = outcome.payoffs or (0,) * PLAYERS
        totals = tuple(map(sum, zip(state.totals, paid, strict=True)))
        return replace(after, totals=totals, outcome=outcome)

    def outcome(self, state: State) -> Outcome:
        """Return how a deal ends after all tricks have been played."""
        engine = state.engine
        assert engine is not None
        buried = engine.buried_points()
        ended = Outcome(
            end=None,
            tricks=state.tricks,
            president=state.president,
            friend=state.friend_player,
            contract=state.contract,
            buried=buried,
            points=engine.side_points(buried),
        )
        return settled(self.options, ended, solo=engine.friend == ALONE)


_DECISION_BREACHES: Mapping[int, Callable[[Engine, Action], IllegalAction | None]] = {
    phases.EXCHANGE: discard_breach,
    phases.CONTRACT: contract_breach,
    phases.FRIEND: friend_breach,
}

_Seen: TypeAlias = tuple[dict[str, object], dict[int, Observation]]


def _deal_seen(state: State, engine: Engine) -> _Seen:
    """Return the public and the private observations of a deal."""
    private: dict[int, Observation] = {
        seat: {"hand": words(hand)} for seat, hand in enumerate(engine.dealt)
    }
    return {"dealer": state.dealer, "totals": state.totals, "first": engine.turn}, private


def _seen(before: Engine, engine: Engine, player: int, action: Action) -> _Seen:
    """Return the public and the private observations of an action."""
    public: dict[str, object] = {"player": player}
    private: dict[int, Observation] = {}
    match before.phase:
        case phases.PLAY:
            public["play"] = action
            if engine.number > before.number:
                _, plays, winner = engine.tricks[-1]
                public |= {"winner": winner, "points": points_of(plays)}
        case phases.AUCTION:
            public["call"] = action
            if action == MISDEAL:
                public["shown"] = words(engine.dealt[player])
        case phases.EXCHANGE:
            public["buried"] = len(engine.discard)
            private[player] = {"discard": words(engine.discard)}
        case _:
            public["contract" if before.phase == phases.CONTRACT else "friend"] = action
    if engine.friend_player != before.friend_player:
        public["friend_player"] = engine.friend_player
    return public, private


def _result(outcome: Outcome) -> Observation:
    return {
        "end": outcome.end,
        "points": outcome.points,
        "score": outcome.score,
        "payoffs": outcome.payoffs,
    }
