"""`kifu validate --duplicates`: matches that occur in several records."""

from __future__ import annotations

from typing import Any

from ... import replayer
from ...archive.reading.inputs import Input
from ...findings import Finding
from ...formats import Reading
from ...replayer.codes import SAME_MATCH
from ...replayer.replay.duplicates import Duplicates
from ...validation.outcome import Outcome
from ..input.records import record_label


def repeated(known: Duplicates, outcome: Outcome[Any], of: Input, number: int) -> list[Finding]:
    """Return findings, placed at a record, about matches that it shares with earlier ones."""
    reading = outcome.reading
    if reading.record is None or reading.notation is None or not reading.whole:
        return []
    game = replayer.game(reading.notation.game)
    here = Finding(rule=SAME_MATCH, message="", path=of.label, line=_line(reading))
    label = record_label(here.place, number)
    found = known.findings(game, reading.record, label, of.place or of.path)
    # A notation may reword messages, but must not change a path.
    start = reading.place(here.but(pointer="")) if found else None
    if start is None:
        return []
    return [
        start.but(rule=each.rule, severity=each.severity, message=each.message, twin=each.twin)
        for each in found
    ]


def _line(reading: Reading[Any]) -> int | None:
    """Return the line on which a record begins."""
    text = reading.text
    if text is not None and reading.notation is not None and reading.notation.medium == "json":
        # Finding a place in JSON takes as long as a replay, and this place is known anyway.
        return text.position(len(text.content) - len(text.content.lstrip()))[0]
    start = reading.place(Finding(rule=SAME_MATCH, message="", pointer=""))
    return start and start.line
