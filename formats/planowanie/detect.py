"""How the notations of Planowanie are recognised, from the beginning of a text."""

from __future__ import annotations

import re
from itertools import islice

# Patterns are compiled when a text is looked at, and kept by `re`: most are in other notations.
_MARK = r"(?m)^[ \t]*(>>|<<)[ \t]*[0-9]{1,3}:"
_COMMAND = r"(?m)^[ \t]*(set_(deck|players|game|cards)|gen_(declare|move))\b"

OWN = r'"deck"\s*:\s*\{\s*"ranks"|\A(?>.*?"deals"\s*:).*"declarations"\s*:'
"""What canonical JSON has and that of other games has not."""


def log(head: str) -> bool:
    """A mark of direction and seat on one of the first lines."""
    return re.search(_MARK, _first(head)) is not None


def seat_log(head: str) -> bool:
    """A command that nothing else has on one of the first lines."""
    return re.search(_COMMAND, _first(head)) is not None


def _first(head: str) -> str:
    lines = (line for line in head.split("\n") if not line.startswith("#"))
    return "\n".join(islice(lines, 40))
