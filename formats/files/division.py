"""Divides files into pieces: the bytes of their records, each with its notation."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

from ...findings import Finding
from .. import codes
from ..interface.catalog import described, notation
from ..interface.notation import Counts, Notation
from ..text.text import Text
from .line_reader import LineReader, Skim
from .piece import Piece, Skimmed, Skims
from .recognition import notation_of, recognised, suffixes
from .source import HEAD, Encoding, Source, Unreadable, wide_encoding

_MAY_BE_LIST = re.compile(rb'\s*+(?:\[|\{\s*+"(?!format")\w++"\s*+:\s*+\[)')


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
        found = recognised(text[:HEAD].encode("utf-8", "surrogateescape"), None)
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


def _require_one_byte(first: Piece, chosen: Notation[Any]) -> None:
    """Raise Unreadable if the first piece of a file is clearly in UTF-16 or similar."""
    wide = wide_encoding(first.data)
    if wide is not None:
        names = " or ".join(described()[chosen.id].encodings)
        advice = f"`iconv -f {wide} -t UTF-8` converts it"
        why = f"this looks like {wide}, but {chosen.id} is written in {names}; {advice}"
        found = Finding(rule=codes.NOT_UTF_8, message=why, line=first.line, column=1)
        raise Unreadable(found)


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
