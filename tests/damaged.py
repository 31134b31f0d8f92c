"""Damaged, wrapped and generated texts, and all that kifu says about each: `damaged.jsonl`.

    python -m tests.damaged                         # rewrites the reports
    python -m tests.damaged --more 100 --seed 7     # also adds texts with random damage

Review the diff: every changed line is a changed verdict.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec import Struct
from msgspec import json as codec

import kifu
from kifu import replayer
from kifu.formats.files.detect import detect
from kifu.formats.files.division import pieces
from kifu.formats.files.piece import Piece
from kifu.formats.files.recognition import UnknownNotation
from kifu.formats.files.source import HEAD
from kifu.formats.interface.catalog import notation
from kifu.repair import formed, mended

from .formats.go.games import game, played
from .hostile.seeds import branched, shorter
from .wrappings import wrapped

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
    """A file or a generated text, with edits and perhaps wrapped, and all that is said about it.

    `example` is an example, a file of the conformance corpus, or `generated/NOTATION/SEED`;
    `within` names a wrapping.
    """

    example: str
    edits: list[Edit]
    told: list[str]
    within: str = ""

    def __str__(self) -> str:
        edits = ", ".join(f"{each.old!r} → {each.new!r}" for each in self.edits)
        return f"{self.example}: {edits} {self.within}"

    def original(self) -> str:
        """Return the text without the edits."""
        if self.example.startswith("generated/"):
            return generated(self.example)
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

        Then come checksums of the records, of the file with all fixes, and of its canonical form,
        and the numbers of records, rounds and plies that fast paths count without reading them.
        """
        data = wrapped(self.text(), self.within)
        found = list(kifu.outcomes(data))
        said = facts(found)
        records = [(written(one), [each.pointer for each in one.findings]) for one in found]
        said.append(f"read as {_sum(records)}")
        if any(one.errors for one in found) or not any(one.counts for one in found):
            said[-1] = f"left {_sum(records)}"
        elif (form := formed(data)).changed or form.why:
            said.append(f"formed {_sum((form.after, form.why))}")
        if any(each.fix is not None for one in found for each in one.findings):
            after = mended(data, unsafe=True)
            left = [each.code for one in after.left for each in one.findings]
            said.append(f"fixed {_sum((after.after, [each.code for each in after.made], left))}")
        places = [f"{piece.line}+{len(piece.data)}" for piece in _pieces(data)]
        return [*said, *_vouched(data), *([f"in pieces {' '.join(places)}"] if places[1:] else [])]


def _pieces(data: bytes) -> list[Piece]:
    """Return the pieces of a file that are read one by one."""
    with suppress(UnknownNotation):
        found = pieces(BytesIO(data), "")
        return [piece for _, piece in found if isinstance(piece, Piece)]
    return []


def facts(found: Sequence[kifu.Outcome[Any]]) -> list[str]:
    """Return the findings of outcomes, one per line, without words that may change freely."""
    return [_said(each) for one in found for each in one.findings]


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


def _vouched(data: bytes) -> Iterator[str]:
    """Yield what fast paths say about a text."""
    chosen = detect(data[:HEAD])
    known = None if chosen is None else notation(chosen.id)
    if known is not None and known.accept is not None:
        counts = known.accept(data)
        if counts is not None:
            yield f"accepted {counts.records} {counts.rounds} {counts.plies}"
    if known is not None and known.skim is not None:
        at, *numbers = known.skim(data, 0)
        if at:
            yield f"skimmed {at} {numbers}"


def written(outcome: kifu.Outcome[Any], notation: str | None = None) -> str:
    """Return what could be read of a record as text, or why it cannot be written."""
    try:
        return "" if outcome.record is None else kifu.dumps(outcome.record, notation)
    except kifu.CannotHold as why:
        return str(why)


def _sum(value: object) -> str:
    return f"{crc32(repr(value).encode()):08x}"


@cache
def generated(name: str) -> str:
    """Return the text with a name such as `generated/go/sgf/12`."""
    identifier, _, seed = name.removeprefix("generated/").rpartition("/")
    rng, number, chosen = Random(name), int(seed), notation(identifier)
    if identifier == "go/sgf" and number % 3:
        return game(rng) if number % 3 == 1 else played(rng)
    record = shorter(chosen.game, replayer.game(chosen.game).generate(rng), rng)
    record = branched(record, rng) if number % 2 else record
    write = (chosen.compact if number % 4 > 1 else None) or chosen.write
    try:
        return write(record)
    except kifu.CannotHold:
        return write(kifu.view(record, number % 2))  # the log of a seat


def damaged() -> list[Damaged]:
    """Return all entries of the table."""
    return [codec.decode(line, type=Damaged) for line in TABLE.read_bytes().splitlines()]


def write(rows: Sequence[Damaged]) -> None:
    """Write the table with the current reports."""
    values = (
        {
            "example": each.example,
            "edits": [[edit.place, edit.old, edit.new] for edit in each.edits],
            **({"within": each.within} if each.within else {}),
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
    line = text.rfind("\n", 0, at) + 1
    indent = text[line : len(text) - len(text[line:].lstrip(" "))]
    if indent and rng.random() < 0.1:
        new = (f"{indent} ", f"{indent}  ", indent[1:], indent[2:], f"{indent}    ", "\t")
        return line, indent, rng.choice(new)
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
