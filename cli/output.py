"""Output: text for people in their terminal's encoding, data in UTF-8 by default, and files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from errno import ENXIO
from typing import Any, BinaryIO, TextIO, cast

import click

from ..findings.shown import harmless as harmless  # so that other commands find it here
from ..formats import suffixes
from ..formats.files.source import UTF_8, CannotEncode, Encoding
from .errors import Failure, to_standard_error
from .terminal import (
    BLACK,
    BLUE,
    BOLD,
    ON_YELLOW,
    RED,
    hide_bar,
    is_terminal,
    styled,
    wants_colours,
)


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
    from ..formats.files import encodings

    try:
        return encodings.encoded(text, encoding)
    except CannotEncode as why:
        raise Failure(str(why)) from None


def _standard_output() -> TextIO:
    hide_bar()
    if sys.stdout is None:
        raise Failure("standard output is closed")
    return sys.stdout


def plain_text(text: str) -> str:
    """Return text for people without colours."""
    from ..formats.text.tones import plain  # a check without findings needs no output

    return click.unstyle(plain(text))


def _for(stream: TextIO | None, text: str) -> str:
    return coloured(text) if wants_colours(stream) else plain_text(text)


def coloured(text: str) -> str:
    r"""Return text for a terminal, with each tone in its colours.

    >>> from ..formats.text.tones import Tone, marked
    >>> coloured(f"P0 {marked('P1!', Tone.RED)}")
    'P0 \x1b[1;31mP1!\x1b[0m'
    """
    from ..formats.text.tones import Tone, rendered

    styles = {
        Tone.RED: (BOLD, RED),
        Tone.BLUE: (BOLD, BLUE),
        Tone.GOLD: (BLACK, ON_YELLOW),
    }
    return rendered(text, lambda part, tone: styled(part, *styles[tone]))


# Files, written completely or not at all


def has_lines(path: str | None) -> bool:
    """Return whether a file with this name has one record per line."""
    return path is not None and suffixes(path)[1]


def check_target(path: str | None, force: bool) -> None:
    """Raise Failure early if a file cannot be written.

    Leftovers of killed writers are removed even if there is nothing to write.
    """
    if path is None:
        return
    from pathlib import Path  # slow to import

    from ..formats.files.target import clean_up

    clean_up(Path(path).parent)
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, not a file")
    if os.path.lexists(path) and not (force or is_device(path)):
        raise Failure(f"{path}: the file exists (--force replaces it)")


def require_writable(path: str) -> None:
    """Raise Failure early if a file cannot be written, even by replacing another."""
    folder = os.path.dirname(path) or os.curdir
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, not a file")
    if not os.path.isdir(folder):
        raise Failure(f"{path}: the folder {folder} does not exist")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise Failure(f"{path}: permission denied")


def write(pieces: Iterable[str], path: str | None, force: bool, encoding: Encoding = UTF_8) -> None:
    """Write to a file, or to standard output if there is no path."""
    if path is None:
        standard_output().write(encoding.mark)
        for piece in pieces:
            emit(piece, encoding)
            finish()  # A reader should not have to wait for the next record.
        return
    data = encoding.mark + b"".join(encoded(piece, encoding) for piece in pieces)
    with writing(path, force) as stream:
        stream.write(data)


@contextmanager
def writing(path: str | None, force: bool) -> Generator[BinaryIO]:
    """Yield a file to write piece by piece, or standard output if there is no path.

    A file gets its name when it is complete; after an error, nothing is left of it.
    """
    if path is None:
        yield standard_output()
        finish()
    elif is_device(path):
        try:
            with open(path, "wb", opener=unless_nobody_reads) as stream:
                yield stream
        except OSError as error:
            error.filename = error.filename or path
            raise
    else:
        from ..formats.files import target  # slow to import

        with target.writing(path, force) as stream:
            yield stream


def unless_nobody_reads(path: str, flags: int) -> int:
    """Open a file for writing, as an `opener`.

    Raises OSError for a pipe that nobody reads, instead of waiting for a reader, perhaps forever.
    """
    try:
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        if error.errno == ENXIO and is_device(path):
            raise OSError(ENXIO, "nobody reads this pipe", path) from None
        raise
    os.set_blocking(handle, True)
    return handle


def is_device(path: str) -> bool:
    """Return whether a path is a pipe or the like, to be written to and never replaced."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
