"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

import click

from ..formats import NOTATIONS, Notation, notation
from .errors import Failure

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
Decorator = Callable[[FunctionT], FunctionT]


def notation_option(*names: str, help: str, required: bool = False) -> Decorator[Any]:  # noqa: A002
    """An option that names a notation."""
    return click.option(*names, metavar="ID", required=required, callback=_notation, help=help)


def _notation(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Notation[Any] | None:
    if value is None:
        return None
    if value not in NOTATIONS:
        raise unknown("notation", value, list(NOTATIONS), f"known are {', '.join(NOTATIONS)}")
    return notation(value)


def unknown(what: str, value: str, known: Sequence[str], where: str) -> Failure:
    """Something was named that is not there; `where` says what there is."""
    close = get_close_matches(value, known, n=2)
    hint = f" ({' or '.join(close)} is meant?)" if close else ""
    return Failure(f"{what} {value!r} is unknown{hint}; {where}")


input_notation = notation_option("--format", "source", help="The notation of the input.")
json_or_text = click.option(
    "--output-format",
    "style",
    type=click.Choice(["text", "json"]),
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
output_file = click.option("-o", "--output", metavar="FILE", help="The file to write.")
force = click.option("--force", is_flag=True, help="Replace files that are there.")
