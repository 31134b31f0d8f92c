"""How fast an archive is checked under the rules, beside what JSON alone costs.

    python benchmarks/archives.py [MATCHES]

The ways over the same lines of `goita/json` take turns, so that all see the same machine: what
`kifu validate` does, which skims them; kifu's whole explaining path (text, positions on demand,
schema, rules, continuity); and the standard library's `json`, alone and with `jsonschema`, which
see no rule at all. Where there is a C compiler, `scanner.c` makes the checks of the first by hand,
in C. What counts are the ratios. Install kifu with a C compiler to see what compiled
modules do; this says whether they are.
"""

import io
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema

import kifu
from kifu import formats, replayer
from kifu.formats.base import Counts
from kifu.formats.json_schema import schema
from kifu.replayer.goita import engine
from kifu.validation import skimmed

REPEATS = 7


def lines(matches: int) -> tuple[bytes, int]:
    """Random matches, one a line, and the number of rounds in them."""
    game, notation = replayer.game("goita"), formats.notation("goita/json")
    records = [game.generate(Random(f"benchmark/{number}")) for number in range(matches)]
    text = "".join(notation.compact(each) for each in records if notation.compact)
    return text.encode(), sum(len(each.rounds) for each in records)


def skim(data: bytes) -> None:
    """What `kifu validate` does with a file."""
    assert all(isinstance(each, Counts) for each in skimmed(io.BytesIO(data), "matches.jsonl"))


def explain(data: bytes) -> None:
    """What it does with records of which more is asked, or that are not as kifu writes them."""
    stream = io.BytesIO(data)
    stream.name = "matches.jsonl"
    assert not kifu.validate(stream)


def json_alone(data: bytes) -> None:
    """What reading costs: parse each line."""
    for line in data.splitlines():
        json.loads(line)


def json_and_jsonschema(data: bytes) -> None:
    """What a script would do: parse each line, and hold it against the schema."""
    for line in data.splitlines():
        VALIDATOR.validate(json.loads(line))


VALIDATOR: Any = jsonschema.Draft202012Validator(schema("goita/json"))


def scanner(folder: Path) -> Path | None:
    """The scanner in C, compiled; None where there is no compiler."""
    compiler, made = shutil.which("cc"), folder / "scanner"
    if compiler is None:
        return None
    source = Path(__file__).with_name("scanner.c")
    subprocess.run([compiler, "-O3", "-o", made, source], check=True)
    return made


def by_hand(made: Path, data: bytes) -> float:
    """The seconds that the scanner takes for some lines, all of which it must vouch for."""
    archive = made.with_name("matches.jsonl")
    archive.write_bytes(data)
    done = subprocess.run([made, archive, "100"], capture_output=True, encoding="utf-8", check=True)
    records, *_, seconds = done.stdout.split()
    assert int(records) == data.count(b"\n")
    return float(seconds) / 100


WAYS: dict[str, Callable[[bytes], None]] = {
    "kifu, as validate does": skim,
    "kifu, explaining path": explain,
    "json": json_alone,
    "json + jsonschema": json_and_jsonschema,
}


def main(matches: int) -> None:
    """Time the ways in turn, and print medians of processor time."""
    data, rounds = lines(matches)
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    for way in WAYS.values():
        way(data)
    with tempfile.TemporaryDirectory() as folder:
        made = scanner(Path(folder))
        if made is not None:
            times["C, by hand"] = [by_hand(made, data) for _ in range(REPEATS)]
    for _ in range(REPEATS):
        for name, way in WAYS.items():
            start = time.process_time()
            way(data)
            times[name].append(time.process_time() - start)
    print(f"{matches} matches, {rounds} rounds, {len(data)} bytes, median of {REPEATS}")
    print("compiled" if not str(engine.__file__).endswith(".py") else "plain Python")
    explaining = statistics.median(times["kifu, explaining path"])
    for name, spent in times.items():
        took = statistics.median(spent)
        print(f"{name:24}{rounds / took:12,.0f} rounds a second{explaining / took:10.2f} ×")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
