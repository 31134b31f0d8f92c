"""Damaged texts, and everything reported about each: `damaged.jsonl`.

    python tests/damaged.py                         # rewrites the reports
    python tests/damaged.py --more 100 --seed 7     # also adds texts with random damage

Review the diff: every changed line is a changed verdict.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from zlib import crc32

from msgspec import Struct
from msgspec import json as codec

import kifu
from kifu.formats.files.detect import detect

ROOT = Path(__file__).parents[1]
FOLDERS = ROOT / "examples", ROOT / "conformance" / "files"
TABLE = Path(__file__).with_suffix(".jsonl")

_FACT = re.compile(r"`[^`]*`|'[^']*'|\d+|[^\x00-\x7f]+")
"""A fact in a message: something quoted, or a number. Other words may change."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|\s+|.")
_VALUE = r"(?:[^][{},]+|\[(?:[^][{}]|\[[^][]*\])*\]|\{[^{}]*\})"
_ENTRY = re.compile(rf'"\w+": {_VALUE}(?:,\s*)?|\[[^][{{}}]*\](?:,\s*)?|(?m:^.*\n)')
_ODD = *"x?-0 \t\u3000\n,:;.[](){}\"'#*!１９～", "99", "null", "pass", "//"
_LONGEST = 3000
"""The size of the largest file that is damaged at random, so that the tests are quick."""


class Edit(Struct, array_like=True):
    """A replacement of `old` by `new`, at a line and column of the example."""

    place: str
    old: str
    new: str


class Damaged(Struct):
    """An example or a file of the conformance corpus, with edits, and all findings in it."""

    example: str
    edits: list[Edit]
    told: list[str]

    def __str__(self) -> str:
        edits = ", ".join(f"{each.old!r} → {each.new!r}" for each in self.edits)
        return f"{self.example}: {edits}"

    def original(self) -> str:
        """Return the text without the edits."""
        path = next(each / self.example for each in FOLDERS if (each / self.example).exists())
        return path.read_bytes().decode()

    def text(self) -> str:
        """Return the text with the edits, applied last to first so that positions stay valid."""
        text = self.original()
        lines = text.splitlines(keepends=True)
        for each in reversed(self.edits):
            line, column = map(int, each.place.split(":"))
            start = sum(map(len, lines[: line - 1])) + column - 1
            assert text.startswith(each.old, start), self
            text = text[:start] + each.new + text[start + len(each.old) :]
        return text

    def said(self) -> list[str]:
        """Return the findings, one per line, with their ends, fixes and the facts in messages.

        If there are no errors, add a checksum of the records.
        """
        notation = detect(self.original().encode())
        assert notation is not None
        found = kifu.validate(self.text(), notation.id)
        if any(each.severity == "error" for each in found):
            return list(map(_said, found))
        records = kifu.read(self.text(), notation.id)
        read = "".join(kifu.dumps(each.record) for each in records if each.record is not None)
        return [*map(_said, found), f"read as {crc32(read.encode()):08x}"]


def _said(finding: kifu.Finding) -> str:
    head = str(finding).removesuffix(finding.message)
    facts = " ".join(_FACT.findall(finding.message))
    said = f"{head}{facts} [to {finding.end_line}:{finding.end_column}]"
    if finding.fix is None:
        return said
    edits = (
        f"{each.line}:{each.column}-{each.end_line}:{each.end_column} {each.text!r}"
        for each in finding.fix.edits
    )
    return f"{said} [{', '.join(edits)}]"


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


def more(number: int, rng: Random) -> Iterator[Damaged]:
    """Yield short files, in every notation equally often, with one to three random edits."""
    files = dict[str, list[str]]()
    for folder in FOLDERS:
        for path in sorted(each for each in folder.rglob("*.*") if each.is_file()):
            data = path.read_bytes()
            is_plain = len(data) <= _LONGEST and data.decode(errors="ignore").encode() == data
            notation = detect(data) if is_plain else None
            if notation is not None:
                files.setdefault(notation.id, []).append(path.relative_to(folder).as_posix())
    for _ in range(number):
        row = Damaged(rng.choice(files[rng.choice(sorted(files))]), [], [])
        text, behind = row.original(), 0
        for at in sorted(rng.sample(range(len(text)), rng.choice((1, 1, 2, 3)))):
            start, old, new = _edit(text, at, rng)
            if start >= behind:
                lines = (text[:start] + "?").splitlines()
                behind = start + len(old) + 1
                row.edits.append(Edit(f"{len(lines)}:{len(lines[-1])}", old, new))
        yield row


def _edit(text: str, at: int, rng: Random) -> tuple[int, str, str]:
    """Return where a random edit near an offset starts, what is there, and what replaces it."""
    tokens = [*_TOKEN.finditer(text)]
    index = next(index for index, each in enumerate(tokens) if at < each.end())
    found = list(_ENTRY.finditer(text, at))
    if found and rng.random() < 0.3:
        return found[0].start(), found[0][0], ""
    if rng.random() < 0.6:  # a word or number, replaced by or swapped with a similar one
        index = next((each for each in range(index, len(tokens)) if tokens[each][0].isalnum()), 0)
        old = tokens[index][0]
        alike = [each for each in tokens if _alike(each[0], old) and each[0] != old]
        behind = [each for each in alike if each.start() > tokens[index].start()]
        start = tokens[index].start()
        if behind and rng.random() < 0.4:
            between = text[start + len(old) : behind[0].start()]
            return start, old + between + behind[0][0], behind[0][0] + between + old
        if alike:
            return start, old, rng.choice(alike)[0]
    start, old = tokens[index].start(), tokens[index][0]
    following = "".join(each[0] for each in tokens[index + 1 : index + 3])
    odd = rng.choice((rng.choice(_ODD), rng.choice(tokens)[0]))
    edits = (old, odd), (old, ""), (old, old * 2), (old + following, following + old), ("", odd)
    return start, *rng.choice(edits)


def _alike(one: str, other: str) -> bool:
    return one.isalpha() == other.isalpha() and one.isdigit() == other.isdigit()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--more", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write([*damaged(), *more(options.more, Random(options.seed))])
