"""A user's script without mistakes: a strict type checker has no complaints."""

from pathlib import Path

import kifu
from kifu.replayer.goita.record import Record


def winners(path: Path) -> list[int | None]:
    """Return the winner of each round in a match of Goita."""
    record = kifu.load(path, type=Record)
    return [played.winner for played in record.rounds]


def errors(path: Path) -> list[str]:
    found: list[kifu.Finding] = kifu.validate(path)
    return [f"{each.line}: {each.code}" for each in found if each.severity == "error"]


def titles(path: Path) -> list[str | None]:
    """Return the titles of the matches of Goita in a file."""
    readings = kifu.read(path)
    records = [reading.record for reading in readings]
    return [each.title for each in records if isinstance(each, Record)]


def hands(record: Record, player: int) -> tuple[str, ...]:
    return kifu.view(record, player).rounds[0].hands


def points(record: Record) -> list[int | None]:
    ends = [each.steps[-1].state.outcome for each in kifu.replay(record)]
    return [None if end is None else end.points for end in ends]


def same(record: kifu.GameRecord[object]) -> str:
    return kifu.dumps(record)
