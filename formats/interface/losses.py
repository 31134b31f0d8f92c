"""Compares two records field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct


def changed(before: Struct, after: Struct, without: str = "") -> Iterator[str]:
    """Yield the fields that differ between two structs of one type, except those in `without`.

    `schema` is ignored: the schema that an editor uses is not part of the game.
    """
    for field in before.__struct_fields__:
        if field not in (without, "schema") and getattr(before, field) != getattr(after, field):
            yield field


def changed_rounds(before: Sequence[Struct], after: Sequence[Struct], name: str) -> Iterator[str]:
    """Yield the fields that differ between rounds; if one side has more rounds, yield `name`."""
    if len(before) != len(after):
        yield name
        return
    for one, other in zip(before, after, strict=True):
        yield from changed(one, other)
