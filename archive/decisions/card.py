"""The data card: a description of a table of decisions in JSON, beside its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from ...replayer.encoding.encoding import Encoding
from ...replayer.encoding.fields import Field
from ..version import __version__

FORMAT, VERSION = "kifu/decisions", 1


class WrongTable(ValueError):
    """Raised if a file is not a whole table of decisions that this version of kifu reads."""


class Header(Struct, frozen=True, kw_only=True):
    """The meaning of the rows of a file; seats are from 0 to `players` - 1, and `actions` name ids.

    `columns` has the fields of each packed column. They depend on the game and its options, so all
    rows of a table have the same header.
    """

    format: str = FORMAT
    version: int = VERSION
    kifu: str = __version__
    game: str
    players: int
    actions: tuple[str, ...]
    columns: Mapping[str, tuple[Field, ...]]

    @classmethod
    def of(cls, game: str, encoding: Encoding[Any, Any], perfect: bool) -> Header:
        """Return the header for the decisions of an encoding, with what is hidden if `perfect`."""
        mask = Field("mask", (len(encoding.names),), about="the legal action ids")
        columns = {"mask": (mask,), "observation": encoding.observation.fields}
        if perfect and encoding.perfect.fields:
            columns["perfect"] = encoding.perfect.fields
        players = encoding.rules.players
        return cls(game=game, players=players, actions=encoding.names, columns=columns)


class Written(Struct):
    """A file of a table, with its numbers of rows and records."""

    name: str
    split: str | None = None
    rows: int = 0
    records: int = 0


class Choices(Struct, frozen=True):
    """The options of `kifu export` that determine the rows of the table."""

    seats: Sequence[int] = ()
    where: Sequence[str] = ()
    split: Mapping[str, float] = {}
    perfect: bool = False
    anonymised: bool = False


class Card(Struct, kw_only=True):
    """The data card of a table: its header, or None without rows, its files, and the choices.

    `options` counts the records by the options of their matches. `left_out` counts the records that
    break a rule or cannot be encoded, and `without_rows` the other records without a chosen row.
    """

    header: Header | None = None
    choices: Choices = Choices()
    files: list[Written] = field(default_factory=list[Written])
    options: dict[str, int] = field(default_factory=dict[str, int])
    left_out: int = 0
    without_rows: int = 0


def card_path(path: str) -> str:
    """Return the name of the card of a table.

    >>> card_path("data/decisions.parquet")
    'data/decisions.card.json'
    """
    return str(Path(path).with_suffix(".card.json"))


def header_of(data: bytes | None, path: str) -> Header:
    """Return the header in a file. Raises WrongTable if it cannot be read."""
    if data is None:
        raise WrongTable(f"{path}: this is not a table that `kifu export` wrote")
    try:
        said: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
        if (said.get("format"), said.get("version")) != (FORMAT, VERSION):
            which = f"{said.get('format')}, version {said.get('version')}"
            raise WrongTable(f"{path}: this is {which}; kifu reads {FORMAT}, version {VERSION}")
        return msgspec.convert(said, Header)
    except msgspec.MsgspecError as why:
        raise WrongTable(f"{path}: its header cannot be read: {why}") from None


def card_beside(path: str) -> Card | None:
    """Return the card beside a file that lists it, if there is one.

    Raises WrongTable if the card cannot be read.
    """
    for each in Path(path).parent.glob("*.card.json"):
        if any(file.name == Path(path).name for file in files_of(str(each))):
            data = each.read_bytes()
            header_of(msgspec.json.decode(data, type=_AnyCard).header, str(each))
            try:
                return msgspec.json.decode(data, type=Card)
            except msgspec.MsgspecError as why:
                raise WrongTable(f"{each}: this cannot be read: {why}") from None
    return None


class _AnyCard(Struct):
    """The parts of a card that are the same in every version."""

    header: msgspec.Raw = msgspec.Raw(b"null")
    files: list[Written] = []


def files_of(path: str) -> list[Written]:
    """Return the files that a card lists, or nothing if there is no such card."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=_AnyCard).files
    except (OSError, msgspec.MsgspecError):
        return []
