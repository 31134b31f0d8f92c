"""The option --version, which also says whether the engines are compiled."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from os.path import dirname, exists, join
from typing import Any

import click

from .. import __version__

_COMPILED = join(dirname(dirname(__file__)), "formats", "document", "scan")
"""One of the modules that are compiled: all are, or none."""


def version_option(function: Any) -> Any:
    """Add the options -V and --version."""
    return click.option(
        *("-V", "--version"),
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_show,
        help="Show the version and exit.",
    )(function)


def _show(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"kifu {__version__} ({_build()})")
        context.exit()


def _build() -> str:
    """How this kifu was built; nothing is imported to find out."""
    if any(exists(_COMPILED + suffix) for suffix in EXTENSION_SUFFIXES):
        return "compiled"
    return "plain Python: slower; install with a C compiler"
