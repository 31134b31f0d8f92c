"""Which notation a file is in, judging by its first bytes and its name."""

from __future__ import annotations

import re
from os.path import splitext
from typing import Any

from ...findings import Finding
from ...replayer.discovery import GameFails
from .. import codes
from ..interface.catalog import described, notation
from ..interface.claims import declared_format
from ..interface.descriptor import NotationDescriptor
from ..interface.notation import Notation, Reading
from .detect import detect, encoding_of, resembled
from .piece import in_file
from .source import HEAD, Source, Unreadable

LINES = (".jsonl", ".ndjson")
PACKED = (".gz", ".zst")
_EMPTY_LIST = re.compile(rb"\s*+(?:\{[^{}\[\]]*+)?+\[[\s\[\]{}]*+")
"""A list without records, perhaps under a key."""


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
    found = recognised(source.head(), None if source.is_decoded else suffixes(name)[0])
    if found is None:
        raise _unknown(source.head(), name)
    _decide(source, found[0], name)
    return notation(found[0].id), found[1]


def recognised(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, str | None] | None:
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


def _decide(source: Source, found: NotationDescriptor, name: str) -> None:
    """Decide the encoding of a file, unless it is already decoded."""
    if not source.is_decoded:
        source.encoding = encoding_of(found, source.head, suffixes(name)[0])
    elif found.prescribed is not None and not source.head().isascii():
        from .encodings import prescribes

        source.encoding = prescribes(found, source.encoding, source.head())
