"""The rules of Goita, each stated once.

Source: the 2015 proposal for the record format, and the rules as the Goita associations play them;
`docs/goita.md` lists them by number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

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
)
from . import codes
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
    digit_rule,
    in_order,
    meant,
    named,
    not_a_piece,
    partner,
    remaining,
    take,
    team,
    verify_deal,
    with_five_shi,
)
from .state import Outcome, State

PASS = NOTHING
REDEAL = "redeal"
PLAY_ON = "play on"

_CHANCE = Chance()
_TERMINAL = Terminal()
_PLIES = tuple(Decision((player,)) for player in range(4))
_GOSHI = tuple(Decision((player,), counted=False) for player in range(4))
_SEATS = range(4)


class GoitaRules(Struct, frozen=True):
    """Goita under some options.

    Actions are `0` (a pass), two digits (a play), and after a deal with five し in one hand
    `redeal` or `play on`. A deal is four hands of digits, separated by spaces.
    """

    options: Options = Options()
    partial: bool = False
    """Pieces may be hidden though they were shown: what doubles is then not known."""

    @property
    def players(self) -> int:
        """Four."""
        return 4

    def initial_state(self, dealer: int = 0, score: tuple[int, int] = (0, 0)) -> State:
        """Begin a match, or a round with this dealer and score."""
        return State(score=score, dealer=dealer, turn=dealer)

    def next_round(self, end: State) -> State | None:
        """The winner of a round deals the next one, until a team has the points of the target."""
        assert end.outcome is not None
        if max(end.score) >= self.options.target:
            return None
        winner = end.outcome.winner
        return self.initial_state(end.dealer if winner is None else winner, end.score)

    def node(self, state: State) -> Node:
        """Who acts: chance deals, the partner of five し decides, the player in turn plays."""
        if state.outcome is not None:
            return _TERMINAL
        if not state.hands:
            return _CHANCE
        return (_GOSHI if state.deciding else _PLIES)[state.turn]

    def returns(self, state: State) -> Sequence[int]:
        """The points of each player's team in the match so far."""
        return (*state.score, *state.score)

    def chance_outcomes(self, state: State) -> None:
        """None: there are too many deals to list."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Deal 32 shuffled pieces."""
        pieces = rng.sample(DECK, len(DECK))
        hands = (pieces[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in _SEATS)
        return " ".join(in_order(hand) for hand in hands)

    # What may be done

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Everything that a player may do; in a view, everything that could be legal."""
        if state.outcome is not None:
            return []
        if state.deciding:
            choices: list[Action] = [REDEAL, PLAY_ON]
            return [choice for choice in choices if self._decision_breach(state, choice) is None]
        hand = state.hands[player]
        kinds = KINDS + HIDDEN if state.hides(player) else sorted(set(hand))
        actions: list[Action] = [] if state.leading else [PASS]
        for first in kinds:
            if self._first_breach(state, player, first) is None:
                actions.extend(
                    first + second
                    for second in kinds
                    if self._second_breach(state, player, first, second) is None
                )
        return actions

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first rule, in the order of the sheet, that is broken."""
        if player == CHANCE:
            verify_deal(action.split(" ") if action else [])
            return
        breach = self._breach(state, player, action)
        if breach is not None:
            raise breach

    def _breach(self, state: State, player: int, action: Action) -> IllegalAction | None:
        if state.outcome is not None:
            return IllegalAction(codes.WRONG_PLAYER, "the round is over: nobody plays")
        if player != state.turn:
            why = f"player {player} plays, but it is player {state.turn}'s turn"
            return IllegalAction(codes.WRONG_PLAYER, why)
        if state.deciding:
            return self._decision_breach(state, action)
        if action == PASS:
            if state.leading:
                why = f"player {player} must lay a piece face-down and attack, and may not pass"
                return IllegalAction(codes.ATTACKER_MAY_NOT_PASS, why, 0)
            return None
        return (
            _digit_breach(state, player, action)
            or self._first_breach(state, player, action[0])
            or self._second_breach(state, player, action[0], action[1:])
        )

    def _decision_breach(self, state: State, action: Action) -> IllegalAction | None:
        if action not in (REDEAL, PLAY_ON):
            why = f"the deal is not settled: player {state.turn} chooses `redeal` or `play on`"
            return IllegalAction(codes.DEAL_UNSETTLED, why)
        crossed = len(state.goshi) > 1
        if action == PLAY_ON and crossed and self.options.cross_goshi == "redeal":
            why = "five し in both teams: the deal is thrown in (option cross_goshi)"
            return IllegalAction(codes.DEAL_UNSETTLED, why)
        return None

    def _first_breach(self, state: State, player: int, piece: str) -> IllegalAction | None:
        """Check the piece that is laid face-down or receives."""
        if not _could_hold(state, player, piece):
            return _not_in_hand(state, player, piece, 0)
        if state.leading:
            return None
        attack = state.attack
        if piece == HIDDEN:
            why = "a receiving piece lies face-up, so it cannot be unknown"
            return IllegalAction(codes.UNKNOWN_DIGIT, why, 0)
        if piece == attack:
            return None
        if piece != KING:
            why = f"{named(piece)} cannot receive {named(attack)}: only {named(attack)}"
            why += "" if attack in (SHI, LANCE, KING) else f" or {named(KING)}"
            return IllegalAction(codes.RECEIVE_MUST_MATCH, f"{why} can", 0)
        if attack in (SHI, LANCE):
            why = f"a king may not receive {named(attack)}: only {named(attack)} can"
            return IllegalAction(codes.KING_MAY_NOT_RECEIVE, why, 0)
        return None

    def _second_breach(
        self, state: State, player: int, first: str, second: str
    ) -> IllegalAction | None:
        """Check the attack that follows the piece laid face-down or received with."""
        if not second:
            why = f"the record stops after {named(first)}: the attack is missing"
            return IllegalAction(codes.CUT_SHORT, why, 0)
        if second in (NOTHING, HIDDEN):
            why = f"{named(first)} must be followed by an attack, one of {named(KINDS)}"
            return IllegalAction(codes.LACKS_ATTACK, why, 1)
        if not _could_hold(state, player, second, beside=first):
            return _not_in_hand(state, player, second, 1)
        if second == KING and not self._king_may_attack(state, player, first):
            why = (
                "no king lies face-up, the player does not hold both, "
                "and it is not the player's last piece"
            )
            return IllegalAction(codes.KING_MAY_NOT_ATTACK, f"a king may not attack yet: {why}", 1)
        return None

    def _king_may_attack(self, state: State, player: int, first: str) -> bool:
        options, hand = self.options, state.hands[player]
        received_with_king = first == KING and not state.leading
        could_be_kings = min(hand.count(HIDDEN), state.unseen.count(KING))
        if state.exposed or received_with_king or hand.count(KING) + could_be_kings > 1:
            return True
        if options.last_piece_king_attack and len(hand) == 2:
            return True
        both_dealt = state.dealt[player].count(KING) > 1 or state.hides(player)
        return options.both_kings_dealt_suffices and both_dealt

    # What follows

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal, a decision, a pass or a play."""
        ((player, action),) = actions.items()
        if player == CHANCE:
            return self._deal(state, tuple(action.split(" ")))
        if state.deciding:
            return self._decide(state, player, action)
        if action == PASS:
            seen = {"player": player, "play": PASS}
            return Transition(replace(state, turn=(player + 1) % 4), seen, {})
        return self._play(state, player, action[0], action[1])

    def _deal(self, state: State, hands: tuple[str, ...]) -> Transition[State]:
        counts = [hand.count(SHI) for hand in hands]
        private: dict[int, Observation] = {seat: {"hand": hands[seat]} for seat in _SEATS}
        public: dict[str, object] = {"dealer": state.dealer, "score": state.score}
        unseen = remaining(hands) if HIDDEN in "".join(hands) else ""
        dealt = replace(state, hands=hands, dealt=hands, unseen=unseen)
        if max(counts) < 5:
            return Transition(dealt, public, private)
        goshi = with_five_shi(hands)
        dealt = replace(dealt, goshi=goshi)
        if goshi:
            public["goshi"] = goshi
        shown = {seat: hands[seat] for seat in _SEATS if counts[seat] > 5}
        public["shown"] = shown | dict.fromkeys(goshi, FIVE_SHOWN)
        outcome = self._decided_by_deal(counts, hands)
        if outcome is not None:
            return self._finish(dealt, outcome, public, private)
        if goshi:
            first = min(goshi, key=lambda seat: (seat - state.dealer) % 4)
            dealt = replace(dealt, turn=partner(first), deciding=True)
        return Transition(dealt, public, private)

    def _decided_by_deal(self, counts: list[int], hands: tuple[str, ...]) -> Outcome | None:
        """Six し or more win the round at once, five し with both partners likewise."""
        seat = counts.index(max(counts))
        if counts[seat] > 5:
            points = self._shi_points(hands[seat])
            return Outcome("shi", team(seat), seat, points)
        if counts[seat] == 5 == counts[partner(seat)]:
            return Outcome("double-goshi", team(seat), None, self.options.double_goshi_points)
        return None

    def _shi_points(self, hand: str) -> int | None:
        others = [piece for piece in hand if piece != SHI]
        if HIDDEN in others:
            return None
        if not others:
            return 100
        if len(others) == 1:
            return POINTS[others[0]] * (2 if self.options.seven_shi_doubles else 1)
        return max(POINTS[piece] for piece in others) * (2 if others[0] == others[1] else 1)

    def _decide(self, state: State, player: int, action: Action) -> Transition[State]:
        seen: dict[str, object] = {"player": player, "decision": action}
        if action == REDEAL:
            return self._finish(state, Outcome("redeal"), seen, {})
        return Transition(replace(state, deciding=False, turn=state.dealer), seen, {})

    def _play(self, state: State, player: int, first: str, second: str) -> Transition[State]:
        leading = state.leading
        hand, unseen = take(*take(state.hands[player], state.unseen, first), second)
        hands = (*state.hands[:player], hand, *state.hands[player + 1 :])
        buried_king_counts = self.options.face_down_king_exposes
        played = replace(
            state,
            hands=hands,
            unseen=unseen,
            attack=second,
            attacker=player,
            turn=(player + 1) % 4,
            exposed=state.exposed
            or second == KING
            or (first == KING and (not leading or buried_king_counts))
            or (first == HIDDEN and buried_king_counts),
        )
        seen: dict[str, object] = {
            "player": player,
            "play": (HIDDEN if leading else first) + second,
        }
        private: dict[int, Observation] = {player: {"play": first + second}} if leading else {}
        if hand:
            return Transition(played, seen, private)
        doubles = first == second and (leading or self.options.received_pair_doubles)
        if leading and (doubles or self.options.final_face_down_shown == "always"):
            seen["shown"] = first
        points = POINTS[second] * (2 if doubles else 1)
        if first == HIDDEN and self.partial:
            points = None
        return self._finish(played, Outcome("out", team(player), player, points), seen, private)

    def _finish(
        self,
        state: State,
        outcome: Outcome,
        public: dict[str, object],
        private: Mapping[int, Observation],
    ) -> Transition[State]:
        public["result"] = {
            "end": outcome.end,
            "team": outcome.team,
            "winner": outcome.winner,
            "points": outcome.points,
        }
        return Transition(self.ended(state, outcome), public, private)

    def ended(self, state: State, outcome: Outcome) -> State:
        """The terminal state of a round that ends so, its points added to the score."""
        score = list(state.score)
        if outcome.team is not None:
            score[outcome.team] += outcome.points or 0
        return replace(state, score=(score[0], score[1]), deciding=False, outcome=outcome)


def _could_hold(state: State, player: int, piece: str, beside: str = "") -> bool:
    """Whether a hand holds a piece, or may hide it, besides another one."""
    hand, unseen = state.hands[player], state.unseen
    if not state.hides(player):
        return hand.count(piece) > (piece == beside)
    if piece == HIDDEN:
        return True
    if beside:
        hand, unseen = take(hand, unseen, beside)
    return piece in hand or (HIDDEN in hand and piece in unseen)


def _not_in_hand(state: State, player: int, piece: str, part: int) -> IllegalAction:
    left = state.hands[player]
    why = f"player {player} has no {named(piece)} left to play"
    if HIDDEN in left:
        why = f"{why}: all of the deck are seen elsewhere"
    else:
        why = f"{why}: the hand is {named(in_order(left))}"
    return IllegalAction(codes.NOT_IN_HAND, why, part)


def _digit_breach(state: State, player: int, action: Action) -> IllegalAction | None:
    if len(action) == 2 and action[0] in POINTS and action[1] in POINTS:
        return None
    for part, digit in enumerate(action[:2]):
        if digit in POINTS or (part == 1 and digit == NOTHING):
            continue
        if part == 0 and digit == HIDDEN and state.hides(player):
            continue
        why = not_a_piece(digit)
        if digit == HIDDEN and part == 1:
            why = "a piece is hidden here, though it lies face-up"
        elif digit == HIDDEN:
            why = f"a piece is hidden here, though the hand of player {player} is known"
        return IllegalAction(digit_rule(digit), why, part, meant=meant(action))
    if not 0 < len(action) < 3:
        why = f"{action!r} is no action: a pass is 0, a play two of 1 to 8"
        return IllegalAction(codes.UNKNOWN_DIGIT, why)
    return None
