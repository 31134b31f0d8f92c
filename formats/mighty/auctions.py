"""The auctions that one slip turns into another text: what was meant by a wrong one.

An auction is here a list of words: seats (P0), calls (pass, or one that begins with its number) and
the commas between bids. Source: the paper, III.4.2 (bidding), as far as it holds under all options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

_HIGH = re.compile(r"[0-9]+")

_MOST_WORDS = 200
"""No auction has so many: each player passes once, and each bid is higher than the last one."""


def auctions(words: Sequence[str], contract: str | None) -> list[list[str]]:
    """The auctions in turn that one slip turns into these words, those of the contract first.

    >>> auctions(["P0", "15H", ",", "pass", ",", "P2", "pass"], None)
    [['P0', '15H', ',', 'P1', 'pass', ',', 'P2', 'pass']]
    """
    if len(words) > _MOST_WORDS:
        return []
    found = [each for each in _edited(words, contract) if each != words and _in_turn(each)]
    unique = [[*each] for each in dict.fromkeys(map(tuple, found))]
    return sorted(unique, key=lambda each: contract is not None and _highest(each) != contract)


def _highest(words: Sequence[str]) -> str | None:
    return next((each for each in reversed(words) if _HIGH.match(each)), None)


def _edited(words: Sequence[str], contract: str | None) -> Iterator[list[str]]:
    """The words with some missing, too many, swapped or another one."""
    calls = [each for each in ("pass", contract) if each is not None]
    seats = [f"P{seat}" for seat in range(5)]
    missing = [(",",), *((each,) for each in (*seats, *calls))]
    for seat, call in product(seats, calls):
        missing += [(seat, call), (seat, call, ","), (",", seat, call), (call, ",", seat)]
    missing += [*((call, ",") for call in calls), *((",", seat) for seat in seats)]
    for at in range(len(words) + 1):
        before, after = words[:at], words[at:]
        for some in missing:
            yield [*before, *some, *after]
            if len(some) == 1:
                yield [*before, *some, *after[1:]]
        for length in (1, 2, 3):
            yield [*before, *after[length:]]
            for gap in (0, 1, 2):
                one, between = after[:length], after[length : length + gap]
                rest = after[length + gap :]
                if len(rest) >= length:
                    yield [*before, *rest[:length], *between, *one, *rest[length:]]


def _in_turn(words: Sequence[str]) -> bool:
    """Whether these are bids, each by the next player who has not passed, and each higher."""
    seats, calls, commas = words[::3], words[1::3], words[2::3]
    if len(words) % 3 != 2 or any(each != "," for each in commas):
        return False
    if not all(each[0] == "P" for each in seats):
        return False
    if not all(each == "pass" or _HIGH.match(each) for each in calls):
        return False
    return _rises(calls) and _goes_round([int(each[1]) for each in seats], calls)


def _rises(calls: Sequence[str]) -> bool:
    high = [(int(found[0]), "N" in each) for each in calls if (found := _HIGH.match(each))]
    return all(one < two for one, two in pairwise(high))


def _goes_round(seats: Sequence[int], calls: Sequence[str]) -> bool:
    """Whether the next one bids each time, or the next one who has not passed."""
    passed = set[int]()
    for (seat, following), call in zip(pairwise(seats), calls, strict=False):
        if call == "pass":
            passed.add(seat)
        others = [(seat + step) % 5 for step in range(1, 6)]
        still = [each for each in others if each not in passed]
        if following not in (others[0], *still[:1]):
            return False
    return True
