"""`go/sgf`, the Smart Game Format.

Source: SGF FF[4] (red-bean.com/sgf). `docs/go.md` describes what is kept, and how.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.go.record import Record
from ...events.builder import readings
from ...interface.notation import Counts, Notation, Reading
from ...text.text import Text
from .events import Reader
from .pieces import pieces
from .reader import GameReader
from .writer import write


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the games in a text."""
    return readings(text, Reader(text).events(), GameReader, NOTATION)


def _accept(data: bytes) -> Counts | None:
    from .accept import accept  # only for whole files

    return accept(data)


NOTATION = Notation(
    id="go/sgf",
    title="the Smart Game Format, FF[4]",
    suffix=".sgf",
    unsupported={"rules": "options that differ from a named rule set"},
    keeps=frozenset({"comments", "glyphs", "times", "evaluations", "marks", "properties"}),
    read=read,
    write=write,
    pieces=pieces,
    accept=_accept,
    suggests=False,
    description="go/sgf",
)
