"""The map: stations, and the lines between them by taxi, bus and underground."""

from __future__ import annotations

TICKETS = {"T": "taxi", "B": "bus", "U": "underground"}

STARTS = ("e1", "f4")
"""The stations at which Mr. X may start."""

DETECTIVES = ("f2", "c3")
"""The stations at which the two detectives start."""

_LINES = """
T a1b2 b2c1 c1d2 d2e1 d2e4 e1f2 e4f4
B a1a3 a3c3 b2b4 b4d4 c1c3 d2d4 f2f4
U a3d4 b2e4 d2f4
"""
"""The lines by ticket, as pairs of stations; a station is named by its column and row."""


def _lines() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for ticket, *pairs in map(str.split, _LINES.split("\n")[1:-1]):
        for start, end in ((pair[:2], pair[2:]) for pair in pairs):
            found.setdefault(start, {})[end] = ticket
            found.setdefault(end, {})[start] = ticket
    return {station: dict(sorted(found[station].items())) for station in sorted(found)}


LINES = _lines()
"""The stations next to each station, each with the ticket for the line to it."""
