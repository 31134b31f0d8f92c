"""What a terminal is asked to show: colours or none, lines of which length, a bar or none."""

from __future__ import annotations

import os
from typing import TextIO

import click


def wants_colours(stream: TextIO | None) -> bool:
    """Whether what is written to a stream has colours.

    `--color` says so, or else NO_COLOR, or else FORCE_COLOR, or else whether it is a terminal.
    """
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sees what is written to a stream."""
    return stream is not None and stream.isatty()


def can_redraw(stream: TextIO | None) -> bool:
    """Whether a line that was written can be taken back."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO | None) -> int | None:
    """How long a line of a stream should be: as COLUMNS says, or as its terminal is wide.

    None if any length is right.
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
