"""Checks inputs one after the other, and counts what it reads and finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from ..findings import Finding
from ..formats import UnknownNotation
from . import progress
from .accepting import Accepting
from .duplicates import Twice
from .errors import reason, say
from .fixing import Fixing
from .inputs import Input
from .report import Summary
from .suggesting import Suggestions


class Checking(Struct):
    """Checks inputs: `notation` is theirs, None if that is to be detected.

    If it is `verbose`, it names the files that it passes over; if it `shows_progress`, a bar says
    how far it is.
    """

    notation: str | None
    summary: Summary
    suggestions: Suggestions
    accepting: Accepting
    fixing: Fixing
    twice: Twice
    verbose: bool = False
    shows_progress: bool = True

    def findings(self, inputs: Sequence[Input]) -> Iterator[Finding]:
        """What is wrong with all inputs and not accepted, counted as it is found."""
        for each in progress.tracked(inputs, self.shows_progress):
            try:
                yield from self._of(each)
                self.accepting.read(each)
            except UnknownNotation:
                self.summary.skipped += 1
                if self.verbose:
                    say(f"{each.label}: passed over, this is no record")
            except OSError as error:
                if error.filename is None:  # of standard output, and of no file
                    raise
                self.summary.troubles.append((each.label, reason(error)))
                say(reason(error))
        self.summary.accepted, self.summary.gone = self.accepting.accepted, self.accepting.gone

    def _of(self, source: Input) -> Iterator[Finding]:
        look = self.twice.looking(partial(self.suggestions.findings, of=source), source)
        judged = self.fixing.judged(source, self.notation, look, skim=not self.twice.looks)
        for number, record in enumerate(judged):
            if number == 0:
                self.summary.paths.append(source.label)
            self.summary.add(record.counts)
            progress.records(1 if record.counts is None else record.counts.records)
            new = self.accepting.new(source, record.findings)
            self.fixing.count(new)
            for finding in new:
                self.summary.count(finding)
                yield finding
