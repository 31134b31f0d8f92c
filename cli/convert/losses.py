"""What is lost when records are written in another notation, summed up over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from ...findings import amount
from ...formats import Notation, lost
from ..errors import say

NAMED = 3
"""So many places of each loss are named."""


class Loss(Struct):
    """How many records have a loss, and the first places."""

    count: int = 0
    places: list[str] = field(default_factory=list[str])


class Losses:
    """Counts what is lost by kind; if `verbose`, each is said at once, with its place."""

    def __init__(self, verbose: bool = False) -> None:
        self._verbose = verbose
        self._kinds: dict[str, Loss] = {}

    def of(self, place: str, parts: Iterable[Any], target: Notation[Any]) -> bool:
        """Count what a notation cannot hold of a record, which may be taken apart.

        Returns whether there is anything. Raises CannotHold where it cannot be written at all.
        """
        losses = dict.fromkeys(loss for each in parts for loss in lost(each, target))
        return self.count(place, losses, target)

    def count(self, place: str, losses: Iterable[str], target: Notation[Any]) -> bool:
        """Count what is lost of a record; returns whether there is anything."""
        any_is_lost = False
        for loss in losses:
            any_is_lost = True
            kind = f"{target.id} cannot hold {loss}"
            known = self._kinds.setdefault(kind, Loss())
            known.count += 1
            if self._verbose:
                say(f"{place}: {kind}")
            elif len(known.places) < NAMED:
                known.places.append(place)
        return any_is_lost

    def mark(self) -> dict[str, Loss]:
        """What is counted so far."""
        return {kind: Loss(each.count, [*each.places]) for kind, each in self._kinds.items()}

    def back(self, mark: dict[str, Loss]) -> None:
        """Forget what was counted since then."""
        self._kinds = mark

    def say(self) -> None:
        """Say what was lost, a line for each kind, unless all of it was said at once."""
        if self._verbose:
            return
        for kind, loss in self._kinds.items():
            where = ", ".join(loss.places)
            if loss.count == 1:
                say(f"{where}: {kind}")
            else:
                more = ", …" if loss.count > len(loss.places) else ""
                say(f"{kind} ({amount(loss.count, 'record')}: {where}{more})")
