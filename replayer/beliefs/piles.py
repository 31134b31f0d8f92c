"""Piles of hidden cards, and the ways to fill them.

Cards that are subject to the same bounds form a class, so the ways are counted by dynamic
programming over piles and classes. Equal cards count as different, as in a shuffle, so every way to
deal the cards is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from random import Random

Cards: TypeAlias = tuple[str, ...]


class Bound(Struct, frozen=True):
    """A lower and an upper bound on how many cards of some kinds a pile has."""

    kinds: frozenset[str]
    least: int = 0
    most: int = 1_000_000


class Pile(Struct, frozen=True):
    """A pile of hidden cards: how many it has, and which ones it can have.

    `name` is shown to people: `player 2`, `the kitty`.
    """

    name: str
    size: int
    bounds: tuple[Bound, ...] = ()


Case: TypeAlias = tuple[Pile, ...]


def classes_of(cards: Cards, bounds: Iterable[Bound]) -> list[Cards]:
    """Group the cards into classes that are subject to the same bounds.

    >>> classes_of(("2S", "3S", "2H"), [Bound(frozenset(("2S", "3S")), most=0)])
    [('2S', '3S'), ('2H',)]
    """
    every, found = list(bounds), dict[tuple[bool, ...], list[str]]()
    for card in cards:
        found.setdefault(tuple(card in bound.kinds for bound in every), []).append(card)
    return [tuple(alike) for alike in found.values()]


def _effective(pile: Pile, cards: Cards) -> list[Bound]:
    """Return those bounds of a pile that at least one choice of cards would break."""
    concerned = [sum(card in bound.kinds for card in cards) for bound in pile.bounds]
    return [
        bound
        for bound, number in zip(pile.bounds, concerned, strict=True)
        if bound.least > 0 or bound.most < min(number, pile.size)
    ]


def weighted(weights: Sequence[int], rng: Random) -> int:
    """Draw an index with a probability proportional to its weight; exact for large integers."""
    drawn = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        if drawn < weight:
            return index
        drawn -= weight
    raise AssertionError("the number drawn is less than the sum")


_Left: TypeAlias = tuple[int, ...]
"""How many cards of each class are left."""


class _Stage(Struct):
    """A pile to fill, its bounds, and the classes of cards that still matter from here on.

    `bounds` are paired with the classes they apply to. `then` maps each class to the one that
    contains it in the next stage, which has fewer bounds and so may have fewer classes.
    """

    at: int
    size: int
    bounds: list[tuple[Bound, list[int]]]
    classes: list[Cards]
    then: list[int]


class Filling:
    """Counts the ways in which cards can fill piles, and draws one.

    Bounded piles are filled one by one; the others then get all remaining cards. The number of ways
    to continue depends only on how many cards of each class are left.
    """

    def __init__(self, cards: Cards, case: Case) -> None:
        self.cards = cards
        self.case = case
        sizes = [pile.size for pile in case]
        bounds = [_effective(pile, cards) for pile in case]
        order = sorted((at for at in range(len(case)) if bounds[at]), key=lambda at: sizes[at])
        self.free = [at for at in range(len(case)) if not bounds[at]]
        self.fits = sum(sizes) == len(cards) and min(sizes, default=0) >= 0
        self.fits = self.fits and all(bound.most >= 0 for each in bounds for bound in each)
        self.stages: list[_Stage] = []
        following = [cards]
        for number in reversed(range(len(order))):
            at = order[number]
            remaining = [bound for pile in order[number:] for bound in bounds[pile]]
            classes = classes_of(cards, remaining)
            then = [
                next(index for index, later in enumerate(following) if each[0] in later)
                for each in classes
            ]
            concerned = [
                (bound, [index for index, each in enumerate(classes) if each[0] in bound.kinds])
                for bound in bounds[at]
            ]
            self.stages.append(_Stage(at, sizes[at], concerned, classes, then))
            following = classes
        self.stages.reverse()
        self.start = tuple(map(len, following))
        self.ways = dict[tuple[int, _Left], int]()
        self.drawn = dict[tuple[int, _Left], tuple[list[_Left], list[int]]]()
        self.dead = set[tuple[int, _Left]]()

    def possible(self) -> bool:
        """Return whether there is any way to fill the piles."""
        return self.fits and self._possible(0, self.start)

    def _possible(self, number: int, left: _Left) -> bool:
        if number == len(self.stages):
            return True
        if (number, left) in self.dead:
            return False
        for taken in self._allotments(number, left):
            if self._possible(number + 1, self._after(number, left, taken)):
                return True
        self.dead.add((number, left))
        return False

    def count(self) -> int:
        """Return the number of ways to fill the piles."""
        return self._count(0, self.start) if self.fits else 0

    def _count(self, number: int, left: _Left) -> int:
        if number == len(self.stages):
            return _multinomial([self.case[at].size for at in self.free])
        key = (number, left)
        if key not in self.ways:
            self.ways[key] = sum(
                self._weight(number, left, taken) for taken in self._allotments(number, left)
            )
        return self.ways[key]

    def _weight(self, number: int, left: _Left, taken: _Left) -> int:
        """Return the number of ways to give a pile these counts and then fill the later piles."""
        following = self._count(number + 1, self._after(number, left, taken))
        return following and prod(map(comb, left, taken)) * following

    def _after(self, number: int, left: _Left, taken: _Left) -> _Left:
        stage = self.stages[number]
        last = number + 1 == len(self.stages)
        after = [0] * (1 if last else len(self.stages[number + 1].classes))
        for index, then in enumerate(stage.then):
            after[then] += left[index] - taken[index]
        return tuple(after)

    def _allotments(self, number: int, left: _Left) -> Iterator[_Left]:
        """Yield the possible counts of cards of each class in a pile."""
        stage = self.stages[number]
        limits = list(left)
        for bound, concerned in stage.bounds:
            for index in concerned:
                limits[index] = min(limits[index], bound.most)
        after = [sum(limits[index + 1 :]) for index in range(len(limits))]

        def fill(taken: list[int], room: int) -> Iterator[_Left]:
            index = len(taken)
            if index == len(limits):
                if all(
                    bound.least <= sum(taken[each] for each in concerned)
                    for bound, concerned in stage.bounds
                ):
                    yield tuple(taken)
                return
            most = min(room, limits[index])
            for bound, concerned in stage.bounds:
                if index in concerned:
                    had = sum(taken[each] for each in concerned if each < index)
                    most = min(most, bound.most - had)
            for count in range(max(0, room - after[index]), most + 1):
                yield from fill([*taken, count], room - count)

        return fill([], stage.size)

    def draw(self, rng: Random) -> tuple[Cards, ...]:
        """Draw one of the ways uniformly at random, and return the cards of each pile."""
        drawn: list[Cards] = [()] * len(self.case)
        left = self.start
        held = [list(cards) for cards in (self.stages[0].classes if self.stages else [self.cards])]
        for number, stage in enumerate(self.stages):
            if (number, left) not in self.drawn:
                every = list(self._allotments(number, left))
                weights = [self._weight(number, left, taken) for taken in every]
                self.drawn[number, left] = every, weights
            allotments, weights = self.drawn[number, left]
            taken = allotments[weighted(weights, rng)]
            left = self._after(number, left, taken)
            merged: list[list[str]] = [[] for _ in left]
            for cards, count, then in zip(held, taken, stage.then, strict=True):
                rng.shuffle(cards)
                drawn[stage.at] += tuple(cards[:count])
                merged[then] += cards[count:]
            held = merged
        rest = iter(rng.sample(held[0], len(held[0])))
        for at in self.free:
            drawn[at] = tuple(islice(rest, self.case[at].size))
        return tuple(drawn)


def _multinomial(sizes: Sequence[int]) -> int:
    """Return the number of ways to deal all cards to piles of these sizes."""
    return prod(comb(sum(sizes[: index + 1]), size) for index, size in enumerate(sizes))
