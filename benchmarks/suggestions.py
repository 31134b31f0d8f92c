"""How often kifu suggests what was meant, and how often it is right.

    python benchmarks/suggestions.py [--number 10000] [--seed 1] [--processes 2] [NOTATION...]

Each random slip is made in a different generated record by `tests/slips.py`, which knows nothing
about how suggestions are found. For each notation: how many slips were reported at all; for how
many of these there was exactly one suggestion, and how often it restored the original; how often
the original was among the first three; and the processor time of a search, in total and relative to
validating the record once. The order of the cards in a hand does not matter.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from random import Random

import kifu
from kifu.findings import Finding, Fix
from kifu.formats.interface.catalog import notation, notations
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text
from kifu.repair.suggestions.trials import meaning

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from slips import slip, sound

CHUNK = 50


def main() -> None:
    """Print a line for each notation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notations", nargs="*")
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="show the wrong suggestions")
    options = parser.parse_args()
    print(f"{'notation':20}   slips reported  one   right  in three  median ms  × validate")
    with Pool(options.processes) as pool:
        for name in options.notations or [each.id for each in notations()]:
            chunks = [(name, options.seed, at) for at in range(0, options.number, CHUNK)]
            results = [each for chunk in pool.imap(measured, chunks) for each in chunk]
            if options.show:
                print("\n".join(each.shown for each in results if each.shown))
            print(f"{name:20} {len(chunks) * CHUNK:7} {summary(results)}", flush=True)


class Result:
    """The suggestions for one reported slip."""

    def __init__(self, suggestions: int, place: int | None, took: float, once: float) -> None:
        self.suggestions = suggestions
        self.place = place
        self.took = took
        self.once = once
        self.shown = ""


def summary(results: list[Result]) -> str:
    """Return the figures for a notation."""
    only = [each for each in results if each.suggestions == 1]
    right = sum(each.place == 0 for each in only) / max(1, len(only))
    three = sum(each.place is not None for each in results) / len(results)
    took = statistics.median(each.took for each in results) * 1000
    ratio = statistics.median(each.took / each.once for each in results)
    return f"{len(results):8} {len(only):4} {right:7.1%} {three:9.1%} {took:10.0f} {ratio:11.0f}"


def measured(chunk: tuple[str, int, int]) -> list[Result]:
    """Return the results for the given slips, omitting those that were not reported."""
    name, seed, at = chunk
    rng = Random(f"{name} {seed} {at}")
    return [each for _ in range(CHUNK) for each in _measured(name, rng)]


def _measured(name: str, rng: Random) -> Iterator[Result]:
    original = sound(name, rng)
    made = slip(name, original, rng)
    wrong = made.made(original)
    start = time.process_time()
    outcomes = list(kifu.outcomes(wrong, name))
    if not any(each.errors for each in outcomes):
        return
    once = time.process_time() - start
    start = time.process_time()
    found = [finding for each in outcomes for finding in kifu.suggest(each)]
    took = time.process_time() - start
    fixes = _suggested(found)
    texts = [meaning(mended(Text(wrong), each), notation(name)) for each in fixes]
    meant = meaning(original, notation(name))
    result = Result(len(fixes), texts.index(meant) if meant in texts else None, took, once)
    if result.place is None:
        what = ", ".join(each.message for each in fixes) or "nothing"
        errors = "; ".join(f"{each.code} {each.message}" for each in found)
        result.shown = f"{name} {len(fixes)}: {made.shows(wrong)}\n    {what}\n    {errors[:200]}"
    yield result


def _suggested(found: list[Finding]) -> tuple[Fix, ...]:
    """The suggestions of the first finding that has any; otherwise the fix of the first error."""
    suggested = (each.suggestions for each in found if each.suggestions)
    fixed = ((each.fix,) for each in found if each.fix and each.severity == "error")
    return next(chain(suggested, fixed), ())


if __name__ == "__main__":
    main()
