"""The encoding of Planowanie for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..encoding.encoder import Unencodable
from ..encoding.encoding import AT_FIRST, Encoding, Segment
from ..encoding.fields import Field, Layout
from ..encoding.numbers import MISSING
from ..game import Unsupported
from ..rules import CHANCE, Action
from .engine.encoder import PlanowanieEncoder
from .engine.pack import is_small, pack
from .record import Deal, Record
from .rules import PlanowanieRules, deal_action, dealt
from .state import State

if TYPE_CHECKING:
    from ..game import Game

_MOST_CARDS = 64


class PlanowanieEncoding(Encoding[Record, State]):
    """Ids are the cards of the deck, suit by suit from low to high, and then the declarations.

    Raises Unsupported for decks of more than 64 cards.
    """

    rules: PlanowanieRules
    min_utility = 0
    perfect_recall = True

    def __init__(self, game: Game[Record, State], rules: PlanowanieRules) -> None:
        super().__init__(game, rules)
        deck, players = pack(rules.deck.ranks, rules.deck.suits), rules.players
        if deck.size > _MOST_CARDS:
            raise Unsupported(f"decks of more than {_MOST_CARDS} cards have no encoding")
        most = max((each.cards for each in rules.plan), default=0)
        self.size, self.cards = deck.size, deck.numbers
        self.names = (*deck.words, *(f"declare {number}" for number in range(most + 1)))
        self.groups = (
            ("cards, suit by suit from low to high", deck.size),
            (f"declarations, 0 to {most}", most + 1),
        )
        cards, seats = (deck.size,), (players,)
        self.observation = Layout(
            (
                Field("hand", cards, about="the cards that the seat holds"),
                Field("order", cards, players * most, "when a card was played, from 1"),
                Field("played", (*seats, *cards), about="the cards that each player has played"),
                Field("declared", seats, most + 1, "the declarations plus 1, once all are made"),
                Field("taken", seats, most, "the tricks that each player has taken"),
                Field("start", seats, about="the leader of the first trick"),
                Field("leader", seats, about="the leader of the current trick"),
                Field("cards", (1,), most, "the cards that each player was dealt"),
                Field("laid", (1,), players, "the number of cards in the current trick"),
                Field("led", (len(rules.deck.suits),), about="the suit to follow"),
            )
        )
        self.perfect = Layout(
            (
                Field("hands", (*seats, *cards), about="the cards that the players hold"),
                Field("declared", seats, most + 1, "the declarations made so far, plus 1"),
            )
        )
        self.max_game_length = players * (most + 1)
        self.max_utility = 2 * most
        self.max_chance_outcomes = rules.most_deals()

    def encode(self, state: State, player: int, action: Action) -> tuple[int, ...]:
        """Return the id of a card or a declaration."""
        number = self.size + int(action) if state.phase == "declare" else self.cards[action]
        return (number,)

    def decode(self, state: State, player: int, ids: Sequence[int]) -> Action:
        """Return the card or the declaration of an id."""
        return (
            self.names[ids[0]].removeprefix("declare ")
            if ids[0] >= self.size
            else self.names[ids[0]]
        )

    def outcome(self, state: State, action: Action) -> int:
        """Return the number of a deal; the order of the cards in a hand does not count."""
        return super().outcome(state, self.rules.in_order(dealt(action)))

    def encoder(self, state: State) -> PlanowanieEncoder:
        """Return a deal that begins in a state right after the cards are dealt."""
        if state.deal is None or state.deal.declarations:
            raise ValueError(AT_FIRST)
        return PlanowanieEncoder(state.deal, len(self.rules.deck.suits))

    def segments(self, record: Record) -> Iterator[Segment]:
        """Yield the deals of a record."""
        rules = self.rules
        for number, deal in enumerate(record.deals):
            hands, state = deal.hands or (), State(number=number)
            if number >= len(rules.plan) or any(rules.deck.hidden in hand for hand in hands):
                raise Unencodable(f"deal {number + 1} is not planned, or hides cards")
            rules.verify(state, CHANCE, deal_action(hands))
            table = rules.table(number, hands)
            if not is_small(table):
                raise Unencodable(f"deal {number + 1} cannot be dealt")
            yield self._segment_of(deal, PlanowanieEncoder(table, len(rules.deck.suits)))

    def _segment_of(self, deal: Deal, encoder: PlanowanieEncoder) -> Segment:
        """Return a deal; the cards of a trick are in the order of the seats."""
        unknown, most = len(self.names), len(self.names) - self.size
        said = deal.declarations or ()
        if None in said or len(said) not in (0, self.rules.players):
            raise Unencodable("a declaration is missing")
        numbers = [
            self.size + each if 0 <= (each or 0) < most else unknown
            for each in said
            if each is not None
        ]
        encoder.tricks = len(numbers)
        for trick in deal.tricks:
            numbers += [
                MISSING if card is None else self.cards.get(card, unknown) for card in trick.cards
            ]
        return Segment(encoder, numbers, range(1, len(numbers) + 1))


def encoding(game: Game[Record, State], rules: PlanowanieRules) -> PlanowanieEncoding:
    """Return the encoding for a deck, a number of players and a plan."""
    return PlanowanieEncoding(game, rules)
