"""Names the parts of a Planowanie record that were lost in a notation."""

from __future__ import annotations

from collections.abc import Iterator

from ...replayer.planowanie.record import Record
from ..interface.losses import changed, changed_rounds

WORDS = {
    "variations": "alternative lines of play in a deal",
}


def unsupported(*names: str) -> dict[str, str]:
    """Map the losses of a notation to their explanations."""
    return {name: WORDS[name] for name in names}


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    return list(dict.fromkeys(_differences(before, after)))


def _differences(before: Record, after: Record) -> Iterator[str]:
    for name in changed(before, after, without="deals"):
        if name == "result" and before.result is not None and after.result is not None:
            yield from (f"{each} of the result" for each in changed(before.result, after.result))
        else:
            yield name
    yield from changed_rounds(before.deals, after.deals, "deals")
