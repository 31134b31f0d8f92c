"""The cost of listing legal actions during replays, compared with an older kifu version.

    python benchmarks/legal.py OLDER [RECORDS]

OLDER is the folder of another version, for example extracted from `git archive VERSION`. At each
decision in a replay, the rules are asked for the legal actions. The table shows microseconds of
processor time per query, and per query including its share of the replay.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from texts import run_by

import kifu
from kifu import replayer
from kifu.replayer.rules import Decision

REPEATS = 5


def make(folder: Path, game: str, records: int) -> None:
    """Write random records of a game, one per file."""
    folder.mkdir()
    for number in range(records):
        record = replayer.game(game).generate(Random(f"legal/{number}"))
        (folder / f"{number}.json").write_text(kifu.dumps(record), encoding="utf-8")


def replayed(game: str, records: list[Any]) -> list[tuple[Any, Any, int]]:
    """Replay records, and return the rules, the state and the player of each decision."""
    return [
        (rules, step.state, player)
        for record in records
        for rules in [replayer.game(game).rules(record)]
        for line in kifu.replay(record)
        for step in line.steps
        if isinstance(step.node, Decision)
        for player in step.node.players
    ]


def measure(folder: Path) -> tuple[float, float]:
    """Return the cost per query, without and with its share of the replay."""
    records = [kifu.load(path) for path in sorted(folder.iterdir())]
    began = time.process_time()
    asked = replayed(folder.name, records)
    walked = time.process_time()
    for rules, state, player in asked:
        rules.legal_actions(state, player)
    ended = time.process_time()
    return (ended - walked) / len(asked) * 1e6, (ended - began) / len(asked) * 1e6


def time_legal(folder: Path) -> None:
    """Print both costs, after a warm-up."""
    measure(folder)
    print(*measure(folder))


def main(older: Path, records: int) -> None:
    """Time both versions in turn, and print median processor times."""
    versions = older, Path(kifu.__file__).parent
    print(f"{'µs':12}{'legal actions':>27}{'with the replay':>27}")
    with tempfile.TemporaryDirectory() as path:
        for game in replayer.games():
            folder = Path(path, game)
            run_by(older, __file__, "make", folder, game, records)
            turns = [
                [run_by(each, __file__, "time", folder).split() for each in versions]
                for _ in range(REPEATS)
            ]
            pairs = [
                [
                    statistics.median(float(turn[version][at]) for turn in turns)
                    for version in (0, 1)
                ]
                for at in (0, 1)
            ]
            shown = [f"{before:10.2f}{now:8.2f}{before / now:7.1f} ×" for before, now in pairs]
            print(f"{game:12}{''.join(shown)}", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", folder, game, records]:
            make(Path(folder), game, int(records))
        case ["time", folder]:
            time_legal(Path(folder))
        case [older, *records]:
            main(Path(older).resolve(), int(records[0]) if records else 40)
        case _:
            sys.exit(__doc__)
