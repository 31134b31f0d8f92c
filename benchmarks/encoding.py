"""How fast records become masks and observations for programs that learn.

    python benchmarks/encoding.py

Random matches under the default options are played into existing arrays. For `parquet`, `kifu
export` reads the same records as text and writes a table, in one process. The views are those that
`kifu replay --player` shows, with the legal actions: one for each decision of each player. The
slowest options are the slowest values of any option, or pair of a size and superko in Go.
"""

import json
import statistics
import time
from array import array
from collections.abc import Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import kifu
from kifu import formats, replayer
from kifu.cli import run
from kifu.replayer.replay.trajectory import trajectories
from kifu.validation.beginning import WrongOption, begun, match_options

REPEATS, RECORDS, FEW, ROOM, EXPORTED = 5, 20, 4, 4096, 100_000
VIEWED = 2
"""The number of records whose views are made."""
SIZES = (9, 19, 52)


def matches(name: str, options: Mapping[str, Any], count: int) -> list[Any]:
    """Return random matches with these options."""
    start, game = begun(name, options), replayer.game(name)
    rngs = [Random(f"encoding/{number}") for number in range(count)]
    if not match_options(name):
        return [game.generate(each) for each in rngs]
    return [game.generate_from(start, each) for each in rngs]


def encoded(records: list[Any]) -> float:
    """Return how many decisions are encoded per second of processor time."""
    encoding = kifu.encoding(records[0])
    arrays = {
        name: array(kind, bytes(ROOM * encoding.size_of(name)))
        for name, (kind, _) in encoding.columns.items()
        if name != "perfect"
    }
    began, decisions = time.process_time(), 0
    while time.process_time() < began + 0.2:
        decisions += sum(encoding.batches(records, arrays))
    return decisions / (time.process_time() - began)


def exported(records: list[Any]) -> float:
    """Return how many decisions are exported to Parquet per second of processor time."""
    game, (encoding, *_) = replayer.game_of(records[0]).name, map(kifu.encoding, records)
    texts = [formats.canonical_notation(game).compact(each) for each in records]  # type: ignore[misc]
    count = sum(encoding.rows(each).count for each in records)
    times = -(-EXPORTED // count)
    with TemporaryDirectory() as folder, chdir(folder):
        Path("in.jsonl").write_text("".join(texts) * times, "utf-8")
        words = ["export", "in.jsonl", "-o", "out.parquet", "-j", "1"]
        run([*words, "--force"])  # imports
        began = time.process_time()
        assert run([*words, "--force"]) == 0
        return times * count / (time.process_time() - began)


def viewed(records: list[Any]) -> float:
    """Return how many decisions per second have a view and the legal actions of their player."""
    game, decisions, began = replayer.game_of(records[0]), 0, time.process_time()
    for record in records:
        players = range(game.rules(record).players) if game.has_views else [None]
        for player in players:
            for line in trajectories(game, record, player=player):
                for step in getattr(line, "steps", ()):
                    if step.actors and player in (None, *step.actors):
                        decisions += len((step.position, step.legal)) > 0
    return decisions / (time.process_time() - began)


def variants(name: str) -> Iterator[dict[str, Any]]:
    """Yield options of a game, one changed at a time."""
    if name == "go":
        for size in SIZES:
            yield from ({"size": size, "superko": each} for each in ("none", "situational"))
    for option, known in match_options(name).items():
        for value in known.values:
            yield {option: value if known.named else json.loads(value)}


def slowest(name: str) -> tuple[float, str]:
    """Return the speed with the slowest options, and what they are."""
    found: list[tuple[float, str]] = []
    for options in variants(name):
        try:
            found.append((encoded(matches(name, options, FEW)), json.dumps(options)))
        except WrongOption:
            continue
    return min(found, default=(0.0, "none"))


def main() -> None:
    """Print medians for all games."""
    head = f"{'decisions per second':22}{'arrays':>10}{'parquet':>9}{'views':>8}{'ratio':>8}"
    print(f"{head}  slowest options")
    for name in replayer.games():
        for options in [{}, {"superko": "positional"}] if name == "go" else [{}]:
            records = matches(name, options, RECORDS)
            turns = [
                (encoded(records), exported(records), viewed(records[:VIEWED]))
                for _ in range(REPEATS)
            ]
            arrays, parquet, views = (statistics.median(each) for each in zip(*turns, strict=True))
            least, which = (0, "") if options else slowest(name)
            title = " ".join([name, *options.values()])
            shown = f"{least:,.0f} {which}" if least else ""
            speeds = f"{arrays:10,.0f}{parquet:9,.0f}{views:8,.0f}{arrays / views:7.0f} ×"
            print(f"{title:22}{speeds}  {shown}")


if __name__ == "__main__":
    main()
