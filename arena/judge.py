"""Whether a reply has the form that the protocol wants."""

from __future__ import annotations

from collections.abc import Sequence

from ..formats.planowanie.protocol.words import ASKING, decision, reply
from .processes.seat import Failed

_QUOTED = 40
"""The most characters that are looked at: nothing that is right has as many."""


def judged(command: str, lines: Sequence[str]) -> str | None:
    """The decision that a reply to a command is, None where none was asked for.

    Raises Failed where the reply is malformed, or refuses a decision. To refuse anything else does
    no harm.

    >>> judged("gen_move", ["= AS"]), judged("time_left 900", ["? what?"])
    ('AS', None)
    """
    first, *more = lines
    kind, text = reply(first)
    if not kind:
        raise Failed("malformed", f"{first[:_QUOTED]!r} begins neither with = nor with ?")
    if kind == "=" and more:
        raise Failed("malformed", f"{more[0][:_QUOTED]!r} is a second line behind =")
    name = command.partition(" ")[0]
    if name not in ASKING:
        return None
    if kind == "?":
        raise Failed("refused", text or "no reason is given")
    return decision(name, text[:_QUOTED])
