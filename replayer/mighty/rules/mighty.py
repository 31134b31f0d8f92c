"""The rules of Mighty: who acts in a state, what may be done, what follows.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), chapter III;
`docs/mighty.md` has the options and what was decided where the paper is silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...rules import CHANCE, Action, Chance, Decision, IllegalAction, Node, Terminal, Transition
from .. import codes
from ..cards import HIDDEN, PLAYERS, SEATS, Cards, card_of, known, points, without
from ..options import Options
from .auction import (
    MISDEAL,
    call_breach,
    contract_of,
    first_bidder,
    highest,
    legal_calls,
    next_bidder,
)
from .deal import dealt, sample, verify_deal
from .exchange import (
    FIRST,
    LAST,
    NONE,
    contract_breach,
    discard_breach,
    friend_breach,
    legal_contracts,
    legal_discards,
    legal_friends,
    seat_named,
)
from .scoring import settled
from .state import Bid, Contract, Outcome, State, Taken
from .tricks import LAST as LAST_TRICK
from .tricks import legal_plays, play_breach, winning

_CHANCE, _TERMINAL = Chance(), Terminal()
_DECISIONS = tuple(Decision((player,)) for player in SEATS)

StateT = TypeVar("StateT", bound=State)


class MightyRules(Struct, frozen=True):
    """Mighty under some options.

    Actions are, in turn: a deal (`deal.deal_action`), calls (`15H`, `16N`, `pass`, `misdeal`),
    `bury SQ CQ H2`, the contract (`15H`), the friend (`SA`, `first`, `none`, `P3`, `last`), and
    plays (`ST`, `JKH`, `C3!`).
    """

    options: Options = Options()

    @property
    def players(self) -> int:
        """Five."""
        return PLAYERS

    def initial_state(self, dealer: int = 0, totals: tuple[int, ...] = (0,) * PLAYERS) -> State:
        """The state before a deal: by default, before the first one of a match."""
        return State(dealer=dealer, totals=totals, turn=dealer)

    def node(self, state: State) -> Node:
        """Who acts: chance deals, then one player after the other."""
        if state.phase == "over":
            return _TERMINAL
        return _CHANCE if state.phase == "deal" else _DECISIONS[state.turn]

    def next_round(self, end: State) -> State:
        """The friend deals next, or a president alone, or else who dealt; a match has no end."""
        outcome, dealer, last = end.outcome, end.dealer, end.last_president
        if outcome is not None and outcome.president is not None:
            last = outcome.president
            dealer = last if outcome.friend is None else outcome.friend
        return State(dealer=dealer, turn=dealer, totals=end.totals, last_president=last)

    def returns(self, state: State) -> Sequence[int]:
        """The totals of the players."""
        return state.totals

    def chance_outcomes(self, state: State) -> None:
        """None: there are too many deals to list."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Deal 53 shuffled cards."""
        return sample(rng)

    # What may be done

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Everything that a player may do; with a hidden hand, everything that could be legal."""
        match state.phase:
            case "auction":
                return legal_calls(self.options, state)
            case "exchange":
                return legal_discards(state)
            case "contract":
                return legal_contracts(self.options, state)
            case "friend":
                return legal_friends(self.options, state)
            case "play":
                return legal_plays(self.options, state)
            case "deal" | "over":
                return []

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first rule that an action breaks."""
        if player == CHANCE:
            verify_deal(dealt(action))
            return
        if state.phase == "play":
            breach = play_breach(self.options, state, player, action)
        elif state.phase == "auction":
            breach = call_breach(self.options, state, player, action)
        else:
            breach = self._decision_breach(state, player, action)
        if breach is not None:
            raise breach

    def _decision_breach(self, state: State, player: int, action: Action) -> IllegalAction | None:
        if state.phase == "over":
            return IllegalAction(codes.OUT_OF_PHASE, "the deal is over: nobody acts")
        if player != state.turn:
            why = f"P{state.turn} is the president and decides this, not P{player}"
            return IllegalAction(codes.OUT_OF_PHASE, why)
        if state.phase == "exchange":
            return discard_breach(state, action)
        if state.phase == "contract":
            return contract_breach(self.options, state, action)
        return friend_breach(self.options, state, action)

    # What follows

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal or the action of a player."""
        ((player, action),) = actions.items()
        match state.phase:
            case "deal":
                return self._deal(state, dealt(action))
            case "auction":
                return self._call(state, player, action)
            case "exchange":
                cards = tuple(action.split()[1:])
                public = {"player": player, "buried": len(cards)}
                return Transition(bury(state, cards), public, {player: {"discard": cards}})
            case "contract":
                contract = contract_of(action) or state.contract
                after = replace(state, contract=contract, phase="friend")
                return Transition(after, {"player": player, "contract": action}, {})
            case "friend":
                return self._name_friend(state, player, action)
            case _:
                return self._play(state, player, action)

    def _deal(self, state: State, piles: tuple[Cards, ...]) -> Transition[State]:
        *hands, kitty = piles
        first = first_bidder(self.options, state.dealer, state.last_president)
        after = replace(
            state,
            phase="auction",
            turn=first,
            dealt=tuple(hands),
            hands=tuple(hands),
            kitty=kitty,
        )
        private = {seat: {"hand": hands[seat]} for seat in SEATS}
        public = {"dealer": state.dealer, "totals": state.totals, "first": first}
        return Transition(after, public, private)

    def _call(self, state: State, player: int, call: str) -> Transition[State]:
        public: dict[str, object] = {"player": player, "call": call}
        after = replace(state, bids=(*state.bids, Bid(player, call)))
        if call == MISDEAL:
            public["shown"] = state.dealt[player]
            return self._finish(after, Outcome(end="thrown-in"), public)
        following = next_bidder(self.options, after)
        if following is not None:
            return Transition(replace(after, turn=following), public, {})
        best = highest(after.bids)
        if best is None:
            return self._finish(after, Outcome(end="thrown-in"), public)
        president, contract = best
        public["president"] = president
        return Transition(
            take_kitty(after, president, contract), public, {president: {"kitty": state.kitty}}
        )

    def _name_friend(self, state: State, player: int, friend: str) -> Transition[State]:
        public: dict[str, object] = {"player": player, "friend": friend}
        seat = seat_named(friend)
        if seat is not None:
            public["friend_player"] = seat
        return Transition(begin_play(replace(state, friend=friend, friend_player=seat)), public, {})

    def _play(self, state: State, player: int, play: str) -> Transition[State]:
        card = card_of(play)
        public: dict[str, object] = {"player": player, "play": play}
        friend = state.friend_player
        if card == state.friend and player != state.president:
            public["friend_player"] = friend = player
        after = replace(
            state,
            hands=_with(state.hands, player, without(state.hands[player], card)),
            table=(*state.table, play),
            played=state.played | {card},
            turn=(player + 1) % PLAYERS,
            friend_player=friend,
        )
        if len(after.table) < PLAYERS:
            return Transition(after, public, {})
        return self._trick_over(after, public)

    def _trick_over(self, state: State, public: dict[str, object]) -> Transition[State]:
        number, friend = state.number, state.friend_player
        place = winning(self.options, state.trump, number, state.table)
        winner = (state.lead + place) % PLAYERS
        trick = Taken(state.lead, state.table, winner)
        public |= {"winner": winner, "points": points(trick.cards)}
        settles = (state.friend == FIRST and number == 1) or (
            state.friend == LAST and number == LAST_TRICK
        )
        if settles and winner != state.president:
            public["friend_player"] = friend = winner
        after = replace(
            state,
            tricks=(*state.tricks, trick),
            table=(),
            lead=winner,
            turn=winner,
            friend_player=friend,
        )
        if number < LAST_TRICK:
            return Transition(after, public, {})
        return self._finish(after, self.outcome(after), public)

    def outcome(self, state: State) -> Outcome:
        """How a deal ends whose tricks are all played."""
        assert state.president is not None
        buried = buried_points(state)
        ended = Outcome(
            end=None,
            tricks=state.tricks,
            president=state.president,
            friend=state.friend_player,
            contract=state.contract,
            buried=buried,
            points=side_points(self.options, state, buried),
        )
        return settled(self.options, ended, solo=state.friend == NONE)

    def _finish(
        self, state: State, outcome: Outcome, public: dict[str, object]
    ) -> Transition[State]:
        """The deal is over."""
        public["result"] = {
            "end": outcome.end,
            "points": outcome.points,
            "score": outcome.score,
            "payoffs": outcome.payoffs,
        }
        paid = outcome.payoffs or (0,) * PLAYERS
        totals = tuple(map(sum, zip(state.totals, paid, strict=True)))
        ended = replace(state, phase="over", totals=totals, outcome=outcome)
        return Transition(ended, public, {})


def take_kitty(state: StateT, president: int, contract: Contract) -> StateT:
    """The auction is won: the president takes the kitty."""
    hands = _with(state.hands, president, (*state.hands[president], *state.kitty))
    return replace(
        state, phase="exchange", president=president, turn=president, contract=contract, hands=hands
    )


def bury(state: StateT, cards: Cards) -> StateT:
    """Three cards leave the president's hand, hidden ones last."""
    hand = state.hands[state.turn]
    for card in sorted(cards, key=lambda card: card == HIDDEN):
        hand = without(hand, card)
    hands = _with(state.hands, state.turn, hand)
    return replace(state, hands=hands, discard=cards, phase="contract")


def begin_play(state: StateT) -> StateT:
    """The president leads to the first trick."""
    return replace(state, phase="play", turn=state.president, lead=state.president)


def buried_points(state: State) -> int:
    """The points of the buried cards, when all tricks are played: what is unseen was buried."""
    return points((*known(state.discard), *state.unseen))


def side_points(options: Options, state: State, buried: int) -> int:
    """The points of the president's side, with those that were buried."""
    side = {state.president, state.friend_player}
    taken = sum(points(trick.cards) for trick in state.tricks if trick.winner in side)
    return taken + (buried if options.buried_points_to == "president" else 0)


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
