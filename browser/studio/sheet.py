"""A sheet: an open text with its records, who plays in it, and what it was before."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, chain
from secrets import token_hex
from threading import RLock
from typing import Any

from msgspec import Struct, field

from ...arena.players.limit import Limit
from ...formats import Notation, UnknownNotation
from ...replayer import game
from ...replayer.game import Game
from ...validation.outcome import Outcome, outcome
from .errors import Refused
from .records import LONG, Part, Records, records

MOST_UNDONE = 200
"""So many changes can be undone, and fewer of a long text."""

MOST_KEPT = 1 << 28
"""All texts to which one can go back have so many characters at most."""

TYPING = 1.0
"""What is typed within so many seconds is one change."""


class Level(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A program that plays for a seat, and how much it may think."""

    level: str
    playouts: int | None = None
    seconds: float | None = None

    @property
    def limit(self) -> Limit:
        """How much it may think about a decision."""
        return Limit(self.playouts, self.seconds)


class Written(Struct, frozen=True):
    """A text, and its notation, if it is known without the text."""

    text: str
    notation: str | None = None


class Kept(Struct, kw_only=True):
    """What is kept of a sheet when the studio ends.

    `folder` is where it is saved; `path` is the file that it was opened from, or saved to. `saved`
    is the digest of the text that a file has, maybe in another notation that holds all of it.
    `newline` and `bom` are how its file writes line ends, and whether it begins with a byte order
    mark: the text here has plain newlines, and no mark. `encoding` is that of its file. `seat` is
    the seat from which hidden play is seen; without one, everything is open.
    `levels` has a program, or None, for each seat.
    """

    id: str = field(default_factory=lambda: token_hex(4))
    name: str
    written: Written
    folder: str
    path: str | None = None
    saved: str | None = None
    newline: str = "\n"
    bom: bool = False
    encoding: str = "utf-8"
    seat: int | None = None
    levels: list[Level | None] = field(default_factory=list[Level | None])
    seed: str = field(default_factory=lambda: token_hex(4))


class Sheet:
    """A sheet that is open. Whoever changes it, or asks several things of it, holds its `lock`."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.version = 1
        self.lock = RLock()
        self.undone = 0
        """How often a change was taken back."""
        self.called_off = 0
        """How often all thinking about it was called off."""
        self._past: list[Written] = []
        self._future: list[Written] = []
        self._typed = 0.0
        self._records = Records()
        self._before: Sequence[Outcome[Any]] = ()

    # Its text

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self.kept.written.text

    @cached_property
    def outcomes(self) -> Sequence[Outcome[Any]]:
        """An outcome for each record, which is worked out when it is asked for."""
        written = self.kept.written
        try:
            self._records = records(
                _encoded(self.text), self.kept.name, written.notation, self._records
            )
        except UnknownNotation as why:
            self._records = Records()
            return [outcome(why.reading)]
        found = [each for part in self._records.parts for each in part.outcomes]
        # What is before the change, and what is behind it, was checked already.
        for now, before in chain(
            zip(found, self._before, strict=False),
            zip(reversed(found), reversed(self._before), strict=False),
        ):
            if now is not before:
                now.check_as(before)
        return found

    @property
    def parts(self) -> Sequence[Part]:
        """The parts of the text, each with the outcomes of its records."""
        return self._records.parts if self.outcomes else ()

    def outcome(self, number: int) -> Outcome[Any]:
        """The outcome of a record, counted from 1; raises Refused where there is none."""
        if number not in range(1, len(self.outcomes) + 1):
            raise Refused(f"there is no record {number}: there are {len(self.outcomes)}", 404)
        return self.outcomes[number - 1]

    @property
    def notation(self) -> Notation[Any] | None:
        """The notation of its records, None if it is not known."""
        return next((each.notation for each in self.outcomes), None)

    @property
    def wrong(self) -> list[int] | None:
        """The records that have errors; None where much of the text is not checked yet."""
        found = list(enumerate(self.outcomes, start=1))
        if sum(part.unchecked for part in self._records.parts) > LONG:
            return None
        return [number for number, each in found if each.is_wrong]

    def write(
        self, text: str, identifier: str | None = None, typed: bool = False, apart: bool = False
    ) -> None:
        """Replace the text; what is typed in one go is one change, unless it is to stay apart."""
        now = time.monotonic()
        in_one_go = typed and not apart and self._past and now - self._typed < TYPING
        self._typed = now if typed else 0.0
        if not in_one_go:
            self._past = [*self._past[1 - MOST_UNDONE :], self.kept.written]
            kept = accumulate(len(each.text) for each in reversed(self._past))
            few = max(1, sum(size <= MOST_KEPT for size in kept))
            del self._past[:-few]
        self._future.clear()
        self._become(Written(text, identifier))

    def undo(self) -> None:
        """Take the last change back."""
        if not self._past:
            raise Refused("there is nothing to undo")
        self._future.append(self.kept.written)
        self.undone += 1
        self._become(self._past.pop())

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if not self._future:
            raise Refused("there is nothing to redo")
        self._past.append(self.kept.written)
        self._become(self._future.pop())

    def _become(self, written: Written) -> None:
        self.kept.written = written
        self.changed()
        self._before = self.__dict__.pop("outcomes", self._before)

    def changed(self) -> None:
        """Count a change: who knows an older version is told so."""
        self.version += 1

    # What the page is told of it

    def values(self, record: int = 1) -> dict[str, Any]:
        """What there is to know of the sheet, and which of its records this is about."""
        kept, known = self.kept, self.notation
        hidden = kept.seat is not None
        return {
            "id": kept.id,
            "name": kept.name,
            "version": self.version,
            "notation": known and known.id,
            "game": known and known.game,
            "records": len(self.outcomes),
            "record": record,
            "wrong": [] if hidden else self.wrong,
            "seat": kept.seat,
            "levels": list(self.levels(record)),
            "hidden": hidden,
            "readonly": hidden,
            "undo": bool(self._past),
            "redo": bool(self._future),
            "path": kept.path,
            "saved": kept.saved == digest(self.text),
        }

    def levels(self, record: int = 1) -> Iterator[Level | None]:
        """The program of each seat, None for a person."""
        found = playable(self.outcome(record))
        seats = 0 if found is None else found[0].rules(found[1]).players
        yield from (*self.kept.levels, *[None] * seats)[:seats]


def digest(text: str) -> str:
    """What tells a text from others."""
    return sha256(_encoded(text)).hexdigest()


def _encoded(text: str) -> bytes:
    """The bytes of a text, whatever was typed into it."""
    return text.encode("utf-8", "surrogatepass")


def playable(outcome: Outcome[Any]) -> tuple[Game[Any, Any], Any] | None:
    """The game and the record of an outcome, None where it cannot be read whole."""
    if outcome.notation is None or outcome.record is None or not outcome.reading.whole:
        return None
    return game(outcome.notation.game), outcome.record
