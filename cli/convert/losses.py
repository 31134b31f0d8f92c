"""Losses in writing records in another notation, totalled over all records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from ...findings import amount
from ...formats import Notation, lost
from ..errors import say

_COUNTED = re.compile(r"(.*) \((\d+)\)")
"""The description of a loss, ending with its number of occurrences."""

NAMED = 3
"""The maximum number of places to list for each loss."""


class Loss(Struct):
    """The number of records with a loss, the number of losses if counted, and the first places."""

    count: int = 0
    amount: int = 0
    places: list[str] = field(default_factory=list[str])


class Losses:
    """Count losses by kind; if `verbose`, report each immediately, with its place."""

    def __init__(self, verbose: bool = False) -> None:
        self._verbose = verbose
        self._kinds: dict[str, Loss] = {}

    def of(self, place: str, parts: Iterable[Any], target: Notation[Any]) -> bool:
        """Count the parts of a record that a notation cannot hold.

        The record may be split into `parts`. Return whether there is any loss. Raises CannotHold if
        the record cannot be written at all.
        """
        losses = dict.fromkeys(loss for each in parts for loss in lost(each, target))
        return self.count(place, losses, target)

    def count(self, place: str, losses: Iterable[str], target: Notation[Any]) -> bool:
        """Count the losses of a record; return whether there are any."""
        any_is_lost = False
        for loss in losses:
            any_is_lost = True
            counted = _COUNTED.fullmatch(loss)
            kind, many = (loss, 0) if counted is None else (counted[1], int(counted[2]))
            self._enter(place, f"{target.id} cannot hold {kind}", many)
        return any_is_lost

    def left_out(self, place: str, found: Mapping[str, int]) -> None:
        """Count, by kind, what is in a text but in none of its records."""
        for kind, number in found.items():
            self._enter(place, _left_out(kind), number)

    def _enter(self, place: str, kind: str, many: int) -> None:
        known = self._kinds.setdefault(kind, Loss())
        known.count += 1
        known.amount += many
        if self._verbose:
            say(f"{place}: {_with(kind, many)}")
        elif len(known.places) < NAMED:
            known.places.append(place)

    def mark(self) -> dict[str, Loss]:
        """Return the counts so far."""
        return {
            kind: Loss(each.count, each.amount, [*each.places])
            for kind, each in self._kinds.items()
        }

    def back(self, mark: dict[str, Loss]) -> None:
        """Restore earlier counts."""
        self._kinds = mark

    def say(self) -> None:
        """Report the losses, on one line per kind, unless each was reported immediately."""
        if self._verbose:
            return
        for kind, loss in self._kinds.items():
            where, kind = ", ".join(loss.places), _with(kind, loss.amount)
            if loss.count == 1:
                say(f"{where}: {kind}")
            else:
                more = ", …" if loss.count > len(loss.places) else ""
                say(f"{kind} ({amount(loss.count, 'record')}: {where}{more})")


def _left_out(kind: str) -> str:
    return f"{kind} are left out"


def _with(kind: str, many: int) -> str:
    """Return a kind of loss with its number of occurrences, if counted."""
    return f"{kind} ({many})" if many else kind
