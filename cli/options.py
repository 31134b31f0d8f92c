"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

from ..formats import Notation
from ..formats.interface.catalog import notation
from .errors import Failure, say
from .values import NOTATION, Items, OneOf, any_file

STANDARD_OUTPUT = "-"

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Notation(click.ParamType[Notation[Any]]):
    """A notation, by its ID."""

    name = "notation"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Notation[Any]:
        return notation(NOTATION.convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        return NOTATION.shell_complete(ctx, param, incomplete)


def notation_option(*names: str, help: str) -> Decorator:  # noqa: A002
    """Return an option that names a notation."""
    return click.option(*names, metavar="ID", type=_Notation(), help=help)


class _Encoding(click.ParamType[str]):
    """The name of an encoding that some notation allows."""

    name = "encoding"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ..archive.kinds import wrong_encoding

        wrong = wrong_encoding(value)
        if wrong is not None:
            raise Failure(wrong)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from ..archive.kinds import encodings

        return [CompletionItem(name) for name in encodings() if name.startswith(incomplete)]


def encoding_option(default: str) -> Decorator:
    """Return the option --encoding; the help describes the `default`."""
    return click.option(
        "--encoding",
        metavar="NAME",
        type=_Encoding(),
        help=f"The encoding to write, such as utf-8 or cp932, instead of {default}.",
    )


def seed_option(what: str) -> Decorator:
    """Return the option --seed; its help begins with `what`, which says what the seed is for."""
    return click.option("--seed", metavar="S", help=f"{what}; the same seed gives the same result.")


def seed_or_any(seed: str | None) -> str:
    """Return the given seed, or a random one that is reported on standard error."""
    if seed is None:
        from random import Random  # slow to import

        seed = str(Random().getrandbits(32))
        say(f"the seed is {seed}")
    return seed


def silence(name: str | None) -> str:
    """Return a message saying that nothing in the output declares its encoding."""
    return f"nothing in it declares the encoding {name}: declare it under `encodings` in kifu.toml"


def _file(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return a file to write, or None for standard output."""
    return None if value == STANDARD_OUTPUT else value


def with_options(function: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """Add options to a function; its help lists them in this order."""
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
    help="For people or for programs.",
)
record_number = click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which record to use, if the input has several.",
)
output_file = click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=_file,
    help="The file to write.",
    shell_complete=any_file,
)
count_option = click.option(
    "-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many."
)
force = click.option("--force", is_flag=True, help="Replace existing files.")
