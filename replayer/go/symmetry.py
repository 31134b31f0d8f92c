"""Rotates and mirrors boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from msgspec.structs import replace

from .points import LETTERS, SETUP, place, point
from .record import Record, Round


def standard(record: Record) -> Record:
    """Return the game on the rotated or mirrored board whose moves and setups sort first."""
    columns, rows = record.columns_and_rows
    if not (1 <= columns <= len(LETTERS) and 1 <= rows <= len(LETTERS)):
        return record
    ways = product((False, True), (False, True), (False, True) if columns == rows else (False,))
    turned = [
        [_turned(each, partial(_moved, columns, rows, way)) for each in record.rounds]
        for way in ways
    ]
    return replace(record, rounds=tuple(min(turned, key=_words)))


def _words(rounds: list[Round]) -> list[tuple[str, tuple[str, ...]]]:
    return [("" if each.setup is None else each.setup.position, each.actions) for each in rounds]


def _turned(played: Round, move: Callable[[str], str]) -> Round:
    """Return the play with each point moved; set-up points are sorted, and so are their kinds."""

    def moved(words: str) -> str:
        parts = [part.split() for part in words.split(";")]
        turned = (" ".join([*part[:1], *sorted(map(move, part[1:]))]) for part in parts)
        return "; ".join(sorted(turned))

    def acted(action: str) -> str:
        first, _, rest = action.partition(" ")
        return f"{first} {moved(rest) if first == SETUP else move(rest)}"

    setup = played.setup
    if setup is not None:
        setup = replace(setup, position=moved(setup.position))
    actions = tuple(map(acted, played.actions))
    return replace(played, setup=setup, actions=actions, variations=(), annotations=())


def _moved(columns: int, rows: int, way: tuple[bool, bool, bool], word: str) -> str:
    """Return a point after mirroring the board; return other words and points unchanged."""
    across, down, turn = way
    found = place(word)
    if found is None or found[0] >= columns or found[1] >= rows:
        return word
    column = columns - 1 - found[0] if across else found[0]
    row = rows - 1 - found[1] if down else found[1]
    return point(row, column) if turn else point(column, row)
