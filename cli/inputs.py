"""Where records are read from: files, folders, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, BinaryIO, TypeVar

from msgspec import Struct

from ..arena.tournament import PLAYING
from ..findings import Finding
from ..formats import Reading, UnknownNotation, codes
from ..validation import Outcome, outcome, outcomes
from .errors import Failure

ReadT = TypeVar("ReadT")

STANDARD_INPUT = "-"
PASSED_OVER = frozenset({".git", ".hg", ".svn", ".venv", "__pycache__", "node_modules", PLAYING})
"""Folders that are searched only if they are named."""

NO_RECORD = Finding(
    rule=codes.UNKNOWN_NOTATION,
    message="this is no record of any notation that kifu knows (`kifu formats` lists them)",
)
"""What is wrong with a file that was named and is no record."""


class Input(Struct, frozen=True):
    """A file to read.

    `inside` is its path within the folder that was named, None where it was named itself.
    `trouble` is why a folder within could not be looked into.
    """

    path: str
    inside: str | None = None
    trouble: OSError | None = None

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return "<stdin>" if self.path == STANDARD_INPUT else self.path

    def outcomes(self, identifier: str | None = None) -> Iterator[Outcome[Any]]:
        """What came of each of its records, in the notation named or else detected.

        Raises OSError where it cannot be read, and UnknownNotation where it is no record and was
        only found in a folder; of a file that was named, that is a finding.
        """
        return self.read(partial(outcomes, identifier=identifier))

    def read(
        self, reader: Callable[[BinaryIO, str], Iterator[ReadT]]
    ) -> Iterator[ReadT | Outcome[Any]]:
        """What a reader makes of its stream and its name; raises the same."""
        if self.trouble is not None:
            raise self.trouble
        name = "" if self.path == STANDARD_INPUT else self.path
        try:
            with _opened(self.path) as stream:
                yield from reader(stream, name)
        except UnknownNotation:
            if self.inside is not None:
                raise
            yield outcome(Reading(None, [NO_RECORD], whole=False))
        except OSError as error:
            if error.filename is None:
                error.filename = self.label
            raise


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        return open(path, "rb")
    if sys.stdin is None:
        raise Failure("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def walk(paths: Sequence[str]) -> Iterator[Input]:
    """The files named, and those in the folders named; each of them once."""
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
    """The regular files in a folder, sorted: its own first, then those of each folder in it."""
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
            elif os.path.isfile(entry.path):
                yield Input(_plain(entry.path), os.path.relpath(entry.path, folder))
        folders += reversed(deeper)


def _plain(path: str) -> str:
    """A path without the `./` that says nothing, unless it keeps a file from being `-`."""
    plain = path.removeprefix(os.path.join(os.curdir, ""))
    return path if plain == STANDARD_INPUT else plain
