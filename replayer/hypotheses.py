"""Hypotheses about what was meant: small edits of a round or a record that explain its errors.

One slip can make a lot of sound play look wrong: assume a different dealer, or swap two tricks, and
the rest is right. A game declares which edits make sense (`Hypothesis`); each is judged by replay,
and the one that leaves the fewest findings is taken as the intended meaning. Then only the slip is
reported, along with anything else that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from ..findings import Finding
from .check import Place

MeantT = TypeVar("MeantT")
ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")

Judged: TypeAlias = tuple[ResultT, Sequence[Finding]]
"""The result of a replay, and the findings about it."""


_EXPLAINS: ContextVar[bool] = ContextVar("explains", default=True)


@contextmanager
def unexplained() -> Generator[None]:
    """Check only whether records are sound, without looking for explanations of errors."""
    token = _EXPLAINS.set(False)
    try:
        yield
    finally:
        _EXPLAINS.reset(token)


class Hypothesis(Struct, Generic[MeantT], frozen=True):
    """A possible meaning, and findings about the slips that the text contains if it was meant.

    If `whole` is true, it only counts if its replay reaches the end of the round. `restored` is the
    number (from 0) of a trick that it adds because the text lacks it.
    """

    meant: MeantT
    slips: tuple[Finding, ...] = ()
    whole: bool = False
    restored: int | None = None

    def as_written(self, found: Iterable[Finding]) -> list[Finding]:
        """Return the slips, and the findings about the meaning with their places in the text."""
        at = self.restored
        return [*self.slips, *(each if at is None else _without(each, at) for each in found)]


def likeliest(
    written: Judged[ResultT],
    hypotheses: Iterable[Hypothesis[MeantT]],
    judge: Callable[[MeantT], Judged[ResultT]],
    is_over: Callable[[ResultT], bool],
) -> tuple[ResultT, list[Finding], MeantT | None]:
    """Return the result and the meaning of the hypothesis that leaves the fewest errors.

    The meaning is None if the text as written has no more errors; among equally good ones, one
    whose result `is_over` accepts is preferred.
    """

    def rank(result: ResultT, found: Sequence[Finding]) -> tuple[int, bool]:
        return sum(each.severity == "error" for each in found), not is_over(result)

    best, meant, left = written[0], None, list(written[1])
    for each in hypotheses if _EXPLAINS.get() else ():
        result, found = judge(each.meant)
        found = each.as_written(found)
        if rank(result, found) < rank(best, left) and (is_over(result) or not each.whole):
            best, meant, left = result, each.meant, found
    return best, left, meant


def explained(
    found: list[Finding],
    hypotheses: Iterable[Hypothesis[MeantT]],
    judge: Callable[[MeantT], Iterable[Finding]],
) -> list[Finding]:
    """Return the findings in `found`, or those under a hypothesis that leaves fewer."""
    known, best = {(each.rule, each.pointer) for each in found}, found
    for each in hypotheses if _EXPLAINS.get() else ():
        left = list(judge(each.meant))
        if known.issuperset((one.rule, one.pointer) for one in left):
            best = min(best, each.as_written(left), key=len)
    return best


def swapped(items: Sequence[ItemT], one: int, other: int) -> tuple[ItemT, ...]:
    """Return a list with two items swapped.

    >>> swapped("abcd", 1, 2)
    ('a', 'c', 'b', 'd')
    """
    changed = [*items]
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


# Tricks

_TRIED = 2
"""How many of the tricks with errors are tried as the place of a slip."""

_FARTHEST = 9
"""Swaps of tricks farther apart than this are not tried: a record may have thousands."""

_IN_TRICK = re.compile("(.*/tricks/)([0-9]+)(/.*)")


def trick_edits(
    tricks: Sequence[ItemT],
    missing: tuple[ItemT, str] | None,
    found: Sequence[Finding],
    place: Place,
) -> Iterator[tuple[tuple[ItemT, ...], Finding, int | None]]:
    """Yield a round's tricks with two of them swapped, or with a missing trick inserted.

    Each comes with the slip and, if a trick was inserted, its number (from 0). `missing` is a trick
    made of the cards that nobody plays, with the names of these cards; `found` are the findings
    about the tricks as written.
    """
    wrong = dict[int, Finding]()
    for each in found:
        where = _IN_TRICK.match(each.pointer or "")
        if where is not None:
            wrong.setdefault(int(where[2]), each)
    for number in islice(sorted(wrong), _TRIED):
        first = wrong[number]
        for at in (number, number - 1):
            if at < 0:
                continue
            for other in range(at + 1, min(len(tricks), at + _FARTHEST + 1)):
                why = f"{first.message}: tricks {at + 1} and {other + 1} seem to be swapped"
                slip = first.but(message=why, fix=None)
                if at < number:
                    slip = slip.but(pointer=place.pointer(f"/tricks/{at}"), ply=None, player=None)
                yield swapped(tricks, at, other), slip, None
            if missing is not None:
                trick, cards = missing
                why = f"a trick of {cards} seems to be missing before trick {at + 1}"
                slip = first.but(message=f"{first.message}: {why}", fix=None)
                yield (*tricks[:at], trick, *tricks[at:]), slip, at


def _without(finding: Finding, restored: int) -> Finding:
    """Renumber the trick in a finding to match the text, which lacks the inserted trick."""
    where = _IN_TRICK.match(finding.pointer or "")
    if where is None or int(where[2]) <= restored:
        return finding
    return finding.but(pointer=f"{where[1]}{int(where[2]) - 1}{where[3]}", ply=None)
