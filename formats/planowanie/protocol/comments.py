"""The comments in a log, which hold data about a game that the commands lack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from msgspec import Struct

from ....replayer.planowanie.record import Reason, Record, Result
from ...document.schema import is_iso_8601
from ...interface.protocol import clean
from ...text.lines import quoted_line, unquoted

ARBITER = "# arbiter: kifu"
"""The comment of an arbiter that names every fault: if no fault is named, there was none."""

GAME = "# game: planowanie"
"""The first comment in a log that otherwise has only people's remarks at its head."""

HEAD = "game|title|player|seat|seed|date|end|arbiter"
"""The fields of comments at the head of a game, as a pattern."""

_FIELD = re.compile(rf"#[ ]*({HEAD}|fault)(?: ([0-9]{{1,2}}))?:[ ]*+(.*)")
_BEHIND = ("fault", "end")
"""The fields that may also come after a game."""
_FAULT = re.compile(r"player ([0-9]{1,2}): ([a-z]+)")
_TIMES = {"date": "start_time", "end": "end_time"}


class Notes(Struct):
    """The data in comments about a game: a header, and the reasons for faults, by player.

    `seat` is the log's seat, if no command gives it. `names_faults` is whether every fault would be
    noted; `fault` and `end` are the indices of the comments that give a fault and the time. `wrong`
    has the comments that contradict another comment or a command. `remarks` has the comments
    outside the protocol.
    """

    header: Record = Record()
    reasons: dict[int, Reason] = {}
    names_faults: bool = False
    fault: int | None = None
    end: int | None = None
    seat: int | None = None
    wrong: dict[int, str] = {}
    remarks: list[int] = []

    def fits(self, result: Result) -> bool:
        """Return whether the comment about a fault agrees with the game."""
        return result.end == "fault" and self.reasons.get(result.player or 0) == result.reason


def notes_of(comments: Sequence[str], head: int, players: int) -> Notes:
    """Return the data in comments about a game; the first `head` comments are at its head."""
    values: dict[str, Any] = {}
    names: dict[int, str] = {}
    notes = Notes()
    given: dict[tuple[str, str | None], str] = {}
    for place, comment in enumerate(comments):
        found = _FIELD.fullmatch(comment.strip())
        if found is None or (place >= head and found[1] not in _BEHIND):
            notes.remarks.append(place)
            continue
        name, number, text = found[1], found[2], unquoted(found[3])
        before = text if name == "fault" else given.setdefault((name, number), text)
        if before != text:
            what = name if number is None else f"{name} {number}"
            notes.wrong[place] = f"the {what} is given as {text!r}, but above as {before!r}"
            continue
        if name == "player" and number is not None and 0 < players <= int(number):
            notes.wrong[place] = f"{number} is not a player: players are 0 to {players - 1}"
        if name == "player" and number is not None and int(number) < players:
            names[int(number)] = text
        elif name == "seat" and re.fullmatch("[0-9]", text) and int(text) < players:
            notes.seat = int(text)
        elif name == "title":
            values["title"] = text
        elif name == "seed" and re.fullmatch("-?[0-9]{1,18}", text):
            values["seed"] = int(text)
        elif name in _TIMES and is_iso_8601(text):
            values[_TIMES[name]] = text
            notes.end = place if name == "end" else notes.end
        elif name == "arbiter":
            notes.names_faults = comment.strip() == ARBITER
        elif name == "fault":
            notes.fault = place
            fault = _FAULT.match(text)
            if fault is not None and fault[2] in get_args(Reason):
                notes.reasons[int(fault[1])] = fault[2]  # type: ignore[assignment]
        elif name != "game" and place not in notes.wrong:
            notes.remarks.append(place)
    if names:
        values["players"] = tuple(names.get(seat, "") for seat in range(players))
    notes.header = Record(**values)
    return notes


def is_field(comment: str, at_ends: bool) -> bool:
    """Return whether a comment at an end of the game is part of the protocol."""
    found = _FIELD.fullmatch(clean(comment).strip())
    return found is not None and (at_ends or found[1] in _BEHIND)


def head(record: Record) -> Iterator[str]:
    """Yield the comments at the head of a game."""
    if record.title is not None:
        yield f"# title: {quoted_line(record.title)}"
    for seat, name in enumerate(record.players or ()):
        yield f"# player {seat}: {quoted_line(name)}"
    result = record.result
    if record.view is not None and result is not None and result.command == "set_deck":
        yield f"# seat: {record.view}"
    if record.seed is not None:
        yield f"# seed: {record.seed}"
    if record.start_time is not None:
        yield f"# date: {record.start_time}"
    if record.end_time is not None:
        yield f"# end: {record.end_time}"


def tail(result: Result | None) -> Iterator[str]:
    """Yield the comment after a game that a fault ended."""
    if result is not None and result.end == "fault" and result.reason is not None:
        yield f"# fault: player {result.player}: {result.reason}"
