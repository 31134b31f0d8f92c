"""Standard output: text for people in their terminal's encoding, data always in UTF-8."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import click

from ..formats.roles import plain
from .errors import Failure
from .style import coloured


def show(text: str) -> None:
    """Write text for people, in colours only if they are wanted."""
    _write(text, _standard_output())


def show_error(text: str) -> None:
    """Write text for people to standard error."""
    if sys.stderr is not None:
        _write(text, sys.stderr)


def show_lines(lines: Iterable[str]) -> None:
    """Write lines for people."""
    for line in lines:
        show(f"{line}\n")


def emit(text: str) -> None:
    """Write data; a command writes either data or text."""
    _standard_output().buffer.write(encoded(text))


def emit_json(value: Any, indent: int | None = None) -> None:
    """Write one value as JSON, on one line unless it is for people too."""
    emit(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def finish() -> None:
    """Flush standard output, before anything is written to standard error."""
    _standard_output().flush()


def encoded(text: str) -> bytes:
    r"""The bytes of data.

    Half a surrogate pair, which UTF-8 cannot hold, becomes the escape that JSON and YAML have for
    it.

    >>> encoded('"\ud800"')
    b'"\\ud800"'
    """
    return text.encode("utf-8", "backslashreplace")


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise Failure("standard output is closed")
    return sys.stdout


def _write(text: str, stream: TextIO) -> None:
    in_colour = stream.isatty() and "NO_COLOR" not in os.environ
    stream.write(coloured(text) if in_colour else click.unstyle(plain(text)))
