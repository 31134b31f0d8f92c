"""Findings for one slip in any token of a text, and for two slips on different lines.

    python tests/one_slip.py [NOTATION...] [--number 400] [--two 150] [--seed 1] [--show 5]
        [--against FOLDER]

A slip replaces, removes or doubles a random token of a text (a word, number, sign or line break),
or swaps it with the next one. Texts that are still valid are skipped. `near` is the share of slips
with an error within one token of the slip, and `errors` their average number. `first` is the share
of slips in punctuation whose first suggestion, if any, restores the meaning of the text; `left`
counts the suggestions for any slip that leave as many errors as before. Among pairs of slips,
`both` is the share for which both slips are reported, and `fixes` is the share of their individual
fixes that are still offered. FOLDER has another `kifu` in it, which gets the same texts.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from slips import sound

import kifu
from kifu.formats.interface.catalog import notations

_TOKEN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|\w+|\n|[^\w\s]")
KINDS = ("replaced", "lost", "doubled", "swapped")


class Slip(Struct, frozen=True):
    """The text from `start` to `end` became `new`; `near` covers one more token on either side.

    The positions of `near` are in the text with the slip.
    """

    kind: str
    start: int
    end: int
    new: str
    near: tuple[int, int]
    sign: bool

    def made(self, text: str) -> str:
        """Return the text with the slip."""
        return text[: self.start] + self.new + text[self.end :]


def slip(text: str, rng: Random) -> Slip:
    """Make a slip in a text."""
    tokens = [each.span() for each in _TOKEN.finditer(text)]
    at = rng.randrange(1, len(tokens) - 2)
    kind, (start, end) = rng.choice(KINDS), tokens[at]
    old, new = text[start:end], ""
    if kind == "replaced":
        new = text[slice(*rng.choice(tokens))]
    elif kind == "doubled":
        between = text[start - 1] if text[start - 1] in " ,\n" and len(old) > 1 else ""
        new = old + between + old
    elif kind == "swapped":
        after, end = tokens[at + 1]
        new = text[after:end] + text[start + len(old) : after] + old
    behind = tokens[min(at + 2 + (kind == "swapped"), len(tokens) - 1)][0]
    near = tokens[at - 1][0], behind + len(new) - (end - start)
    return Slip(kind, start, end, new, near, not old.isalnum())


_ANSWER = """
import json, sys, kifu
for line in sys.stdin:
    text, notation, suggesting = json.loads(line)
    errors = []
    try:
        for outcome in kifu.outcomes(text, notation):
            found = kifu.suggest(outcome) if suggesting else outcome.findings
            for each in found:
                if each.severity == "error":
                    place = each.line or 1, each.column or 1
                    end = each.end_line or place[0], each.end_column or place[1]
                    fix = ([each.fix] if each.fix else [*each.suggestions, None])[0]
                    edits = [] if fix is None else fix.edits
                    edits = [(e.line, e.column, e.end_line, e.end_column, e.text) for e in edits]
                    errors.append((place, end, edits, f"{each.code} {each.message}"))
    except KeyError:
        errors = None
    print(json.dumps(errors), flush=True)
"""


class Error(Struct, frozen=True):
    """An error between two offsets of a text; `edits` are its fix or first suggestion."""

    start: int
    end: int
    edits: tuple[tuple[int, int, str], ...]
    message: str


class Kifu:
    """A process with the kifu in a folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _ANSWER],
            env=os.environ | {"PYTHONPATH": str(folder)},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def errors(self, text: str, notation: str, suggesting: bool = False) -> list[Error]:
        """Return the errors in a text, with suggestions of what was meant."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps((text, notation, suggesting)), file=self.process.stdin, flush=True)
        found: list[Any] | None = json.loads(self.process.stdout.readline())
        if found is None:
            raise KeyError(notation)
        return [_error(text, *each) for each in found]


def _error(text: str, start: list[int], end: list[int], edits: list[Any], message: str) -> Error:
    at = [(offset(text, *each[:2]), offset(text, *each[2:4]), each[4]) for each in edits]
    return Error(offset(text, *start), offset(text, *end), tuple(at), message)


def offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line and column."""
    starts = [0, *(each.end() for each in re.finditer("\n", text))]
    return starts[min(line, len(starts)) - 1] + column - 1


def is_near(found: Sequence[Error], near: tuple[int, int]) -> bool:
    """Return whether an error touches a span."""
    return any(each.start <= near[1] and near[0] <= max(each.start, each.end) for each in found)


def mended(text: str, found: Sequence[Error]) -> str | None:
    """Return a text with the first fix applied, or None without any."""
    first = next((each for each in found if each.edits), None)
    if first is None:
        return None
    for start, end, new in sorted(first.edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def means(text: str, notation: str) -> object:
    """Return the content of a text, however it is formatted, or None if it has errors."""
    if any(each.severity == "error" for each in kifu.validate(text, notation)):
        return None
    return [kifu.dumps(each.record) for each in kifu.read(text, notation) if each.record]


def is_right(text: str, fixed: str, notation: str) -> bool:
    """Return whether a fixed text means what the original does."""
    same = re.sub(r"\s+", "", fixed) == re.sub(r"\s+", "", text)
    return same or means(fixed, notation) == means(text, notation)


def fixes_of(found: Sequence[Error], other: Slip) -> list[tuple[int, tuple[str, ...]]]:
    """Return the places and texts of fixes, as they are in the text with another slip."""
    moved = len(other.new) - (other.end - other.start)
    return [
        (
            each.edits[0][0] + moved * (each.edits[0][0] >= other.end),
            tuple(e[2] for e in each.edits),
        )
        for each in found
        if each.edits
    ]


Single = tuple[str, Slip]
Pair = tuple[str, Slip, Slip]


def singles(name: str, checker: Kifu, options: argparse.Namespace) -> list[Single]:
    """Return texts with a slip that is an error."""
    rng, made = Random(options.seed), list[Single]()
    while len(made) < options.number:
        text = sound(name, rng)
        one = slip(text, rng)
        if checker.errors(one.made(text), name):
            made.append((text, one))
    return made


def pairs(name: str, checker: Kifu, options: argparse.Namespace) -> list[Pair]:
    """Return texts with two slips on different lines, each of which is an error."""
    rng, made = Random(options.seed), list[Pair]()
    while len(made) < options.two:
        text = sound(name, rng)
        one, other = sorted((slip(text, rng) for _ in range(2)), key=lambda each: each.start)
        if "\n" not in text[one.end : other.start] and text.count("\n") > 2:
            continue
        if one.near[1] >= other.near[0]:
            continue
        if all(checker.errors(each.made(text), name) for each in (one, other)):
            made.append((text, one, other))
    return made


def one_slip(name: str, checker: Kifu, made: Sequence[Single], shown: int) -> dict[str, str]:
    """Return the figures for single slips."""
    count, near, left, right = 0, 0, 0, list[bool]()
    for text, one in made:
        wrong = one.made(text)
        found = checker.errors(wrong, name, suggesting=True)
        fixed = mended(wrong, found)
        close, good = is_near(found, one.near), None
        count, near = count + len(found), near + close
        worse = fixed is not None and len(checker.errors(fixed, name)) >= len(found)
        left += worse
        if fixed is not None and one.sign:
            good = is_right(text, fixed, name)
            right.append(good)
        if shown and (not close or len(found) > 1 or good is False or worse):
            shown -= 1
            why = f"{'' if close else 'far '}{len(found)} errors"
            why += f"{' wrong suggestion' * (good is False)}{' as many left' * worse}"
            print(f"{one.kind} in {text[one.near[0] - 5 : one.end + 6]!r} → {one.new!r}: {why}")
            for each in found[:4]:
                print(f"     {each.start - one.start:+} {each.message[:90]} {each.edits}")
    return {
        "near": f"{near / len(made):.1%}",
        "errors": f"{count / len(made):.2f}",
        "first": f"{sum(right) / max(1, len(right)):.0%}",
        "left": f"{left}",
    }


def two_slips(name: str, checker: Kifu, made: Sequence[Pair], shown: int) -> dict[str, str]:
    """Return the figures for two slips on different lines."""
    both, kept, fixes = 0, 0, 0
    for text, one, other in made:
        alone = [checker.errors(each.made(text), name) for each in (one, other)]
        found = checker.errors(one.made(other.made(text)), name)
        moved = len(one.new) - (one.end - one.start)
        spans = one.near, (other.near[0] + moved, other.near[1] + moved)
        near = [is_near(found, span) for span in spans]
        both += all(near)
        expected = [*fixes_of(alone[0], other), *fixes_of(alone[1], one)]
        there = [
            (each.edits[0][0], tuple(e[2] for e in each.edits)) for each in found if each.edits
        ]
        lost = [each for each in expected if each not in there]
        kept, fixes = kept + len(expected) - len(lost), fixes + len(expected)
        if shown and (not all(near) or lost):
            shown -= 1
            print(f"{near}, {len(lost)} fixes lost:")
            for each, span in zip((one, other), spans, strict=True):
                print(
                    f"  {each.kind} in {text[each.near[0] : each.end + 6]!r} → {each.new!r} {span}"
                )
            for each in (*alone[0], *alone[1]):
                print(f"   alone {each.start} {each.message[:90]} {each.edits}")
            for each in found:
                print(f"     {each.start} {each.message[:90]} {each.edits}")
    return {"both": f"{both / len(made):.0%}", "fixes": f"{kept / max(1, fixes):.0%}"}


def main() -> None:
    """Print a row for each notation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notations", nargs="*")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--two", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    folders = [options.against, Path(kifu.__file__).parents[1]]
    checkers = [Kifu(each) for each in folders if each]
    print("| notation | near | errors | first | left | both | fixes |\n|" + " --- |" * 7)
    for name in options.notations or [each.id for each in notations()]:
        made, two = singles(name, checkers[-1], options), pairs(name, checkers[-1], options)
        rows = [figures(name, each, made, two, options.show) for each in checkers]
        cells = [" → ".join(row[key] for row in rows if row) for key in rows[-1]]
        print(f"| `{name}` | {' | '.join(cells)} |", flush=True)


def figures(
    name: str, checker: Kifu, made: Sequence[Single], two: Sequence[Pair], shown: int
) -> dict[str, str]:
    """Return the figures of one kifu, or nothing if it does not know a notation."""
    try:
        found = one_slip(name, checker, made, shown)
        return found | two_slips(name, checker, two, shown)
    except KeyError:
        return {}


if __name__ == "__main__":
    main()
