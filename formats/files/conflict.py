"""Merge conflicts, which git leaves in a file when two people changed the same lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...findings import Finding
from .. import codes
from ..interface.notation import Lines
from ..text.place import place
from ..text.text import Text

MARK = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?$", re.MULTILINE)
BEGINS, ENDS = b"<<<<<<< ", b">>>>>>> "
_MOST_LINES = 1_000
"""The maximum number of lines of a conflict to keep in memory."""


def conflicts(text: Text, verbatim: bool = False) -> Iterator[Finding]:
    """Yield a finding for each merge conflict, at its first marker.

    A lone marker counts as left over, except in a `verbatim` text, which may quote one: there, only
    a complete set of markers is a conflict. The reader of such a text reports a leftover marker,
    except where an answer is missing.
    """
    lines = f"\n{text.content}"
    if "\n<<<<<<< " not in lines and "\n>>>>>>> " not in lines:
        return
    found: list[re.Match[str]] = []
    for mark in MARK.finditer(text.content.replace("\r", " ")):
        found.append(mark)
        if mark[1] == ">" * 7:
            if _is_whole(found) or not verbatim:
                yield _finding(text, found)
            found = []
    if found and found[0][1] == "<" * 7 and not verbatim:
        yield _finding(text, found)


def _is_whole(marks: list[re.Match[str]]) -> bool:
    """Return whether the markers are complete: the beginnings of both sides, and the end."""
    kinds = "".join(each[1][0] for each in marks)
    return kinds in ("<=>", "<|=>")


def _finding(text: Text, marks: list[re.Match[str]]) -> Finding:
    first, last = marks[0], marks[-1]
    why = "a merge conflict was left here"
    if _is_whole(marks):
        between = marks[-2]
        ours = _side(text, first, marks[1], first[2])
        theirs = _side(text, between, last, last[2])
        why = f"{why}: keep {ours}, or {theirs}, and remove the markers"
    else:
        why = f"{why} without all of its markers: remove {first[1]} and the wrong lines"
    finding = Finding(rule=codes.MERGE_CONFLICT, message=why)
    return place(finding, text, first.start(), first.start() + 7)


def _side(text: Text, above: re.Match[str], below: re.Match[str], name: str | None) -> str:
    """Name the lines between two markers, for messages."""
    first, last = text.position(above.start())[0] + 1, text.position(below.start())[0] - 1
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    if last < first:
        lines = "nothing"
    return f"{lines} ({name.strip()})" if name else lines


def together(lines: Lines) -> Iterator[tuple[int, list[bytes]]]:
    """Yield numbered lines, joining the lines of a merge conflict."""
    conflict: list[bytes] = []
    first = 0
    for number, line in lines:
        if conflict or line.startswith(BEGINS):
            first = first if conflict else number
            conflict.append(line)
            if line.startswith(ENDS) or len(conflict) >= _MOST_LINES:
                yield first, conflict
                conflict = []
        else:
            yield number, [line]
    if conflict:
        yield first, conflict


def is_open(data: bytes) -> bool:
    """Return whether joined lines are a conflict that may continue on the next line."""
    lines = data.split(b"\n")
    return (
        lines[0].startswith(BEGINS) and not lines[-1].startswith(ENDS) and len(lines) < _MOST_LINES
    )
