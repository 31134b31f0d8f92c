"""How fast `kifu facts` makes a table from canonical lines, compared with decoding them.

    python benchmarks/facts.py [OLDER]

For comparison, the same lines are decoded by msgspec and by `json`, and read by the explaining
path. OLDER is the folder of another kifu version, which makes the same table. Times are processor
time.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import msgspec
from archives import is_compiled, lines, timed
from others import spent_by

from kifu.archive.questions.rows import record_rows
from kifu.validation.outcomes import skimmed_by_piece

REPEATS, MATCHES, TIMES, SHARE = 5, 2000, 10, 10
GAMES = ("goita", "leduc", "mighty", "planowanie")
FACTS = [sys.executable, "-m", "kifu", "facts"]
WRITE = ["--force", "-o", "facts.parquet"]


def by_msgspec(data: bytes) -> None:
    """Decode each line, and discard the result."""
    decoder = msgspec.json.Decoder()
    for line in data.splitlines():
        decoder.decode(line)


def by_json(data: bytes) -> None:
    """Do the same with the standard library."""
    for line in data.splitlines():
        json.loads(line)


def explained(data: bytes) -> None:
    """Read, replay and check each record, and make its rows."""
    for _ in record_rows(skimmed_by_piece(BytesIO(data), "matches.jsonl", skim=False)):
        pass


def has_facts(folder: str) -> bool:
    """Return whether another kifu version already has the command."""
    try:
        older_spent([*FACTS, "--help"], folder)
    except subprocess.CalledProcessError:
        return False
    return True


def older_spent(command: list[str], folder: str) -> float:
    """Return the processor time of another kifu version's command."""
    here = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = folder
    try:
        return spent_by(command)
    finally:
        os.environ.pop("PYTHONPATH")
        if here is not None:
            os.environ["PYTHONPATH"] = here


def measure(game: str, older: str | None) -> None:
    """Measure each way in turn, and print rounds per second."""
    data, rounds = lines(game, MATCHES)
    few, some = lines(game, MATCHES // SHARE)
    Path("one.jsonl").write_bytes(data[: data.index(b"\n") + 1])
    Path("many.jsonl").write_bytes(data * TIMES)

    def command(spent: Callable[[list[str]], float], *more: str) -> float:
        start, whole = (
            spent([*FACTS, *WRITE, *more, name]) for name in ("one.jsonl", "many.jsonl")
        )
        return (whole - start) / (rounds * TIMES)

    ways: dict[str, Callable[[], float]] = {
        "kifu facts": lambda: command(spent_by, "-j", "1"),
        "two processes": lambda: command(spent_by, "-j", "2"),
        "msgspec": lambda: timed(by_msgspec, data) / rounds,
        "json": lambda: timed(by_json, data) / rounds,
        "explaining path": lambda: timed(explained, few) / some,
    }
    if older is not None and has_facts(older):
        ways["kifu facts, older"] = lambda: command(lambda words: older_spent(words, older))
    turns = [{name: way() for name, way in ways.items()} for _ in range(REPEATS)]
    took = {name: statistics.median(turn[name] for turn in turns) for name in ways}
    kind = "compiled" if is_compiled(game) else "plain Python"
    print(f"{game}: {rounds * TIMES} rounds, {len(data) * TIMES} bytes, {kind}")
    for name, spent in took.items():
        ratio = took["kifu facts"] / spent
        print(f"  {name:24}{1 / spent:12,.0f} rounds per second{ratio:10.2f} × kifu facts")


if __name__ == "__main__":
    chosen = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as made:
        os.chdir(made)
        for each in GAMES:
            measure(each, chosen)
