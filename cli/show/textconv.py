"""`kifu textconv`: a file's games as text, for `git diff`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from ... import replayer
from ...archive.errors import ProjectError
from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input
from ...archive.settings import Project
from ...findings import amount
from ...formats import Notation, UnknownNotation
from ...repair.content import unpacked
from ...replayer.replay.trajectory import trajectories
from ...validation.outcome import Outcome
from ...validation.outcomes import outcomes
from ..errors import CLEAN, Failure, say
from ..input.records import OneRecord
from ..options import input_notation, input_path
from ..output import emit, harmless, plain_text
from .replay import as_text
from .rounds import numbers


@click.command
@input_path
@input_notation
def command(path: str, source: Notation[Any] | None) -> int:
    """Write a file's games as text, for `git diff`.

    Findings follow each record. If there is an error, or the file is not a record, its own text
    follows, decompressed, so that no difference is hidden. This does not count as a failure, or git
    would show nothing at all.
    """
    if path == STANDARD_INPUT:
        raise Failure("standard input is not supported: name a file, as git does")
    given = _input(path)
    shown = True
    try:
        for each in given.read(lambda stream, label: _records(stream, source, given)):
            # Anything that is not a record also gives an outcome.
            lines, sound = each if isinstance(each, tuple) else (_judged(each, given), False)
            shown = shown and sound
            for line in lines:
                emit(plain_text(f"{line}\n"))
    except UnknownNotation:
        shown = False
    if not shown:
        with open(path, "rb") as stream:
            emit(_own_text(stream.read(), path))
    return CLEAN


def _input(path: str) -> Input:
    """Return the file, configured as if it were in the current folder.

    That is the root of the repository: git passes most files as copies in another folder that keep
    only the name. Old and new versions must be treated alike.
    """
    name = os.path.basename(path)
    try:
        settings = Project().settings(os.getcwd())
    except ProjectError as why:
        say(f"{why}; the configuration is ignored")
        settings = None
    return Input(path, os.path.abspath(name), settings, inside=name)


def _records(
    stream: BinaryIO, source: Notation[Any] | None, given: Input
) -> Iterator[tuple[Iterator[str], bool]]:
    """Yield the lines of each record, and whether it is free of errors."""
    identifier = given.notation if source is None else source.id
    for number, each in enumerate(outcomes(stream, given.label, identifier), 1):
        yield _lines(number, each, given), not each.errors


def _lines(number: int, outcome: Outcome[Any], given: Input) -> Iterator[str]:
    yield f"record {number}"
    if outcome.notation is not None and outcome.reading.whole:
        game = replayer.game(outcome.notation.game)
        one = OneRecord(outcome.record, game, CLEAN)
        rounds = numbers(game, outcome.record, None)
        yield from as_text(one, trajectories(game, outcome.record, rounds))
        yield ""
    yield from _judged(outcome, given)


def _judged(outcome: Outcome[Any], given: Input) -> Iterator[str]:
    """Yield what is wrong with a record, without lines and columns, which often change."""
    for each in given.kept(outcome.findings):
        if each.severity != "note":
            yield str(each.but(path=None, line=None, column=None))


def _own_text(data: bytes, path: str) -> str:
    """Return the text of a file unchanged; if it is not text, its size and hash."""
    content = unpacked(data, path)
    if content is None or b"\0" in content.data:
        return f"{amount(len(data), 'byte')}, SHA-256 {hashlib.sha256(data).hexdigest()}\n"
    return harmless(content.data.decode("utf-8", "backslashreplace"))
