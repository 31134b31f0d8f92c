"""Damaged examples, and everything reported about each: `damaged.jsonl`.

    python tests/damaged.py

rewrites the reports. Review the diff: every changed line is a changed verdict.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec import json as codec

import kifu
from kifu.formats.files.detect import detect

EXAMPLES = Path(__file__).parents[1] / "examples"
TABLE = Path(__file__).with_suffix(".jsonl")


class Edit(Struct, array_like=True):
    """A replacement of `old` by `new`, at a line and column of the example."""

    place: str
    old: str
    new: str


class Damaged(Struct):
    """A shipped example with one or two slips, and what is reported about it."""

    example: str
    edits: list[Edit]
    told: list[str]

    def __str__(self) -> str:
        edits = ", ".join(f"{each.old!r} → {each.new!r}" for each in self.edits)
        return f"{self.example}: {edits}"

    def text(self) -> str:
        """Return the example with its slips, applied last to first so that positions stay valid."""
        lines = (EXAMPLES / self.example).read_text("utf-8").splitlines(keepends=True)
        text = "".join(lines)
        for each in reversed(self.edits):
            line, column = map(int, each.place.split(":"))
            start = sum(map(len, lines[: line - 1])) + column - 1
            assert text.startswith(each.old, start), self
            text = text[:start] + each.new + text[start + len(each.old) :]
        return text

    def said(self) -> list[str]:
        """Return the findings, one per line, with their ends and fixes."""
        notation = detect((EXAMPLES / self.example).read_bytes())
        assert notation is not None
        return list(map(_said, kifu.validate(self.text(), notation.id)))


def _said(finding: kifu.Finding) -> str:
    said = f"{finding} [to {finding.end_line}:{finding.end_column}]"
    if finding.fix is None:
        return said
    edits = (
        f"{each.line}:{each.column}-{each.end_line}:{each.end_column} {each.text!r}"
        for each in finding.fix.edits
    )
    return f"{said} [{finding.fix.message}: {', '.join(edits)}]"


def damaged() -> list[Damaged]:
    """Return all entries of the table."""
    return [codec.decode(line, type=Damaged) for line in TABLE.read_bytes().splitlines()]


def write(rows: Sequence[Damaged]) -> None:
    """Write the table with the current reports."""
    values = (
        {
            "example": each.example,
            "edits": [[edit.place, edit.old, edit.new] for edit in each.edits],
            "told": each.said(),
        }
        for each in rows
    )
    lines = (json.dumps(each, ensure_ascii=False) + "\n" for each in values)
    TABLE.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    write(damaged())
