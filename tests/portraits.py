"""Portraits of the examples, the conformance corpus and generated records: `portraits.jsonl`.

    python -m tests.portraits          # rewrites the table

A portrait has a checksum of each aspect of a file: its scenes, positions, texts, views, possible
deals, rows for programs that learn, and so on. A changed one says what to look at.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec import json as codec

import kifu
from kifu import replayer
from kifu.archive.questions.rows import rows_of
from kifu.browser.document import Shown, document, replay_values
from kifu.formats import board as text_board
from kifu.formats.interface.catalog import formats
from kifu.formats.text.tones import plain
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from .altering import altered
from .conversations import conversation
from .generated import OPTIONS, aspects, checks, fast_paths, generated, of, rows, slips, view

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".jsonl")


def files() -> list[Path]:
    """Return the files with portraits."""
    paths = [*(ROOT / "examples").rglob("*"), *(ROOT / "conformance" / "files").rglob("*")]
    return sorted(each for each in paths if each.is_file() and each.suffix in _SUFFIXES)


_SUFFIXES = ".json", ".txt", ".yaml", ".sgf", ".gibo", ".log"


_GENERATED = 6
"""How many records of each game are generated; only the first has a whole portrait."""

_TALKS = 4
"""How many games between an arbiter and programs there are."""

_ALTERED = 1
"""How many altered copies are made of each record of the corpus."""


def names() -> Iterator[str]:
    """Yield the names of files, and of generated records, that have portraits."""
    yield from (each.relative_to(ROOT).as_posix() for each in files())
    for game in sorted(OPTIONS):
        yield from (f"generated/{game}/{seed}" for seed in range(_GENERATED))
        yield from (f"conversations/{game}/{seed}" for seed in range(_TALKS) if _talks(game))
        yield from (f"options/{game}/{number}" for number in range(len(OPTIONS[game])))


def _talks(game: str) -> bool:
    """Return whether programs can play a game."""
    return formats()[game].protocol is not None


def portrait(name: str) -> dict[str, str]:
    """Return a checksum of each aspect of the records in a file, or of a generated record."""
    found = dict[str, int]()
    for aspect, value in _all_aspects(name):
        found[aspect] = crc32(value, found.get(aspect, 0))
    return {aspect: f"{value:08x}" for aspect, value in found.items()}


def _all_aspects(name: str) -> Iterator[tuple[str, bytes]]:
    kind, _, rest = name.partition("/")
    game, _, seed = rest.partition("/")
    if kind == "conversations":
        yield from conversation(game, int(seed))
        return
    if kind == "options":
        yield from aspects(generated(game, int(seed)), int(seed))
        return
    if kind == "generated":
        record = replayer.generate(game, int(seed))
        yield "text", kifu.dumps(record).encode()
        yield from fast_paths(record)
        yield from slips(record, int(seed))
        if int(seed):
            return
        stream = BytesIO(kifu.dumps(record).encode())
    else:
        stream = BytesIO((ROOT / name).read_bytes())
        stream.name = name
    number = _ALTERED if kind == "conformance" else 3 * _ALTERED
    for outcome in kifu.outcomes(stream):
        if outcome.record is not None and outcome.reading.whole:
            yield from _aspects(outcome.record, outcome)
            if kind != "conformance":
                yield from _random(outcome.record)
        if outcome.record is not None:
            for other in altered([outcome.record], Random(name), number):
                yield from checks(other)


def _aspects(record: Any, outcome: Any) -> Iterator[tuple[str, bytes]]:
    game = replayer.game_of(record)
    shown = document([Shown("", outcome)])["records"][0]
    for notation, text in shown["texts"].items():
        yield notation, codec.encode(text)
    yield "scenes", codec.encode(shown["replay"])
    lines = [*trajectories(game, record)]
    yield "positions", codec.encode(replay_values(game, record, lines, positions=True))
    board = text_board(game.name)
    for line in lines:
        if isinstance(line, Trajectory):
            yield "pointers", repr([dict(line.pointers(each)) for each in line.own]).encode()
            for text in (board.head(record), board.whole(line), *map(board.variation, line.tree())):
                yield "board", "\n".join(map(plain, text)).encode()
    yield "facts", of(lambda: rows_of(outcome, 1, 1).match)
    yield "rows", of(rows, record)
    yield from (("views", of(view, record, seat)) for seat in range(game.rules(record).players))


def _random(record: Any) -> Iterator[tuple[str, bytes]]:
    """Draw deals and play out rounds: this takes too long for many records."""
    game = replayer.game_of(record)
    players, numbers = range(game.rules(record).players), range(1, len(game.rounds(record)) + 1)
    yield from (("beliefs", of(_deals, record, *each)) for each in product(players, numbers))
    yield from (("playouts", of(kifu.playouts, record, 2, 3, 5, each)) for each in numbers)


def _deals(record: Any, seat: int, number: int) -> object:
    deals = kifu.deals(record, seat, number + 1, number)
    return deals.count(), kifu.dumps(deals.sample(Random(1)))


def portraits() -> list[tuple[str, dict[str, str]]]:
    """Return the portraits in the table, with the paths of their files."""
    table = map(json.loads, TABLE.read_text("utf-8").splitlines())
    return [(each.pop("file"), each) for each in table]


if __name__ == "__main__":
    table = ({"file": name, **portrait(name)} for name in names())
    lines = [json.dumps(each) + "\n" for each in table if len(each) > 1]
    TABLE.write_text("".join(lines), "utf-8")
