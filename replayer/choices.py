"""Legal actions too numerous to list, such as a raise by any number of chips in a no-limit game.

`Rules.legal_actions` returns a sequence. A game that allows ranges of actions returns `Choices`: a
sequence of all actions in the ranges, each computed on demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, overload

from msgspec import Struct

from ..findings import amount
from .rules import Action

_NUMBER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)


class ActionRange(Struct, frozen=True):
    """Actions that differ in one number, from `low` to `high` in steps of `step`.

    >>> raises = ActionRange("raise ", 4, 200, step=2)
    >>> "raise 6" in raises, "raise 5" in raises, "raise 06" in raises, "raise 202" in raises
    (True, False, False, False)
    >>> str(raises)
    'raise 4 to raise 200, by 2'
    """

    prefix: str
    low: int
    high: int
    step: int = 1
    suffix: str = ""

    @property
    def numbers(self) -> range:
        """The numbers of the actions."""
        return range(self.low, self.high + 1, self.step)

    def action(self, number: int) -> Action:
        """Return the action with this number."""
        return f"{self.prefix}{number}{self.suffix}"

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, str) or not action.startswith(self.prefix):
            return False
        rest = action.removeprefix(self.prefix)
        number = rest.removesuffix(self.suffix)
        long = max(len(str(self.low)), len(str(self.high)))
        return (
            number + self.suffix == rest
            and len(number) <= long
            and _NUMBER.fullmatch(number) is not None
            and int(number) in self.numbers
        )

    def __str__(self) -> str:
        numbers = self.numbers
        if len(numbers) == 1:
            return self.action(numbers[0])
        by = f", by {self.step}" if self.step != 1 else ""
        return f"{self.action(numbers[0])} to {self.action(numbers[-1])}{by}"


class Choices(Sequence[Action]):
    """All listed actions, followed by all actions in ranges.

    >>> legal = Choices(["fold", "call"], [ActionRange("raise ", 4, 1_000_000)])
    >>> len(legal), legal[0], legal[2], legal[-1], "raise 777" in legal
    (999999, 'fold', 'raise 4', 'raise 1000000', True)
    """

    __slots__ = ("listed", "ranges")

    def __init__(self, listed: Sequence[Action], ranges: Sequence[ActionRange]) -> None:
        self.listed = tuple(listed)
        self.ranges = tuple(each for each in ranges if each.numbers)

    def __len__(self) -> int:
        return len(self.listed) + sum(len(each.numbers) for each in self.ranges)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        index = index + len(self) if index < 0 else index
        if 0 <= index < len(self.listed):
            return self.listed[index]
        index -= len(self.listed)
        for each in self.ranges:
            if 0 <= index < len(each.numbers):
                return each.action(each.numbers[index])
            index -= len(each.numbers)
        raise IndexError("there are fewer actions")

    def __contains__(self, action: object) -> bool:
        return action in self.listed or any(action in each for each in self.ranges)

    def count(self, value: Any) -> int:
        """Return how many times an action occurs: more than once if ranges overlap."""
        return self.listed.count(value) + sum(value in each for each in self.ranges)

    def __iter__(self) -> Iterator[Action]:
        yield from self.listed
        for each in self.ranges:
            yield from map(each.action, each.numbers)

    def __repr__(self) -> str:
        return f"<Choices: {amount(len(self), 'action')}>"


def listed(legal: Sequence[Action]) -> Sequence[Action]:
    """Return the legal actions that are not in a range."""
    return legal.listed if isinstance(legal, Choices) else legal


def ranges(legal: Sequence[Action]) -> Sequence[ActionRange]:
    """Return the ranges in the given legal actions."""
    return legal.ranges if isinstance(legal, Choices) else ()


PARTS = 4
"""How many equal parts `some` divides a range into."""


def some(legal: Sequence[Action]) -> Sequence[Action]:
    """Return all listed actions and a few from each range: both ends and some between them.

    >>> some(Choices(["fold"], [ActionRange("raise ", 2, 42)]))
    ['fold', 'raise 2', 'raise 12', 'raise 22', 'raise 32', 'raise 42']
    """
    if not isinstance(legal, Choices):
        return legal
    found = [*legal.listed]
    for each in legal.ranges:
        last = len(each.numbers) - 1
        places = dict.fromkeys(last * part // PARTS for part in range(PARTS + 1))
        found += [each.action(each.numbers[place]) for place in places]
    return found
