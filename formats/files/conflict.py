"""Merge conflicts: what git leaves in a file when two people changed the same lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...findings import Finding
from .. import codes
from ..interface.notation import Lines
from ..text.place import place
from ..text.text import Text

MARK = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?$", re.MULTILINE)
BEGINS, _ENDS = b"<<<<<<< ", b">>>>>>> "
_MOST_LINES = 1_000
"""The most lines of a conflict that are kept in memory."""


def conflicts(text: Text, verbatim: bool = False) -> Iterator[Finding]:
    """A finding for each merge conflict, at the mark where it begins.

    A mark alone is what was left of one, but not in a text that is a `verbatim` record of what
    others said: there, somebody may have said it, and only all marks in their order are a conflict.
    A mark that was left in such a text fits nowhere in it, but where an answer is missing.
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
    """Whether marks are those that git writes: where each side begins, and where the last ends."""
    kinds = "".join(each[1][0] for each in marks)
    return kinds in ("<=>", "<|=>")


def _finding(text: Text, marks: list[re.Match[str]]) -> Finding:
    first, last = marks[0], marks[-1]
    why = "a merge conflict was left here"
    if _is_whole(marks):
        between = marks[-2]
        ours = _side(text, first, marks[1], first[2])
        theirs = _side(text, between, last, last[2])
        why = f"{why}: keep {ours}, or {theirs}, and remove the marks"
    else:
        why = f"{why}, and not all of its marks: remove {first[1]}, and the lines that are wrong"
    finding = Finding(rule=codes.MERGE_CONFLICT, message=why)
    return place(finding, text, first.start(), first.start() + 7)


def _side(text: Text, above: re.Match[str], below: re.Match[str], name: str | None) -> str:
    """The lines between two marks, in words."""
    first, last = text.position(above.start())[0] + 1, text.position(below.start())[0] - 1
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    if last < first:
        lines = "nothing"
    return f"{lines} ({name.strip()})" if name else lines


def together(lines: Lines) -> Iterator[tuple[int, list[bytes]]]:
    """Lines one by one with their numbers, but those of a merge conflict in one."""
    conflict: list[bytes] = []
    first = 0
    for number, line in lines:
        if conflict or line.startswith(BEGINS):
            first = first if conflict else number
            conflict.append(line)
            if line.startswith(_ENDS) or len(conflict) >= _MOST_LINES:
                yield first, conflict
                conflict = []
        else:
            yield number, [line]
    if conflict:
        yield first, conflict


def is_open(data: bytes) -> bool:
    """Whether what `together` has put together is a conflict that may go on in the next line."""
    lines = data.split(b"\n")
    return (
        lines[0].startswith(BEGINS) and not lines[-1].startswith(_ENDS) and len(lines) < _MOST_LINES
    )
