"""Vouch for games in SGF with nothing to report, without making a record.

They have one line of moves, perhaps with times and comments, and start from an empty board. Any
other game may be right or wrong: the reader judges it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ....replayer.check import Place
from ....replayer.go.check.result import check_result
from ....replayer.go.dates import wrong_date
from ....replayer.go.engine.engine import play
from ....replayer.go.options import Options
from ....replayer.go.points import COLOURS, LETTERS
from ....replayer.go.record import Record, Round
from ....replayer.go.rules import GoRules
from ....replayer.go.state import State
from ...files.conflict import BEGINS, ENDS
from ...interface.notation import Counts
from . import values
from .layout import PASSES

_REAL = rb"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_VALUE = rb"[^\[\]\\;]*+"
"""A value in the root, without a bracket: it might begin a property that a text swallows."""
_TEXT = rb"[^\]\\;]*+"
_GAME = re.compile(
    rb"\s*+\(\s*+;\s*+((?:[A-Z]{1,2}\[" + _VALUE + rb"\]\s*+)++)"
    rb"((?:;\s*+[BW]\[(?:[a-zA-Z]{2})?\](?:[BW]L\[" + _REAL + rb"\])?+(?:O[BW]\[[0-9]{1,9}\])?+"
    rb"(?:C\[" + _TEXT + rb"\])?+\s*+)++)\)\s*+"
)
_PROPERTY = re.compile(rb"([A-Z]{1,2})\[([^\]]*+)\]")
_MOVE = re.compile(rb";\s*+([BW]\[[a-zA-Z]{0,2}\])")
_FORMS = {
    **dict.fromkeys((b"PB", b"PW", b"BR", b"WR", b"BT", b"WT", b"EV", b"RO", b"PC", b"AP"), None),
    **dict.fromkeys((b"GN", b"OT", b"US", b"SO", b"AN", b"CP", b"ON", b"GC", b"C", b"CA"), None),
    **dict.fromkeys((b"DT", b"RU"), None),
    b"FF": re.compile(rb"[1-4]"),
    b"GM": re.compile(rb"1"),
    b"ST": re.compile(rb"[0-3]"),
    b"TM": re.compile(_REAL),
    b"SZ": re.compile(rb"[1-9]|[1-4][0-9]|5[0-2]"),
    b"KM": re.compile(rb"-?[0-9]{1,3}(?:\.(?:[05]0?|[27]5)0{0,4})?"),
    b"RE": re.compile(rb"[BW]\+(?:[RTF]?|Resign|Time|Forfeit|" + _REAL + rb")|0|Draw|Void|\?|"),
}
"""The properties that the root may have, and the form of their values."""
_MOST = 10_000
"""The maximum number of moves in a game that is accepted."""


def accept(data: bytes) -> Counts | None:
    """Return the counts of a game, or None if it cannot be vouched for."""
    found = _GAME.fullmatch(data)
    if found is None or BEGINS in data or ENDS in data:
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    properties = _PROPERTY.findall(found[1])
    said = dict[bytes, bytes](properties)
    if len(said) < len(properties) or not said.keys() <= _FORMS.keys():
        return None
    for key, value in properties:
        form = _FORMS[key]
        if form is not None and form.fullmatch(value) is None:
            return None
    if b"DT" in said and wrong_date(said[b"DT"].decode()) is not None:
        return None
    lines = int(said.get(b"SZ", b"19"))
    rules = _rules(lines, said.get(b"RU", b""))
    players, moves = _numbers(lines)
    spelled = _MOVE.findall(found[2])
    try:
        numbers = [*map(players.__getitem__, spelled)], [*map(moves.__getitem__, spelled)]
    except KeyError:  # not on the board
        return None
    table = rules.start(None).table.copy()
    if len(spelled) > _MOST or play(table, *numbers) < len(spelled):
        return None
    if not _is_result(said, rules, State(table)):
        return None
    return Counts(1, len(spelled))


def _is_result(said: dict[bytes, bytes], rules: GoRules, end: State) -> bool:
    """Return whether a result is possible with the komi and the final position."""
    result = values.result(said.get(b"RE", b"").decode())
    komi = values.number(said[b"KM"].decode()) if b"KM" in said else None
    played = Round(result=result)
    record = Record(komi=komi, rules=rules.options, rounds=(played,))
    return not any(check_result(record, played, end, Place(1)))


@lru_cache(maxsize=64)
def _rules(lines: int, name: bytes) -> GoRules:
    options = values.rules(name.decode()) or Options()
    return GoRules(columns=lines, rows=lines, options=options)


@lru_cache(maxsize=8)
def _numbers(lines: int) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Return the players and the numbers of all moves as they are spelled."""
    players, moves = dict[bytes, int](), dict[bytes, int]()
    for player, colour in enumerate(COLOURS):
        for number in range(lines * lines):
            word = f"{colour}[{LETTERS[number % lines]}{LETTERS[number // lines]}]".encode()
            players[word], moves[word] = player, number
        for each in PASSES[: 2 if lines <= values.SMALL else 1]:
            word = f"{colour}[{each}]".encode()
            players[word], moves[word] = player, lines * lines
    return players, moves
