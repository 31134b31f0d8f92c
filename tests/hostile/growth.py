"""Measures how the time for a hostile text grows with its length.

    python -m tests.hostile.growth
    python -m tests.hostile.growth --notations leduc/json --works fix

Each shape, alone and within a record of every notation, is doubled twice. For at least one of the
doublings, detecting it, reading it, fixing it or making suggestions may take at most RATIO times as
long: a limit that is reached along the way causes a single jump, but quadratic time causes one at
every doubling. CPU time is measured, and measured again before it is reported. The exit status is 1
if anything grows too fast.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from types import FrameType
from typing import TypeAlias

import kifu
from kifu.formats import detect
from kifu.formats.files.detect import resembled
from kifu.formats.files.recognition import UnknownNotation
from kifu.repair.mend import mended

from .seeds import sound_seeds

RATIO = 2.5
FIRST, LAST = 500, 64_000
"""The initial and final lengths."""
ENOUGH, TOO_LITTLE = 1.0, 0.1
"""Seconds after which a text is not made longer, and the fewest seconds worth comparing."""
MOST = 60.0
"""The maximum number of seconds for any text."""
AGAIN = 5
"""How often to repeat a measurement that seems to grow too fast; the shortest times count."""

UNITS = (
    *(
        " ",
        "\t",
        "\n",
        " \n",
        "\r",
        "\u3000",
        "\0",
        "a",
        "a ",
        "し",
        "1",
        "12 ",
        "１",
        "- ",
        "-",
        "=",
    ),
    *(
        "[",
        "]",
        "{",
        "}",
        "(",
        '{"a":',
        '"',
        "'",
        "\\",
        ",",
        ", ",
        ":",
        ": ",
        "#",
        "# x\n",
        "|",
        "?",
    ),
    *("!", "*", "&a ", "/", "/*", ".", "0.", "1. ", "%", "%\n", "_", '"a":1,', '"a":[],', '"a",'),
    *(
        "k: 1\n",
        "- a\n",
        "  a:\n",
        "a:\n",
        "a\n",
        "R ",
        "R1",
        "♠A ",
        "☗",
        "P0 ",
        "1s ",
        "12345678,",
    ),
    *("Deal: 1\n", "Players: a b\n", ">> 0: x\n", "<< 1: = 0\n", "set_deck 1 2\n", "```\n"),
    *(";", "(;", "(;)", "(;B[aa])", "(;W[cc](;B[dd])", "(;C[x]", "C[x]", "XX[a]", "[aa]", "AB[aa]"),
    *("player hand\n", "1st 12345678\n", "turn a b c d\n", "<<<<<<< x\n", "---\n"),
)

Made: TypeAlias = Callable[[int], str]
"""Makes a text of approximately the given length."""
Work: TypeAlias = Callable[[str, str | None], object]


def detecting(text: str, _: str | None) -> None:
    """Detect a notation from the whole text, although only the first bytes of a file are used."""
    for suffix in (None, ".gibo"):
        detect(text.encode(), suffix)
        resembled(text.encode(), suffix)


def reading(text: str, notation: str | None) -> None:
    """Read and check a text."""
    kifu.validate(text, notation)


def fixing(text: str, notation: str | None) -> None:
    """Apply all fixes to a text."""
    with suppress(UnknownNotation):
        mended(text.encode(), identifier=notation)


def suggesting(text: str, notation: str | None) -> None:
    """Make suggestions for a text's first record."""
    for each in kifu.outcomes(text, notation):
        kifu.suggest(each)
        break


WORKS: dict[str, Work] = {
    "detect": detecting,
    "read": reading,
    "fix": fixing,
    "suggest": suggesting,
}


def _works(notation: str | None) -> list[str]:
    """Return the kinds of work to try: only detection without a notation, otherwise all others."""
    return ["detect"] if notation is None else [name for name in WORKS if name != "detect"]


def shapes(notation: str | None) -> Iterator[tuple[str, Made]]:
    """Yield hostile shapes: alone, or within a record in a notation."""
    if notation is None:
        for unit in UNITS:
            yield f"{unit!r}", lambda length, unit=unit: unit * (length // len(unit)) + "x\n"
        return
    text = record(notation)
    middle = next(at for at in range(len(text) * 2 // 3, 0, -1) if text[at - 1 : at + 1].isalnum())
    line = text.find("\n", len(text) // 3) + 1
    for where, at in (("after", len(text)), ("in a word", middle), ("between lines", line)):
        for unit in UNITS:
            yield f"{unit!r} {where}", _repeating(text[:at], unit, text[at:])
    lines = text.splitlines(keepends=True)
    for line in dict.fromkeys(lines):
        before, found, after = text.partition(line)
        yield f"{found!r} repeated", _repeating(before, found, after)


def _repeating(before: str, unit: str, after: str) -> Made:
    return lambda length: before + unit * (length // len(unit) + 1) + after


def record(notation: str) -> str:
    """Return a short text without errors."""
    some = (each.data.decode() for each in sound_seeds()[notation])
    sound = [text for text in some if not kifu.validate(text, notation)]
    return min(sound, key=lambda text: abs(len(text) - 1000))


def seconds(work: Work, text: str, notation: str | None) -> float:
    """Return the CPU time of some work on a text, at most MOST."""
    before = signal.signal(signal.SIGPROF, _stop)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, MOST)
    try:
        work(text, notation)
    except _TooLong:
        return MOST
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return time.process_time() - began


class _TooLong(BaseException):
    """Stops work that takes too long."""


def _stop(_: int, __: FrameType | None) -> None:
    raise _TooLong


def growth(made: Made, work: Work, notation: str | None) -> tuple[float, list[float]]:
    """Return the smaller growth of two doublings, and the seconds before and after each."""
    length, took = FIRST, [seconds(work, made(FIRST), notation)]
    while len(took) < 3 or (took[-1] < ENOUGH and length < LAST):
        length *= 2
        took.append(seconds(work, made(length), notation))
    took = took[-3:]
    for _ in range(AGAIN):
        if not RATIO < _growth(took) < float("inf"):
            break
        again = [seconds(work, made(length // part), notation) for part in (4, 2, 1)]
        took = [min(pair) for pair in zip(took, again, strict=True)]
    return _growth(took), took


def _growth(took: list[float]) -> float:
    if took[-1] >= MOST:
        return float("inf")
    if took[-1] < TOO_LITTLE:
        return 0
    return min(after / max(before, 1e-9) for before, after in pairwise(took))


def is_bounded(shape: str, made: Made, work: str, notation: str | None) -> bool:
    """Return whether the time for some work on a shape is bounded; print it otherwise."""
    ratio, took = growth(made, WORKS[work], notation)
    if ratio > RATIO:
        times = ", ".join(f"{each:.2f}" for each in took)
        print(f"{notation} {shape} {work}: {ratio:.1f} ({times} s)", flush=True)
    return ratio <= RATIO


def main() -> int:
    """Measure the chosen notations and works, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.growth", description=__doc__)
    parser.add_argument("--notations", nargs="+", default=[None, *sound_seeds()])
    parser.add_argument("--works", nargs="+", choices=WORKS, default=[*WORKS])
    options = parser.parse_args()
    wrong = tried = 0
    for notation in options.notations:
        for shape, made in shapes(notation):
            for name in _works(notation):
                if name in options.works:
                    tried += 1
                    wrong += not is_bounded(shape, made, name, notation)
    print(f"{wrong} of {tried} grow too fast")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
