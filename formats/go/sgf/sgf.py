"""`go/sgf`, the Smart Game Format.

Source: SGF FF[4] (red-bean.com/sgf). `docs/go.md` describes what records keep, and how.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ....replayer.go.record import Record
from ...events.builder import readings
from ...interface.notation import Counts, Notation, Reading, placed_later
from ...text.text import Text
from .events import Reader
from .pieces import pieces
from .quick import records
from .reader import GameReader
from .writer import has_property, write


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the games in a text; in ordinary games, parts are not located."""
    quick = records(text.content)
    if quick is None:
        yield from explained(text)
        return
    again = cache(lambda: [*explained(text)])
    for number, record in enumerate(quick):
        place = placed_later(lambda at=number: again()[at])
        yield Reading(NOTATION, [], record, place=place)


def explained(text: Text) -> Iterator[Reading[Record]]:
    """Read the games in a text, and locate their parts."""
    return readings(text, Reader(text).events(), GameReader, NOTATION)


def _accept(data: bytes) -> Counts | None:
    from .vouch import accept  # only for whole files

    return accept(data)


NOTATION = Notation(
    id="go/sgf",
    title="the Smart Game Format, FF[4]",
    suffix=".sgf",
    unsupported={
        "rules": "options that differ from a named rule set",
    },
    keeps=frozenset({"comments", "glyphs", "times", "evaluations", "marks", "properties"}),
    has_property=has_property,
    read=read,
    write=write,
    pieces=pieces,
    accept=_accept,
    suggests=False,
    description="go/sgf",
)
