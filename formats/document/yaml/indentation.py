"""YAML whose indentation is wrong: the schema says which lines belong together.

A key belongs to the innermost object that may have it, and an item to the innermost list that may
have such items. All lines of an object or a list begin in the same column.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ....findings import Finding, Fix, amount
from ... import codes
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.text import Text
from ..shapes import Shape

_LINE = re.compile(
    r"(?m)^(?=.*\S)(?P<indent>[ \t]*+)(?:(?P<document>---)|(?P<dash>-[ ]++)?+"
    r"""(?:(?P<quote>["']?)(?P<key>\w++)(?P=quote)[ ]*+:(?=\s|\Z)[ ]*+)?+"""
    r"(?P<value>[^#\s])?+)"
)


class _Line:
    """A line that is not blank, and by how many columns it must be moved to the right."""

    def __init__(self, found: re.Match[str]) -> None:
        self.found = found
        self.indent = len(found["indent"])
        self.dash = len(found["dash"] or "")
        self.key: str | None = found["key"]
        self.value: str | None = found["value"]
        self.block: _Block | None = None
        self.shift = 0

    @property
    def is_wrong(self) -> bool:
        """Whether the line must be moved, or has a tab before it."""
        return self.shift != 0 or (self.block is not None and "\t" in self.found["indent"])


class _Block:
    """An object or a list, and the line with its key.

    If an object begins on the same line as a list item, its lines are counted among those of the
    list, `first`, which begins `offset` columns before the object.
    """

    def __init__(self, shape: Shape, path: str, holder: _Line | None) -> None:
        self.shape = shape
        self.path = path
        self.holder = holder
        self.kind = ""
        self.keys = set[str | None]()
        self.first, self.offset = self, 0
        self.lines = list[tuple[_Line, int]]()
        """Each line, with the column in which this block begins if the line is right."""

    def takes(self, line: _Line) -> bool:
        """Return whether a line may begin a member or an item of this block."""
        if not line.dash:
            return self.kind != "list" and line.key in self.shape.keys
        if self.kind == "map" or not self.shape.allows("["):
            return False
        item, value = self.shape.items, line.value or ""
        return line.key in item.keys if line.key else item.allows("[" if value == "-" else value)

    def add(self, line: _Line) -> Iterator[_Block]:
        """Add a line that begins a member or an item, and yield the blocks that it opens."""
        line.block, inner = self, self
        self.kind = self.kind or ("list" if line.dash else "map")
        self.first.lines.append((line, line.indent - self.offset))
        if line.dash:
            inner = _Block(self.shape.items, f"{self.path}/-", self.holder)
            inner.first, inner.offset = self.first, self.offset + line.dash
            if line.key or line.value in (None, "-"):  # other items end on their line
                yield inner
        inner.keys.add(line.key)
        if line.key and not line.value:
            yield _Block(inner.shape.key(line.key), f"{inner.path}/{line.key}", line)

    def column(self, usual: int) -> int:
        """Return the column in which the block must begin, given the usual one at its path."""
        found = Counter(column for _, column in self.lines)
        common, shift, least = found.most_common(1)[0][0], 0, 0
        if self.holder:
            shift = self.holder.shift
            least = self.holder.indent + shift + self.holder.dash + (self.kind == "map")
        likely = [common, common + shift]
        if usual in (found if len(found) > 1 else likely):
            likely.insert(0, usual)
        return next((each for each in (*likely, usual) if each >= least), least + 1)


def with_indentation(text: Text, shape: Shape) -> tuple[RespeltText, list[Finding]] | None:
    """Return a text whose lines are indented as the schema requires, with the findings about it.

    Return None if no line has to be moved. The same error in several places is one finding.
    """
    lines = [_Line(each) for each in _LINE.finditer(text.content)]
    if any(line.value == "{" and not line.dash and not line.key for line in lines):
        return None  # in braces, indentation has no meaning
    _move(_blocks(lines, shape))
    for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
        if line.block is None and before.shift == after.shift:
            line.shift = max(before.shift, -line.indent)  # a comment, or a line with another slip
    found = defaultdict[tuple[str, int], list[list[_Line]]](list)
    for is_moved, run in groupby(lines, lambda line: line.is_wrong):
        if is_moved:
            first, *others = run
            assert first.block is not None
            found[first.block.first.path, first.shift].append([first, *others])
    if not found:
        return None
    edits = [_edit(line) for line in lines if line.is_wrong]
    return RespeltText(text, edits), [_finding(text, runs) for runs in found.values()]


def _blocks(lines: Iterable[_Line], shape: Shape) -> list[_Block]:
    """Assign lines to blocks, and return the blocks that have lines."""
    blocks, around = list[_Block](), list[_Block]()
    for line in lines:
        if line.found["document"] or not around:
            around = [_Block(shape, "", None)]
        depth = next((at for at in range(len(around), 0, -1) if around[at - 1].takes(line)), 0)
        block = around[depth - 1]
        if not depth or (not line.dash and line.key in block.keys):
            continue  # the line has another slip, or belongs to no block
        del around[depth:]
        if not block.first.lines:
            blocks.append(block)
        around += block.add(line)
    return blocks


def _move(blocks: Sequence[_Block]) -> None:
    """Find by how many columns the lines of blocks must be moved."""
    columns = defaultdict[str, Counter[int]](Counter)
    for block in blocks:
        columns[block.path].update(column for _, column in block.lines)
    for block in blocks:
        target = block.column(columns[block.path].most_common(1)[0][0])
        for line, column in block.lines:
            line.shift = target - column


def _finding(text: Text, runs: list[list[_Line]]) -> Finding:
    """Return the finding about lines that are wrong in the same way."""
    (first, *_), *others = runs
    edits = tuple(edit(text, *_edit(line)) for run in runs for line in run)
    right = amount(first.indent + first.shift, "space")
    more = f", here and in {amount(len(others), 'more place')}" if others else ""
    why = f"the indentation is wrong: expected {right}, found {first.indent}{more}"
    if "\t" in first.found["indent"]:
        why = f"this line is indented with a tab; use spaces in YAML{more}"
    columns = {line.indent + line.shift for run in runs for line in run}
    fix = Fix("indent it " + ("differently" if len(columns) > 1 else f"by {right}"), edits=edits)
    finding = Finding(rule=codes.YAML_SYNTAX, message=why, fix=fix)
    start, end = first.found.span("indent")
    return place(finding, text, start, end if first.indent else first.found.end())


def _edit(line: _Line) -> tuple[int, int, str]:
    """Return the edit that moves a line or replaces its tabs, as a span and its replacement."""
    start, end = line.found.span("indent")
    if "\t" in line.found["indent"]:
        return start, end, " " * (line.indent + line.shift)
    return start, start + max(0, -line.shift), " " * line.shift
