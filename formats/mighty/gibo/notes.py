"""Comments of a text gibo as annotations, and back.

A line that begins with `#` is about what stands before it: a row of the table, the auction, a
decision, otherwise its deal, or the match before the first deal. `Note:` is about deal or match,
`Note 7:` about a ply, `Note before 7:` comes before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ....replayer.mighty.plies import plies
from ....replayer.mighty.record import Deal
from ....replayer.play.annotation import Annotation
from ...events.drafts import DraftNotes, gathered
from ...events.events import Comment, Note
from ...text.comment_lines import adjacent, holds, read, written
from ...text.comments import MARK
from ...text.lines import LineOfText, quoted_line, unquoted
from ...text.text import Text

_NOTE = re.compile(r"Note([ \t]+before)?(?:[ \t]+([0-9]{1,5}))?[ \t]*:[ \t]*(.*)")
_BEGINS = (MARK, "Note")
_SEPARATOR = 2 * MARK
_REST = re.compile(r"[^\r\n]*")

Anchor: TypeAlias = tuple[str, int]
"""The line that a comment is about: the bids, a decision, or the first so many tricks."""

ANCHORS = {"Auction": "bids", "Discard": "discard", "Contract": "contract", "Friend": "friend"}
"""The headers of lines that have plies, and what these are in a deal."""


def is_comment(line: str) -> bool:
    """Whether a line is a comment."""
    return line.startswith(MARK)


def is_note(line: str) -> bool:
    """Whether a line is a comment, or one that begins with `Note`."""
    return line.startswith(_BEGINS) and (is_comment(line) or _NOTE.match(line) is not None)


class _Said(Struct, frozen=True):
    """A comment, and what it is about: a ply, or the line before."""

    note: Comment
    anchor: Anchor | None
    ply: int | None = None


class Notes:
    """The comments of a deal, or of what stands before the deals, line by line."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self._said: list[_Said] = []
        self._open: list[tuple[int, int]] = []
        """The lines of the comment that was read last, to which the next line may belong."""
        self._anchor: Anchor | None = None

    def add(self, line: LineOfText, anchor: Anchor | None = None) -> None:
        """Take a line that `is_note`, behind the line that it is about."""
        found = _NOTE.match(line.content)
        if found is not None:
            self._close()
            ply = None if found[2] is None else int(found[2])
            note = Comment(line.start, line.end, unquoted(found[3]), found[1] is not None)
            self._said.append(_Said(note, None, ply))
            return
        content = self.text.content
        if self._open and not adjacent(content, self._open[-1][1], line.start):
            self._close()
        if line.content == _SEPARATOR:
            self._close()
            return
        self._anchor = anchor
        # Spaces at the end of a line belong to its comment.
        self._open += [each.span() for each in [_REST.match(content, line.start)] if each]

    def _close(self) -> None:
        """End the comment of which lines were read."""
        if self._open:
            (said,) = read(self.text.content, self._open)
            note = Comment(self._open[0][0], self._open[-1][1], said)
            self._said.append(_Said(note, self._anchor))
        self._open = []

    def drafts(self, deal: Deal | None = None) -> list[DraftNotes]:
        """What is noted of the deal, or without one of the match, in the order of plies."""
        self._close()
        if not self._said:
            return []
        behind = {} if deal is None else _anchors(deal)
        found: list[tuple[int | None, bool, Note]] = [
            (behind.get(each.anchor) if each.anchor else each.ply, each.note.before, each.note)
            for each in self._said
        ]
        return gathered(sorted(found, key=lambda each: -1 if each[0] is None else each[0]))


def as_annotations(drafts: Sequence[DraftNotes]) -> tuple[Annotation, ...]:
    """The annotations that are gathered."""
    return tuple([each.annotation() for each in drafts])


def _anchors(deal: Deal) -> dict[Anchor, int]:
    """The lines behind which comments are about a ply, each with its last ply."""
    numbers = plies(deal)
    found: dict[Anchor, int] = {}
    for (what, number), ply in numbers.items():
        key = (what, 0) if what == "bids" else (what, number + 1 if what == "tricks" else 0)
        found[key] = ply
    return found


# What is written


def lines_of(holder: Sequence[Annotation]) -> Iterator[str]:
    """The lines of what is noted of a whole match."""
    yield from _lines([text for each in holder if each.ply is None for text in each.after])
    for each in holder:
        if each.ply is None:
            yield from (f"Note before: {quoted_line(text)}" for text in each.before)


class WrittenNotes:
    """The lines of what is noted of a deal: those behind its first line, and behind others."""

    def __init__(self, deal: Deal) -> None:
        places = {ply: anchor for anchor, ply in _anchors(deal).items()} if deal.annotations else {}
        self._behind: dict[Anchor, list[str]] = {}
        self.first = list(lines_of(deal.annotations))
        for each in deal.annotations:
            if each.ply is None:
                continue
            for text in each.before:
                self.first.append(f"Note before {each.ply}: {quoted_line(text)}")
            anchor = places.get(each.ply)
            for text in each.after:
                if anchor is not None and holds(text):
                    self._behind.setdefault(anchor, []).append(text)
                else:
                    self.first.append(f"Note {each.ply}: {quoted_line(text)}")

    def behind(self, what: str, number: int = 0) -> Iterator[str]:
        """The comments behind a line."""
        return written(self._behind.get((what, number), ()))


def _lines(texts: Sequence[str]) -> Iterator[str]:
    yield from written([text for text in texts if holds(text)])
    yield from (f"Note: {quoted_line(text)}" for text in texts if not holds(text))
