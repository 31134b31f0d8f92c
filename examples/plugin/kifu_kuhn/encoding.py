"""The encoding of Kuhn poker for programs that learn."""

from __future__ import annotations

from kifu.replayer.encoding.encoding import Encoding
from kifu.replayer.encoding.fields import Field, Layout

from .record import Record
from .rules import BET, DEALS, DECK, HIDDEN, PASS, State

MOST = 3


class KuhnEncoding(Encoding[Record, State]):
    """Ids are a pass and a bet."""

    names = (PASS, BET)
    observation = Layout(
        (
            Field("card", (3,), about="the card of the seat: J, Q or K"),
            Field("bets", (MOST, 2), about="the ids taken so far, in order"),
        )
    )
    perfect = Layout((Field("cards", (2, 3), about="the cards of both players"),))
    max_game_length = MOST
    min_utility, max_utility, utility_sum = -2, 2, 0
    max_chance_outcomes = len(DEALS)
    perfect_recall = True

    def observe(self, state: State, player: int, out: bytearray, at: int) -> None:
        """Write a player's card, and the bets."""
        card = state.cards[player]
        if card != HIDDEN:
            out[at + DECK.index(card)] = 1
        for number, bet in enumerate(state.bets):
            out[at + 3 + 2 * number + self.names.index(bet)] = 1

    def reveal(self, state: State, out: bytearray, at: int) -> None:
        """Write both cards."""
        for player, card in enumerate(state.cards):
            out[at + 3 * player + DECK.index(card)] = 1
