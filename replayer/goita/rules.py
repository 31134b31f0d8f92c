"""The rules of Goita, in words.

Source: the 2015 proposal for the record format, and the rules of the Goita associations;
`docs/goita.md` lists them by number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from ...findings import Rule, amount
from ..rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Observation,
    Terminal,
    Transition,
    because,
    broken,
    illegal,
)
from . import codes
from .ends import Outcome
from .engine.engine import Table
from .options import Options
from .pieces import (
    DECK,
    FIVE_SHOWN,
    HAND_SIZE,
    HIDDEN,
    KINDS,
    KING,
    LANCE,
    NOTHING,
    POINTS,
    SHI,
    in_ascii,
    in_order,
    meant,
    named,
)
from .state import State, pieces_of

if TYPE_CHECKING:
    from random import Random

    from ..beliefs.dice import Dice
    from ..beliefs.playouts import PlayedOut

PASS = NOTHING
REDEAL = "redeal"
PLAY_ON = "play on"

_CHANCE = Chance()
_TERMINAL = Terminal()
_PLIES = tuple(Decision((player,)) for player in range(4))
_GOSHI = tuple(Decision((player,), counted=False) for player in range(4))
_SEATS = range(4)
_WORDS = [str(action) for action in range(100)]
"""The passes and plays, by their numbers."""


class GoitaRules(Struct, frozen=True):
    """Goita under the given options.

    Actions are `0` (a pass), two digits (a play) and, after a deal with five し in one hand,
    `redeal` or `play on`. A deal is four hands of digits, separated by spaces.
    """

    options: Options = Options()
    partial: bool = False
    """Pieces may be hidden even if they were shown, so it may be unknown whether points double."""

    @property
    def players(self) -> int:
        """The number of players, four."""
        return 4

    def initial_state(self, dealer: int = 0, score: tuple[int, int] = (0, 0)) -> State:
        """Begin a match, or a round with this dealer and score."""
        return State(score, dealer)

    def next_round(self, end: State) -> State | None:
        """Return the start of the next round, with the winner as dealer, unless a team has won."""
        assert end.outcome is not None
        if max(end.score) >= self.options.target:
            return None
        winner = end.outcome.winner
        return self.initial_state(end.dealer if winner is None else winner, end.score)

    def node(self, state: State) -> Node:
        """Return who acts next: chance, the partner of a player with five し, or `turn`."""
        if state.outcome is not None:
            return _TERMINAL
        if state.table is None:
            return _CHANCE
        return (_GOSHI if state.deciding else _PLIES)[state.turn]

    def returns(self, state: State) -> Sequence[int]:
        """Return the match points of each player's team so far."""
        return (*state.score, *state.score)

    def sides(self, state: State) -> Sequence[int]:
        """Return the team of each player."""
        return (0, 1, 0, 1)

    def chance_outcomes(self, state: State) -> None:
        """Return None: there are too many deals to list."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Deal 32 shuffled pieces."""
        pieces = rng.sample(DECK, len(DECK))
        hands = (pieces[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in _SEATS)
        return " ".join(in_order(hand) for hand in hands)

    # Legal actions

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return everything a player may do; in a view, everything that could be legal."""
        table = state.table
        if state.outcome is not None or table is None or player != table.turn:
            return []
        if table.deciding:
            return [REDEAL, PLAY_ON] if table.may_play_on() else [REDEAL]
        return [_WORDS[action] for action in table.actions()]

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first broken rule, in the order of the rules."""
        if player == CHANCE:
            verify_deal(action.split(" ") if action else [])
            return
        breach = self._breach(state, player, action)
        if breach is not None:
            raise breach

    def _breach(self, state: State, player: int, action: Action) -> IllegalAction | None:
        table = state.table
        if state.outcome is not None or table is None:
            return illegal(codes.WRONG_PLAYER, 1)
        if player != table.turn:
            return illegal(codes.WRONG_PLAYER, player=player, turn=table.turn)
        if table.deciding:
            return _decision_breach(table, action)
        if action == PASS:
            return _explained(table, table.breach(0), PASS)
        first, second = action[:1], action[1:]
        misspelt = _digit_breach(state, player, action)
        if misspelt is not None:
            return misspelt
        breach = table.first_breach(int(first))
        if not breach and not second:
            return illegal(codes.CUT_SHORT, part=0, first=named(first))
        return _explained(table, breach or table.second_breach(int(first), int(second)), action)

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of rounds played out at random from a state after the deal."""
        from ..beliefs.playouts import PlayedOut
        from .engine.playout import play_outs

        assert state.table is not None
        decisions, ends = play_outs(state.table, times, dice)
        returns = {each: _score_after(state.score, *each) * 2 for each in set(ends)}
        return PlayedOut(decisions, [returns[each] for each in ends])

    # Consequences

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal, a decision, a pass or a play.

        Raises ValueError for any other word.
        """
        ((player, action),) = actions.items()
        if player == CHANCE or state.table is None:
            return self._deal(state, tuple(action.split(" ")))
        table = state.table.copy()
        if table.deciding:
            return self._decide(state, table, player, action)
        if action != PASS:
            return self._play(state, table, player, action)
        table.play(0)
        return self._after(state, table, {"player": player, "play": PASS}, {})

    def _deal(self, state: State, hands: tuple[str, ...]) -> Transition[State]:
        private: dict[int, Observation] = {seat: {"hand": hands[seat]} for seat in _SEATS}
        public: dict[str, object] = {"dealer": state.dealer, "score": state.score}
        table = Table(self.options, state.dealer, hands, self.partial)
        if table.goshi:
            public["goshi"] = table.goshi
        shown = {seat: hands[seat] for seat in _SEATS if hands[seat].count(SHI) > 5}
        shown |= dict.fromkeys(table.goshi, FIVE_SHOWN)
        if shown:
            public["shown"] = shown
        return self._after(state, table, public, private)

    def _decide(self, state: State, table: Table, player: int, action: Action) -> Transition[State]:
        if action == REDEAL:
            table.redeal()
        else:
            table.play_on()
        return self._after(state, table, {"player": player, "decision": action}, {})

    def _play(self, state: State, table: Table, player: int, action: Action) -> Transition[State]:
        if not (len(action) == 2 and action.isascii() and action.isdigit()):
            raise ValueError(f"{action!r} is not a pass or a play")
        leading, first, second = table.leading, action[0], action[1]
        table.play(int(action))
        seen: dict[str, object] = {
            "player": player,
            "play": (HIDDEN if leading else first) + second,
        }
        private: dict[int, Observation] = {player: {"play": first + second}} if leading else {}
        if table.outcome is not None and leading:
            doubles = table.doubles(int(first), int(second), leading)
            if doubles or self.options.final_face_down_shown == "always":
                seen["shown"] = first
        return self._after(state, table, seen, private)

    def _after(
        self,
        state: State,
        table: Table,
        public: dict[str, object],
        private: Mapping[int, Observation],
    ) -> Transition[State]:
        """Return the transition of an action; if it ends the round, everybody sees the result."""
        outcome = table.outcome
        if outcome is not None:
            public["result"] = {
                "end": outcome.end,
                "team": outcome.team,
                "winner": outcome.winner,
                "points": outcome.points,
            }
        return Transition(self.state(state, table), public, private)

    def state(self, start: State, table: Table) -> State:
        """Return the state of a round with this start and this table."""
        state = State(start.score, start.dealer, table)
        return state if table.outcome is None else self.ended(state, table.outcome)

    def ended(self, state: State, outcome: Outcome) -> State:
        """Return the terminal state of a round with this outcome, adding its points."""
        score = _score_after(state.score, outcome.team, outcome.points or 0)
        return State(score, state.dealer, state.table, outcome)


def _score_after(score: tuple[int, int], side: int | None, points: int) -> tuple[int, int]:
    """Return the score after a round won by a side, or by nobody."""
    return score[0] + points * (side == 0), score[1] + points * (side == 1)


def _decision_breach(table: Table, action: Action) -> IllegalAction | None:
    if action not in (REDEAL, PLAY_ON):
        return illegal(codes.DEAL_UNSETTLED, turn=table.turn)
    if action == PLAY_ON and not table.may_play_on():
        return illegal(codes.DEAL_UNSETTLED, 1)
    return None


_NOT_IN_HAND = int(codes.NOT_IN_HAND.code.removeprefix(codes.LETTER))


def _explained(table: Table, breach: int, action: Action) -> IllegalAction | None:
    """Return the error that the engine's answer stands for."""
    if not breach:
        return None
    # The reason mentions the hand only if it lacks a piece.
    hand = pieces_of(table.hands[table.turn]) if breach % 1000 == _NOT_IN_HAND else ""
    named_in_it = action[: breach // 1000 + 1]
    found = _reason(breach, named_in_it, table.turn, str(table.attack), hand)
    return IllegalAction(found.rule, str(found), found.part)


@lru_cache(1024)
def _reason(breach: int, action: Action, player: int, attack: str, hand: str) -> IllegalAction:
    """Return the error for an answer of the engine; boards ask for the same one many times."""
    part, hidden = breach // 1000, HIDDEN in hand
    return broken(
        codes.LETTER,
        breach,
        part=part,
        player=player,
        first=named(action[0]),
        piece=named(action[part]),
        attack=named(attack),
        king="" if attack in (SHI, LANCE, KING) else f" or {named(KING)}",
        kinds=named(KINDS),
        left="every one in the deck is elsewhere" if hidden else f"the hand is {named(hand)}",
    )


def _digit_breach(state: State, player: int, action: Action) -> IllegalAction | None:
    if len(action) == 2 and action[0] in POINTS and action[1] in POINTS:
        return None
    for part, digit in enumerate(action[:2]):
        if digit in POINTS or (part == 1 and digit == NOTHING):
            continue
        if part == 0 and digit == HIDDEN and state.hides(player):
            continue
        why = _not_a_piece(digit)
        if digit == HIDDEN:
            why = because(codes.UNKNOWN_DIGIT, 1 - part, player=player)
        return IllegalAction(_digit_rule(digit), why, part, meant=meant(action))
    return None if 0 < len(action) < 3 else illegal(codes.UNKNOWN_DIGIT, 2, action=action)


# Deals

_SORTED = list(DECK)


def verify_deal(hands: Sequence[str], hidden: bool = True) -> None:
    """Raise IllegalAction unless four hands make up the deck, or could if pieces are unknown.

    Unknown pieces are only allowed if `hidden` is true.
    """
    if len(hands) != 4:
        why = f"there must be four hands, not {len(hands)}"
        raise IllegalAction(codes.NOT_FOUR_HANDS, why)
    if list(map(len, hands)) == [HAND_SIZE] * 4 and sorted("".join(hands)) == _SORTED:
        return
    for seat, hand in enumerate(hands):
        for offset, digit in enumerate(hand):
            if digit not in POINTS and not (hidden and digit == HIDDEN):
                why = _not_a_piece(digit)
                raise IllegalAction(_digit_rule(digit), why, seat, offset, meant(hand))
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            why = f"the hand of player {seat} must have 8 pieces, not {len(hand)}"
            raise IllegalAction(codes.WRONG_HAND_SIZE, why, seat)
    dealt = "".join(hands)
    surplus = [kind for kind in KINDS if dealt.count(kind) > DECK.count(kind)]
    unknown = HIDDEN in dealt
    if not surplus and unknown:
        return
    missing = [kind for kind in KINDS if dealt.count(kind) < DECK.count(kind)]
    counts = ", ".join(
        f"{named(kind)} {amount(dealt.count(kind), 'time')}, not {DECK.count(kind)}"
        for kind in (surplus if unknown else sorted(surplus + missing))
    )
    holding = [seat for seat, hand in enumerate(hands) if any(kind in hand for kind in surplus)]
    why = f"the four hands do not make up the deck: {counts}"
    raise IllegalAction(codes.WRONG_DECK, why, holding[0])


def _not_a_piece(digit: str) -> str:
    """Return a message saying that a character is not a known piece."""
    if digit == HIDDEN:
        return "a piece is hidden here, though the record is not a view"
    right = meant(digit)
    expected = f"expected one of {named(KINDS)}" if right is None else f"write {right}"
    return f"{digit!r} is not a piece: {expected}"


def _digit_rule(digit: str) -> Rule:
    """Return the rule that a digit breaks if it is not a piece."""
    return codes.UNKNOWN_DIGIT if digit == in_ascii(digit) else codes.FULL_WIDTH_DIGIT
