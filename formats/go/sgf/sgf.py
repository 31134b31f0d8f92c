"""`go/sgf`, the Smart Game Format.

Source: SGF FF[4] (red-bean.com/sgf). `docs/go.md` describes what records keep, and how.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from ....replayer.go.record import Record
from ...events.builder import readings
from ...files.respelling import errors_in
from ...interface.notation import Counts, Notation, Reading, placed_later
from ...text.text import Text
from .. import codes
from .events import Mended, Reader
from .pieces import pieces
from .quick import records
from .reader import GameReader
from .writer import write

_SYNTAX = (
    codes.STRAY,
    codes.CLOSED_TWICE,
    codes.ROOT_LATER,
    codes.VALUE_OPEN,
    codes.TWO_MOVES,
    codes.SPOILED_POINT,
    codes.WRONG_VALUE,
    codes.WRONG_SIZE_FORM,
    codes.WRONG_KOMI_FORM,
    codes.WRONG_HANDICAP_FORM,
)
"""Rules that a text may seem to break because of a slip in its brackets or names."""


LONGEST, MOST_ERRORS = 100_000, 100
"""The maximum length and number of errors of a text to mend, since trying edits takes long."""


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the games in a text; in ordinary games, parts are not located."""
    quick = records(text.content, alone)
    if quick is None:
        yield from explained(text)
        return
    again = cache(lambda: [*explained(text)])
    for number, record in enumerate(quick):
        place = placed_later(lambda at=number: again()[at])
        yield Reading(NOTATION, [], record, place=place)


def alone(content: str) -> Record | None:
    """Return the record of a short text, or None if anything is wrong with it."""
    (reading,) = _located(Text(content))
    return None if reading.findings or not reading.whole else reading.record


def _located(text: Text, slips: Iterable[Mended] = ()) -> list[Reading[Record]]:
    """Read the games in a text that was perhaps mended, and locate their parts."""
    return [*readings(text, Reader(text, slips).events(), GameReader, NOTATION)]


def explained(text: Text) -> Iterator[Reading[Record]]:
    """Read the games in a text, and locate their parts.

    Wrong syntax is mended if there are then fewer slips to report.
    """
    found = _located(text)
    errors = errors_in(found)
    is_short = len(text.content) <= LONGEST and len(errors) <= MOST_ERRORS
    if is_short and any(each.rule in _SYNTAX for each in errors):
        from .mending import ClosedText, MendedText  # only for texts with errors

        swallowed = [
            each for one in found for each in one.findings if each.rule is codes.HOLDS_NODES
        ]
        if swallowed and errors[0].rule in (codes.CLOSED_TWICE, codes.NOT_CLOSED):
            closed = ClosedText(text, swallowed)
            others = _located(closed, closed.slips)
            if len(errors_in(others)) <= len(errors):
                yield from others
                return
        mended = MendedText(text)
        others = _located(mended, mended.slips)
        left = len(errors_in(others))
        if left < len(errors) or (left == len(errors) and mended.improves(errors[0])):
            found = others
    yield from found


def _accept(data: bytes) -> Counts | None:
    from .vouch import accept  # only for whole files

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
