"""The deals that what was seen leaves possible: is there any, how many are there, draw one.

What is hidden is a set of cards, and the places where they may lie: the hands of others, a kitty,
what was not dealt. What was seen bounds how many cards of some kinds a place can have: who did not
follow suit has none of it. A game says what is hidden as a `Belief`; this module counts.

Cards that the same bounds concern are alike, so deals are counted by dynamic programming over such
classes and the places. Equal cards are told apart, as a shuffle does: every way to deal the cards
is equally probable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from .replay import Step

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")

Cards: TypeAlias = tuple[str, ...]


class Bound(Struct, frozen=True):
    """A place has at least and at most so many cards of some kinds."""

    kinds: frozenset[str]
    least: int = 0
    most: int = 1_000_000


class Place(Struct, frozen=True):
    """Where hidden cards lie, how many do, and which can.

    `name` is for people: `player 2`, `the kitty`.
    """

    name: str
    size: int
    bounds: tuple[Bound, ...] = ()


Case: TypeAlias = tuple[Place, ...]


class Belief(Struct, frozen=True):
    """What is hidden: cards, and the places where they may lie.

    `cases` are lists of the same places in the same order, with different bounds. A deal is
    possible where it keeps all bounds of one case; no deal keeps those of two. Where what was seen
    cannot all be true, there may be no case.

    >>> spades, hearts = ("2S", "3S"), ("2H", "3H")
    >>> other, void = Place("player 2", 2), Bound(frozenset(spades), most=0)
    >>> Belief(spades + hearts, ((Place("player 1", 2), other),)).count()
    6
    >>> Belief(spades + hearts, ((Place("player 1", 2, (void,)), other),)).draw(Random(1))
    (('3H', '2H'), ('2S', '3S'))
    """

    cards: Cards
    cases: tuple[Case, ...]

    def is_possible(self) -> bool:
        """Whether there is any deal."""
        return any(_Counter(self.cards, case).count() for case in self.cases)

    def count(self) -> int:
        """In how many ways the cards can lie."""
        return sum(_Counter(self.cards, case).count() for case in self.cases)

    def draw(self, rng: Random) -> tuple[Cards, ...]:
        """Draw one of the deals, all equally probable: the cards of each place.

        Raises ValueError where no deal is possible.
        """
        counters = [_Counter(self.cards, case) for case in self.cases]
        weights = [counter.count() for counter in counters]
        if not any(weights):
            raise ValueError("no deal is possible")
        return counters[_weighted(weights, rng)].draw(rng)

    def contradiction(self, name: Callable[[str], str] = str) -> str:
        """Why no deal is possible, in words; `name` is how people call a card.

        >>> void = Bound(frozenset(("2S", "3S")), most=0)
        >>> players = Place("player 1", 1, (void,)), Place("player 2", 1, (void,))
        >>> Belief(("2S", "4S"), (players,)).contradiction()
        '2S has nowhere to be'
        """
        found = None
        if self.cases:
            found = self._crowded(name) or self._wanting(name) or self._homeless(name)
        return found or "what was seen of the players cannot all be true"

    def _crowded(self, name: Callable[[str], str]) -> str | None:
        """A place that was seen to have more cards of some kinds than it can."""
        for place in self.cases[0]:
            for bound in place.bounds:
                if bound.most < 0:
                    return f"{place.name} cannot have had {_named(sorted(bound.kinds), name)}"
        return None

    def _wanting(self, name: Callable[[str], str]) -> str | None:
        """A place that needs more cards of some kinds than are hidden."""
        hidden = Counter(self.cards)
        for place in self.cases[0]:
            for bound in place.bounds:
                if bound.least > min(place.size, sum(hidden[kind] for kind in bound.kinds)):
                    more = "one more" if bound.least == 1 else f"{bound.least} more"
                    return f"{place.name} must have {more} of {_named(sorted(bound.kinds), name)}"
        return None

    def _homeless(self, name: Callable[[str], str]) -> str | None:
        """The fewest cards that have nowhere to be: too many for the places that can have them."""
        sets = [
            tuple(card for cards in chosen for card in cards)
            for chosen in _subsets(_classes(self.cards, self.cases))
        ]
        for cards in sorted(sets, key=len):
            if not self._holds(cards):
                have = "has" if len(cards) == 1 else "have"
                return f"{_named(cards, name)} {have} nowhere to be"
        return None

    def _holds(self, cards: Cards) -> bool:
        """Whether there is room for some of the cards, whatever the others are."""
        for case in self.cases:
            free = tuple(
                Place(
                    place.name, place.size, tuple(Bound(b.kinds, 0, b.most) for b in place.bounds)
                )
                for place in case
            )
            others = sum(place.size for place in case) - len(cards)
            if _Counter((*cards, *[_ANY] * others), free).count():
                return True
        return False


def _named(cards: Iterable[str], name: Callable[[str], str]) -> str:
    return " ".join(map(name, cards))


class Beliefs(ABC, Generic[RecordT, StateT]):
    """What is hidden in the records of a game.

    `steps` are those of the main line of the round with a `number` (from 1), the last of them the
    one in which it is asked what is hidden: after what was seen in those before.
    """

    @abstractmethod
    def belief(self, record: RecordT, number: int, steps: Sequence[Step[StateT]]) -> Belief:
        """What is hidden, after what was seen in these steps."""

    @abstractmethod
    def cut(self, record: RecordT, number: int, steps: Sequence[Step[StateT]]) -> RecordT:
        """The record up to the last step: nothing of what was done there or later.

        A round that is over in it keeps its result.
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
        """The record with the cards that were drawn for each place of the belief.

        Whatever else is hidden is drawn, too: which of its pieces a hand laid face-down.
        """


_ANY = ""
"""A card that no bound concerns."""

_MOST_CLASSES = 12


def _subsets(classes: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """All choices of classes, of the largest ones if there are very many."""
    largest = sorted(classes, key=len, reverse=True)[:_MOST_CLASSES]
    for count in range(1, len(largest) + 1):
        yield from combinations(largest, count)


def _classes(cards: Cards, cases: Sequence[Case]) -> list[Cards]:
    """The cards, in classes of those that the same bounds concern."""
    found: dict[tuple[bool, ...], list[str]] = {}
    bounds = [bound for case in cases for place in case for bound in place.bounds]
    for card in cards:
        found.setdefault(tuple(card in bound.kinds for bound in bounds), []).append(card)
    return [tuple(alike) for alike in found.values()]


def _weighted(weights: Sequence[int], rng: Random) -> int:
    """Draw an index with a probability in proportion to its weight; exact for large integers."""
    drawn = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        if drawn < weight:
            return index
        drawn -= weight
    raise AssertionError("what is drawn is less than the sum")


_State: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The cards of a class that are left, the room in each place, the cards that each bound has."""


class _Counter:
    """Counts the ways in which cards can lie in places.

    One class after the other is spread over the places, and a cell is what one place gets of one
    class. The number of ways to go on from a cell depends on little: `_State`.
    """

    def __init__(self, cards: Cards, case: Case) -> None:
        self.case = case
        self.classes = _classes(cards, (case,))
        self.bounds = [(at, bound) for at, place in enumerate(case) for bound in place.bounds]
        self.cells = [(cls, at) for cls in range(len(self.classes)) for at in range(len(case))]
        self.concerned = [
            [
                index
                for index, (where, bound) in enumerate(self.bounds)
                if where == at and self.classes[cls][0] in bound.kinds
            ]
            for cls, at in self.cells
        ]
        sizes = [place.size for place in case]
        fits = sum(sizes) == len(cards) and min(sizes, default=0) >= 0
        fits = fits and all(bound.most >= 0 for _, bound in self.bounds)
        self.start = (0, tuple(sizes), (0,) * len(self.bounds)) if fits else None
        self.ways = dict[tuple[int, _State], int]()

    def count(self) -> int:
        return 0 if self.start is None else self._count(0, self.start)

    def _count(self, cell: int, state: _State) -> int:
        key = (cell, state)
        if key not in self.ways:
            self.ways[key] = sum(self._weights(cell, state))
        return self.ways[key]

    def _weights(self, cell: int, state: _State) -> list[int]:
        """In how many ways the cell and those after it can be filled, for each number of cards."""
        left, room, had = state
        if cell == len(self.cells):
            enough = all(n >= bound.least for n, (_, bound) in zip(had, self.bounds, strict=True))
            return [int(enough)]
        cls, at = self.cells[cell]
        left = left if at else len(self.classes[cls])
        most = min(
            left, room[at], *(self._most(index) - had[index] for index in self.concerned[cell])
        )
        least = left if at == len(room) - 1 else 0
        ways = [0] * min(least, most + 1)
        for number in range(least, most + 1):
            following = self._count(cell + 1, self._after(cell, state, number))
            ways.append(comb(left, number) * following)
        return ways

    def _most(self, index: int) -> int:
        return self.bounds[index][1].most

    def _after(self, cell: int, state: _State, number: int) -> _State:
        left, room, had = state
        cls, at = self.cells[cell]
        left = left if at else len(self.classes[cls])
        counts = list(had)
        for index in self.concerned[cell]:
            counts[index] += number
        room = (*room[:at], room[at] - number, *room[at + 1 :])
        return left - number, room, tuple(counts)

    def draw(self, rng: Random) -> tuple[Cards, ...]:
        state = self.start
        assert state is not None
        drawn: list[list[str]] = [[] for _ in self.case]
        shuffled = [rng.sample(cards, len(cards)) for cards in self.classes]
        for cell, (cls, at) in enumerate(self.cells):
            number = _weighted(self._weights(cell, state), rng)
            state = self._after(cell, state, number)
            drawn[at] += [shuffled[cls].pop() for _ in range(number)]
        return tuple(map(tuple, drawn))
