"""The results that `kifu rate` finds in its inputs, and what it says about the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO

from msgspec import Struct, field

from ...archive.reading.inputs import Input
from ...arena.ratings import GameResult, pgn_results, results_of
from ...arena.ratings.pgn_results import PgnGame
from ...findings import Finding
from ...formats import UnknownNotation
from ...formats.files.source import Source
from ...replayer.game import MatchResult, Unsupported
from ...validation.outcome import Outcome
from ...validation.outcomes import outcomes
from ..errors import CLEAN, FAILED, FOUND, reason, say
from ..report import tell

MOST = 100
"""The most findings about one PGN file that are shown."""


class Results(Struct):
    """How often each result was found, and how many matches gave none.

    `status` is the exit status so far.
    """

    counts: Counter[GameResult] = field(default_factory=Counter[GameResult])
    status: int = CLEAN
    unfinished: int = 0
    nameless: int = 0
    skipped: int = 0

    def add(self, source: Input) -> None:
        """Read an input; what is refused or cannot be read is reported on standard error."""
        found = 0
        try:
            for each in source.read(partial(_read, identifier=source.notation)):
                if isinstance(each, Outcome):
                    self._add_record(each, source)
                    continue
                self._show(each.findings[: max(0, MOST - found)], source)
                found += len(each.findings)
                if any(finding.severity == "error" for finding in each.findings):
                    self.status = max(self.status, FOUND)
                else:
                    self._count(each.result)
        except UnknownNotation:
            self.skipped += 1
        except OSError as error:
            self._fail(reason(error))
        if found > MOST:
            say(f"{source.label}: {found - MOST} more findings are not shown")

    def explain(self) -> None:
        """Say what gave no result, though nothing is wrong with it."""
        if self.skipped:
            say(f"passed over, as they are no records: {self.skipped}")
        if self.unfinished:
            say(f"without a result, as they are not finished: {self.unfinished}")
        if self.nameless:
            say(f"not rated, as the players have no names: {self.nameless}")

    def _add_record(self, outcome: Outcome[Any], source: Input) -> None:
        """Count the results of a record, or refuse it."""
        if outcome.errors or outcome.counts is None:
            self._refuse(outcome.errors, source)
            return
        try:
            found = outcome.match_result()
            if outcome.failures:
                self._refuse(outcome.failures, source)
            else:
                self._count(found)
        except Unsupported as why:
            self._fail(f"{source.label}: {why}")
        except ValueError as why:
            self._fail(f"{source.label}: a match is not rated: {why}", FOUND)

    def _count(self, match: MatchResult | None) -> None:
        """Count the results of a match; raises ValueError if a player of it has two seats."""
        if match is None:
            self.unfinished += 1
        elif match.names is None:
            self.nameless += 1
        else:
            self.counts.update(results_of(match))

    def _refuse(self, errors: list[Finding], source: Input) -> None:
        """Name a record that is wrong, in one line."""
        where, why = source.label, ""
        for first in errors[:1]:
            where = ":".join([where, *(str(n) for n in (first.line, first.column) if n)])
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            why = f": {first.code} {first.message}{more}"
        self._fail(f"{where}: not rated{why}", FOUND)

    def _fail(self, message: str, status: int = FAILED) -> None:
        """Say that something is not rated."""
        say(message)
        self.status = max(self.status, status)

    @staticmethod
    def _show(findings: Iterable[Finding], source: Input) -> None:
        tell(each.but(path=source.label) for each in findings)


def _read(
    stream: BinaryIO, name: str, identifier: str | None = None
) -> Iterator[PgnGame | Outcome[Any]]:
    """The records of a file; the games of a PGN, if it is one and no record."""
    source = Source(stream)
    try:
        yield from outcomes(source, name, identifier)
    except UnknownNotation:
        if not pgn_results.claims(source.head()):
            raise
        yield from pgn_results.read(source)
