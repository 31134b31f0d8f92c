"""The encoding of Leduc poker for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..encoding.encoder import Unencodable
from ..encoding.encoding import Encoding, Segment
from ..encoding.fields import Field, Layout
from ..rules import Action
from .cards import ACTIONS, DECK, NUMBERS
from .engine.encoder import LeducEncoder
from .engine.engine import Table
from .engine.numbers import BETS, CARDS, MOST, NONE
from .record import Record
from .state import State

if TYPE_CHECKING:
    from ..game import Game
    from .rules import LeducRules


_TAKEN = {word: -number for number, word in enumerate(DECK, 1)} | {
    word: number for number, word in enumerate(ACTIONS)
}
"""Cards as chance outcomes, and actions as ids."""


class LeducEncoding(Encoding[Record, State]):
    """Ids are the actions; a public card is a chance outcome."""

    names = ACTIONS
    observation = Layout(
        (
            Field("card", (CARDS,), about="the private card of the seat, in the order of the deck"),
            Field("public", (CARDS,), about="the public card, once it is dealt"),
            Field("seat", (1,), about="the seat"),
            Field("stakes", (2,), 13, "the chips that each player has put in, the seat's first"),
            Field("bets", (2, MOST, BETS), about="the ids taken in both betting rounds, in order"),
        )
    )
    perfect = Layout((Field("cards", (2, CARDS), about="the private cards of players 0 and 1"),))
    max_game_length = 2 * MOST
    min_utility, max_utility, utility_sum = -13, 13, 0
    max_chance_outcomes = CARDS
    perfect_recall = True

    def outcome(self, state: State, action: Action) -> int:
        """Return the number of a card."""
        return NUMBERS[action]

    def encoder(self, state: State) -> LeducEncoder:
        """Return a hand that begins in a state."""
        return LeducEncoder(state.table)

    def segments(self, record: Record) -> Iterator[Segment]:
        """Yield the hands of a record."""
        for number, hand in enumerate(record.hands, start=1):
            table = Table()
            cards = [NUMBERS.get(word, NONE) for word in hand.cards]
            if not all(0 <= card < CARDS and table.move(card) for card in cards):
                raise Unencodable(f"hand {number} is not dealt, or hides a card")
            numbers = [_TAKEN.get(word, len(ACTIONS)) for word in hand.actions]
            yield Segment(LeducEncoder(table), numbers, range(1, hand.plies + 1))


def encoding(game: Game[Record, State], rules: LeducRules) -> LeducEncoding:
    """Return the encoding, which is the same for all matches."""
    return LeducEncoding(game, rules)
