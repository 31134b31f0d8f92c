"""Hold the quick ways through validation against the explanation, on many texts.

    python -m tests.differential --cases 1000000

What is skimmed, accepted and explained must say the same of sound texts, of texts with a slip and
of texts with spoilt bytes, in each notation. With `--against FOLDER`, texts are judged by another
kifu, too, which is the folder `kifu` in that folder: the rules of the games that are broken must be
the same. The exit status is 1 if anything differs; what does is saved.
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
"""So many texts about which there is a disagreement are saved."""
TOGETHER = 50
"""So many texts are judged together."""


def main() -> int:
    """Do what the arguments say, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="how many texts, in all")
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
"""The notation of each text that is judged in two ways, the text, and both of them."""


def compare_with(options: argparse.Namespace) -> Wrong:
    """Compare the verdicts of two kifus, and print a line for each notation."""
    wrong: Wrong = []
    for identifier in options.notations:
        number = options.cases // len(options.notations)
        texts = list(islice(cases(identifier, Random(f"{options.seed}")), number))
        found = differences(identifier, texts, options.against)
        print(f"{identifier:20} {len(texts):9,} texts, {len(found)} judged otherwise", flush=True)
        wrong += [(identifier, data, f"{ours}, and there {theirs}") for data, ours, theirs in found]
    return wrong


def compare_all(options: argparse.Namespace) -> Wrong:
    """Compare the ways, and print a line for each notation."""
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
