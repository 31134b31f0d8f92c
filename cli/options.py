"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import click

from ..formats import Notation
from ..formats.interface.catalog import described, notation
from .errors import unknown
from .one_of import OneOf
from .values import any_file, any_notation

STANDARD_OUTPUT = "-"

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


def notation_option(*names: str, help: str, required: bool = False) -> Decorator:  # noqa: A002
    """An option that names a notation."""
    return click.option(
        *names,
        metavar="ID",
        required=required,
        callback=_notation,
        help=help,
        shell_complete=any_notation,
    )


def _notation(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Notation[Any] | None:
    if value is None:
        return None
    known = list(described())
    if value not in known:
        raise unknown("notation", value, known, f"known are {', '.join(known)}")
    return notation(value)


def _file(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A file to write, None for standard output."""
    return None if value == STANDARD_OUTPUT else value


def with_options(function: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """A function with some options, which its help lists in this order."""
    for each in reversed(options):
        function = each(function)
    return function


input_path = click.argument("path", metavar="INPUT", shell_complete=any_file)
input_paths = click.argument("inputs", nargs=-1, metavar="INPUT...", shell_complete=any_file)
input_notation = notation_option("--format", "source", help="The notation of the input.")
json_or_text = click.option(
    "--output-format",
    "style",
    type=OneOf(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
record_number = click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which record, where the input has several.",
)
output_file = click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=_file,
    help="The file to write.",
    shell_complete=any_file,
)
force = click.option("--force", is_flag=True, help="Replace files that are there.")
