"""Compares two records field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct


def changed(before: Struct, after: Struct, without: str = "") -> Iterator[str]:
    """Yield the fields in which two structs of one type differ, except `without`.

    `schema` is ignored: the schema that an editor uses is not part of the game.
    """
    for field in before.__struct_fields__:
        if field not in (without, "schema") and getattr(before, field) != getattr(after, field):
            yield field


def changed_rounds(before: Sequence[Struct], after: Sequence[Struct], name: str) -> Iterator[str]:
    """Yield the fields in which rounds differ; if their numbers differ, the `name` of rounds."""
    if len(before) != len(after):
        yield name
        return
    for one, other in zip(before, after, strict=True):
        yield from changed(one, other)
