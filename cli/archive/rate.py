"""`kifu rate`: player ratings, from records of matches or from results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO

import click
from msgspec import Struct, field

from ...archive.reading.inputs import Input
from ...arena.ratings import GameResult, Model, pgn_results, rate, results_of
from ...arena.ratings.alike import alike, told_apart
from ...arena.ratings.pgn_results import PgnGame
from ...arena.ratings.values import Groups, values
from ...findings import Finding
from ...findings.shown import visible
from ...formats import UnknownNotation
from ...formats.files.source import Source
from ...replayer.game import MatchResult, Unsupported
from ...validation.outcome import Outcome
from ...validation.outcomes import outcomes
from ..errors import CLEAN, FAILED, FOUND, reason, say
from ..input.choosing import Choice, choosing
from ..options import Number, OneOf, force, input_paths, output_file
from ..output import check_target, json_text, write
from ..report import tell
from ..terminal import tracked
from .standings import as_csv, table

BAYESELO = "bayeselo-pgn"


@click.command
@input_paths
@click.option(
    "--prior",
    type=Number(1e-6, 1e6),
    default=2.0,
    show_default=True,
    help="The number of virtual draws for each player.",
)
@click.option(
    "--draw",
    type=Number(0, 4000),
    default=97.3,
    show_default=True,
    help="The Elo difference at which a win has probability one half.",
)
@click.option(
    "--advantage",
    type=Number(-4000, 4000),
    default=0.0,
    show_default=True,
    help="The advantage of White (or the lower seat) in Elo.",
)
@click.option(
    "--confidence",
    type=Number(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="The probability that a rating lies within its interval.",
)
@click.option(
    "--output-format",
    "style",
    type=OneOf(["table", "csv", "json"]),
    help="The format of the ratings.  [default: table]",
)
@click.option(
    "--to",
    "target",
    type=OneOf([BAYESELO]),
    help="Write the results as input for the program BayesElo, instead of ratings.",
)
@choosing
@output_file
@click.option("--strict", is_flag=True, help="Rate nothing if anything is refused.")
@force
def command(
    inputs: tuple[str, ...],
    prior: float,
    draw: float,
    advantage: float,
    confidence: float,
    style: str | None,
    target: str | None,
    choice: Choice,
    output: str | None,
    strict: bool,
    force: bool,
) -> int:
    """Rate players with BayesElo's model.

    INPUTs are files, folders or - for standard input: records of matches in any notation, or PGN
    files, whose tags White, Black and Result are read. A match gives a result for every pair of
    players on different sides: the side with more points wins, and equal points are a draw. A
    record or game with an error is refused and reported, and the others are rated. Unfinished
    matches and players without names give no result.

    Ratings have a mean of 0 and the scale of BayesElo; + and - give the confidence interval.
    Players who are not connected by games have no common scale: each group of connected players is
    rated and ranked separately. Names that differ only in spaces, case or the form of letters are
    rated as different players, and are listed on standard error.

    Exit status: 0 everything is rated; 1 something was refused; 2 something could not be read, or
    there are no results.
    """
    if style is not None and target is not None:
        raise click.UsageError("--output-format and --to cannot be used together")
    check_target(output, force)
    found, sources = Results(), choice.inputs(inputs)
    for each in tracked(sources, [each.path for each in sources]):
        found.add(each)
    found.explain()
    if strict and found.status != CLEAN:
        return found.status
    if not found.counts:
        say("there are no results to rate")
        return FAILED
    if target == BAYESELO:
        pieces = list(pgn_results.write(found.counts))
    else:
        model = Model(advantage, draw, prior)
        groups = rate(found.counts, model, confidence)
        if len(groups) > 1:
            say(
                f"the players form {len(groups)} groups without games between them: "
                "ratings in different groups cannot be compared"
            )
        pieces = _written(style, groups, model, confidence)
    write(pieces, output, force)
    return found.status


def _written(style: str | None, groups: Groups, model: Model, confidence: float) -> Iterator[str]:
    match style:
        case "json":
            yield json_text(values(groups, model, confidence)) + "\n"
        case "csv":
            yield as_csv(groups)
        case _:
            yield from (f"{line}\n" for line in table(groups))


MOST = 100
"""The maximum number of findings shown about one PGN file."""

MOST_ALIKE = 10
"""The maximum number of groups of similar names shown."""


class Results(Struct):
    """The number of times each result occurs, and the number of matches without one.

    `status` is the exit status so far.
    """

    counts: Counter[GameResult] = field(default_factory=Counter[GameResult])
    status: int = CLEAN
    unfinished: int = 0
    nameless: int = 0
    skipped: int = 0

    def add(self, source: Input) -> None:
        """Read an input; report on standard error what is refused or cannot be read."""
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
            say(f"{source.label}: {found - MOST} more findings not shown")

    def explain(self) -> None:
        """Report valid inputs that gave no result."""
        if self.skipped:
            say(f"skipped (not records): {self.skipped}")
        if self.unfinished:
            say(f"no result (unfinished): {self.unfinished}")
        if self.nameless:
            say(f"not rated (players without names): {self.nameless}")
        same = alike(name for each in self.counts for name in (each.white, each.black))
        for names in same[:MOST_ALIKE]:
            listed = ", ".join(told_apart(names))
            say(f"these names look alike, but are rated as different players: {visible(listed)}")
        if len(same) > MOST_ALIKE:
            say(f"and {len(same) - MOST_ALIKE} more groups of names that look alike")

    def _add_record(self, outcome: Outcome[Any], source: Input) -> None:
        """Count the results in a record, or refuse it."""
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
            self._fail(f"{source.label}: a match was not rated: {why}", FOUND)

    def _count(self, match: MatchResult | None) -> None:
        """Count the results of a match; raises ValueError if a player has two seats in it."""
        if match is None:
            self.unfinished += 1
        elif match.names is None:
            self.nameless += 1
        else:
            self.counts.update(results_of(match))

    def _refuse(self, errors: list[Finding], source: Input) -> None:
        """Report an invalid record on one line."""
        where, why = source.label, ""
        for first in errors[:1]:
            where = ":".join([where, *(str(n) for n in (first.line, first.column) if n)])
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            why = f": {first.code} {first.message}{more}"
        self._fail(f"{where}: not rated{why}", FOUND)

    def _fail(self, message: str, status: int = FAILED) -> None:
        """Report that something was not rated."""
        say(message)
        self.status = max(self.status, status)

    @staticmethod
    def _show(findings: Iterable[Finding], source: Input) -> None:
        tell(each.but(path=source.label) for each in findings)


def _read(
    stream: BinaryIO, name: str, identifier: str | None = None
) -> Iterator[PgnGame | Outcome[Any]]:
    """Return the records in a file, or its games if it is a PGN file rather than a record."""
    source = Source(stream)
    try:
        yield from outcomes(source, name, identifier)
    except UnknownNotation:
        if not pgn_results.claims(source.head()):
            raise
        yield from pgn_results.read(source)
