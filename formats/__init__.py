"""Notations: text to record, and record to text. Knows no rules.

`NOTATIONS` is the registry: the identifier of each notation, and the module where it stands.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from importlib import import_module
from pathlib import PurePath
from typing import Any, BinaryIO

from .. import replayer
from ..findings import Finding, Rule, declared
from . import codes
from .boards import Board
from .notation import CannotHold, Notation, Reading
from .place import place
from .source import Source, Unreadable, decode, wide_encoding
from .text import Text

NOTATIONS = {
    "goita/json": ".goita.json",
    "goita/json-2015": ".goita.json_2015",
    "goita/history": ".goita.history",
    "goita/yaml": ".goita.yaml",
    "goita/table": ".goita.table",
    "mighty/json": ".mighty.json",
    "mighty/gibo": ".mighty.gibo",
    "planowanie/json": ".planowanie.json",
    "planowanie/log": ".planowanie.log.arbiter",
    "planowanie/seat-log": ".planowanie.log.seat",
}

BOARDS = {
    "goita": ".goita.board.board",
    "mighty": ".mighty.board.board",
    "planowanie": ".planowanie.board.board",
}
"""The module of each game that shows a record to people."""

LOSSES = {"goita": ".goita.losses", "mighty": ".mighty.losses", "planowanie": ".planowanie.losses"}
"""The module of each game that compares a record with what a notation kept of it."""

CODES = (".codes", ".goita.codes", ".mighty.codes", ".planowanie.codes")
"""The modules that declare the rules of files and notations."""

LINES = (".jsonl", ".ndjson")
PACKED = (".gz", ".zst")


class UnknownNotation(Exception):
    """Nothing says that a file is a record."""


def notation(identifier: str) -> Notation[Any]:
    """The notation with this identifier.

    Raises KeyError if there is none.
    """
    if identifier not in NOTATIONS:
        raise KeyError(f"{identifier} is no notation: known are {', '.join(NOTATIONS)}")
    found: Notation[Any] = import_module(NOTATIONS[identifier], __name__).NOTATION
    return found


def notations(game: str | None = None) -> list[Notation[Any]]:
    """All notations, or those of one game; the canonical one first."""
    names = [name for name in NOTATIONS if game is None or name.startswith(f"{game}/")]
    return [notation(name) for name in names]


def board(game: str) -> Board[Any, Any]:
    """The module that shows the records of a game to people.

    Raises KeyError if there is no such game.
    """
    found: Any = import_module(BOARDS[game], __name__)
    return found


def lost(record: Any, target: Notation[Any]) -> list[str]:
    """What a notation does not hold of a record, each in the words of its `lacks`.

    It is found by writing the record and reading it back. Raises CannotHold where it cannot be
    written, or what was written says something else.
    """
    require_game(record, target)
    readings = list(target.read(Text(target.write(record))))
    kept = readings[0].record if len(readings) == 1 and readings[0].whole else None
    if kept is None:
        raise CannotHold(f"{target.id} cannot hold this record")
    names = differences(target.game, record, kept)
    undeclared = [name for name in names if name not in target.lacks]
    if undeclared:
        raise CannotHold(
            f"{target.id} cannot hold this record: {', '.join(undeclared)} would change"
        )
    return [f"{name}: {target.lacks[name]}" for name in names]


def require_game(record: object, target: Notation[Any]) -> None:
    """Raise CannotHold where a record is one of another game than a notation."""
    name = replayer.game_of(record).name
    if name != target.game:
        raise CannotHold(f"{target.id} cannot hold a record of {name}")


def differences(game: str, before: Any, after: Any) -> list[str]:
    """Name what changed between two records, in the terms of `Notation.lacks`."""
    names: list[str] = import_module(LOSSES[game], __name__).differences(before, after)
    return names


def all_codes() -> list[Rule]:
    """Every rule that a file, a notation or a record can break, by code."""
    for name in CODES:
        import_module(name, __name__)
    replayer.load_codes()
    return declared()


def suffixes(name: str) -> tuple[str, bool]:
    """The suffix of a file name without that of its compression, and whether it has lines.

    >>> suffixes("games/2015.jsonl.zst")
    ('.jsonl', True)
    """
    path = PurePath(name.lower())
    if path.suffix in PACKED:
        path = path.with_suffix("")
    return path.suffix, path.suffix in LINES


def read(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Reading[Any]]:
    """Read the records of a file, one after the other.

    The notation is told from the content, unless `identifier` names it. Raises KeyError if there
    is no such notation, and UnknownNotation where the file is a record of none. What cannot be
    read is a Reading without a record, with the reason among its findings.
    """
    chosen = None if identifier is None else notation(identifier)
    source = stream if isinstance(stream, Source) else Source(stream)
    try:
        chosen = chosen or told(source.head())
        if chosen is None:
            raise UnknownNotation(name)
        if chosen.medium == "json" and (suffixes(name)[1] or _has_lines(source.head())):
            yield from _read_lines(source, chosen)
        elif chosen.pieces is not None:
            yield from _read_pieces(source, chosen)
        else:
            yield from _read_whole(source, chosen)
    except Unreadable as trouble:
        yield Reading(chosen, [trouble.finding], whole=False)


_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: .*)?\n", re.MULTILINE)
"""What git leaves in a file that it could not merge: such a record is broken, but still one."""


def told(head: bytes) -> Notation[Any] | None:
    """The notation that the first bytes of a file are written in, if it is one."""
    text = head.decode(wide_encoding(head) or "utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CONFLICT.sub("", text).lstrip("\0")
    return next((each for each in notations() if each.claims(text)), None)


def _has_lines(head: bytes) -> bool:
    """Whether JSON has one record a line: two lines that are each an object from end to end."""
    lines = head.removeprefix(BOM_UTF8).split(b"\n", 3)[:3]
    whole = [line.strip() for line in lines if line.strip()]
    return len(whole) > 1 and all(line[:1] == b"{" for line in whole) and whole[0][-1:] == b"}"


def _read_whole(source: Source, chosen: Notation[Any]) -> Iterator[Reading[Any]]:
    text = decode(source.whole())
    empty = True
    for reading in chosen.read(text):
        empty = False
        yield reading
    if empty:
        finding = Finding(rule=codes.EMPTY, message=f"there is no record of {chosen.id} in it")
        yield Reading(chosen, [place(finding, text, 0, 0)], whole=False)


def _read_pieces(source: Source, chosen: Notation[Any]) -> Iterator[Reading[Any]]:
    assert chosen.pieces is not None
    empty = True
    for piece in chosen.pieces(source.lines()):
        empty = False
        first, _ = piece[0]
        data = b"".join(line + b"\n" for _, line in piece)
        try:
            yield from chosen.read(decode(data, first))
        except Unreadable as trouble:
            yield Reading(chosen, [trouble.finding], whole=False)
    if empty:
        yield _nothing(chosen)


def _read_lines(source: Source, chosen: Notation[Any]) -> Iterator[Reading[Any]]:
    empty = True
    for number, line in source.lines():
        if line.strip():
            empty = False
            try:
                yield from chosen.read(decode(line, number))
            except Unreadable as trouble:
                yield Reading(chosen, [trouble.finding], whole=False)
    if empty:
        yield _nothing(chosen)


def _nothing(chosen: Notation[Any]) -> Reading[Any]:
    finding = Finding(rule=codes.EMPTY, message="there is no record in it", line=1, column=1)
    return Reading(chosen, [finding], whole=False)


__all__ = [
    "BOARDS",
    "NOTATIONS",
    "CannotHold",
    "Notation",
    "Reading",
    "Text",
    "UnknownNotation",
    "notation",
    "notations",
    "read",
    "suffixes",
    "told",
]
