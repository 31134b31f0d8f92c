"""`kifu rate`: ratings of players, from records of their matches or from results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...arena.ratings import Model, pgn_results, rate
from ...arena.ratings.values import Groups, values
from ..errors import CLEAN, FAILED, say
from ..input.choosing import Choice, choosing
from ..options import force, input_paths, output_file
from ..output.output import json_text
from ..output.progress import tracked
from ..output.writing import check_target, write
from ..values import OneOf
from .results import Results
from .standings import as_csv, table

BAYESELO = "bayeselo-pgn"


class Number(click.FloatRange):
    """A number within a range; `nan` is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a usage error."""
        number: float = super().convert(value, param, ctx)
        return number if number == number else self.fail("nan is no number", param, ctx)


@click.command
@input_paths
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
    type=OneOf(["table", "csv", "json"]),
    help="How the ratings are written.  [default: table]",
)
@click.option(
    "--to",
    "target",
    type=OneOf([BAYESELO]),
    help="Write the results, as input for the program BayesElo, instead of ratings.",
)
@choosing
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
    choice: Choice,
    output: str | None,
    strict: bool,
    force: bool,
) -> int:
    """Rate players by BayesElo's model.

    INPUTs are files, folders or - for standard input: records of matches in any notation, or PGN
    files, of which the tags White, Black and Result are read. In a match, any two players of
    different sides have a result: more points win, equal points draw. A record or game with an
    error is refused and named, and the others are rated. Matches that are not finished, and players
    without names, have no result.

    Ratings have the mean 0, and are scaled as BayesElo prints them; + and - are how far the
    interval of confidence reaches. Players whom no games connect have no common scale: each group
    of connected players is rated and ranked by itself.

    Exit status: 0 all is rated; 1 something was refused; 2 something could not be read, or there is
    no result at all.
    """
    if style is not None and target is not None:
        raise click.UsageError("--output-format and --to exclude each other")
    check_target(output, force)
    found, sources = Results(), choice.inputs(inputs)
    for each in tracked(sources, [each.path for each in sources]):
        found.add(each)
    found.explain()
    if strict and found.status != CLEAN:
        return found.status
    if not found.counts:
        say("there is no result to rate")
        return FAILED
    if target == BAYESELO:
        pieces = list(pgn_results.write(found.counts))
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


def _written(style: str | None, groups: Groups, model: Model, confidence: float) -> Iterator[str]:
    match style:
        case "json":
            yield json_text(values(groups, model, confidence)) + "\n"
        case "csv":
            yield as_csv(groups)
        case _:
            yield from (f"{line}\n" for line in table(groups))
