"""Drafts of records of play, gathered from events before the moves are interpreted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

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
    Next,
    Note,
    Open,
    Round,
)


class DraftNotes:
    """The annotation on one ply or a whole line, and the places of its parts."""

    def __init__(self, ply: int | None) -> None:
        self.ply = ply
        self._values: dict[str, Any] = {}
        self.places: list[tuple[str, Event]] = []
        """Pointers within the annotation, each with its event."""

    def add(self, note: Note, before: bool = False) -> bool:
        """Add a note; return False if it cannot be combined with the others."""
        values = [*_values(note, before)]
        if any(name in _ONCE and name in self._values for name, _ in values):
            return False
        for name, value in values:
            if name in _ONCE:
                self._values[name] = value
                self.places.append((f"/{name}", note))
            else:
                several: list[Any] = self._values.setdefault(name, [])
                self.places.append((f"/{name}/{len(several)}", note))
                several.append(value)
        return True

    def annotation(self) -> Annotation:
        """Return the annotation made up of the notes."""
        values: dict[str, Any] = {
            name: value if name in _ONCE else tuple(value) for name, value in self._values.items()
        }
        return Annotation(ply=self.ply, **values)


_ONCE = ("time_used", "time_left", "evaluation")
"""Fields of an annotation with a single value."""

_SEVERAL = ("before", "after", "glyphs", "marks", "properties")
"""Fields of an annotation with several values."""


def _values(note: Note, before: bool) -> Iterator[tuple[str, Any]]:
    """Yield the annotation fields that a note fills."""
    if isinstance(note, Comment):
        yield "before" if before else "after", note.text
    elif isinstance(note, Glyph):
        yield "glyphs", note.number
    elif isinstance(note, Clock):
        times = (("time_used", note.used), ("time_left", note.left))
        yield from (each for each in times if each[1] is not None)
    elif isinstance(note.what, Evaluation):
        yield "evaluation", note.what
    elif isinstance(note.what, Annotation):
        said = {name: getattr(note.what, name) for name in (*_ONCE, *_SEVERAL)}
        yield from ((name, said[name]) for name in _ONCE if said[name] is not None)
        yield from ((name, each) for name in _SEVERAL for each in said[name])
    else:
        yield "marks" if isinstance(note.what, Mark) else "properties", note.what


Noted: TypeAlias = tuple[int | None, bool, Note]
"""The ply of a note (None for a whole line), whether it comes before that ply, and the note."""


def gathered(notes: Sequence[Noted]) -> list[DraftNotes]:
    """Return the notes combined ply by ply, keeping their order."""
    found: list[DraftNotes] = []
    last = dict[int | None, DraftNotes]()
    for ply, before, note in sorted(notes, key=lambda each: -1 if each[0] is None else each[0]):
        if ply not in last or not last[ply].add(note, before):
            last[ply] = DraftNotes(ply)
            last[ply].add(note, before)
            found.append(last[ply])
    return found


class DraftLine:
    """A line of play: its moves, its annotations, and its variations.

    `ply` is the ply of its first move. `moves` are spelled as in the text; `actions` are the
    readable ones, as in the record: after a move that `cut` the line, play is unknown. `plies` are
    the plies of the moves, if the text does not list them in playing order.
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
        "plies",
        "ply",
        "variations",
    )

    def __init__(
        self, ply: int = 1, opened: Open | None = None, events: list[Event] | None = None
    ) -> None:
        """Begin a line, whose moves are among the `events`."""
        self.ply = ply
        self.opened = opened
        self.moves: list[str] = []
        self.actions: list[str] = []
        self.cut = False
        self.end: End | None = None
        self.plies: Sequence[int | None] | None = None
        self._events: list[Event] = [] if events is None else events
        # most lines have none of these, and creating lists takes time
        self.variations: list[DraftLine] | tuple[()] = ()
        self._uncounted: list[int] | tuple[()] = ()
        self._notes: list[tuple[int, Note]] | tuple[()] = ()

    def play(self, event: Move | Moves) -> None:
        """Add one or more moves."""
        self._events.append(event)
        if isinstance(event, Moves):
            self.moves += event.made()
            return
        if not event.counted:
            self._uncounted = self._uncounted or []
            self._uncounted.append(len(self.moves))
        self.moves.append(event.spelled)

    def each(self, content: str) -> list[Move]:
        """Return the moves with their places, which are found in the text's content."""
        found: list[Move] = []
        for event in self._events:
            if isinstance(event, Moves):
                found += [each for each in event.each(content) if each.spelled != event.blank]
            elif isinstance(event, Move):
                found.append(event)
        return found

    @property
    def next_ply(self) -> int:
        """The ply of the next move."""
        return self._behind(len(self.moves))

    @property
    def known(self) -> int:
        """The ply after the last one that can be read."""
        return self._behind(len(self.actions))

    def _behind(self, count: int) -> int:
        """Return the ply after this many moves."""
        uncounted = bisect_left(self._uncounted, count) if self._uncounted else 0
        return self.ply + count - uncounted

    def note(self, note: Note) -> None:
        """Add a note about the last move, the next move, or the ply that it names."""
        self._notes = self._notes or []
        self._notes.append((len(self.moves), note))

    def vary(self, variation: DraftLine) -> None:
        """Add a variation."""
        self.variations = self.variations or []
        self.variations.append(variation)

    def order(self) -> None:
        """Put variations at every depth in the order of their plies; those at one keep theirs."""
        if self.variations:
            self.variations = sorted(self.variations, key=lambda each: each.ply)
            for each in self.variations:
                each.order()

    @property
    def is_noted(self) -> bool:
        """Whether it has annotations."""
        return bool(self._notes)

    def notes(self) -> list[DraftNotes]:
        """Return the notes about known plies."""
        if not self._notes:
            return []
        return gathered([each for at, note in self._notes for each in self._noted(at, note)])

    def _noted(self, moves: int, note: Note) -> Iterator[Noted]:
        """Yield a note after this many moves with the ply that it is about, if that is known.

        A comment before a move that never came is about what precedes the comment.
        """
        before, ply = isinstance(note, Comment) and note.before, self._behind(moves)
        if isinstance(note, Comment) and (note.whole or note.ply is not None):
            yield note.ply, before, note
        elif before and ply < self.next_ply:
            if ply < self.known:
                yield ply, True, note
        elif before and self.cut:
            return
        elif not moves:
            yield None, False, note
        elif self.plies is not None:
            yield self.plies[moves - 1], False, note
        elif ply <= self.known:
            yield ply - 1, False, note

    def known_variations(self) -> list[DraftLine]:
        """Return the variations that branch off the known part of the line."""
        known = self.known
        return [each for each in self.variations if each.actions and each.ply <= known]

    def made(self) -> tuple[Variation, ...]:
        """Return the variations that branch off the line, in the form of the record."""
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
        """Return the annotations of the line."""
        return tuple([each.annotation() for each in self.notes()])


class Said:
    """The headers of a match or a round.

    `events` are the headers, and any moves between them, in order.
    """

    __slots__ = ("_values", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._values: dict[str, str] | None = None

    @property
    def values(self) -> dict[str, str]:
        """The values of the complete headers by name; the first one wins if a name is repeated."""
        if self._values is None:
            found: dict[str, str] = {}
            for each in self.events:
                if isinstance(each, Headers):
                    found = dict(zip(each.names, each.values, strict=True)) | found
                elif isinstance(each, Header):
                    found.setdefault(each.name, each.value)
            self._values = found
        return self._values

    def headers(self, content: str) -> list[Header]:
        """Return the headers with their places, which are found in the text's content."""
        found: list[Header] = []
        for event in self.events:
            if isinstance(event, Headers):
                found += event.each(content)
            elif isinstance(event, Header):
                found.append(event)
        return found


class DraftRound(Said):
    """A round, numbered from 1: its headers and its main line."""

    __slots__ = ("begins", "line", "number")

    def __init__(self, number: int, begins: Round | None = None) -> None:
        self.events: list[Event] = []
        self._values: dict[str, str] | None = None
        self.number = number
        self.begins = begins
        self.line = DraftLine(events=self.events)


class DraftMatch(Said):
    """A match: its headers, its annotation, and its rounds."""

    def __init__(self, begins: Next | None = None) -> None:
        super().__init__()
        self.begins = begins
        self.rounds: list[DraftRound] = []
        self._notes: list[Noted] = []

    def note(self, note: Note) -> None:
        """Add a note about the match."""
        said = note if isinstance(note, Comment) else None
        self._notes.append((said and said.ply, said is not None and said.before, note))

    def notes(self) -> list[DraftNotes]:
        """Return the annotation of the match, with its places."""
        return gathered(self._notes)

    def annotations(self) -> tuple[Annotation, ...]:
        """Return the annotation of the match, in the form of the record."""
        return tuple([each.annotation() for each in self.notes()])
