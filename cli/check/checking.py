"""Check inputs one after another, and count what was read and found."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import count
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec import Struct

from ... import replayer
from ...archive.reading.inputs import Input, record_label
from ...archive.reading.known import Baselines
from ...archive.selection import stops_reading
from ...findings import Finding, amount
from ...formats import Reading, UnknownNotation
from ...formats.interface.notation import Counts
from ...replayer.codes import SAME_MATCH
from ...validation.outcome import Judged, Look, Outcome
from ...validation.workers import Lost
from ..errors import reason, say
from ..input.ahead import Ahead, Job, Sizes
from ..report import Summary
from ..terminal import bytes_read, records_read, tracked
from .fixing import Fixing

if TYPE_CHECKING:
    from ...archive.cache import Cache
    from ...replayer.replay.duplicates import Duplicates
    from ...validation.bulk.work import Reported, Work
    from ...validation.workers import Workers

Outcomes: TypeAlias = Iterator[Outcome[Any] | Counts]


_IGNORED = "errors in the text are not reported, because of `select` or `ignore`"


class Checking(Struct):
    """A check of inputs; `notation` is their notation, or None to detect it.

    `suggests` is the maximum number of records with new errors to search for suggestions, as each
    search takes a tenth of a second. `duplicates` finds matches that occur in several records. If
    `verbose`, skipped files are listed; if `shows_progress`, there is a progress bar. `workers`
    starts processes that read ahead, if any are wanted; `sizes` says how to divide work among them.
    `cache` knows which files need not be read again. `reads` is the current input, for messages.
    """

    notation: str | None
    summary: Summary
    baselines: Baselines
    fixing: Fixing
    suggests: int
    duplicates: Duplicates | None = None
    verbose: bool = False
    shows_progress: bool = True
    workers: Callable[[], AbstractContextManager[Workers]] | None = None
    sizes: Sizes | None = None
    cache: Cache | None = None
    reads: str = ""
    searched: int = 0
    left_off: bool = False

    def findings(self, inputs: Sequence[Input]) -> Iterator[Finding]:
        """Yield all findings in the inputs except accepted ones, counting them as they are found.

        Stops early after a KeyboardInterrupt, or if all workers are lost.
        """
        return heeding_interrupts(self._until_interrupted(inputs))

    def _until_interrupted(self, inputs: Sequence[Input]) -> Generator[Finding]:
        try:
            yield from self._findings(inputs)
        except KeyboardInterrupt:
            self.summary.is_interrupted = True
            self.summary.troubles.append((self.reads, "interrupted"))
        except Lost as why:
            self.summary.troubles.append((self.reads, str(why)))
            say(f"{why}; nothing more was read")
        self.summary.accepted, self.summary.gone = self.baselines.accepted, self.baselines.gone

    def _findings(self, inputs: Sequence[Input]) -> Iterator[Finding]:
        paths = [each.path for each in inputs]
        for each, outcomes in tracked(self._read(inputs), paths, self.shows_progress):
            self.reads, hides, before = each.label, False, self.summary.unchecked
            try:
                for finding in self._of(each, outcomes):
                    hides = hides or stops_reading(finding.rule)
                    yield finding
                if self.summary.unchecked > before:
                    if self.verbose:
                        say(f"{each.label}: not checked: {_IGNORED}")
                elif not hides:
                    self.baselines.read(each)
            except UnknownNotation:
                self.summary.skipped += 1
                if self.verbose:
                    say(f"{each.label}: skipped, this is not a record")
            except OSError as error:
                if error.filename is None:  # an error on standard output, which has no file
                    raise
                self.summary.troubles.append((each.label, reason(error)))
                say(reason(error))

    def _read(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Outcomes]]:
        """Yield the inputs with their outcomes; files are fixed without workers."""
        if self.duplicates or self.fixing.mends:
            return ((each, each.outcomes(self.notation)) for each in inputs)
        job: Job[Reported | Counts, Outcome[Any] | Counts] = Job(
            work=self._work,
            item=lambda notes, before: (
                notes if isinstance(notes, Counts) else notes.outcome(before)
            ),
            alone=lambda source: source.skimmed(self.notation, bytes_read),
        )
        ahead = Ahead(self.notation, job, self.workers, self.sizes)
        if self.cache is None:
            return ahead.items(inputs)
        return self.cache.items(inputs, self.notation, ahead.items)

    def _work(self) -> Work[Reported | Counts]:
        from ...validation.bulk.work import Reporting  # for files that workers read

        return Reporting(self.searched < self.suggests)

    def _of(self, source: Input, outcomes: Outcomes) -> Iterator[Finding]:
        numbers = count(1)

        def look(outcome: Outcome[Any]) -> list[Finding]:
            return [*self._suggested(outcome, source), *self._repeated(outcome, source, numbers)]

        if self.fixing.mends:
            judged = self.fixing.judged(source, self.notation, look)
        else:
            judged = _judged(outcomes, look)
        for number, record in enumerate(judged):
            if number == 0:
                self.summary.paths.append(source.label)
            self.summary.add(record.counts)
            self.summary.unchecked += record.counts is None and not record.findings
            records_read(1 if record.counts is None else record.counts.records)
            new = self.baselines.new(source, record.findings)
            self.fixing.count(new)
            for finding in new:
                self.summary.count(finding)
                yield finding

    def notes(self) -> Iterator[str]:
        """Yield notes if not all records were checked, or not all searched for suggestions."""
        if self.summary.unchecked:
            them = "`-v` lists the files" if not self.verbose else "`--select ALL` shows them"
            yield f"{amount(self.summary.unchecked, 'record')} not checked: {_IGNORED}; {them}"
        if self.left_off:
            looked = f"the first {amount(self.suggests, 'record')} with errors"
            yield f"only {looked} were searched for suggestions: use `--suggest N` to search more"

    def _suggested(self, outcome: Outcome[Any], source: Input) -> list[Finding]:
        """Return the findings to report, with suggestions for the first records with new errors."""
        kept = source.reported(outcome).findings
        errors = (each for each in kept if each.severity == "error")
        if all(self.baselines.knows(source, each) for each in errors):
            return kept
        if self.searched >= self.suggests:
            self.left_off = self.suggests > 0
            return kept
        from ...repair.suggestions import suggest

        self.searched += 1
        return suggest(outcome)

    def _repeated(
        self, outcome: Outcome[Any], source: Input, numbers: Iterator[int]
    ) -> list[Finding]:
        """Return findings about matches that a record shares with earlier ones."""
        known = self.duplicates
        if known is None:
            return []
        number = next(numbers)
        found = outcome.attempt(lambda: _shared(known, outcome, source, number)) or []
        return source.kept([each for each in found if not outcome.ignores(each)])


def _judged(outcomes: Outcomes, look: Look) -> Iterator[Judged]:
    for each in outcomes:
        if isinstance(each, Counts):
            yield Judged(each, [])
        else:
            yield Judged(each.counts, look(each))


def _shared(known: Duplicates, outcome: Outcome[Any], of: Input, number: int) -> list[Finding]:
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


ItemT = TypeVar("ItemT")


def heeding_interrupts(items: Generator[ItemT]) -> Iterator[ItemT]:
    """Yield a generator's items, passing each KeyboardInterrupt to the generator.

    An interrupt while an item is being processed is delayed until the item is done, unless it is
    the second interrupt.
    """
    waits = is_due = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_due
        if waits or is_due:
            raise KeyboardInterrupt
        is_due = True

    before = signal.getsignal(signal.SIGINT)
    heeds = before is signal.default_int_handler
    if heeds:
        signal.signal(signal.SIGINT, interrupt)
    try:
        while True:
            try:
                waits = True
                item = items.throw(KeyboardInterrupt()) if is_due else next(items)
            except StopIteration:
                return
            finally:
                waits = False
            yield item
    finally:
        if heeds:
            signal.signal(signal.SIGINT, before)
