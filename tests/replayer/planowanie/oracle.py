"""A second version of Planowanie's rules, straight from the rule sheet and not made for speed.

Tests compare the rules engine with it. It shares nothing with the engine.
"""

from __future__ import annotations

Trick = list[tuple[int, str]]
"""The players and the cards they played, in order."""


class Table:
    """A game in progress: who holds what, who is to act, and what is wrong with an action."""

    def __init__(self, ranks: str, suits: str, players: int, plan: list[tuple[int, int]]):
        self.ranks, self.suits = list(ranks), list(suits)
        self.players = list(range(players))
        self.plan = list(plan)
        self.deals_over = 0
        self.points: list[list[int]] = []
        self.phase = "deal"
        self.hands: list[list[str]] = []
        self.declared: list[int] = []
        self.tricks: list[Trick] = []
        self.now: Trick = []

    def deck(self) -> list[str]:
        return [rank + suit for rank in self.ranks for suit in self.suits]

    def cards(self) -> int:
        """Return the number of cards that each player gets in this deal."""
        return self.plan[self.deals_over][0]

    # What is wrong with an action: the code of the first broken rule, or None

    def broken_deal(self, hands: list[list[str]]) -> str | None:
        if len(hands) != len(self.players):
            return "P004"
        before: list[str] = []
        for hand in hands:
            if len(hand) != self.cards():
                return "P004"
            for card in hand:
                if card not in self.deck():
                    return "P005"
                if card in before:
                    return "P006"
                before.append(card)
        return None

    def broken(self, player: int, word: str) -> str | None:
        """Return the rule that a player would break by making this declaration or play now."""
        if self.phase == "declare":
            if player not in self.players:
                return "P007"
            return None if word in [str(number) for number in range(self.cards() + 1)] else "P101"
        if player != self.turn():
            return "P103"
        if word not in self.deck():
            return "P005"
        if word not in self.hands[player]:
            return "P104"
        if self.now:
            led = self.now[0][1][1]
            if word[1] != led and led in [card[1] for card in self.hands[player]]:
                return "P105"
        return None

    # The player to act, and the winner

    def turn(self) -> int:
        if self.now:
            before, _ = self.now[-1]
            return (before + 1) % len(self.players)
        if self.tricks:
            return self.winner(self.tricks[-1])
        return self.plan[self.deals_over][1]

    def winner(self, trick: Trick) -> int:
        trump, led = self.suits[0], trick[0][1][1]
        trumps = [(self.ranks.index(card[0]), player) for player, card in trick if card[1] == trump]
        follow = [(self.ranks.index(card[0]), player) for player, card in trick if card[1] == led]
        _, player = max(trumps or follow)
        return player

    # The effects of an action

    def deal(self, hands: list[list[str]]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.declared, self.tricks, self.now = [], [], []
        self.phase = "declare"

    def declare(self, numbers: list[int]) -> None:
        self.declared = list(numbers)
        self.phase = "play"

    def play(self, card: str) -> None:
        player = self.turn()
        self.hands[player].remove(card)
        self.now.append((player, card))
        if len(self.now) == len(self.players):
            self.tricks.append(self.now)
            self.now = []
        if len(self.tricks) == self.cards():
            self.score()

    def score(self) -> None:
        """Give a point per trick, plus the number of cards for a declaration that was met."""
        winners = [self.winner(trick) for trick in self.tricks]
        points: list[int] = []
        for player in self.players:
            taken = winners.count(player)
            points.append(taken + self.cards() if taken == self.declared[player] else taken)
        self.points.append(points)
        self.deals_over += 1
        self.phase = "deal" if self.deals_over < len(self.plan) else "over"

    def totals(self) -> list[int]:
        return [sum(points[player] for points in self.points) for player in self.players]
