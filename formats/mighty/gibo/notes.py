"""Convert comments in a text gibo to annotations, and back.

A line that begins with `#` is about the line before it, if that is a row of the table, the auction,
or a decision; otherwise, it is about its deal or, before the first deal, the match. `Note:` is
about a deal or match, `Note 7:` is about ply 7, and `Note before 7:` comes before that ply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ....replayer.mighty.record import Deal, Taken, plies
from ....replayer.play.annotation import Annotation
from ...events.events import Comment
from ...text.comment_lines import NOTHING, Room, holds, placed, texts_by_ply, written
from ...text.comments import MARK
from ...text.lines import LineOfText, quoted_line, unquoted
from ...text.text import Text

_NOTE = re.compile(r"Note([ \t]+before)?(?:[ \t]+([0-9]{1,5}))?[ \t]*:[ \t]*(.*)")
NUMBERED = re.compile(r"Note(?:[ \t]+before\b)?[ \t]+([^\s:][^:]{0,40}+):")
"""A note that names something, not necessarily the number of a ply."""
NOTED = frozenset((MARK, "N"))
"""The first characters of notes; in most texts, other lines begin differently."""
_REST = re.compile(r"[^\r\n]*")

IN_DEAL = 90_000
"""The maximum length of a deal's comments in characters, as a deal is read in one piece."""


def is_comment(line: str) -> bool:
    """Return whether a line is a comment."""
    return line.startswith(MARK)


def is_note(line: str) -> bool:
    """Return whether a line is a comment, or begins with `Note`."""
    return line[:1] in NOTED and (is_comment(line) or _NOTE.match(line) is not None)


def comments(text: Text, block: Sequence[LineOfText], whole: bool) -> Iterator[Comment]:
    """Yield the comments on adjacent lines, each a note.

    Notes that name nothing are about the line before them or, if `whole` is true, about the whole
    deal or match.
    """
    spans = list[tuple[int, int]]()
    for line in block:
        found = _NOTE.match(line.content)
        if found is None:
            # Trailing spaces on a line belong to its comment.
            spans += [each.span() for each in [_REST.match(text.content, line.start)] if each]
            continue
        yield from _written_apart(text, spans, whole)
        spans = []
        ply = None if found[2] is None else int(found[2])
        said, before = unquoted(found[3]), found[1] is not None
        yield Comment(line.start, line.end, said, before, ply, whole=ply is None)
    yield from _written_apart(text, spans, whole)


def _written_apart(text: Text, spans: Sequence[tuple[int, int]], whole: bool) -> Iterator[Comment]:
    """Yield the comments on lines with `#`."""
    for start, end, said in placed(text.content, spans):
        yield Comment(start, end, said, whole=whole)


# Writing


def lines_of(holder: Sequence[Annotation], room: Room) -> Iterator[str]:
    """Yield lines of notes about a whole match or deal, as long as there is room."""
    noted = texts_by_ply(holder).get(None, NOTHING)
    yield from written(filter(room.fits, filter(holds, noted.after)))
    yield from _notes("Note", [text for text in noted.after if not holds(text)], room)
    yield from _notes("Note before", noted.before, room)


class WrittenNotes:
    """The lines of notes about a deal: those after its first line, and the others."""

    def __init__(self, deal: Deal) -> None:
        last = {
            (what, number if what == "tricks" else 0): ply
            for (what, number), ply in (plies(deal) if deal.annotations else {}).items()
        }
        places = {ply: line for line, ply in last.items()}
        room = Room(IN_DEAL)
        self._behind: dict[Taken, list[str]] = {}
        self.first = list(lines_of(deal.annotations, room))
        texts = texts_by_ply(deal.annotations)
        for ply in sorted(each for each in texts if each is not None):
            noted = texts[ply]
            self.first += _notes(f"Note before {ply}", noted.before, room)
            line = places.get(ply)
            held = [] if line is None else [text for text in noted.after if holds(text)]
            if line is not None:
                self._behind[line] = [*filter(room.fits, held)]
            rest = [text for text in noted.after if line is None or not holds(text)]
            self.first += _notes(f"Note {ply}", rest, room)

    def behind(self, what: str, number: int = 0) -> Iterator[str]:
        """Yield the comments after a line."""
        return written(self._behind.get((what, number), ()))


def _notes(name: str, texts: Iterable[str], room: Room) -> Iterator[str]:
    """Yield lines of notes that begin with the same name, as long as there is room for them."""
    return filter(room.fits, (f"{name}: {quoted_line(text)}" for text in texts))
