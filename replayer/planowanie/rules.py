"""The rules of Planowanie: who acts in a state, what may be done, what follows.

Source: the rules of the tournament of 2009, sections "Zasady gry" to "Punktacja"; for the decks
and games that are allowed "Składnia poleceń", and `docs/planowanie.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from ..rules import CHANCE, Action, Chance, Decision, IllegalAction, Node, Terminal, Transition
from . import codes
from .cards import cards_of, is_card, known, no_card, winning, without
from .deal import deal_action, dealt, verify_deal
from .record import TOURNAMENT, Cards, Deck, Planned
from .state import State, Taken

_CHANCE, _OVER = Chance(), Terminal()


class PlanowanieRules(Struct, frozen=True):
    """Planowanie with a deck, two to four players, and the deals that are planned.

    Actions are, in turn: a deal (`deal.deal_action`), everybody's declaration (`3`), and cards
    (`TD`).
    """

    deck: Deck = Deck()
    players: int = 4
    plan: tuple[Planned, ...] = TOURNAMENT

    def initial_state(self) -> State:
        """Begin a game."""
        return self.begin(0, (0,) * self.players)

    def begin(self, number: int, totals: tuple[int, ...]) -> State:
        """The state before a deal, whose number counts from 0."""
        return State(number=number, totals=totals, hidden=self.deck.hidden)

    def next_round(self, end: State) -> State | None:
        """The next deal that is planned, with the totals."""
        following = end.number + 1
        return self.begin(following, end.totals) if following < len(self.plan) else None

    def node(self, state: State) -> Node:
        """Who acts: chance deals, then all declare at once, then one player after the other."""
        match state.phase:
            case "deal":
                return _CHANCE
            case "declare":
                return Decision(tuple(range(self.players)))
            case "play":
                return Decision((state.turn,))
            case "over":
                return _OVER

    def returns(self, state: State) -> Sequence[int]:
        """The points of the deals that are over."""
        return state.totals

    def chance_outcomes(self, state: State) -> None:
        """None: there are too many deals to list."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Deal shuffled cards."""
        count = self.plan[state.number].cards
        drawn = rng.sample(cards_of(self.deck.ranks, self.deck.suits), count * self.players)
        return deal_action([drawn[seat :: self.players] for seat in range(self.players)])

    # What may be done

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Everything that a player may do; in a view, everything that could be legal."""
        if state.phase == "declare":
            return [str(number) for number in range(self.plan[state.number].cards + 1)]
        if state.phase != "play":
            return []
        deck = cards_of(self.deck.ranks, self.deck.suits)
        held = [card for card in deck if state.could_hold(player, card)]
        return [card for card in held if self._play_breach(state, player, card) is None]

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first rule that is broken."""
        if player == CHANCE:
            verify_deal(self.deck, self.players, self.plan[state.number].cards, dealt(action))
            return
        breach = (
            self._declaration_breach(state, player, action)
            if state.phase == "declare"
            else self._play_breach(state, player, action)
        )
        if breach is not None:
            raise breach

    def _declaration_breach(self, state: State, player: int, word: str) -> IllegalAction | None:
        most = self.plan[state.number].cards
        if player not in range(self.players):
            why = f"there is no player {player}: players are 0 to {self.players - 1}"
            return IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
        if word not in map(str, range(most + 1)):
            why = f"player {player} declares {word or repr(word)}: 0 to {most} can be declared"
            return IllegalAction(codes.DECLARATION_OUT_OF_RANGE, why)
        return None

    def _play_breach(self, state: State, player: int, card: str) -> IllegalAction | None:
        if player != state.turn:
            why = f"player {player} plays, but it is player {state.turn}'s turn"
            return IllegalAction(codes.OUT_OF_TURN, why)
        if not is_card(self.deck.ranks, self.deck.suits, card):
            why, meant = no_card(self.deck.ranks, self.deck.suits, card)
            return IllegalAction(codes.CARD_NOT_IN_DECK, why, meant=meant)
        hand = state.hands[player]
        if not state.could_hold(player, card):
            why = f"player {player} does not hold {card}: the hand is {' '.join(hand)}"
            return IllegalAction(codes.CARD_NOT_HELD, why)
        led = state.led
        if led not in (None, card[1:]):
            following = [each for each in known(hand, state.hidden) if each[1:] == led]
            if following:
                why = f"{led} is led, and player {player} holds {' '.join(following)}"
                return IllegalAction(codes.MUST_FOLLOW, f"{why}: {card} may not be played")
        return None

    def verify_shown(self, state: State, player: int, card: str) -> None:
        """Raise IllegalAction where a player whose whole hand is hidden cannot have had a card.

        That player has played it before, or others hold it or have played it.
        """
        if not is_card(self.deck.ranks, self.deck.suits, card):
            why, meant = no_card(self.deck.ranks, self.deck.suits, card)
            raise IllegalAction(codes.CARD_NOT_IN_DECK, why, meant=meant)
        if card in state.played_by(player):
            why = f"player {player} does not hold {card}: it was played already"
            raise IllegalAction(codes.CARD_NOT_HELD, why)
        for other in range(self.players):
            if other != player and card in (*state.hands[other], *state.played_by(other)):
                why = f"{card} is dealt twice: to player {other} and to player {player}"
                raise IllegalAction(codes.CARD_TWICE, why)

    # What follows

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal, everybody's declaration, or the play of a card."""
        if CHANCE in actions:
            return self._deal(state, dealt(actions[CHANCE]))
        if state.phase == "declare":
            said = tuple(int(actions[player]) for player in range(self.players))
            after = replace(state, phase="play", declarations=said)
            return Transition(after, {"declarations": said}, {})
        ((player, card),) = actions.items()
        return self._play(state, player, card)

    def _deal(self, state: State, hands: tuple[Cards, ...]) -> Transition[State]:
        start = self.plan[state.number].start
        after = replace(state, phase="declare", hands=hands, lead=start, turn=start)
        public = {"deal": state.number + 1, "cards": self.plan[state.number].cards, "start": start}
        private = {seat: {"hand": hand} for seat, hand in enumerate(hands)}
        return Transition(after, public, private)

    def _play(self, state: State, player: int, card: str) -> Transition[State]:
        public = {"player": player, "play": card}
        hands = (
            *state.hands[:player],
            without(state.hands[player], card, state.hidden),
            *state.hands[player + 1 :],
        )
        table = (*state.table, card)
        after = replace(state, hands=hands, table=table, turn=(player + 1) % self.players)
        if len(table) == self.players:
            after = self._trick_over(after)
        return Transition(after, public, {})

    def _trick_over(self, state: State) -> State:
        place = winning(self.deck.suits[:1], state.table[0][1:], state.table, self.deck.ranks)
        winner = (state.lead + place) % self.players
        tricks = (*state.tricks, Taken(state.lead, state.table, winner))
        after = replace(state, tricks=tricks, table=(), lead=winner, turn=winner)
        if len(tricks) < self.plan[state.number].cards:
            return after
        points = self.points(after)
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        return replace(after, phase="over", totals=totals, points=points)

    def points(self, state: State) -> tuple[int, ...]:
        """The points of a deal whose tricks were all taken."""
        return tuple(self._points(state, player) for player in range(self.players))

    def _points(self, state: State, player: int) -> int:
        """The tricks taken, and as many more as there were cards for who took what was declared."""
        taken = state.taken(player)
        hit = taken == state.declarations[player]
        return taken + (self.plan[state.number].cards if hit else 0)
