"""`kifu board`: boards for stepping through records in a browser."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import click

from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input, record_label
from ...browser.board import picture
from ...browser.document import MANY, Shown, document_with, record_values
from ...browser.page import LANGUAGES, embedded, page, zipped
from ...browser.svg import NoRenderer
from ...findings import amount
from ...formats import Notation, UnknownNotation
from ...formats.text.columns import visible
from ..errors import CLEAN, FOUND, Failure, refusing
from ..input.choosing import Choice, choosing
from ..options import OneOf, force, input_paths, notation_option, output_file, record_number
from ..output import check_target, write, writing

Moment: TypeAlias = tuple[int, int]
"""A round and a ply in it."""

_MOMENT = re.compile(r"([0-9]{1,9}):([0-9]{1,9})")


def _moment(context: click.Context, parameter: click.Parameter, value: str | None) -> Moment | None:
    found = None if value is None else _MOMENT.fullmatch(value)
    if value is not None and found is None:
        raise click.BadParameter(f"{value!r} is not a position: write ROUND:PLY, such as 1:12")
    return None if found is None else (int(found[1]), int(found[2]))


@click.command
@input_paths
@click.option("--player", type=int, metavar="N", help="Show only what this player (from 0) saw.")
@record_number
@click.option(
    "--language",
    type=OneOf(LANGUAGES),
    help="The language; by default, the browser's language.",
)
@click.option(
    "--guess", is_flag=True, help="Hide later moves, so that readers can guess the next one."
)
@click.option(
    "--svg",
    "as_svg",
    metavar="ROUND:PLY",
    callback=_moment,
    help="Draw the position before this ply as SVG instead.",
)
@click.option(
    "--png",
    "as_png",
    metavar="ROUND:PLY",
    callback=_moment,
    help="Draw the position as PNG (needs the extra `png`).",
)
@click.option(
    "--document",
    "as_document",
    is_flag=True,
    help="Write only the JSON document of the page, for <kifu-board> in pages of your own.",
)
@notation_option("--format", "source", help="The notation of the inputs.")
@output_file
@choosing
@force
def command(
    inputs: tuple[str, ...],
    player: int | None,
    number: int | None,
    language: str | None,
    guess: bool,
    as_svg: Moment | None,
    as_png: Moment | None,
    as_document: bool,
    source: Notation[Any] | None,
    output: str | None,
    choice: Choice,
    force: bool,
) -> int:
    """Write a page with boards, to open in a browser.

    INPUTs are files, folders or - for standard input. The page is one file that needs no network,
    with an index if there are several records. A record with errors is shown with its findings, up
    to the point where play breaks off. With --player, the page contains nothing that was hidden
    from the player. With --svg or --png, one position of one record is drawn, for an article, say.

    Exit status: 0 nothing is wrong with the records, 1 something is wrong, 2 no page was written.
    """
    check_target(output, force)
    given = choice.inputs(inputs)
    shown = list(_shown(given, source, number))
    if not shown:
        raise Failure(choice.nothing)
    if as_document and (as_svg or as_png or language or guess):
        raise click.UsageError("--document cannot be used with --language, --guess, --svg or --png")
    if as_svg is not None or as_png is not None:
        if guess:
            raise click.UsageError("--guess is only for pages")
        if language is not None:
            raise click.UsageError("--language is only for pages: text in pictures is in English")
        return _draw(shown, as_svg, as_png, player, output, force)
    records, games, wrong = list[dict[str, Any]](), dict[str, None](), False
    few = len(shown) <= MANY
    for at, each in enumerate(shown, start=1):
        place = each.label or (f"record {at}" if len(shown) > 1 else "")
        with refusing(ValueError, place=place):
            found = record_values(each, player, few=few)
        wrong = wrong or any(one["severity"] == "error" for one in found["findings"])
        games |= dict.fromkeys([found["replay"]["game"]] if found["replay"] else [])
        records.append(found if as_document else zipped(found, few))
    values = document_with(records, games)
    text = (
        embedded(values) + "\n" if as_document else page(values, _title(records), language, guess)
    )
    write([text], output, force)
    return FOUND if wrong else CLEAN


def _shown(
    inputs: Sequence[Input], source: Notation[Any] | None, wanted: int | None
) -> Iterator[Shown]:
    """Yield the records to show; raises Failure if a requested one does not exist."""
    for given in inputs:
        count, name = 0, _name(given)
        with suppress(UnknownNotation):  # a file in a folder that is not meant to be a record
            for count, outcome in enumerate(given.outcomes(source and source.id), start=1):
                if wanted in (None, count):
                    yield Shown(name and record_label(name, count), outcome)
        if wanted is not None and count < wanted:
            raise Failure(f"{given.label}: there is no record {wanted}: the file has {count}")


def _draw(
    shown: Sequence[Shown],
    as_svg: Moment | None,
    as_png: Moment | None,
    player: int | None,
    output: str | None,
    force: bool,
) -> int:
    """Write a picture of a position."""
    if as_svg is not None and as_png is not None:
        raise click.UsageError("--svg and --png cannot be used together")
    if len(shown) > 1:
        there = amount(len(shown), "record")
        raise Failure(f"there are {there}, but only one can be drawn: choose one with --record")
    (one,) = shown
    record = one.outcome.record
    if record is None or not one.outcome.reading.whole:
        raise Failure(f"{one.label}: it cannot be read completely: {_first(one)}")
    number, ply = as_svg or as_png or (1, 1)
    with refusing(ValueError, NoRenderer, place=one.label):
        made = picture(record, number, ply, player)
        if as_svg is not None:
            write([made.svg], output, force)
        else:
            with writing(output, force) as stream:
                stream.write(made.png())
    return CLEAN


def _first(shown: Shown) -> str:
    return str(next((each.message for each in shown.outcome.errors), "`kifu validate` says why"))


def _name(given: Input) -> str:
    """Return a file's name for the page, without folders that are private to this machine."""
    return "" if given.path == STANDARD_INPUT else visible(os.path.basename(given.label))


def _title(records: Sequence[dict[str, Any]]) -> str:
    """Return the title of the page: the title of the match, or the number of matches."""
    if len(records) > 1:
        return f"{len(records)} records"
    return str(records[0]["label"] or "kifu")
