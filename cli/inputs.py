"""Where records are read from: files, folders, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, BinaryIO, TypeVar

from msgspec import Struct

from ..arena.tournament import PLAYING, SPOILED
from ..formats import UnknownNotation
from ..formats.source import require_file
from ..formats.target import is_unfinished
from ..validation import Outcome, outcome, outcomes
from .errors import Failure

ReadT = TypeVar("ReadT")

STANDARD_INPUT = "-"
PASSED_OVER = frozenset(
    {".git", ".hg", ".svn", ".venv", "__pycache__", "node_modules", PLAYING, SPOILED}
)
"""Folders that are searched only if they are named."""


class Input(Struct, frozen=True):
    """A file to read.

    `inside` is its path within the folder that was named, None if the file itself was named. If it
    stands for a folder that could not be searched, `trouble` says why.
    """

    path: str
    inside: str | None = None
    trouble: OSError | None = None

    @property
    def label(self) -> str:
        """Its name in messages."""
        return "<stdin>" if self.path == STANDARD_INPUT else self.path

    def outcomes(self, identifier: str | None = None) -> Iterator[Outcome[Any]]:
        """The outcome of each of its records; the notation is detected unless it is named.

        Raises OSError if the file cannot be read, and UnknownNotation if it was found in a folder
        and nothing says that it is meant to be a record. Otherwise that it is none is a finding.
        """
        return self.read(partial(outcomes, identifier=identifier))

    def read(
        self, reader: Callable[[BinaryIO, str], Iterator[ReadT]]
    ) -> Iterator[ReadT | Outcome[Any]]:
        """What a reader yields for its stream and label; raises what `outcomes` raises."""
        if self.trouble is not None:
            raise self.trouble
        try:
            with _opened(self.path) as stream:
                yield from reader(stream, self.label)
        except UnknownNotation as why:
            if self.inside is not None and not why.meant:
                raise
            yield outcome(why.reading)
        except OSError as error:
            if error.filename is None:
                error.filename = self.label
            raise


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        require_file(path, " (- reads standard input)")
        return open(path, "rb")
    if sys.stdin is None:
        raise Failure("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def walk(paths: Sequence[str]) -> Iterator[Input]:
    """The files named and those in the folders named, each once."""
    named = {os.path.realpath(path) for path in paths if not os.path.isdir(path)}
    seen: set[str] = set()
    for path in paths:
        folder = os.path.isdir(path)
        for each in _below(path) if folder else [Input(path)]:
            real = each.path if path == STANDARD_INPUT else os.path.realpath(each.path)
            if real not in seen and not (folder and real in named):
                seen.add(real)
                yield each


def _below(folder: str) -> Iterator[Input]:
    """The regular files in a folder, sorted; those of the folders in it come after its own."""
    folders = [folder]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(here) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            yield Input(_plain(here), here, error)
            continue
        deeper: list[str] = []
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in PASSED_OVER:
                    deeper.append(entry.path)
            elif os.path.isfile(entry.path) and not is_unfinished(entry.name):
                yield Input(_plain(entry.path), os.path.relpath(entry.path, folder))
        folders += reversed(deeper)


def _plain(path: str) -> str:
    """A path without a useless `./`; it is kept where it tells a file from `-`."""
    plain = path.removeprefix(os.path.join(os.curdir, ""))
    return path if plain == STANDARD_INPUT else plain
