"""Portraits of the examples, the conformance corpus and generated records: `portraits.jsonl`.

    python tests/portraits.py          # rewrites the table

A portrait has a checksum of each aspect of a file: its scenes, positions, texts, views, possible
deals, rows for programs that learn, and so on. A changed one says what to look at.
"""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import chain, product
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
from kifu.formats.text.tones import plain
from kifu.replayer.replay.trajectory import Trajectory, trajectories

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".jsonl")


def files() -> list[Path]:
    """Return the files with portraits."""
    paths = [*(ROOT / "examples").rglob("*"), *(ROOT / "conformance" / "files").rglob("*")]
    return sorted(each for each in paths if each.is_file() and each.suffix in _SUFFIXES)


_SUFFIXES = ".json", ".txt", ".yaml", ".sgf", ".gibo", ".log"


_GENERATED = 10
"""How many records of each game are generated; only the first has a whole portrait."""


def names() -> Iterator[str]:
    """Yield the names of files, and of generated records, that have portraits."""
    yield from (each.relative_to(ROOT).as_posix() for each in files())
    for game in sorted({each.parent.name for each in (ROOT / "examples").glob("*/*.json")}):
        yield from (f"generated/{game}/{seed}" for seed in range(_GENERATED))


def portrait(name: str) -> dict[str, str]:
    """Return a checksum of each aspect of the records in a file, or of a generated record."""
    found = dict[str, int]()
    if name.startswith("generated/"):
        _, game, seed = name.split("/")
        text = kifu.dumps(replayer.generate(game, int(seed)))
        if int(seed):
            return {"text": f"{crc32(text.encode()):08x}"}
        stream = BytesIO(text.encode())
    else:
        stream = BytesIO((ROOT / name).read_bytes())
        stream.name = name
    for outcome in kifu.outcomes(stream):
        if outcome.record is not None and outcome.reading.whole:
            aspects = _aspects(outcome.record, outcome)
            if not name.startswith("conformance/"):
                aspects = chain(aspects, _random(outcome.record))
            for aspect, value in aspects:
                found[aspect] = crc32(value, found.get(aspect, 0))
    return {aspect: f"{value:08x}" for aspect, value in found.items()}


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
    yield "facts", _of(lambda: rows_of(outcome, 1, 1).match)
    yield "rows", _of(lambda: kifu.encoding(record).rows(record, perfect=True).arrays)
    yield from (("views", _of(_view, record, seat)) for seat in range(game.rules(record).players))


def _random(record: Any) -> Iterator[tuple[str, bytes]]:
    """Draw deals and play out rounds: this takes too long for many records."""
    game = replayer.game_of(record)
    players, numbers = range(game.rules(record).players), range(1, len(game.rounds(record)) + 1)
    yield from (("beliefs", _of(_deals, record, *each)) for each in product(players, numbers))
    yield from (("playouts", _of(kifu.playouts, record, 2, 3, 5, each)) for each in numbers)


def _view(record: Any, seat: int) -> object:
    return kifu.dumps(kifu.view(record, seat))


def _deals(record: Any, seat: int, number: int) -> object:
    deals = kifu.deals(record, seat, number + 1, number)
    return deals.count(), kifu.dumps(deals.sample(Random(1)))


def _of(function: Callable[..., object], *arguments: object) -> bytes:
    """Return the result of a function as bytes, or the kind of exception raised."""
    try:
        return repr(function(*arguments)).encode()
    except (ValueError, LookupError) as error:
        return type(error).__name__.encode()


def portraits() -> list[tuple[str, dict[str, str]]]:
    """Return the portraits in the table, with the paths of their files."""
    rows = map(json.loads, TABLE.read_text("utf-8").splitlines())
    return [(each.pop("file"), each) for each in rows]


if __name__ == "__main__":
    rows = ({"file": name, **portrait(name)} for name in names())
    lines = [json.dumps(each) + "\n" for each in rows if len(each) > 1]
    TABLE.write_text("".join(lines), "utf-8")
