"""The option --color."""

from __future__ import annotations

import click

from ..one_of import OneOf

COLOURS = {"always": True, "never": False, "auto": None}
"""Whether each choice of --color wants colours, None if that depends."""


def _choose(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.color = COLOURS[value]


def color_option() -> click.Option:
    """The option --color, which every command has."""
    return click.Option(
        ["--color"],
        type=OneOf(list(COLOURS)),
        expose_value=False,
        is_eager=True,
        callback=_choose,
        help="Whether to write in colours: at first, to a terminal.",
    )
