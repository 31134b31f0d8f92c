"""The ply numbers of the decisions in a deal."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from ..record import Deal

Taken: TypeAlias = tuple[str, int]
"""The place of a decision in a deal: a field, and the number of the bid or the trick."""


def plies(deal: Deal) -> dict[Taken, int]:
    """Return the ply of each bid and decision, and the last ply of each trick."""
    keys = [("bids", number) for number in range(len(deal.bids or ()))]
    for field in ("discard", "contract", "friend"):
        if getattr(deal, field) is not None:
            keys.append((field, 0))
    found = {key: ply for ply, key in enumerate(keys, start=1)}
    taken = len(keys)
    for number, trick in enumerate(deal.tricks):
        taken += len(trick.played)
        if trick.played:
            found["tricks", number] = taken
    return found


def renumbered(written: Deal, deal: Deal) -> Deal:
    """Return a completed deal with its annotations moved to the new plies of their decisions.

    Plies are renumbered because inferred decisions also count.
    """
    if not deal.annotations:
        return deal
    before, now = plies(written), plies(deal)
    moved = {ply: now[key] for key, ply in before.items() if key in now and key[0] != "tricks"}
    by = _decisions(now) - _decisions(before)
    return replace(
        deal,
        annotations=tuple(
            [
                each if not each.ply else replace(each, ply=moved.get(each.ply, each.ply + by))
                for each in deal.annotations
            ]
        ),
    )


def _decisions(numbers: dict[Taken, int]) -> int:
    """Return the number of plies before the play."""
    return sum(field != "tricks" for field, _ in numbers)
