"""The deals consistent with what was seen: whether any exist, how many, and random samples.

Hidden information is a set of cards and the piles they may be in, such as other players' hands, a
kitty or undealt cards. Observations limit how many cards of certain kinds a pile can have: a player
who did not follow suit has none of that suit. A game describes what is hidden as a `Belief`;
`piles` counts the deals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from msgspec import Struct

from ..replay.round import Step
from .piles import Bound, Cards, Case, Filling, Pile, classes_of, weighted

if TYPE_CHECKING:
    from random import Random

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")

Filler: TypeAlias = "Callable[[Sequence[Cards], Random], StateT]"
"""A function that replaces hidden cards with those drawn for each pile."""


class Belief(Struct, frozen=True):
    """The hidden cards, and the piles they may be in.

    `cases` are lists of the same piles in the same order, with different bounds. A deal is possible
    if it satisfies all bounds of a case; no deal satisfies more than one case. If the observations
    contradict each other, there may be no cases.

    >>> from random import Random
    >>> spades, hearts = ("2S", "3S"), ("2H", "3H")
    >>> other, void = Pile("player 2", 2), Bound(frozenset(spades), most=0)
    >>> Belief(spades + hearts, ((Pile("player 1", 2), other),)).count()
    6
    >>> Belief(spades + hearts, ((Pile("player 1", 2, (void,)), other),)).draw(Random(1))
    (('3H', '2H'), ('3S', '2S'))
    """

    cards: Cards
    cases: tuple[Case, ...]

    def is_possible(self) -> bool:
        """Return whether any deal is possible."""
        return any(Filling(self.cards, case).possible() for case in self.cases)

    def count(self) -> int:
        """Return the number of possible deals."""
        return sum(Filling(self.cards, case).count() for case in self.cases)

    def draw(self, rng: Random) -> tuple[Cards, ...]:
        """Draw a deal uniformly at random, and return the cards of each pile.

        Raises ValueError if no deal is possible.
        """
        counters = [Filling(self.cards, case) for case in self.cases]
        weights = [counter.count() for counter in counters]
        if not any(weights):
            raise ValueError("no deal is possible")
        return counters[weighted(weights, rng)].draw(rng)

    def contradiction(self, name: Callable[[str], str] = str) -> str:
        """Return why no deal is possible, in words; `name` returns the name of a card.

        >>> void = Bound(frozenset(("2S", "3S")), most=0)
        >>> players = Pile("player 1", 1, (void,)), Pile("player 2", 1, (void,))
        >>> Belief(("2S", "4S"), (players,)).contradiction()
        'there is no room for 2S'
        """
        found = None
        if self.cases:
            found = self._crowded(name) or self._wanting(name) or self._homeless(name)
        return found or "the observations of the players contradict each other"

    def _crowded(self, name: Callable[[str], str]) -> str | None:
        """Describe a pile that has shown more cards of some kinds than it can have held."""
        for pile in self.cases[0]:
            for bound in pile.bounds:
                if bound.most < 0:
                    shown = _named(sorted(bound.kinds), name)
                    return f"{pile.name} shows {shown}, but cannot have held it"
        return None

    def _wanting(self, name: Callable[[str], str]) -> str | None:
        """Describe a pile that needs more cards of some kinds than are hidden."""
        hidden = Counter(self.cards)
        for pile in self.cases[0]:
            for bound in pile.bounds:
                number = sum(hidden[kind] for kind in bound.kinds)
                if bound.least > min(pile.size, bound.most, number):
                    more = "another" if bound.least == 1 else f"{bound.least} more of"
                    expected = f"{more} {_named(sorted(bound.kinds), name)}"
                    return f"{pile.name} must have {expected}, but not enough are left"
        return None

    def _homeless(self, name: Callable[[str], str]) -> str | None:
        """Describe the smallest set of cards that does not fit into the piles they can be in."""
        sets = [
            tuple(card for cards in chosen for card in cards)
            for chosen in _subsets(classes_of(self.cards, self._bounds()))
        ]
        for cards in sorted(sets, key=len):
            if not self._holds(cards):
                some = "" if len(cards) == 1 else f"all of these {len(cards)}: "
                return f"there is no room for {some}{_named(cards, name)}"
        return None

    def _bounds(self) -> Iterator[Bound]:
        return (bound for case in self.cases for pile in case for bound in pile.bounds)

    def _holds(self, cards: Cards) -> bool:
        """Return whether the piles have room for these cards, wherever the others go."""
        for case in self.cases:
            free = tuple(
                Pile(pile.name, pile.size, tuple(Bound(b.kinds, 0, b.most) for b in pile.bounds))
                for pile in case
            )
            others = sum(pile.size for pile in case) - len(cards)
            if Filling((*cards, *[_ANY] * others), free).possible():
                return True
        return False


def _named(cards: Iterable[str], name: Callable[[str], str]) -> str:
    return " ".join(map(name, cards))


class Beliefs(ABC, Generic[RecordT, StateT]):
    """Describes what is hidden in the records of a game.

    `steps` are the first steps of the main line of round `number` (from 1). The belief at the last
    of them is derived from all observations up to there.
    """

    @abstractmethod
    def belief(self, record: RecordT, number: int, steps: Sequence[Step[StateT]]) -> Belief:
        """Return what is hidden at the last of these steps, given what was seen."""

    @abstractmethod
    def cut(self, record: RecordT, number: int, steps: Sequence[Step[StateT]]) -> RecordT:
        """Return the record cut off before the action of the last step.

        If the round is over by then, the record keeps its result.
        """

    @abstractmethod
    def dealt(
        self,
        record: RecordT,
        number: int,
        steps: Sequence[Step[StateT]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> RecordT:
        """Return the record with the hidden cards replaced by those drawn for each pile.

        Anything else that is hidden is also drawn, such as pieces laid face-down.
        """

    def filler(
        self, record: RecordT, number: int, steps: Sequence[Step[StateT]]
    ) -> Filler[StateT] | None:
        """Return a function that computes the record's last state for drawn cards without a replay.

        By default, return None: then the record is replayed.
        """
        return None


_ANY = ""
"""A card that no bound applies to."""

_MOST_CLASSES = 12


def _subsets(classes: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Yield all sets of classes or, if there are very many, only sets of the largest classes."""
    largest = sorted(classes, key=len, reverse=True)[:_MOST_CLASSES]
    for count in range(1, len(largest) + 1):
        yield from combinations(largest, count)
