"""Planowanie's notations, and the protocol that its programs speak."""

import re
from itertools import islice

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor

# Patterns are compiled on first use and cached by `re`, as most texts are in other notations.
_MARK = r"(?m)^[ \t]*(>>|<<)[ \t]*[0-9]{1,3}:"
_COMMAND = r"(?m)^[ \t]*(set_(deck|players|game|cards)|gen_(declare|move))\b"

_OWN = r'"deck"\s*:\s*\{\s*"ranks"|\A(?>.*?"deals"\s*:).*"declarations"\s*:'
"""Found only in canonical JSON of this game."""


def _log(head: str) -> bool:
    """A mark of direction and seat on one of the first lines."""
    return re.search(_MARK, _first(head)) is not None


def _seat_log(head: str) -> bool:
    """A command of the protocol on one of the first lines."""
    return re.search(_COMMAND, _first(head)) is not None


def _first(head: str) -> str:
    lines = (line for line in head.split("\n") if not line.startswith("#"))
    return "\n".join(islice(lines, 40))


FORMATS = FormatsDescriptor(
    game="planowanie",
    notations=(
        NotationDescriptor(
            "planowanie/json",
            "kifu.formats.planowanie.json",
            canonical_json("planowanie", own=_OWN),
        ),
        NotationDescriptor("planowanie/log", "kifu.formats.planowanie.log.arbiter", _log),
        NotationDescriptor("planowanie/seat-log", "kifu.formats.planowanie.log.seat", _seat_log),
    ),
    losses="kifu.formats.planowanie.losses",
    codes="kifu.formats.planowanie.codes",
    protocol="kifu.formats.planowanie.protocol.arbiter",
)
