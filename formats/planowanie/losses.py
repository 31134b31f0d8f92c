"""What of a Planowanie record a notation did not keep, in the terms of `Notation.lacks`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...replayer.planowanie.record import Deal, Record

WORDS = {
    "variations": "other lines of play from a moment of a deal",
}


def lacks(*names: str) -> dict[str, str]:
    """What a notation cannot hold, in the words of all notations."""
    return {name: WORDS[name] for name in names}


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    return list(dict.fromkeys(_differences(before, after)))


def _differences(before: Record, after: Record) -> Iterator[str]:
    for field in before.__struct_fields__:
        if field != "deals" and getattr(before, field) != getattr(after, field):
            yield field
    if len(before.deals) != len(after.deals):
        yield "deals"
        return
    for one, other in zip(before.deals, after.deals, strict=True):
        yield from _in_deal(one, other)


def _in_deal(one: Deal, other: Deal) -> Iterator[str]:
    if replace(one, variations=()) != replace(other, variations=()):
        for field in one.__struct_fields__:
            if field != "variations" and getattr(one, field) != getattr(other, field):
                yield field
    if one.variations != other.variations:
        yield "variations"
