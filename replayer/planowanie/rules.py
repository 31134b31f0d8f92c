"""The rules of Planowanie: whose turn it is, legal actions, and their consequences.

The rules themselves are in `engine`; this module adds words, reasons and observations.

Source: the rules of the tournament of 2009, sections "Zasady gry" to "Punktacja"; for the allowed
decks and games, section "Składnia poleceń" and `docs/planowanie.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, ClassVar

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
    broken,
    illegal,
    seat_of,
)
from . import codes
from .cards import NONE, cards_of, deal_breaches, is_card, no_card
from .engine.engine import Table
from .engine.pack import is_small, knowing, pack, table
from .record import TOURNAMENT, Cards, Deck, Planned
from .state import State

if TYPE_CHECKING:
    from random import Random

    from ..beliefs.dice import Dice
    from ..beliefs.playouts import PlayedOut

_CHANCE, _OVER = Chance(), Terminal()

DEALS = 5_000
"""The largest number of deals that are listed."""


class PlanowanieRules(Struct, frozen=True):
    """Planowanie with a deck, two to four players and a plan of the deals.

    Actions are, in order: a deal (`deal_action`), everybody's declaration (`3`), and cards (`TD`).
    If `leads` has a leader for a trick, that player leads it, even if another player won the
    previous trick.
    """

    deck: Deck = Deck()
    players: int = 4
    plan: tuple[Planned, ...] = TOURNAMENT
    leads: tuple[int | None, ...] = ()
    plays_for_lead: ClassVar[bool] = True

    def initial_state(self) -> State:
        """Begin a game."""
        return self.begin(0, (0,) * self.players)

    def begin(self, number: int, totals: tuple[int, ...]) -> State:
        """Return the state before deal `number` (from 0)."""
        return State(number=number, totals=totals)

    def next_round(self, end: State) -> State | None:
        """Return the start of the next planned deal, with the totals."""
        following = end.number + 1
        return self.begin(following, end.totals) if following < len(self.plan) else None

    def node(self, state: State) -> Node:
        """Return who acts next: chance deals, all players declare at once, then play in turn."""
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
        """Return the points of the finished deals."""
        return state.totals

    def most_deals(self) -> int:
        """Return the largest number of ways to deal in the plan, or 1 if one has too many to list.

        The order of the cards in a hand does not count.
        """
        found = 1
        for cards in {each.cards for each in self.plan}:
            left, ways = len(self.deck.ranks) * len(self.deck.suits), 1
            for _ in range(self.players):
                ways *= comb(max(left, 0), cards)
                left -= cards
            if ways > DEALS:
                return 1
            found = max(found, ways)
        return found

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction] | None:
        """Return all deals if there are only a few in the whole plan."""
        if self.most_deals() == 1:
            return None
        deck, count = cards_of(self.deck.ranks, self.deck.suits), self.plan[state.number].cards
        deals = [deal_action(hands) for hands in _hands(deck, self.players, count)]
        return dict.fromkeys(deals, Fraction(1, len(deals)))

    def sample(self, state: State, rng: Random) -> Action:
        """Deal shuffled cards; hands are in order if the deals can be listed."""
        deck, count = cards_of(self.deck.ranks, self.deck.suits), self.plan[state.number].cards
        drawn = rng.sample(deck, count * self.players)
        hands = [drawn[seat :: self.players] for seat in range(self.players)]
        return deal_action(hands) if self.most_deals() == 1 else self.in_order(hands)

    def in_order(self, hands: Iterable[Iterable[str]]) -> Action:
        """Return a deal with the cards of each hand in the order of the deck."""
        order = pack(self.deck.ranks, self.deck.suits).numbers
        return deal_action(sorted(hand, key=order.__getitem__) for hand in hands)

    # Legal actions

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return everything that a player may do; in a view, everything that may be legal."""
        table = state.deal
        if table is None or table.over:
            return []
        if not table.declarations:
            return [*_declarations(table.cards)] if 0 <= player < self.players else []
        return table.pack.named(table.legal()) if player == table.turn else []

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the first rule that the action breaks."""
        if player == CHANCE:
            self._verify_deal(self.plan[state.number].cards, dealt(action))
            return
        table, seat = state.deal, seat_of(player, self.players)
        if table is None:
            raise illegal(codes.CARD_NOT_HELD, 1)
        if state.phase == "declare":
            breach = table.declaration_breach(seat, _number(action, table.cards))
        else:
            breach = table.breach(seat, table.pack.numbers.get(action, NONE))
        if breach:
            raise self._illegal(state, table, breach, player, action)

    def _verify_deal(self, cards: int, hands: Sequence[Cards]) -> None:
        known = pack(self.deck.ranks, self.deck.suits)
        if not known.can_be_dealt(self.players, cards, hands):
            for breach in deal_breaches(
                (self.deck.ranks, self.deck.suits), self.players, cards, hands
            ):
                raise breach

    def _illegal(
        self, state: State, table: Table, breach: int, player: int, word: str
    ) -> IllegalAction:
        """Return the error that the engine's answer stands for."""
        hand, (no_such, meant) = state.hand(table.turn), self._no_card(word)
        found = broken(
            codes.LETTER,
            breach,
            no_card=no_such,
            player=player,
            last=self.players - 1,
            said=word or repr(word),
            most=table.cards,
            turn=table.turn,
            word=word,
            hand=" ".join(hand),
            led=state.led,
            held=" ".join([each for each in hand if each[1:] == state.led]),
        )
        found.meant = meant if found.rule is codes.CARD_NOT_IN_DECK else None
        return found

    def _no_card(self, word: str) -> tuple[str, str | None]:
        return no_card(self.deck.ranks, self.deck.suits, word)

    def verify_shown(self, state: State, player: int, card: str) -> None:
        """Raise IllegalAction if a player whose whole hand is hidden cannot hold a card.

        This is the case if the player has already played it, or others hold it or have played it.
        """
        if not is_card(self.deck.ranks, self.deck.suits, card):
            why, meant = self._no_card(card)
            raise IllegalAction(codes.CARD_NOT_IN_DECK, why, meant=meant)
        if card in state.played_by(player):
            raise illegal(codes.CARD_NOT_HELD, 2, player=player, word=card)
        for other in range(self.players):
            if other != player and card in (*state.hands[other], *state.played_by(other)):
                raise illegal(codes.CARD_TWICE, word=card, first=other, second=player)

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of rounds played out at random from a state after the deal."""
        from ..beliefs.playouts import PlayedOut, walk_out
        from .engine.playout import play_outs

        deal = state.deal
        if self.leads or not is_small(deal):
            return walk_out(self, state, times, dice)
        decisions, ends = play_outs(deal, times, dice)
        returns = {
            each: tuple(map(sum, zip(state.totals, each, strict=True))) for each in set(ends)
        }
        return PlayedOut(decisions, [returns[each] for each in ends])

    # Consequences

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal, everybody's declaration, or the play of a card."""
        if CHANCE in actions or state.deal is None:
            return self._deal(state, dealt(actions[CHANCE]))
        deal = state.deal.copy()
        if state.phase == "declare":
            said = tuple(int(actions[player]) for player in range(self.players))
            deal.declare(said)
            return Transition(replace(state, deal=deal), _declared(said), {})
        ((player, card),) = actions.items()
        if player not in range(self.players):
            raise IndexError(f"there is no player {player}")
        deal = knowing(deal, card)
        deal.turn = player
        deal.play(deal.pack.numbers[card])
        deal.lead_as(self.leads)
        return Transition(self.state(state, deal), _laid(player, card), {})

    def _deal(self, state: State, hands: tuple[Cards, ...]) -> Transition[State]:
        after = replace(state, deal=self.table(state.number, hands))
        private = {seat: {"hand": hand} for seat, hand in enumerate(hands)}
        return Transition(after, self._dealt(state), private)

    def _dealt(self, state: State) -> Observation:
        planned = self.plan[state.number]
        return {"deal": state.number + 1, "cards": planned.cards, "start": planned.start}

    def shown(self, state: State, player: int) -> list[Observation]:
        """Return a player's observations up to this state, which `apply` returned along the way."""
        table = state.deal
        if table is None:
            return []
        found: list[Observation] = [{**self._dealt(state), "hand": table.dealt[player]}]
        if table.declarations:
            found.append(_declared(table.declarations))
        for lead, cards in state.rows:
            found += [_laid((lead + at) % self.players, card) for at, card in enumerate(cards)]
        return found

    def table(self, number: int, hands: Sequence[Cards]) -> Table:
        """Return deal `number` (from 0) with these hands."""
        planned, deck = self.plan[number], pack(self.deck.ranks, self.deck.suits)
        deal = table(deck, planned.cards, planned.start, hands)
        deal.lead_as(self.leads)
        return deal

    def state(self, start: State, table: Table) -> State:
        """Return the state of a deal with this start and this table."""
        totals = start.totals
        if table.points is not None:
            totals = tuple(map(sum, zip(totals, table.points, strict=True)))
        return State(number=start.number, totals=totals, deal=table)


def _declared(said: tuple[int, ...]) -> Observation:
    return {"declarations": said}


def _laid(player: int, card: str) -> Observation:
    return {"player": player, "play": card}


def _hands(deck: Sequence[str], players: int, count: int) -> Iterator[tuple[Cards, ...]]:
    """Yield all ways to deal a number of cards to each player."""
    if not players:
        yield ()
        return
    for hand in combinations(deck, count):
        rest = [card for card in deck if card not in hand]
        yield from ((hand, *others) for others in _hands(rest, players - 1, count))


@lru_cache(maxsize=256)
def _declarations(most: int) -> tuple[str, ...]:
    """Return all possible declarations in a deal of `most` cards for each player."""
    return tuple(map(str, range(most + 1)))


def _number(word: str, most: int) -> int:
    """Return the number that a word declares, or NONE if it is not a legal declaration."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most))):
        return NONE
    return int(word) if str(int(word)) == word else NONE


# Deals as actions

_BETWEEN = "\n"


def deal_action(hands: Iterable[Iterable[str]]) -> str:
    r"""Return a deal as an action: the hands in seat order, one per line.

    >>> deal_action([["AC", "2D"], ["KH", "??"]])
    'AC 2D\nKH ??'
    """
    return _BETWEEN.join(" ".join(hand) for hand in hands)


def dealt(action: str) -> tuple[Cards, ...]:
    r"""Return the hands of a deal.

    >>> dealt("AC 2D\nKH ??")
    (('AC', '2D'), ('KH', '??'))
    """
    return tuple(tuple(hand.split()) for hand in action.split(_BETWEEN))
