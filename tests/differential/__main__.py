"""Compare the quick ways of validating many texts with the full explanation.

    python -m tests.differential --cases 1000000

Skimming, accepting and explaining must agree on valid texts, texts with a slip and texts with
damaged bytes, in every notation. With `--against FOLDER`, the kifu in the subfolder
`kifu` of that folder judges the texts too: it must find the same rules broken. The exit status is 1
on any difference; texts that differ are saved.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypeAlias

from .against import differences
from .cases import cases, notations
from .ways import Compared, compare

MOST = 100
"""The maximum number of disputed texts to save."""
TOGETHER = 50
"""The number of texts to judge together."""


def main() -> int:
    """Run the comparison given by the arguments, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="how many texts in total")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notations", nargs="+", choices=notations(), default=notations())
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--folder", type=Path, default=Path("differential-found"))
    options = parser.parse_args()
    wrong = compare_all(options) if options.against is None else compare_with(options)
    for number, (name, data, why) in enumerate(wrong[:MOST], start=1):
        options.folder.mkdir(parents=True, exist_ok=True)
        path = options.folder / f"{name.replace('/', '-')}-{number}"
        path.write_bytes(data)
        print(f"{path}: {why}")
    return int(bool(wrong))


Wrong: TypeAlias = list[tuple[str, bytes, str]]
"""The notation and content of each text judged in two ways, with both verdicts."""


def compare_with(options: argparse.Namespace) -> Wrong:
    """Compare the verdicts of two versions of kifu, and print a line for each notation."""
    wrong: Wrong = []
    for identifier in options.notations:
        number = options.cases // len(options.notations)
        texts = list(islice(cases(identifier, Random(f"{options.seed}")), number))
        found = differences(identifier, texts, options.against)
        print(f"{identifier:20} {len(texts):9,} texts, {len(found)} differ", flush=True)
        wrong += [(identifier, data, f"{ours}; there: {theirs}") for data, ours, theirs in found]
    return wrong


def compare_all(options: argparse.Namespace) -> Wrong:
    """Compare the ways of validating, and print a line for each notation."""
    print(f"{'notation':20} {'texts':>9} {'sound':>9} {'quick':>9} {'wrong':>5}")
    each = -(-options.cases // len(options.notations) // TOGETHER)
    wrong: Wrong = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for identifier in options.notations:
            jobs = [(identifier, f"{options.seed} {number}") for number in range(each)]
            total = Compared()
            for found in pool.map(_compared, jobs, chunksize=8):
                total.add(found)
            numbers = f"{total.cases:9,} {total.sound:9,} {total.quick:9,}"
            print(f"{identifier:20} {numbers} {len(total.wrong):5}", flush=True)
            wrong += [(identifier, one.data, str(one)) for one in total.wrong]
    return wrong


def _compared(job: tuple[str, str]) -> Compared:
    identifier, seed = job
    return compare(identifier, list(islice(cases(identifier, Random(seed)), TOGETHER)))


if __name__ == "__main__":
    sys.exit(main())
