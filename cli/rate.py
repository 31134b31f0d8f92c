"""`kifu rate`: ratings of players, from records of their matches or from results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import click
from msgspec import Struct, field

from ..arena.ratings import GameResult, Model, pgn_results, rate, results_of
from ..arena.ratings.pgn_results import PgnGame
from ..findings import Finding
from ..formats import CannotHold, Reading, UnknownNotation, detect
from ..formats.source import Source, Unreadable
from ..replayer.game import MatchResult, Unsupported
from ..validation import Outcome, outcome, outcomes
from .errors import CLEAN, FAILED, FOUND, Failure, reason, say
from .inputs import Input, walk
from .options import force, output_file
from .output import show_error
from .report import Summary
from .report.text import render
from .standings import Groups, as_csv, table, values
from .writing import check_target, write

BAYESELO = "bayeselo-pgn"
MOST = 100
"""The most findings about one PGN file that are shown."""


class Number(click.FloatRange):
    """A number of a range; `nan` is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a usage error."""
        number: float = super().convert(value, param, ctx)
        return number if number == number else self.fail("nan is no number", param, ctx)


@click.command
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--prior",
    type=Number(1e-6, 1e6),
    default=2.0,
    show_default=True,
    help="The virtual draws of each player.",
)
@click.option(
    "--draw",
    type=Number(0, 4000),
    default=97.3,
    show_default=True,
    help="How many Elo make a win as probable as no win.",
)
@click.option(
    "--advantage",
    type=Number(-4000, 4000),
    default=0.0,
    show_default=True,
    help="How many Elo it is worth to be White (or to have the lower seat).",
)
@click.option(
    "--confidence",
    type=Number(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="How probably a rating lies within its interval.",
)
@click.option(
    "--output-format",
    "style",
    type=click.Choice(["table", "csv", "json"]),
    help="How the ratings are written.  [default: table]",
)
@click.option(
    "--to",
    "target",
    type=click.Choice([BAYESELO]),
    help="Write the results, as input for the program BayesElo, instead of ratings.",
)
@output_file
@click.option("--strict", is_flag=True, help="Rate nothing where something is refused.")
@force
def command(
    inputs: tuple[str, ...],
    prior: float,
    draw: float,
    advantage: float,
    confidence: float,
    style: str | None,
    target: str | None,
    output: str | None,
    strict: bool,
    force: bool,
) -> int:
    """Rate players by BayesElo's model.

    INPUTs are files, folders or - for standard input: records of matches in any notation, or PGN
    of which the tags White, Black and Result are read. Of a match, each two players who are not on
    one side have a result: more points win, equal points draw. A record or game with an error is
    refused and named, and the others are rated. A match that is not finished has no result, nor
    have players without names.

    Ratings have the mean 0, and are scaled as BayesElo prints them; + and - is how far the interval
    of confidence reaches. Players whom no games connect have no common scale: each group of those
    who are connected is rated and ranked for itself.

    Exit status: 0 all is rated; 1 something was refused; 2 something could not be read, or there is
    no result at all.
    """
    if style is not None and target is not None:
        raise click.UsageError("--output-format and --to exclude each other")
    check_target(output, force)
    found = Results()
    for each in walk(inputs):
        found.add(each)
    found.explain()
    if strict and found.status != CLEAN:
        return found.status
    if not found.counts:
        say("there is no result to rate")
        return FAILED
    if target == BAYESELO:
        pieces = _bayeselo(found.counts)
    else:
        model = Model(advantage, draw, prior)
        groups = rate(found.counts, model, confidence)
        if len(groups) > 1:
            say(
                f"the players form {len(groups)} groups without games between them: "
                "ratings of different groups cannot be compared"
            )
        pieces = _written(style, groups, model, confidence)
    write(pieces, output, force)
    return found.status


class Results(Struct):
    """The results of some inputs, each so often, and what gave none.

    `status` is the exit status so far.
    """

    counts: Counter[GameResult] = field(default_factory=Counter[GameResult])
    status: int = CLEAN
    unfinished: int = 0
    nameless: int = 0
    skipped: int = 0

    def add(self, source: Input) -> None:
        """Read an input; what is refused, or cannot be read, is told on standard error."""
        shown = 0
        try:
            for each in source.read_with(_read):
                if isinstance(each, PgnGame):
                    for finding in each.findings:
                        shown += 1
                        self.tell(finding, source, shown)
                    if not _errors(each.findings):
                        self.count(each.outcome)
                else:
                    found = outcome(each) if isinstance(each, Reading) else each
                    self.add_record(found, source)
        except UnknownNotation:
            self.skipped += 1
        except OSError as error:
            say(reason(error))
            self.status = FAILED
        if shown > MOST:
            say(f"{source.label}: {shown - MOST} more findings are not shown")

    def add_record(self, outcome: Outcome[Any], source: Input) -> None:
        """Count the results of a record, or refuse it."""
        if outcome.errors or outcome.counts is None:
            self.refuse(outcome.errors, source)
            return
        try:
            self.count(outcome.match_result())
        except Unsupported as why:
            self.fail(f"{source.label}: {why}")
        except ValueError as why:
            self.fail(f"{source.label}: a match is not rated: {why}", FOUND)

    def count(self, outcome: MatchResult | None) -> None:
        """Count the results of a match or a game."""
        if outcome is None:
            self.unfinished += 1
        elif outcome.names is None:
            self.nameless += 1
        else:
            self.counts.update(results_of(outcome))

    def refuse(self, errors: Sequence[Finding], source: Input) -> None:
        """Name a record that is wrong, in one line."""
        where, why = source.label, ""
        for first in errors[:1]:
            where = ":".join([where, *(str(n) for n in (first.line, first.column) if n)])
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            why = f": {first.code} {first.message}{more}"
        self.fail(f"{where}: not rated{why}", FOUND)

    def tell(self, finding: Finding, source: Input, number: int) -> None:
        """Tell what is wrong with a game."""
        if finding.severity == "error":
            self.status = max(self.status, FOUND)
        if number <= MOST:
            for piece in render([finding.but(path=source.label)], Summary()):
                show_error(piece)

    def fail(self, message: str, status: int = FAILED) -> None:
        """Say that something is not rated."""
        say(message)
        self.status = max(self.status, status)

    def explain(self) -> None:
        """Say what gave no result, though nothing is wrong with it."""
        if self.skipped:
            say(f"passed over, as they are no records: {self.skipped}")
        if self.unfinished:
            say(f"without a result, as they are not finished: {self.unfinished}")
        if self.nameless:
            say(f"not rated, as the players have no names: {self.nameless}")


def _read(stream: BinaryIO, name: str) -> Iterator[PgnGame | Outcome[Any]]:
    """The games of a PGN, or the records of any other file."""
    source = Source(stream)
    try:
        head = source.head()
    except Unreadable as trouble:
        yield outcome(Reading(None, [trouble.finding], whole=False))
        return
    if detect(head) is None and pgn_results.claims(head):
        yield from pgn_results.read(source)
    else:
        yield from outcomes(source, name)


def _errors(findings: Iterator[Finding] | Sequence[Finding]) -> list[Finding]:
    return [each for each in findings if each.severity == "error"]


def _bayeselo(counts: Counter[GameResult]) -> list[str]:
    try:
        return list(pgn_results.write(counts))
    except CannotHold as why:
        raise Failure(str(why)) from None


def _written(style: str | None, groups: Groups, model: Model, confidence: float) -> Iterator[str]:
    match style:
        case "json":
            yield json.dumps(values(groups, model, confidence), ensure_ascii=False) + "\n"
        case "csv":
            yield as_csv(groups)
        case _:
            yield from (f"{line}\n" for line in table(groups))
