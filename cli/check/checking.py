"""Checks inputs one after the other, and counts what it reads and finds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from ...archive.reading.inputs import Input
from ...findings import Finding
from ...formats import UnknownNotation
from ...formats.interface.notation import Counts
from ...validation.outcome import Judged, Look, Outcome
from ...validation.workers import Lost
from ..errors import reason, say
from ..input.ahead import Ahead, Job, Sizes
from ..output import progress
from ..report import Summary
from .accepting import Accepting
from .fixing import Fixing
from .suggesting import Suggestions

if TYPE_CHECKING:
    from ...validation.bulk.told import Told
    from ...validation.bulk.work import Work
    from ...validation.workers import Workers
    from .duplicates import Twice

Outcomes: TypeAlias = Iterator[Outcome[Any] | Counts]


class Checking(Struct):
    """Checks inputs: `notation` is theirs, None if that is to be detected.

    If it is `verbose`, it names the files that it passes over; if it `shows_progress`, a bar says
    how far it is. `workers` start those that read ahead, if there are to be any;
    `sizes` say how work is taken apart for them. What it `reads` now is for messages.
    """

    notation: str | None
    summary: Summary
    suggestions: Suggestions
    accepting: Accepting
    fixing: Fixing
    twice: Twice | None = None
    verbose: bool = False
    shows_progress: bool = True
    workers: Callable[[], AbstractContextManager[Workers]] | None = None
    sizes: Sizes | None = None
    reads: str = ""

    def findings(self, inputs: Sequence[Input]) -> Generator[Finding]:
        """What is wrong with all inputs and not accepted, counted as it is found.

        After a KeyboardInterrupt, or where all workers are lost, there is no more of it.
        """
        try:
            yield from self._findings(inputs)
        except KeyboardInterrupt:
            self.summary.is_interrupted = True
            self.summary.troubles.append((self.reads, "interrupted"))
        except Lost as why:
            self.summary.troubles.append((self.reads, str(why)))
            say(f"{why}; nothing further was read")
        self.summary.accepted, self.summary.gone = self.accepting.accepted, self.accepting.gone

    def _findings(self, inputs: Sequence[Input]) -> Iterator[Finding]:
        for each, outcomes in self._tracked(inputs):
            self.reads = each.label
            try:
                yield from self._of(each, outcomes)
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

    def _tracked(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Outcomes]]:
        paths = [each.path for each in inputs]
        return progress.tracked(self._read(inputs), paths, self.shows_progress)

    def _read(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Outcomes]]:
        """The inputs with their outcomes; where files are mended, these are not asked for."""
        if self.twice or self.fixing.mends:
            return ((each, each.outcomes(self.notation)) for each in inputs)
        job: Job[Told | Counts, Outcome[Any] | Counts] = Job(
            work=self._work,
            item=lambda told, before: told if isinstance(told, Counts) else told.outcome(before),
            alone=lambda source: source.skimmed(self.notation, progress.taken),
        )
        return Ahead(self.notation, job, self.workers, self.sizes).items(inputs)

    def _work(self) -> Work[Told | Counts]:
        from ...validation.bulk.told import Telling  # for files that workers read

        return Telling(self.suggestions.are_wanted)

    def _of(self, source: Input, outcomes: Outcomes) -> Iterator[Finding]:
        look: Look = partial(self.suggestions.findings, of=source)
        if self.twice:
            look = self.twice.looking(look, source)
        if self.fixing.mends:
            judged = self.fixing.judged(source, self.notation, look)
        else:
            judged = _judged(outcomes, look)
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


def _judged(outcomes: Outcomes, look: Look) -> Iterator[Judged]:
    for each in outcomes:
        if isinstance(each, Counts):
            yield Judged(each, [])
        else:
            yield Judged(each.counts, look(each))
