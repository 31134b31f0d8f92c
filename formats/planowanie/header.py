"""The comment lines of a protocol log that say of the game what the protocol does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from ...replayer.planowanie.record import Reason, Record, Result
from ..json_schema import is_iso_8601
from ..lines import quoted_line, unquoted
from .dialogue import Line

HEAD = re.compile(r"#[ ]*(title|player [0-9]+|seed|date|end):")
"""A comment that stands at the head of a game."""

_FIELD = re.compile(r"#[ ]*(title|player|seed|date|end|fault)(?: ([0-9]{1,2}))?:[ ]*(.*)")
_FAULT = re.compile(r"player ([0-9]{1,2}): ([a-z]+)")
_TIMES = {"date": "start_time", "end": "end_time"}


def header(comments: Iterable[Line], seats: int) -> tuple[Record, dict[int, Reason]]:
    """What comments say of a game, and the reasons that they give for faults, by player."""
    values: dict[str, Any] = {}
    names: dict[int, str] = {}
    reasons: dict[int, Reason] = {}
    for comment in comments:
        found = _FIELD.fullmatch(comment.content.strip())
        if found is None:
            continue
        name, number, text = found[1], found[2], unquoted(found[3])
        if name == "player" and number is not None and int(number) < seats:
            names[int(number)] = text
        elif name == "title":
            values["title"] = text
        elif name == "seed" and re.fullmatch("-?[0-9]{1,18}", text):
            values["seed"] = int(text)
        elif name in _TIMES and is_iso_8601(text):
            values[_TIMES[name]] = text
        elif name == "fault":
            fault = _FAULT.match(text)
            if fault is not None and fault[2] in get_args(Reason):
                reasons[int(fault[1])] = fault[2]  # type: ignore[assignment]
    if names:
        values["players"] = tuple(names.get(seat, "") for seat in range(seats))
    return Record(**values), reasons


def head(record: Record) -> Iterator[str]:
    """The comments at the head of a game."""
    if record.title is not None:
        yield f"# title: {quoted_line(record.title)}"
    for seat, name in enumerate(record.players or ()):
        yield f"# player {seat}: {quoted_line(name)}"
    if record.seed is not None:
        yield f"# seed: {record.seed}"
    if record.start_time is not None:
        yield f"# date: {record.start_time}"
    if record.end_time is not None:
        yield f"# end: {record.end_time}"


def tail(result: Result | None) -> Iterator[str]:
    """The comment behind a game that ended by a fault."""
    if result is not None and result.end == "fault" and result.reason is not None:
        yield f"# fault: player {result.player}: {result.reason}"
