"""What may have been meant, which `kifu validate` looks for in the first records with errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...archive.reading.inputs import Input
from ...findings import Finding, amount
from ...validation.outcome import Outcome
from .accepting import Accepting


class Suggestions:
    """Suggestions for the first records with errors; a search takes a tenth of a second."""

    def __init__(self, most: int, accepting: Accepting) -> None:
        self._most = self._left = most
        self._accepting = accepting
        self._left_off = False

    def findings(self, outcome: Outcome[Any], of: Input) -> list[Finding]:
        """The findings to report, with suggestions if it is one of the first with new errors."""
        kept = of.reported(outcome).findings
        errors = (each for each in kept if each.severity == "error")
        if all(self._accepting.knows(of, each) for each in errors):
            return kept
        if not self._left:
            self._left_off = self._most > 0
            return kept
        from ...repair.suggestions import suggest

        self._left -= 1
        return suggest(outcome)

    @property
    def are_wanted(self) -> bool:
        """Whether there may be any more."""
        return self._left > 0

    def told(self) -> Iterator[str]:
        """That not all was looked at, if so."""
        if self._left_off:
            yield (
                f"what was meant was looked for in the first {amount(self._most, 'record')} "
                "with errors: `--suggest N` looks in more"
            )
