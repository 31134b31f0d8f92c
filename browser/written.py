"""Locates a record's actions in its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..findings import Finding, Rule
from ..formats import Reading
from ..replayer.replay.trajectory import Trajectory
from ..replayer.replay.trajectory_step import TrajectoryStep

_NO_RULE = Rule("", "", "note", "", "", "")
"""The rule for dummy findings, made only to ask for places."""


class Written(Struct, frozen=True):
    """An action in a text: its step, its ply number (0 if it has none), and its place."""

    step: TrajectoryStep[Any]
    ply: int
    place: Finding


def actions_written(reading: Reading[Any], line: Trajectory[Any, Any]) -> Iterator[Written]:
    """Yield the actions in a line's own steps, with their places in the text."""
    for step in line.own:
        for ahead, pointer in enumerate(line.pointers(step).values()):
            ply = step.ply and step.ply + ahead
            found = place_of(reading, pointer, line.number, ply)
            if found is not None:
                yield Written(step, ply, found)


def place_of(reading: Reading[Any], pointer: str, number: int, ply: int = 0) -> Finding | None:
    """Return the place of a part of a round in the text, or None if its notation does not know it.

    A notation can locate findings, so it is asked to locate a dummy finding.
    """
    asked = Finding(rule=_NO_RULE, message="", pointer=pointer, round=number, ply=ply or None)
    found = reading.place(asked)
    return None if found is None or found.line is None else found
