"""Possible values where the YAML of a match could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...document.mapping import Path, Unknown
from .words import SEATS

_HAND = "裏" * 8
_FIELDS = {"hand": "hands", "uchidashi": "dealer", "game": "record", "score": "score"}


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a match."""
    match path:
        case ["version", *_]:
            return Unknown(path[:1], [1.0])
        case ["p0" | "p1" | "p2" | "p3"]:
            return Unknown(path, [None])
        case ["log", int(number), "uchidashi"]:
            return Unknown(path, _openers(value["log"][number].get("game")))
        case ["log", int(), "hand", "p0" | "p1" | "p2" | "p3"]:
            return Unknown(path, [_HAND])
        case ["log", int(), "hand"]:
            return Unknown(path, [dict.fromkeys(SEATS, _HAND)])
        case ["log", int(), "game"]:
            return Unknown(path, [[]])
        case ["log", int(number), "game", int(row), *_]:
            return Unknown(path[:3], [value["log"][number]["game"][:row]], lost=path[:4])
        case ["log", int()]:
            unread: dict[str, Any] = {
                "hand": dict.fromkeys(SEATS, _HAND),
                "uchidashi": 0,
                "game": [],
            }
            return Unknown(path, [unread])
        case _:
            return None


def _openers(rows: Any) -> Sequence[int]:
    """Return the players who may open a round: the first to play, or all if unknown."""
    match rows:
        case [["0" | "1" | "2" | "3" as player, *_], *_]:
            return [int(player)]
        case _:
            return range(4)


def in_record(path: Path) -> Path:
    """Convert a path in the text to the path of the field in the record."""
    match path:
        case ["log", int(number), str(field), *_]:
            return ["rounds", number, _FIELDS.get(field, field)]
        case ["log", *rest]:
            return ["rounds", *rest]
        case _:
            return path
