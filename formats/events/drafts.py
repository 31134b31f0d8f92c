"""A record of play as it is gathered from events, before anybody knows what its moves mean."""

from __future__ import annotations

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


Noted: TypeAlias = tuple[int | None, bool, Note]
"""A note, after its ply (None for a whole line) and whether it stands before that."""


def gathered(notes: Sequence[Noted]) -> list[DraftNotes]:
    """Notes that are put together ply by ply, in the order of these."""
    found: list[DraftNotes] = []
    last = dict[int | None, DraftNotes]()
    for ply, before, note in sorted(notes, key=lambda each: -1 if each[0] is None else each[0]):
        if ply not in last or not last[ply].add(note, before):
            last[ply] = DraftNotes(ply)
            last[ply].add(note, before)
            found.append(last[ply])
    return found


class DraftLine:
    """A line of play: its moves, what is noted of them, and the variations that leave it.

    `ply` is that of its first move. `moves` are spelled as in the text; `actions` are the same as
    the record has them, as far as they can be read: behind a move that `cut` it, nobody knows what
    was played. `plies` are those of the moves where they are not in the order of the text.
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
        """`events` get those of its moves, where they stand among others."""
        self.ply = ply
        self.opened = opened
        self.moves: list[str] = []
        self.actions: list[str] = []
        self.cut = False
        self.end: End | None = None
        self.plies: Sequence[int | None] | None = None
        self._events: list[Event] = [] if events is None else events
        # Most lines have none of these, and a list for each takes time.
        self.variations: list[DraftLine] | tuple[()] = ()
        self._uncounted: list[int] | tuple[()] = ()
        self._notes: list[tuple[int, Note]] | tuple[()] = ()

    def play(self, event: Move | Moves) -> None:
        """Take one more move, or several."""
        self._events.append(event)
        if isinstance(event, Moves):
            self.moves += event.made()
            return
        if not event.counted:
            self._uncounted = self._uncounted or []
            self._uncounted.append(len(self.moves))
        self.moves.append(event.spelled)

    def each(self, content: str) -> list[Move]:
        """The moves, each with its place, found in the content of the text."""
        found: list[Move] = []
        for event in self._events:
            if isinstance(event, Moves):
                found += [each for each in event.each(content) if each.spelled != event.blank]
            elif isinstance(event, Move):
                found.append(event)
        return found

    @property
    def next_ply(self) -> int:
        """The ply of the move that comes next."""
        return self._behind(len(self.moves))

    @property
    def known(self) -> int:
        """The ply behind the last of those that can be read."""
        return self._behind(len(self.actions))

    def _behind(self, count: int) -> int:
        """The ply behind so many moves."""
        uncounted = sum(each < count for each in self._uncounted) if self._uncounted else 0
        return self.ply + count - uncounted

    def note(self, note: Note) -> None:
        """Note something of the last move, of the next one, or of what it names itself."""
        self._notes = self._notes or []
        self._notes.append((len(self.moves), note))

    def vary(self, variation: DraftLine) -> None:
        """Take one more variation."""
        self.variations = self.variations or []
        self.variations.append(variation)

    @property
    def is_noted(self) -> bool:
        """Whether anything is noted of it."""
        return bool(self._notes)

    def notes(self) -> list[DraftNotes]:
        """What is noted of the plies that are known."""
        if not self._notes:
            return []
        return gathered([each for at, note in self._notes for each in self._noted(at, note)])

    def _noted(self, moves: int, note: Note) -> Iterator[Noted]:
        """What a note behind so many moves is about, if that is known.

        A comment before a move that never came is one on what stands before it.
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

    `events` are the headers, and moves between them, as they follow one another.
    """

    __slots__ = ("_values", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._values: dict[str, str] | None = None

    @property
    def values(self) -> dict[str, str]:
        """The values of the headers by name, when all are there; of several with one name, of the
        first.
        """
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
        """The headers, each with its place, found in the content of the text."""
        found: list[Header] = []
        for event in self.events:
            if isinstance(event, Headers):
                found += event.each(content)
            elif isinstance(event, Header):
                found.append(event)
        return found


class DraftRound(Said):
    """A round: its headers, and its main line. It is numbered from 1."""

    __slots__ = ("begins", "line", "number")

    def __init__(self, number: int, begins: Round | None = None) -> None:
        self.events: list[Event] = []
        self._values: dict[str, str] | None = None
        self.number = number
        self.begins = begins
        self.line = DraftLine(events=self.events)


class DraftMatch(Said):
    """A match: its headers, what is noted of all of it, and its rounds."""

    def __init__(self, begins: Next | None = None) -> None:
        super().__init__()
        self.begins = begins
        self.rounds: list[DraftRound] = []
        self._notes: list[Noted] = []

    def note(self, note: Note) -> None:
        """Note something of the match."""
        said = note if isinstance(note, Comment) else None
        self._notes.append((said and said.ply, said is not None and said.before, note))

    def notes(self) -> list[DraftNotes]:
        """What is noted of the match."""
        return gathered(self._notes)

    def annotations(self) -> tuple[Annotation, ...]:
        """What is noted of the match, as a record has it."""
        return tuple([each.annotation() for each in self.notes()])
