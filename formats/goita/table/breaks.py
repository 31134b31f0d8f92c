"""Line breaks that a table has lost: two lines that stand in one are reported, and read as two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Finding, Fix
from ... import codes as file_codes
from ...text.lines import LineOfText, lines
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.text import Text

_TURN = r"[0-9]+(?:st|nd|rd|th)[ \t]"
_HAND = "[王玉飛角金銀馬香し裏]{6}"
_JOINED = re.compile(
    r"player[ \t]+hand(?P<head>[ \t]*)(?=0\.[ \t])"
    rf"|[0-3]\..*?{_HAND}+(?P<player>[ \t]*)(?=(?:[1-3]\.|turn)[ \t])"
    rf"|turn[ \t].*?[^ \t](?P<columns>[ \t]*)(?=1st[ \t]+☗)"
    rf"|{_TURN}.*?(?:☖.|なし)(?P<row>[ \t]*)(?={_TURN}|player[ \t]+hand\Z)"
)
"""A line of a table, and the space before another one that stands behind it."""


_MAYBE = re.compile(rf"[^\n0-9](?:(?:[0-3]\.|turn)[ \t]|{_TURN}|player[ \t]+hand)|[0-9]1st[ \t]+☗")
"""What is in a text in which two lines stand in one, and seldom in others."""


def with_breaks(text: Text) -> tuple[Text, list[Finding]]:
    """The text with the line breaks that it has lost, and the findings for them.

    The places in the text are those of the original.
    """
    if _MAYBE.search(text.content) is None:
        return text, []
    edits, found = list[tuple[int, int, str]](), list[Finding]()
    for line in lines(text):
        for start, end in _lost(line):
            edits.append((start, end, "\n"))
            fix = Fix("put a line break here", edits=(edit(text, start, end, "\n"),))
            why = "a line break is missing here"
            finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix)
            found.append(place(finding, text, start, end))
    return (RespeltText(text, edits), found) if edits else (text, [])


def _lost(line: LineOfText) -> Iterator[tuple[int, int]]:
    """The spans in which a line break is due."""
    at = 0
    while match := _JOINED.match(line.content, at):
        start, at = match.span(str(match.lastgroup))
        yield line.start + start, line.start + at
