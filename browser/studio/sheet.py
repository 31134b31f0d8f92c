"""A sheet: an open text with its records, its programs, and its history."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, chain, takewhile
from secrets import token_hex
from threading import RLock
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ...arena.players.limit import Limit
from ...formats import Notation, UnknownNotation
from ...replayer import game
from ...replayer.game import Game
from ...replayer.play.going_on import Moment
from ...validation.outcome import Outcome, outcome
from ..document import Drawn
from .errors import Refused
from .records import LONG, Part, Records, records

MOST_UNDONE = 200
"""The maximum number of changes that can be undone; fewer in a long text."""

MOST_KEPT = 1 << 28
"""The maximum number of characters in all texts that undo can restore."""

TYPING = 1.0
"""Text typed within this many seconds counts as one change."""


class Level(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A program that plays for a seat, and a limit on its thinking."""

    level: str
    playouts: int | None = None
    seconds: float | None = None

    @property
    def limit(self) -> Limit:
        """The limit on thinking about each decision."""
        return Limit(self.playouts, self.seconds)


class Written(Struct, frozen=True):
    """A text, and the notation it was written in, if known."""

    text: str
    notation: str | None = None


class Played(Struct, frozen=True):
    """A change that is play: the moments before and after it, and whether a program played."""

    before: Moment
    after: Moment
    by_program: bool = False


class _Change(Struct, frozen=True):
    """A change that can be undone or redone: the text on its other side, and its play, if any."""

    written: Written
    played: Played | None

    @property
    def by_program(self) -> bool:
        return self.played is not None and self.played.by_program


class Kept(Struct, kw_only=True):
    """The parts of a sheet that are kept when the studio stops.

    New files are saved in `folder`; `path` is the file that the sheet was opened from or saved to.
    `saved` is the digest of the text when it was saved, possibly in another notation without
    losses. `newline`, `bom` and `encoding` are the line endings, byte order mark and encoding of
    the file; the text here has LF and no mark. If cards are hidden, `seat` is the seat whose view
    is shown. `levels` holds a program, or None, for each seat.
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
    """An open sheet. Hold its `lock` to change it or to read several values."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.version = 1
        self.lock = RLock()
        self.undone = 0
        """The number of undone changes."""
        self.called_off = 0
        """The number of times that programs were cancelled."""
        self._drawn = Drawn()
        self._drawn_at = (0, 0, 0)
        """The version, the record and the round that were drawn last."""
        self.judged: tuple[int, int] = (0, 0)
        """How many decisions an analysis has judged, and how many there are."""
        self._past: list[_Change] = []
        self._future: list[_Change] = []
        self._typed = 0.0
        self._records = Records()
        self._before: Sequence[Outcome[Any]] = ()

    # The text

    @property
    def text(self) -> str:
        """The current text."""
        return self.kept.written.text

    @cached_property
    def outcomes(self) -> Sequence[Outcome[Any]]:
        """The outcomes of the records, computed on demand."""
        written = self.kept.written
        try:
            self._records = records(
                _encoded(self.text), self.kept.name, written.notation, self._records
            )
        except UnknownNotation as why:
            self._records = Records()
            return [outcome(why.reading)]
        found = [each for part in self._records.parts for each in part.outcomes]
        # Records before and after the change have already been checked.
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
        """Return the outcome of a record, counted from 1. Raises Refused if there is none."""
        if number not in range(1, len(self.outcomes) + 1):
            raise Refused(f"there is no record {number}, only {len(self.outcomes)}", 404)
        return self.outcomes[number - 1]

    @property
    def notation(self) -> Notation[Any] | None:
        """The notation of the records, or None if it is unknown."""
        return next((each.notation for each in self.outcomes), None)

    @property
    def wrong(self) -> list[int] | None:
        """The records that have errors, or None if much of the text has not been checked yet."""
        found = list(enumerate(self.outcomes, start=1))
        if sum(part.unchecked for part in self._records.parts) > LONG:
            return None
        return [number for number, each in found if each.is_wrong]

    def write(
        self,
        text: str,
        identifier: str | None = None,
        typed: bool = False,
        apart: bool = False,
        played: Played | None = None,
    ) -> None:
        """Replace the text; text typed in quick succession counts as one change, unless `apart`."""
        now = time.monotonic()
        continued = typed and not apart and self._past and now - self._typed < TYPING
        self._typed = now if typed else 0.0
        if not continued:
            self._past = [*self._past[1 - MOST_UNDONE :], _Change(self.kept.written, played)]
            kept = accumulate(len(each.written.text) for each in reversed(self._past))
            few = max(1, sum(size <= MOST_KEPT for size in kept))
            del self._past[:-few]
        self._future.clear()
        self._become(Written(text, identifier))
        if played is not None and self._drawn_at == (self.version - 1, 1, played.before.round):
            self._drawn_at = (self.version, 1, played.before.round)
            same = len(self._drawn.steps) if played.before.path else played.before.step
            self._drawn.same = same

    def drawn(self, record: int, number: int) -> Drawn:
        """Return the steps of a round as far as play has not changed them since the last answer."""
        now = self.version, record, number
        if self._drawn_at != now:
            self._drawn.same = 0
        self._drawn_at = now
        return self._drawn

    def renumber(self, after: Moment) -> None:
        """Replace the moment after the last change, if that was play."""
        if self._past and self._past[-1].played is not None:
            written, played = self._past[-1].written, self._past[-1].played
            self._past[-1] = _Change(written, replace(played, after=after))

    def undo(self) -> Moment | None:
        """Undo the last change; a move of a person is undone with all replies of programs.

        Return the moment before the change if it was play.
        """
        if not self._past:
            raise Refused("there is nothing to undo")
        replies = _replies(self._past)
        answered = replies < len(self._past) and self._past[-1 - replies].played
        self.undone += 1
        turned = [self._turn(self._past, self._future) for _ in range(1 + replies * bool(answered))]
        return turned[-1] and turned[-1].before

    def redo(self) -> Moment | None:
        """Redo the last undone change; a move of a person is redone with the replies of programs.

        Return the moment after the change if it was play.
        """
        if not self._future:
            raise Refused("there is nothing to redo")
        played = self._turn(self._future, self._past)
        if played and not played.by_program:
            for _ in range(_replies(self._future)):
                played = self._turn(self._future, self._past)
        return played and played.after

    def _turn(self, source: list[_Change], target: list[_Change]) -> Played | None:
        """Undo or redo a change."""
        change = source.pop()
        target.append(_Change(self.kept.written, change.played))
        self._become(change.written)
        return change.played

    def _become(self, written: Written) -> None:
        self.kept.written = written
        self.changed()
        self._before = self.__dict__.pop("outcomes", self._before)

    def changed(self) -> None:
        """Count a change, so that calls about older versions are refused."""
        self.version += 1

    # Values for the page

    def values(self, record: int = 1) -> dict[str, Any]:
        """Return the sheet's values for the page; `record` is the number of a record."""
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
        """Yield the program of each seat, or None for a person."""
        found = playable(self.outcome(record))
        seats = 0 if found is None else found[0].rules(found[1]).players
        yield from (*self.kept.levels, *[None] * seats)[:seats]


def _replies(changes: Sequence[_Change]) -> int:
    """Return how many of the last changes are moves of programs."""
    return sum(1 for _ in takewhile(lambda each: each.by_program, reversed(changes)))


def digest(text: str) -> str:
    """Return a hash of a text."""
    return sha256(_encoded(text)).hexdigest()


def _encoded(text: str) -> bytes:
    """Encode a text, which may contain lone surrogates, as bytes."""
    return text.encode("utf-8", "surrogatepass")


def playable(outcome: Outcome[Any]) -> tuple[Game[Any, Any], Any] | None:
    """Return the game and record of an outcome, or None if part of it cannot be read."""
    if outcome.notation is None or outcome.record is None or not outcome.reading.whole:
        return None
    return game(outcome.notation.game), outcome.record
