"""Possible values where a record of Go could not be read, and the findings that may follow."""

from __future__ import annotations

from typing import Any

from ...findings import Finding
from ...replayer.go import codes
from ..document.mapping import Path, Unknown

_HEADER = {
    "komi": (codes.WRONG_MARGIN, codes.WRONG_SCORE),
    "handicap": (codes.WRONG_COLOUR_FIRST, codes.HANDICAP_DIFFERS, codes.WRONG_SCORE),
    "rules": (
        codes.SUICIDE,
        codes.SUPERKO,
        codes.PERHAPS_SUICIDE,
        codes.PERHAPS_SUPERKO,
        codes.REPETITION,
        codes.WRONG_SCORE,
        codes.WRONG_MARGIN,
    ),
}
"""The rules whose findings may follow from a lost part of the header."""


UNKNOWN = "?"
"""An action that could not be read. It is not a move, so the replay stops there."""


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a record."""
    match path:
        case ["size", *_]:
            return Unknown(["size"], [52])
        case ["rounds"] | ["rounds", int()]:
            return Unknown(path, [[{}]] if len(path) == 1 else [{}])
        case ["rounds", int(), "actions" | "setup" | "result" as key, *_] if len(path) < 4:
            return Unknown(path, [[]] if key == "actions" else [])
        case ["rounds", int(), "setup" | "result", *_]:
            return Unknown(path[:3], [])
        case ["rounds", int(number), "actions", int(at)]:
            actions = value["rounds"][number]["actions"]
            known = [*actions[:at], UNKNOWN, *actions[at + 1 :]]
            return Unknown(path[:3], [known], lost=path)
        case _:
            return None


def follows(finding: Finding, lost: Path) -> bool:
    """Return whether a finding may merely follow from a part that could not be read."""
    where = (finding.pointer or "").split("/")[1:]
    match lost:
        case ["size", *_]:
            return where[0] == "rounds"
        case [str(key), *_] if key in _HEADER:
            return finding.rule in _HEADER[key]
        case ["rounds", int(), "actions", *_]:
            of_end = (codes.WRONG_SCORE, codes.HANDICAP_DIFFERS, codes.HANDICAP_NOT_PLACED)
            return finding.rule in of_end or where[2:3] in (["actions"], ["variations"])
        case ["rounds", *rest]:
            return len(rest) < 2 or rest[1] == "setup"
        case _:
            return False
