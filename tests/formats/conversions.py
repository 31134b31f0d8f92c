"""Annotated records of every game, in every notation and on boards: `conversions.jsonl`.

    python -m tests.formats.conversions        # rewrites the table

Each row has a record's name, and for each notation a checksum of its text and the kinds of notes
that it loses, or "refused".
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import kifu
from kifu import formats, replayer
from kifu.formats import CannotHold
from kifu.formats.conversion import rewritten
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from ..hostile.seeds import branched, shorter
from ..imports import ROOT
from .go.games import game as go_game
from .go.games import played

GAMES = sorted({each.parent.name for each in (ROOT / "examples").glob("*/*.json")})
TABLE = Path(__file__).with_suffix(".jsonl")
_RECORDS = 10

_COMMENTS = (
    *(
        "good",
        "two\nlines",
        "# a sign",
        "(in brackets) [and others]",
        "a\\b: c",
        "é ♥ 王",
        "x " * 60,
    ),
    *("- a dash", '"quoted"', "=", "a  b\tc"),
)


def records() -> Iterator[tuple[str, Any]]:
    """Yield annotated records with variations, by name."""
    for name in GAMES:
        for number in range(_RECORDS):
            rng = Random(f"{name} {number}")
            game = replayer.game(name)
            record = shorter(name, game.generate(rng), rng)
            for _ in range(number % 3):
                record = branched(record, rng)
            yield f"{name} {number}", _annotated(name, record, rng, number)
    for number in range(2 * _RECORDS):
        text = (go_game, played)[number % 2](Random(number))
        for each in kifu.read(text, "go/sgf"):
            yield f"sgf {number}", each.record


def _annotated(name: str, record: Any, rng: Random, number: int) -> Any:
    """Return a record with notes on some of its plies, of more kinds if `number` is larger."""
    values: Any = json.loads(formats.canonical_notation(name).write(record))
    rounds: Any = next(values[key] for key in ("rounds", "deals", "hands") if key in values)
    values["title"] = "Cup"
    values |= {"event": "Spring", "place": "Łódź"} if name == "go" and number % 2 else {}
    for each in rounds:
        each["annotations"] = [_note(ply, rng, number) for ply in (None, 0, 1, 2, 3)]
        for line in each.get("variations", []):
            line["annotations"] = [_note(line["ply"], rng, number)]
    with suppress(kifu.RecordError):
        return kifu.loads(json.dumps(values))
    return record


def _note(ply: int | None, rng: Random, number: int) -> dict[str, Any]:
    note: dict[str, Any] = {"after": rng.sample(_COMMENTS, 1 + number % 3)}
    if number > 2 and ply:
        note["before"] = [rng.choice(_COMMENTS)]
        note["glyphs"] = sorted(rng.sample((1, 2, 3, 6, 10, 16, 140), 2))
    if number > 5 and ply:
        note["time_left"] = rng.choice((5, 60.5, 3600))
        note["evaluation"] = {"score": rng.choice((2, -1.5)), "depth": ply}
    return note if ply is None else {"ply": ply, **note}


def said(record: Any) -> Mapping[str, str]:
    """Return what each notation holds of a record, and checksums of its boards."""
    found, name = dict[str, str](), replayer.game_of(record).name
    for target in formats.notations(name):
        try:
            text, lost = rewritten(record, target)
            found[target.id] = " ".join([_sum(text), *(each.partition(":")[0] for each in lost)])
        except CannotHold:
            found[target.id] = "refused"
    found["boards"] = _sum([*_boards(name, record)])
    return found


def _boards(name: str, record: Any) -> Iterator[str]:
    board = formats.board(name)
    yield from board.head(record)
    for line in trajectories(replayer.game(name), record):
        if isinstance(line, Trajectory):
            yield from board.whole(line)
            for each in line.tree():
                yield from board.variation(each)
            for step in line.steps[::9]:
                yield from board.position(line, step)


def _sum(value: object) -> str:
    return f"{crc32(repr(value).encode()):08x}"


def table() -> Mapping[str, Mapping[str, str]]:
    """Return what is in the table, by the names of the records."""
    return dict(map(json.loads, TABLE.read_text("utf-8").splitlines()))


if __name__ == "__main__":
    rows = (json.dumps((name, said(record))) + "\n" for name, record in records())
    TABLE.write_text("".join(rows), "utf-8")
