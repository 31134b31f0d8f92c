"""Standard output: text for people in their terminal's encoding, data always in UTF-8."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from .errors import Failure


def show(text: str, error: bool = False) -> None:
    """Write text for people, without its colours where they are not wanted."""
    stream = sys.stderr if error else sys.stdout
    if stream is None:
        raise Failure("standard output is closed")
    coloured = stream.isatty() and "NO_COLOR" not in os.environ
    stream.write(text if coloured else click.unstyle(text))


def show_lines(lines: Iterable[str]) -> None:
    """Write lines for people."""
    for line in lines:
        show(f"{line}\n")


def emit(text: str) -> None:
    """Write data."""
    finish()
    sys.stdout.buffer.write(encoded(text))


def finish() -> None:
    """Let out what was written, before anything is said on standard error."""
    if sys.stdout is None:
        raise Failure("standard output is closed")
    sys.stdout.flush()


def emit_json(value: Any, indent: int | None = None) -> None:
    """Write one value as JSON, on one line unless it is for people too."""
    emit(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def encoded(text: str) -> bytes:
    r"""The bytes of data.

    Half a surrogate pair, which UTF-8 cannot hold, becomes the escape that JSON and YAML have for
    it.

    >>> encoded('"\ud800"')
    b'"\\ud800"'
    """
    return text.encode("utf-8", "backslashreplace")
