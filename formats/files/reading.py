"""Reads files: splits bytes into the texts of records, and reads these."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from os.path import splitext
from typing import Any, BinaryIO, TypeAlias, TypeVar

from ...findings import Finding
from ...replayer.discovery import GameFails
from .. import codes
from ..found import Found
from ..interface.catalog import described, notation
from ..interface.claims import declared_format
from ..interface.descriptor import NotationDescriptor
from ..interface.notation import Counts, Notation, Reading
from ..text.text import Text
from .detect import detect, encoding_of, resembled
from .line_reader import LineReader, Skim
from .piece import Piece, Skimmed, Skims
from .source import HEAD, Encoding, Source, Unreadable, decode, wide_encoding

RecordT = TypeVar("RecordT")

Places: TypeAlias = Callable[[Finding], Finding | None]
"""A function that finds the place of a finding in a text."""

LINES = (".jsonl", ".ndjson")
PACKED = (".gz", ".zst")
_EMPTY_LIST = re.compile(rb"\s*+(?:\{[^{}\[\]]*+)?+\[[\s\[\]{}]*+")
"""A list without records, perhaps under a key."""
_MAY_BE_LIST = re.compile(rb'\s*+(?:\[|\{\s*+"(?!format")\w++"\s*+:\s*+\[)')


class UnknownNotation(Exception):
    """The notation of a file is unknown, or belongs to a game that is not installed.

    `meant`: whether the file is clearly meant to be a record, judging by its name. `reading` is a
    result that gives the reason, for callers that must read the file as a record. `at` is 1 if the
    reason is at the beginning of the file (line 1, column 1).
    """

    def __init__(self, name: str, why: str, meant: bool = False, at: int | None = None) -> None:
        super().__init__(why)
        self.name = name
        self.meant = meant
        self.at = at

    def __reduce__(self) -> tuple[type[UnknownNotation], tuple[str, str, bool, int | None]]:
        """Support pickling, as workers send the error to other processes."""
        return type(self), (self.name, str(self), self.meant, self.at)

    @property
    def reading(self) -> Reading[Any]:
        """A reading without a record, and with a finding that gives the reason."""
        at = self.at
        found = Finding(rule=codes.UNKNOWN_NOTATION, message=str(self), line=at, column=at)
        return in_file(Reading(None, [found], whole=False), self.name)


def _unknown(head: bytes, name: str) -> UnknownNotation:
    """Return an error saying why a file is not a record, and whether it is meant to be one."""
    declared = declared_format(head)
    suffix, lines = suffixes(name)
    is_record = lines or any(suffix in each.suffixes for each in described().values())
    if name and not head.strip():
        why = "the file is empty" if len(head) < HEAD else f"its first {len(head)} bytes are blank"
        return UnknownNotation(name, why, meant=is_record)
    if declared is None and _EMPTY_LIST.fullmatch(head):
        return UnknownNotation(name, "this list has no records", meant=is_record, at=1)
    if is_record:
        why = f"the name ends in {suffix}, but this is not a record in any notation kifu knows"
        return UnknownNotation(name, why, meant=True)
    if declared in described():
        why = f"this declares the format {declared}, but begins with something else"
    elif declared is not None:
        why = f"this declares the format {declared}, but no installed game has it"
    else:
        why = "not a record in any notation kifu knows"
    return UnknownNotation(name, f"{why} (`kifu formats` lists them)")


def suffixes(name: str) -> tuple[str, bool]:
    """Return a file name's suffix, ignoring compression, and whether it means one record per line.

    >>> suffixes("games/2015.jsonl.zst")
    ('.jsonl', True)
    """
    stem, suffix = splitext(name.lower())
    if suffix in PACKED:
        suffix = splitext(stem)[1]
    return suffix, suffix in LINES


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


def in_file(reading: Reading[RecordT], name: str, number: int | None = None) -> Reading[RecordT]:
    """Add a file and a record number to all present and later findings of a reading; return it.

    An empty name or a number of 0 is left out.
    """
    if name or number is not None:
        place, path = reading.place, name or None
        reading.path = path

        def place_in_file(finding: Finding) -> Finding | None:
            placed = place(finding)
            return placed and placed.but(path=path, record=number)

        reading.findings = [each.but(path=path, record=number) for each in reading.findings]
        reading.place = place_in_file
    return reading


def pieces(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[tuple[Notation[Any] | None, Piece | Finding]]:
    """Yield the records of a file as bytes, each with its notation, or a finding that ends reading.

    Raises what `read` raises.
    """
    for chosen, piece in skimmed_pieces(stream, name, identifier, skim=False):
        if not isinstance(piece, Counts):
            yield chosen, piece


def skimmed_pieces(
    stream: BinaryIO | Source, name: str, identifier: str | None, *, skim: Skims = True
) -> Iterator[tuple[Notation[Any] | None, Piece | Finding | Counts]]:
    """Yield the records of a file as `pieces` does, but skimmed records only as counts.

    `skim` says whether and how to skim them. Raises what `read` raises.
    """
    chosen = None if identifier is None else notation(identifier)
    source = stream if isinstance(stream, Source) else Source(stream)
    try:
        chosen, doubt = notation_of(source, name, identifier)
        may_look = identifier is None or (chosen.pieces is None and not suffixes(name)[1])
        if is_apart(source.head() if may_look else source.seen):
            data = source.whole()
            if found := [*_in_blocks(data, source.encoding, identifier)]:
                yield from found
                return
            source = Source(BytesIO(data), encoding=source.encoding)
        empty, told = True, source.encoding.findings
        for piece in _apart(source, chosen, name, False if doubt or told else skim):
            if isinstance(piece, Piece):
                piece.encoding = source.encoding.name
                if empty:
                    _require_one_byte(piece, chosen)
                    piece.doubt, piece.told = doubt, told
            empty = False
            yield chosen, piece
        if empty:
            why = "the file has no records"
            yield chosen, Finding(rule=codes.EMPTY, message=why, line=1, column=1)
    except Unreadable as trouble:
        yield chosen, trouble.finding


def notation_of(
    source: Source, name: str, identifier: str | None
) -> tuple[Notation[Any], str | None]:
    """Return the notation of a file, or the one it resembles and what is wrong with its head.

    This sets the encoding of the source. Raises what `read` raises, and Unreadable.
    """
    if identifier is not None:
        chosen = notation(identifier)
        _decide(source, described()[identifier], name)
        return chosen, None
    found = _recognised(source.head(), None if source.is_decoded else suffixes(name)[0])
    if found is None:
        raise _unknown(source.head(), name)
    _decide(source, found[0], name)
    return notation(found[0].id), found[1]


def _recognised(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, str | None] | None:
    """Return the notation of a text, or the one it resembles and what is wrong with its head."""
    trouble: GameFails | None = None
    for question in (_claimed, _claimed_inside, resembled, _resembled_inside):
        try:
            if found := question(head, suffix):
                return found
        except GameFails as error:
            trouble = trouble or error
    if trouble is not None:
        from ..failures import failure

        raise Unreadable(failure("", trouble).but(line=1, column=1))
    return None


def _claimed(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, None] | None:
    found = detect(head, suffix)
    return found and (found, None)


def _claimed_inside(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, None] | None:
    """Return the notation that claims the text after other text, such as a code fence."""
    from .around import heads  # most files begin with a record

    for each in heads(head):
        found = detect(each, suffix)
        if found is not None:
            return found, None
    return None


def _resembled_inside(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, str] | None:
    """Return the notation that the content of a block resembles, and what is wrong with it."""
    from .blocks import insides

    inside = insides(head.decode("utf-8", "surrogateescape"))
    found = (resembled(each.encode("utf-8", "surrogateescape"), suffix) for each in inside)
    return next(filter(None, found), None)


def is_apart(head: bytes) -> bool:
    """Return whether the records of a file with these first bytes are in blocks (`blocks.py`)."""
    if head[:1] == b"{" or not any(mark in head for mark in (b"```", b"~~~", b">")):
        return False
    from .blocks import blocks  # most files have none

    return bool(blocks(head.decode("utf-8", "surrogateescape")))


def _in_blocks(
    data: bytes, encoding: Encoding, identifier: str | None
) -> Iterator[tuple[Notation[Any] | None, Piece | Finding]]:
    """Yield the records in the blocks of a file, each with the text before it."""
    from ..text.place import place
    from .blocks import divided

    def recognise(text: str) -> tuple[Notation[Any], str | None] | None:
        found = _recognised(text[:HEAD].encode("utf-8", "surrogateescape"), None)
        if found is None or identifier is None:
            return found and (notation(found[0].id), found[1])
        return notation(identifier), None

    told, text = encoding.findings, Text(data.decode("utf-8", "surrogateescape"))
    parts = divided(text.content, recognise)
    if not any(each.kind for each in parts if each.is_block):
        return
    for each in parts:
        if each.kind is None:
            what = "block" if each.is_block else "text"
            why = f"this {what} is not a record in any notation kifu knows"
            found = Finding(rule=codes.TEXT_AROUND, message=why, severity="error")
            yield None, place(found, text, each.start, each.start)
            continue
        chosen, doubt = each.kind
        part = text.content[each.start : each.end].encode("utf-8", "surrogateescape")
        line = text.position(each.start)[0]
        several = len(parts) > 1
        yield chosen, Piece(part, line, doubt, None, encoding.name, told, in_block=several)
        told = ()


def _decide(source: Source, found: NotationDescriptor, name: str) -> None:
    """Decide the encoding of a file, unless it is already decoded."""
    if not source.is_decoded:
        source.encoding = encoding_of(found, source.head, suffixes(name)[0])
    elif found.prescribed is not None and not source.head().isascii():
        from .encodings import prescribes

        source.encoding = prescribes(found, source.encoding, source.head())


def _require_one_byte(first: Piece, chosen: Notation[Any]) -> None:
    """Raise Unreadable if the first piece of a file is clearly in UTF-16 or similar."""
    wide = wide_encoding(first.data)
    if wide is not None:
        names = " or ".join(described()[chosen.id].encodings)
        advice = f"`iconv -f {wide} -t UTF-8` converts it"
        why = f"this looks like {wide}, but {chosen.id} is written in {names}; {advice}"
        found = Finding(rule=codes.NOT_UTF_8, message=why, line=first.line, column=1)
        raise Unreadable(found)


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


def _apart(
    source: Source, chosen: Notation[Any], name: str, skim: Skims
) -> Iterator[Piece | Counts]:
    """Yield the pieces of a file, which is split before reading if its notation allows it."""
    if has_lines(source, chosen, name):
        yield from in_lines(source.lines(), chosen, skim)
    elif chosen.pieces is not None:
        returns, lines = 0, source.lines()
        try:
            for first, data in chosen.pieces(lines):
                yield Piece(data, first + returns)
                # a lone CR ends a line in a text in memory, but not in a file
                returns += data.count(b"\r")
        except (OSError, Unreadable):
            raise
        except Exception as error:
            from ..failures import failure

            line = max(1, lines.ended + returns)
            raise Unreadable(failure(chosen.game, error).but(line=line, column=1)) from error
    else:
        data = source.whole()
        if chosen.medium == "yaml" and not _is_utf_8(data):
            from .apart import at_documents

            yield from (Piece(part, first) for first, part in at_documents(data))
        else:
            yield Piece(data)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def has_lines(source: Source, chosen: Notation[Any], name: str) -> bool:
    """Return whether a file in a notation has one record per line."""
    if chosen.lines:
        return True
    if chosen.medium != "json":
        return False
    is_named = suffixes(name)[1]
    head = (source.seen if is_named else source.head()).removeprefix(BOM_UTF8)
    if _MAY_BE_LIST.match(head) is not None:
        from ..document.json.members import is_list

        if is_list(head, chosen.schema):
            return False
    return is_named or _has_lines(head) or source.has_lines


def in_lines(lines: LineReader, chosen: Notation[Any], skim: Skims) -> Iterator[Piece | Counts]:
    """Yield the pieces of a file with one record per line; skimmed records only as counts."""
    from ..failures import GuardedSkim
    from .conflict import together

    groups, skims = together(lines), skimmer(chosen, skim)
    skims = skims and GuardedSkim(skims, chosen.game)
    while True:
        if skims is not None:
            line = lines.ended + 1
            records, rounds, plies = lines.skimmed(skims)
            if records and skim == "lines":
                data = lines.passed
                yield Skimmed(rounds, plies, records, notation=chosen, data=data, line=line)
                continue
            if records:
                yield Counts(rounds, plies, records)
                continue
        number, group = next(groups, (0, None))
        if group is None:
            return
        piece = b"\n".join(group)
        if piece.strip():
            yield Piece(piece, number, failed=skims and skims.failed)
        if skims is not None:
            skims.failed = None


def skimmer(chosen: Notation[Any], skim: Skims) -> Skim | None:
    """Return a notation's skimmer; lines are only kept if the notation reads facts off them."""
    if not skim or (skim == "lines" and chosen.facts is None):
        return None
    return chosen.skim


def _has_lines(head: bytes) -> bool:
    """Return whether JSON has one record per line."""
    from ..document.json.members import has_lines

    if head[:1] != b"{":
        from .around import heads

        head = next(heads(head), head)
    return has_lines(head.decode("utf-8", "replace"))
