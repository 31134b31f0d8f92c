"""Attack kifu for a given time, and report the failures found.

    python -m tests.hostile --minutes 60

Parallel processes feed hostile inputs to the API, run the command with odd options, let programs
misbehave against the arbiter and in tournaments, kill writers at random moments, and try
coverage-guided inputs if atheris is installed. Each failure is saved as a minimal case, with the
command that repeats it. The exit status is 1 if any failure was found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from .found import load, repeated
from .guided import MISSING, is_available
from .kinds import KINDS
from .worker import LONGEST, Worker

GUIDED = "guided"
GUIDED_SHARE = 0.15
"""The share of its time that each process spends on coverage-guided inputs."""


def main() -> int:
    """Run the attack given by the arguments, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--kinds", nargs="+", choices=[*KINDS, GUIDED], default=[*KINDS, GUIDED])
    parser.add_argument("--folder", type=Path, default=Path("hostile-found"))
    parser.add_argument("--repeat", type=Path, metavar="FILE", help="judge a saved case again")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.repeat is not None:
        fault = repeated(*load(options.repeat))
        print("nothing is wrong with it" if fault is None else f"found: {fault}")
        return int(fault is not None)
    if options.worker is not None:
        kinds = [each for each in options.kinds if each != GUIDED]
        Worker(options.folder, options.worker, options.seed, kinds).attack(60 * options.minutes)
        return 0
    return attack(options)


def attack(options: argparse.Namespace) -> int:
    """Start the processes, wait for them, and print a summary."""
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    old = {*folder.iterdir()}
    print(f"seed {options.seed}, {options.minutes:g} minutes, {options.jobs} processes", flush=True)
    guided = GUIDED in options.kinds and is_available()
    if GUIDED in options.kinds and not guided:
        print(MISSING)
    minutes = options.minutes
    if guided:
        share = GUIDED_SHARE if len(options.kinds) > 1 else 1
        run_all([_guided(options, number, share) for number in range(options.jobs)], options)
        minutes *= 1 - share
    if len(options.kinds) > guided and minutes > 0:
        run_all([_worker(options, number, minutes) for number in range(options.jobs)], options)
    counts = Counter[str]()
    for path in folder.glob("worker-*.counts"):
        counts.update(json.loads(path.read_text()))
        path.unlink()
    for path in folder.glob("guided-*.count"):
        counts["inputs guided by coverage"] += int(path.read_text())
        path.unlink()
        path.with_suffix(".log").unlink()
    for path in folder.glob("worker-*"):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    print(*(f"{number:8} {kind}" for kind, number in sorted(counts.items())), sep="\n")
    new = sorted(path for path in {*folder.rglob("*")} - old if path.is_file())
    print(f"{len(new)} cases in {folder}" if new else "nothing was found")
    return int(bool(new))


def run_all(commands: list[list[str]], options: argparse.Namespace) -> None:
    """Run commands in parallel; end those that do not exit by themselves, and keep their cases."""
    processes = [subprocess.Popen(each) for each in commands]
    deadline = time.monotonic() + 60 * options.minutes + 2 * LONGEST
    for each in processes:
        try:
            status = each.wait(max(1.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            each.kill()
            status = each.wait()
        if status:
            (options.folder / f"process-{each.pid}.failed").write_text(f"status {status}\n")
            print(f"an attacking process ended with status {status}")


def _worker(options: argparse.Namespace, number: int, minutes: float) -> list[str]:
    kinds = [each for each in options.kinds if each != GUIDED]
    command = [sys.executable, "-m", __package__ or "", "--worker", str(number), "--kinds", *kinds]
    more = ["--minutes", str(minutes), "--seed", str(options.seed)]
    return [*command, *more, "--folder", str(options.folder)]


def _guided(options: argparse.Namespace, number: int, share: float) -> list[str]:
    seconds = max(1, round(options.minutes * 60 * share))
    command = [sys.executable, "-m", f"{__package__}.guided", str(options.folder)]
    return [*command, str(seconds), str(options.seed + number)]


if __name__ == "__main__":
    sys.exit(main())
