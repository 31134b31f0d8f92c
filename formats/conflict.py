"""Merge conflicts: what git leaves in a file when two people changed the same lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Finding
from . import codes
from .base import Lines
from .place import place
from .text import Text

_MARK = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?$", re.MULTILINE)
_BEGINS, _ENDS = b"<<<<<<< ", b">>>>>>> "
_MOST_LINES = 1_000
"""The most lines of a conflict that are kept in memory."""


def conflicts(text: Text) -> Iterator[Finding]:
    """A finding for each merge conflict, at the mark where it begins."""
    if "\n<<<<<<< " not in f"\n{text.content}" and "\n>>>>>>> " not in f"\n{text.content}":
        return
    found: list[re.Match[str]] = []
    for mark in _MARK.finditer(text.content.replace("\r", " ")):
        found.append(mark)
        if mark[1] == ">" * 7:
            yield _finding(text, found)
            found = []
    if found and found[0][1] == "<" * 7:
        yield _finding(text, found)


def _finding(text: Text, marks: list[re.Match[str]]) -> Finding:
    first, last = marks[0], marks[-1]
    between = next((each for each in marks if each[1] == "=" * 7), None)
    base = next((each for each in marks if each[1] == "|" * 7), between)
    why = "a merge conflict was left here"
    if first[1] == "<" * 7 and last[1] == ">" * 7 and between is not None and base is not None:
        ours = _side(text, first, base, first[2])
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
        if conflict or line.startswith(_BEGINS):
            first = first if conflict else number
            conflict.append(line)
            if line.startswith(_ENDS) or len(conflict) >= _MOST_LINES:
                yield first, conflict
                conflict = []
        else:
            yield number, [line]
    if conflict:
        yield first, conflict
