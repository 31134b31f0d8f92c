"""Properties of a terminal: colours, line length, and redrawing."""

from __future__ import annotations

import os
from typing import TextIO

import click


def wants_colours(stream: TextIO | None) -> bool:
    """Return whether output to a stream has colours.

    `--color` decides, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal.
    """
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is an interactive terminal."""
    return stream is not None and stream.isatty()


def can_redraw(stream: TextIO | None) -> bool:
    """Return whether lines can be erased after they are written."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO | None) -> int | None:
    """Return the line length for a stream: COLUMNS, or its terminal's width.

    None means that any length will do.
    """
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return int(said)
    if stream is None or not is_terminal(stream):
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except OSError:
        return None
