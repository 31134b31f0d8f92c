"""How fast archives are checked, compared with the cost of JSON alone.

    python benchmarks/archives.py [GAME...] [--matches N]

Each line is checked in several ways: as in `kifu validate`, which skims canonical lines; by the
skimmer alone; by kifu's explaining path (schema, rules, places); and by the standard library's
`json`, alone and with `jsonschema`, neither of which checks rules. If a C compiler is available,
`scanners/` does the skimmer's work in handwritten C.
"""

import argparse
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
from typing import Any, TypeVar

import jsonschema

import kifu
from kifu import formats, replayer
from kifu.formats.document.schema import schema
from kifu.formats.files.source import open_file
from kifu.formats.interface.notation import Counts
from kifu.validation.outcomes import skimmed

REPEATS = 7
SHARE = 20
"""The slow ways get only every Nth line, where N is this number."""
SCANNERS = {path.stem: path for path in sorted(Path(__file__).parent.glob("scanners/*.c"))}
SKIM, ALONE, EXPLAIN = "kifu, as in validate", "kifu, skimmer alone", "kifu, explaining path"
BY_HAND = "C, by hand"
ArgumentT = TypeVar("ArgumentT")


def lines(game: str, matches: int) -> tuple[bytes, int]:
    """Return random matches, one per line, and the number of rounds in them."""
    rules, notation = replayer.game(game), formats.notation(f"{game}/json")
    records = [rules.generate(Random(f"benchmark/{number}")) for number in range(matches)]
    text = "".join(notation.compact(each) for each in records if notation.compact)
    return text.encode(), sum(len(rules.rounds(each)) for each in records)


def skim(archive: Path) -> None:
    """Do what `kifu validate` does with a file."""
    with open_file(str(archive)) as stream:
        assert all(isinstance(each, Counts) for each in skimmed(stream, archive.name))


def skimmer(game: str) -> Callable[[bytes], None]:
    """Return a function that does what `kifu validate` does with lines already read."""
    skims = formats.notation(f"{game}/json").skim
    assert skims is not None

    def check(data: bytes) -> None:
        assert skims(data, 0)[0] == len(data)

    return check


def explain(data: bytes) -> None:
    """Do what `kifu validate` does with records that are not canonical or need details."""
    stream = io.BytesIO(data)
    stream.name = "matches.jsonl"
    assert not kifu.validate(stream)


def json_alone(data: bytes) -> None:
    """Parse each line, to show what reading alone costs."""
    for line in data.splitlines():
        json.loads(line)


def json_and_jsonschema(game: str) -> Callable[[bytes], None]:
    """Return a function that does what a script would: parse each line and validate it."""
    validator: Any = jsonschema.Draft202012Validator(schema(f"{game}/json"))

    def check(data: bytes) -> None:
        for line in data.splitlines():
            validator.validate(json.loads(line))

    return check


def scanner(game: str, folder: Path) -> Path | None:
    """Compile a game's scanner and return its path, or None if there is no compiler."""
    compiler, made = shutil.which("cc"), folder / game
    if compiler is None:
        return None
    subprocess.run([compiler, "-O3", "-o", made, SCANNERS[game]], check=True)
    return made


def by_hand(made: Path, archive: Path, matches: int) -> float:
    """Return how many seconds a scanner takes for a file, all of whose matches it must accept."""
    done = subprocess.run([made, archive, "10"], capture_output=True, encoding="utf-8", check=True)
    records, *_, seconds = done.stdout.split()
    assert int(records) == matches
    return float(seconds) / 10


def timed(way: Callable[[ArgumentT], None], argument: ArgumentT) -> float:
    """Return how many seconds of processor time one of the ways takes."""
    start = time.process_time()
    way(argument)
    return time.process_time() - start


def measure(game: str, matches: int, folder: Path) -> None:
    """Time the ways in turn, and print median processor times."""
    data, rounds = lines(game, matches)
    few, some = lines(game, max(matches // SHARE, 1))
    with_schema = json_and_jsonschema(game)
    archive = folder / "matches.jsonl"
    archive.write_bytes(data)
    ways: dict[str, Callable[[], float]] = {
        SKIM: lambda: timed(skim, archive) / rounds,
        ALONE: lambda: timed(skimmer(game), data) / rounds,
        EXPLAIN: lambda: timed(explain, few) / some,
        "json": lambda: timed(json_alone, few) / some,
        "json + jsonschema": lambda: timed(with_schema, few) / some,
    }
    made = scanner(game, folder)
    if made is not None:
        ways[BY_HAND] = lambda: by_hand(made, archive, matches) / rounds
    turns = [{name: way() for name, way in ways.items()} for _ in range(1 + REPEATS)]
    # The first turn is a warm-up.
    took = {name: statistics.median(turn[name] for turn in turns[1:]) for name in ways}
    kind = "compiled" if is_compiled(game) else "plain Python"
    print(f"{game}: {matches} matches, {rounds} rounds, {len(data)} bytes, {kind}")
    for name, spent in took.items():
        speed, gain = 1 / spent, took[EXPLAIN] / spent
        of_c = f"{took[BY_HAND] / spent:8.1%} of C" if made is not None else ""
        print(f"  {name:24}{speed:12,.0f} rounds per second{gain:10.2f} ×{of_c}")


def is_compiled(game: str) -> bool:
    """Return whether a game's lines are skimmed by compiled code."""
    skims = formats.notation(f"{game}/json").skim
    return skims is not None and not str(sys.modules[skims.__module__].__file__).endswith(".py")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure how fast archives are checked.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SCANNERS)}; all")
    parser.add_argument("--matches", type=int, default=4000, metavar="N", help="matches per game")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made_in:
        for each in chosen.games or SCANNERS:
            measure(each, chosen.matches, Path(made_in))
