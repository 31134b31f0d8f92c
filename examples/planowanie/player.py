r"""A sample Planowanie player that speaks the protocol on standard input and output.

It declares as many tricks as its cards are likely to win, and then tries to take exactly that many.
It needs only Python 3.8 or later. `--seed N` determines how it chooses between equal cards;
`--bold X` makes it declare X more tricks on average (fewer if X is negative).

    kifu arbiter --player 'python3 player.py' --player 'python3 player.py' \
        --name Ala --name Bo -o game.log
"""

from __future__ import annotations

import argparse
import random
import sys


class Player:
    """The program's knowledge of the game, and its decisions."""

    def __init__(self, seed: int | None = None, bold: float = 0) -> None:
        self.random = random.Random(seed)
        self.bold = bold
        self.deck: list[str] = []
        self.ranks = ""
        self.trump = ""
        self.players = self.me = 0
        self.hand: list[str] = []
        self.seen: set[str] = set()
        self.table: list[str] = []
        self.leader = 0
        self.wanted = 0

    # Information from the arbiter

    def set_deck(self, ranks: str, suits: str) -> None:
        """Set the cards in the deck, trumps first."""
        self.ranks, self.trump = ranks, suits[0]
        self.deck = [rank + suit for suit in suits for rank in ranks]

    def set_players(self, players: str, me: str) -> None:
        """Set the number of players, and which of them this program is."""
        self.players, self.me = int(players), int(me)

    def set_cards(self, count: str, *cards: str) -> None:
        """Begin a deal."""
        self.hand, self.seen, self.table = list(cards), set(cards), []

    def declare(self, player: str, tricks: str) -> None:
        """Record a player's declaration."""
        if int(player) == self.me:
            self.wanted = int(tricks)

    def play(self, player: str, card: str) -> None:
        """Record a card that was played, which may end a trick."""
        if not self.table:
            self.leader = int(player)
        self.table.append(card)
        self.seen.add(card)
        if int(player) == self.me:
            self.hand.remove(card)
        if len(self.table) == self.players:
            place = max(range(self.players), key=lambda each: self.height(self.table[each]))
            if (self.leader + place) % self.players == self.me:
                self.wanted -= 1
            self.table = []

    # Decisions

    def gen_declare(self) -> str:
        """Declare the number of tricks that the cards are expected to win."""
        likely = round(sum(map(self.chance, self.hand)) + self.bold)
        return str(min(max(likely, 0), len(self.hand)))

    def gen_move(self) -> str:
        """Play the cheapest card that wins, or the most valuable one that loses."""
        cards = list(self.hand)
        self.random.shuffle(cards)
        cards.sort(key=self.value)
        if not self.table:
            return cards[-1] if self.wanted > 0 else cards[0]
        led = self.table[0][1]
        cards = [card for card in cards if card[1] == led] or cards
        best = max(map(self.height, self.table))
        winning = [card for card in cards if self.height(card) > best]
        losing = [card for card in cards if self.height(card) < best]
        last = len(self.table) == self.players - 1
        if self.wanted > 0:
            if winning:
                return winning[0] if last else winning[-1]
            return losing[0]
        if losing:
            return losing[-1]
        return winning[-1] if last else winning[0]

    def height(self, card: str) -> tuple[bool, bool, int]:
        """Return a value that orders cards by how high they are in the trick on the table."""
        return card[1] == self.trump, card[1] == self.table[0][1], self.ranks.index(card[0])

    def value(self, card: str) -> tuple[float, int]:
        """Return what a card in the hand is worth."""
        return self.chance(card), self.ranks.index(card[0])

    def chance(self, card: str) -> float:
        """Estimate how likely a card is to win when led: no other player beats or trumps it."""
        unseen = [each for each in self.deck if each not in self.seen]
        others = self.players - 1
        theirs = others * len(self.hand)
        suit = [each for each in unseen if each[1] == card[1]]
        rank = self.ranks.index(card[0])
        higher = sum(self.ranks.index(each[0]) > rank for each in suit)
        chance = none_of(higher, theirs, len(unseen))
        if card[1] != self.trump:
            trumps = sum(each[1] == self.trump for each in unseen)
            void = none_of(len(suit), len(self.hand), len(unseen))
            armed = 1 - none_of(trumps, len(self.hand), len(unseen))
            chance *= (1 - void * armed) ** others
        return chance


def none_of(wanted: int, drawn: int, cards: int) -> float:
    """Return the probability that none of the wanted cards is among those drawn."""
    chance = 1.0
    for each in range(wanted):
        chance *= max(cards - drawn - each, 0) / (cards - each)
    return chance


TOLD = ("set_deck", "set_players", "set_cards", "declare", "play")
ASKED = ("gen_declare", "gen_move")


def main() -> None:
    """Answer commands one after another."""
    parser = argparse.ArgumentParser(description="A sample Planowanie player.")
    parser.add_argument("--seed", type=int, help="determines how it chooses between equal cards")
    parser.add_argument("--bold", type=float, default=0, help="how many extra tricks it declares")
    options = parser.parse_args()
    player = Player(options.seed, options.bold)
    for line in sys.stdin:
        name, *arguments = line.split() or [""]
        if not name:
            continue
        answer = "="
        if name in TOLD:
            getattr(player, name)(*arguments)
        elif name in ASKED:
            answer = "= " + getattr(player, name)()
        elif name not in ("set_game", "time_left", "quit"):
            answer = "? unknown command: " + name
        print(answer, end="\n\n", flush=True)
        if name == "quit":
            break


if __name__ == "__main__":
    main()
