"""`kifu validate --duplicates`: the same match in several records."""

from __future__ import annotations

from typing import Any

import click

from .. import replayer
from ..findings import Finding
from ..fixes import Look
from ..replayer.codes import SAME_MATCH
from ..replayer.duplicates import Duplicates
from ..validation import Outcome
from .inputs import Input

duplicates_option = click.option(
    "--duplicates", is_flag=True, help="Find matches that stand in several records, or parts of it."
)


class Twice:
    """Looks for matches that stand in several records, if that is asked for."""

    def __init__(self, wanted: bool, mends: bool) -> None:
        if wanted and mends:
            raise click.UsageError("--duplicates looks at records as they are: fix them first")
        self._known = Duplicates() if wanted else None

    def looking(self, look: Look, of: Input) -> Look:
        """A look at the outcomes of an input, with what is told of duplicates after the rest."""
        known = self._known
        if known is None:
            return look
        return lambda outcome: [*look(outcome), *of.kept(_findings(known, outcome))]


def _findings(known: Duplicates, outcome: Outcome[Any]) -> list[Finding]:
    reading = outcome.reading
    if reading.record is None or reading.notation is None or not reading.whole:
        return []
    # A notation may say messages in its own words, but a path is no word of it.
    start = reading.place(Finding(rule=SAME_MATCH, message="", pointer=""))
    if start is None:
        return []
    game = replayer.game(reading.notation.game)
    found = known.findings(game, reading.record, _named(start))
    return [
        start.but(rule=each.rule, severity=each.severity, message=each.message) for each in found
    ]


def _named(start: Finding) -> str:
    """Where a record stands, as messages say it: `games/a.jsonl:3 (record 2)`."""
    number = "" if start.record in (None, 1) else f" (record {start.record})"
    return start.but(column=None).place + number
