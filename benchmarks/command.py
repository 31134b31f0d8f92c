"""The cost of running `kifu validate` on an archive.

    python benchmarks/command.py [OLDER]

The same lines of `goita/json` are checked as they are, by two processes, compressed with gzip, and
with a wrong winner in 2% of them. For comparison, gzip only decompresses them. OLDER is the folder
of another kifu version, which checks the wrong lines too. Times are the processor time of all
processes, without start-up.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from archives import lines
from processor import spent_by

REPEATS, MATCHES, TIMES, SHARE = 5, 2000, 40, 0.02
KIFU = [sys.executable, "-m", "kifu"]
_WINNER = re.compile(rb'"winner":(\d)')
ONE = [*KIFU, "validate", "-j", "1", "--suggest", "0"]


def make(folder: Path) -> None:
    """Write the archives, and one with a single line."""
    data, _ = lines("goita", MATCHES)
    (folder / "one.jsonl").write_bytes(data[: data.index(b"\n") + 1])
    (folder / "legal.jsonl").write_bytes(data * TIMES)
    subprocess.run(["gzip", "-k", folder / "legal.jsonl"], check=True)
    rng, wrong = Random(1), list[bytes]()
    for line in (data * 4).splitlines(keepends=True):
        if rng.random() < SHARE:
            line = _WINNER.sub(lambda found: b'"winner":%d' % (3 - int(found[1])), line, count=1)
        wrong.append(line)
    (folder / "wrong.jsonl").write_bytes(b"".join(wrong))


def measure(older: list[str]) -> None:
    """Run all commands in turn, and print medians."""
    commands = {
        "start": [*ONE, "one.jsonl"],
        "legal": [*ONE, "legal.jsonl"],
        "legal, two processes": [*KIFU, "validate", "-j", "2", "legal.jsonl"],
        "legal, gzip-compressed": [*ONE, "legal.jsonl.gz"],
        "2% wrong": [*ONE, "wrong.jsonl"],
    }
    turns: list[dict[str, float]] = []
    for _ in range(REPEATS):
        turn = {name: spent_by(command, check=False) for name, command in commands.items()}
        turn["gzip -dc"] = spent_by(["gzip", "-dc", "legal.jsonl.gz"])
        if older:
            here = os.environ.get("PYTHONPATH")
            os.environ["PYTHONPATH"] = older[0]
            turn["2% wrong, older"] = spent_by([*KIFU, "validate", "wrong.jsonl"], check=False)
            if here is None:
                del os.environ["PYTHONPATH"]
            else:
                os.environ["PYTHONPATH"] = here
        turns.append(turn)
    took = {name: statistics.median(turn[name] for turn in turns) for name in turns[0]}
    start = took.pop("start")
    print(f"{'start':24}{start * 1000:8.0f} ms")
    for name, spent in took.items():
        took[name] = spent - (0 if name == "gzip -dc" else start)
        print(f"{name:24}{took[name] * 1000:8.0f} ms")
    print(f"two processes            {took['legal, two processes'] / took['legal']:7.2f} × one")
    print(
        f"compressed               {took['legal, gzip-compressed'] / took['gzip -dc']:7.2f} × gzip"
    )
    if older:
        print(f"older, 2% wrong         {took['2% wrong, older'] / took['2% wrong']:7.1f} × now")


if __name__ == "__main__":
    chosen = [str(Path(each).resolve()) for each in sys.argv[1:2]]
    with tempfile.TemporaryDirectory() as made:
        make(Path(made))
        os.chdir(made)
        measure(chosen)
