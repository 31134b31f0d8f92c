"""Findings for one slip in any token of a text, and for two slips on different lines.

    python tests/punctuation.py [NOTATION...] [--number 400] [--two 100] [--seed 1] [--show 5]

A slip replaces, removes or doubles a random token of a text (a word, number, sign or line break),
or swaps it with the next one. Texts that are still valid are skipped. `near` is the share of slips
with an error within one token of the slip; `first` is the share of slips in punctuation whose first
suggestion, if any, restores the meaning of the text. Among pairs of slips, `both` is the share for
which both slips are reported, and `fixes` is the share of their individual fixes that are still
offered.
"""

import argparse
import re
from collections.abc import Sequence
from random import Random

from msgspec import Struct
from slips import sound

import kifu
from kifu.findings import Edit, Finding
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


def errors(text: str, notation: str) -> list[Finding]:
    """Return the errors in a text."""
    return [each for each in kifu.validate(text, notation) if each.severity == "error"]


def offset(text: str, line: int | None, column: int | None) -> int:
    """Return the offset of a line and column."""
    starts = [0, *(each.end() for each in re.finditer("\n", text))]
    return starts[min((line or 1), len(starts)) - 1] + (column or 1) - 1


def is_near(text: str, found: Finding, near: tuple[int, int]) -> bool:
    """Return whether a finding touches a span."""
    start = offset(text, found.line, found.column)
    end = offset(text, found.end_line or found.line, found.end_column or found.column)
    return start <= near[1] and near[0] <= max(start, end)


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Apply some edits to a text."""
    spans = [
        (offset(text, e.line, e.column), offset(text, e.end_line, e.end_column), e.text)
        for e in edits
    ]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def means(text: str, notation: str) -> object:
    """Return the content of a text, however it is formatted."""
    try:
        return [kifu.dumps(each.record) for each in kifu.read(text, notation) if each.record]
    except ValueError:
        return None


def is_right(text: str, wrong: str, notation: str, found: Sequence[Finding]) -> bool | None:
    """Return whether the first fix restores the text's meaning, or None if there is no fix."""
    fixes = [each.fix for each in found if each.fix is not None and each.fix.edits]
    if not fixes:
        return None
    mended = edited(wrong, fixes[0].edits)
    same = re.sub(r"\s+", "", mended) == re.sub(r"\s+", "", text)
    return same or (
        not errors(mended, notation) and means(mended, notation) == means(text, notation)
    )


def fixes_of(found: Sequence[Finding]) -> list[tuple[int | None, tuple[str, ...]]]:
    """Return the fixes of some findings by column and text, whatever their lines."""
    return [
        (each.fix.edits[0].column, tuple(edit.text for edit in each.fix.edits))
        for each in found
        if each.fix is not None and each.fix.edits
    ]


def one_slip(name: str, options: argparse.Namespace) -> str:
    """Return the figures for single slips."""
    rng, count, told, near, right = Random(options.seed), 0, 0, 0, list[bool]()
    shown = options.show
    while count < options.number:
        text = sound(name, rng)
        made = slip(text, rng)
        wrong = made.made(text)
        found = errors(wrong, name)
        if not found:
            continue
        count, told = count + 1, told + len(found)
        close = any(is_near(wrong, each, made.near) for each in found)
        near += close
        good = is_right(text, wrong, name, found) if made.sign else None
        right += [] if good is None else [good]
        if shown and (not close or len(found) > 1 or good is False):
            shown -= 1
            why = "" if close else "far "
            why += f"{len(found)} errors " + ("wrong suggestion" if good is False else "")
            print(f"{made.kind} in {text[made.near[0] - 5 : made.end + 6]!r} → {made.new!r}: {why}")
            for each in found[:4]:
                fix = [] if each.fix is None else [edit.text for edit in each.fix.edits]
                print(f"     {each.line}:{each.column} {each.code} {each.message[:90]} {fix}")
    first = f"{sum(right) / len(right):6.1%} of {len(right):3}" if right else "none"
    return f"near {near / count:6.1%}, errors {told / count:5.2f}, first {first}"


def two_slips(name: str, options: argparse.Namespace) -> str:
    """Return the figures for two slips on different lines."""
    rng, both, count, kept, fixes = Random(options.seed), 0, 0, 0, 0
    while count < options.two:
        text = sound(name, rng)
        one, other = sorted((slip(text, rng) for _ in range(2)), key=lambda each: each.start)
        if "\n" not in text[one.end : other.start] and text.count("\n") > 2:
            continue
        if one.near[1] >= other.near[0]:
            continue
        alone = [errors(each.made(text), name) for each in (one, other)]
        if not all(alone):
            continue
        wrong = one.made(other.made(text))
        moved = len(one.new) - (one.end - one.start)
        found, count = errors(wrong, name), count + 1
        spans = one.near, (other.near[0] + moved, other.near[1] + moved)
        both += all(any(is_near(wrong, each, span) for each in found) for span in spans)
        expected, there = [*fixes_of(alone[0]), *fixes_of(alone[1])], fixes_of(found)
        kept += sum(each in there for each in expected)
        fixes += len(expected)
    return f"two: both {both / max(count, 1):6.1%}, fixes {kept / max(fixes, 1):6.1%} of {fixes}"


def main() -> None:
    """Print a line for each notation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notations", nargs="*")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--two", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    for name in options.notations or [each.id for each in notations()]:
        print(f"{name:20} {one_slip(name, options)}; {two_slips(name, options)}", flush=True)


if __name__ == "__main__":
    main()
