"""Reads the records of files, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, BinaryIO, TypeAlias

from ...findings import Finding
from .. import codes
from ..found import Found
from ..interface.notation import Notation, Reading
from ..text.text import Text
from .division import pieces
from .piece import Piece, in_file
from .source import Source, Unreadable, decode

Places: TypeAlias = Callable[[Finding], Finding | None]
"""A function that finds the place of a finding in a text."""


def read(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Reading[Any]]:
    """Read the records of a file one by one.

    The notation is detected from the content, unless `identifier` names it. A file with a damaged
    head is read in the notation it resembles. Raises KeyError if there is no such notation, and
    UnknownNotation if none is detected. If a record cannot be read, its Reading has no record, and
    its findings give the reasons. The name is used as the path in findings; it is empty for a text.
    """
    number = 1
    for chosen, piece in pieces(stream, name, identifier):
        for reading in read_in_file(chosen, piece, name, number):
            number += 1
            yield reading


def read_in_file(
    notation: Notation[Any] | None, piece: Piece | Finding, name: str, first: int | None
) -> Iterator[Reading[Any]]:
    """Yield the readings of a piece of a file; `first` is the first record's number, from 1."""
    numbered = first is not None and not isinstance(piece, Finding)
    for number, reading in enumerate(read_piece(notation, piece), first or 1):
        yield in_file(reading, name, number if numbered else None)


@cache
def _explaining() -> tuple[
    Callable[[Text, bool], Iterator[Finding]],
    Callable[[str, Exception], Finding],
    Callable[[Finding, Text, int, int], Finding],
    Callable[[str, Text, Places], Places],
    Callable[[Notation[Any], Text], Iterator[Reading[Any]]],
]:
    """Import the functions needed only for texts that are not skimmed."""
    from ..failures import failure, placing
    from ..text.place import place
    from .around import read_around
    from .conflict import conflicts

    return conflicts, failure, place, placing, read_around


def read_piece(chosen: Notation[Any] | None, piece: Piece | Finding) -> Iterator[Reading[Any]]:
    """Yield the records in a piece of a file."""
    if chosen is None or isinstance(piece, Finding):
        found = [piece] if isinstance(piece, Finding) else []
        yield Reading(chosen, found, whole=False)
        return
    empty = sound = True
    conflicts, failure, place, placing, read_around = _explaining()
    try:
        text = decode(piece.data, piece.line, piece.encoding)
    except Unreadable as trouble:
        yield Reading(chosen, [*piece.told, trouble.finding], whole=False)
        return
    told = list(piece.told)
    try:
        conflicting = [*conflicts(text, chosen.verbatim)]
        if conflicting:
            yield Reading(chosen, told + Found(conflicting).all(), whole=False)
            return
        for reading in read_around(chosen, text):
            if piece.in_block:
                reading.findings = [*map(_without_fix, reading.findings)]
            if piece.failed is not None and empty:
                reading.findings = [*reading.findings, place(piece.failed, text, 0, 0)]
            empty = False
            sound = sound and all(each.severity != "error" for each in reading.findings)
            reading.text = text if reading.text is None else reading.text
            reading.findings, told = told + reading.findings, []
            reading.place = placing(chosen.game, text, reading.place)
            yield reading
        if piece.doubt is not None and sound:
            why = f"this looks like {chosen.id}, but {piece.doubt}"
            nearly = Finding(rule=codes.UNKNOWN_NOTATION, message=why)
            yield Reading(chosen, [place(nearly, text, 0, 0)], whole=False)
        elif empty:
            nothing = Finding(rule=codes.EMPTY, message=f"the file has no records in {chosen.id}")
            yield Reading(chosen, [*told, place(nothing, text, 0, 0)], whole=False)
    except Unreadable as trouble:
        yield Reading(chosen, [*told, trouble.finding], whole=False)
    except Exception as error:
        found = place(failure(chosen.game, error), text, 0, 0)
        yield Reading(chosen, [*told, found], whole=False, text=text)


def _without_fix(found: Finding) -> Finding:
    """Return a finding without a fix that removes the text between two records."""
    return found.but(fix=None) if found.rule is codes.TEXT_AROUND else found
