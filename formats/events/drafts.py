"""A record of play as it is gathered from events, before anybody knows what its moves mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...replayer.play.annotation import Annotation, Evaluation, Mark
from ...replayer.play.variations import Variation
from .events import (
    Clock,
    Comment,
    End,
    Event,
    Glyph,
    Header,
    Headers,
    Move,
    Moves,
    Note,
    Open,
    Round,
)


class DraftNotes:
    """What is noted about one ply, or about a whole line, and where each part of it stands."""

    def __init__(self, ply: int | None) -> None:
        self.ply = ply
        self._values: dict[str, Any] = {}
        self.places: list[tuple[str, Event]] = []
        """Pointers below the annotation, each with the event that it comes from."""

    def add(self, note: Note, before: bool = False) -> bool:
        """Take one more note; False if there is no room for it beside the others."""
        values = dict(_values(note, before))
        if any(name in _ONCE and name in self._values for name in values):
            return False
        for name, value in values.items():
            if name in _ONCE:
                self._values[name] = value
                self.places.append((f"/{name}", note))
            else:
                several: list[Any] = self._values.setdefault(name, [])
                self.places.append((f"/{name}/{len(several)}", note))
                several.append(value)
        return True

    def annotation(self) -> Annotation:
        """The annotation that they make together."""
        values: dict[str, Any] = {
            name: value if name in _ONCE else tuple(value) for name, value in self._values.items()
        }
        return Annotation(ply=self.ply, **values)


_ONCE = {"time_used", "time_left", "evaluation"}
"""Fields of an annotation that have one value."""


def _values(note: Note, before: bool) -> Iterator[tuple[str, Any]]:
    """The fields of an annotation that a note fills."""
    if isinstance(note, Comment):
        yield "before" if before else "after", note.text
    elif isinstance(note, Glyph):
        yield "glyphs", note.number
    elif isinstance(note, Clock):
        times = (("time_used", note.used), ("time_left", note.left))
        yield from (each for each in times if each[1] is not None)
    elif isinstance(note.what, Evaluation):
        yield "evaluation", note.what
    else:
        yield "marks" if isinstance(note.what, Mark) else "properties", note.what


def gathered(notes: Sequence[tuple[int | None, bool, Note]]) -> list[DraftNotes]:
    """Notes, each with its ply and whether it stands before it, put together ply by ply."""
    found: list[DraftNotes] = []
    last = dict[int | None, DraftNotes]()
    for ply, before, note in notes:
        if ply not in last or not last[ply].add(note, before):
            last[ply] = DraftNotes(ply)
            last[ply].add(note, before)
            found.append(last[ply])
    return found


class DraftLine:
    """A line of play: its moves, what is noted of them, and the variations that leave it.

    `ply` is that of its first move. `moves` are spelled as in the text; `actions` are the same as
    the record has them, as far as they can be read: behind a move that `cut` it, nobody knows what
    was played.
    """

    __slots__ = (
        "_events",
        "_notes",
        "_uncounted",
        "actions",
        "cut",
        "end",
        "moves",
        "opened",
        "ply",
        "variations",
    )

    def __init__(self, ply: int = 1, opened: Open | None = None) -> None:
        self.ply = ply
        self.opened = opened
        self.moves: list[str] = []
        self.actions: list[str] = []
        self.variations: list[DraftLine] = []
        self.cut = False
        self.end: End | None = None
        self._uncounted: list[int] = []
        self._events: list[Move | Moves] = []
        self._notes: list[tuple[int | None, bool, Note]] = []

    def play(self, event: Move | Moves) -> None:
        """Take one more move, or several."""
        self._events.append(event)
        if isinstance(event, Move):
            if not event.counted:
                self._uncounted.append(len(self.moves))
            self.moves.append(event.spelled)
        else:
            self.moves += event.spelled

    def events(self) -> list[Move]:
        """The moves, each with its place."""
        found: list[Move] = []
        for each in self._events:
            found += [each] if isinstance(each, Move) else each.each()
        return found

    @property
    def next_ply(self) -> int:
        """The ply of the move that comes next."""
        return self.ply + len(self.moves) - len(self._uncounted)

    @property
    def known(self) -> int:
        """The ply behind the last of those that can be read."""
        acted = len(self.actions)
        return self.ply + acted - sum(each < acted for each in self._uncounted)

    def note(self, note: Note) -> None:
        """Note something of the last move, or of the next one."""
        if isinstance(note, Comment) and note.before:
            self._notes.append((self.next_ply, True, note))
        else:
            self._notes.append((self.next_ply - 1 if self.moves else None, False, note))

    def notes(self) -> list[DraftNotes]:
        """What is noted of the plies that are known.

        A comment before a move that never came is one on what stands before it.
        """
        if not self._notes:
            return []
        known, there = self.known, self.next_ply
        last = there - 1 if self.moves else None
        return gathered(
            [
                (last, False, note) if ply == there and before else (ply, before, note)
                for ply, before, note in self._notes
                if ply is None or ply < known or (ply == there and not self.cut)
            ]
        )

    def known_variations(self) -> list[DraftLine]:
        """The variations that leave the line where it is known."""
        known = self.known
        return [each for each in self.variations if each.actions and each.ply <= known]

    def made(self) -> tuple[Variation, ...]:
        """The variations that leave the line, as a record has them."""
        return tuple(
            [
                Variation(
                    ply=each.ply,
                    actions=tuple(each.actions),
                    name=None if each.opened is None else each.opened.name,
                    annotations=each.annotations(),
                    variations=each.made(),
                )
                for each in self.known_variations()
            ]
        )

    def annotations(self) -> tuple[Annotation, ...]:
        """What is noted of the line."""
        return tuple([each.annotation() for each in self.notes()])


class Said:
    """What the headers of a match or a round say.

    `values` are those of the headers by name; of several with one name, of the first.
    """

    __slots__ = ("_headers", "values")

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self._headers: list[Header | Headers] = []

    def say(self, event: Header | Headers) -> None:
        """Take one more header, or several."""
        self._headers.append(event)
        if isinstance(event, Header):
            self.values.setdefault(event.name, event.value)
        else:
            values = dict(zip(event.names, event.values, strict=True))
            self.values = values | self.values if self.values else values

    def headers(self) -> list[Header]:
        """The headers, each with its place."""
        found: list[Header] = []
        for each in self._headers:
            found += [each] if isinstance(each, Header) else each.each()
        return found


class DraftRound(Said):
    """A round: its headers, and its main line. It is numbered from 1."""

    __slots__ = ("begins", "line", "number")

    def __init__(self, number: int, begins: Round | None = None) -> None:
        super().__init__()
        self.number = number
        self.begins = begins
        self.line = DraftLine()


class DraftMatch(Said):
    """A match: its headers, what is noted of all of it, and its rounds."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds: list[DraftRound] = []
        self._notes: list[tuple[int | None, bool, Note]] = []

    def note(self, note: Note) -> None:
        """Note something of the match."""
        self._notes.append((None, isinstance(note, Comment) and note.before, note))

    def notes(self) -> list[DraftNotes]:
        """What is noted of the match."""
        return gathered(self._notes)

    def annotations(self) -> tuple[Annotation, ...]:
        """What is noted of the match, as a record has it."""
        return tuple([each.annotation() for each in self.notes()])
