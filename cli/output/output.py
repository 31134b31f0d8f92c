"""Standard output: text for people in their terminal's encoding, data in UTF-8 by default."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO, TextIO, cast

import click

from ...findings.shown import harmless as harmless  # so that other commands find it here
from ...formats.files.source import UTF_8, CannotEncode, Encoding
from ..errors import Failure, to_standard_error
from . import progress
from .terminal import is_terminal, wants_colours


def show(text: str) -> None:
    """Write text for people, in colour only if wanted."""
    stream = _standard_output()
    stream.write(_for(stream, text))


def show_error(text: str) -> None:
    """Write text for people to standard error."""
    to_standard_error(_for(sys.stderr, text))


def show_lines(lines: Iterable[str]) -> None:
    """Write lines for people."""
    for line in lines:
        show(f"{line}\n")


def page(lines: Iterable[str]) -> None:
    """Write lines for people, through the pager (PAGER) if they do not fit on the terminal."""
    from shutil import get_terminal_size  # slow to import

    texts, rows = list(lines), get_terminal_size().lines
    if len(texts) < rows or not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        show_lines(texts)
    else:
        click.echo_via_pager("\n".join(map(plain_text, texts)))


def emit(text: str, encoding: Encoding = UTF_8) -> None:
    """Write data; a command writes either data or text.

    Control characters in records do not reach a terminal.
    """
    stream = _standard_output()
    data = encoded(harmless(text)) if stream.isatty() else encoded(text, encoding)
    stream.buffer.write(data)


def emit_json(value: Any, indent: int | None = None) -> None:
    """Write one value as JSON, on one line unless an indent for people is given."""
    emit(json_text(value, indent) + "\n")


def json_text(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON; characters that control a terminal are escaped."""
    return harmless(json.dumps(value, ensure_ascii=False, indent=indent))


def standard_output() -> BinaryIO:
    """Return standard output for bytes, keeping control characters in records off a terminal."""
    stream = _standard_output()
    return cast(BinaryIO, _Terminal(stream.buffer)) if stream.isatty() else stream.buffer


class _Terminal:
    """A terminal to which only complete characters are written."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:
        self._stream.write(encoded(harmless(data.decode("utf-8", "backslashreplace"))))
        return len(data)


def finish() -> None:
    """Flush standard output before anything is written to standard error."""
    _standard_output().flush()


def encoded(text: str, encoding: Encoding = UTF_8) -> bytes:
    r"""Encode data.

    A lone surrogate, which UTF-8 cannot hold, becomes an escape sequence as in JSON and YAML.
    Raises Failure if another encoding cannot hold a character.

    >>> encoded('"\ud800"')
    b'"\\ud800"'
    """
    if encoding == UTF_8:
        return text.encode("utf-8", "backslashreplace")
    from ...formats.files import encodings

    try:
        return encodings.encoded(text, encoding)
    except CannotEncode as why:
        raise Failure(str(why)) from None


def _standard_output() -> TextIO:
    progress.hide()
    if sys.stdout is None:
        raise Failure("standard output is closed")
    return sys.stdout


def plain_text(text: str) -> str:
    """Return text for people without colours."""
    from ...formats.text.roles import plain  # a check without findings needs no output

    return click.unstyle(plain(text))


def _for(stream: TextIO | None, text: str) -> str:
    if not wants_colours(stream):
        return plain_text(text)

    from .style import coloured

    return coloured(text)
