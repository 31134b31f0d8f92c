"""Builds records of play from events, for every game.

It opens and closes rounds and variations, assigns comments to their plies, and asks the rules for
the meaning of moves. An adapter does the rest, and `placing` finds the places of findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar

from ...findings import Finding, Rule
from ...findings.limits import DEEPEST_VARIATION, MOST_VARIATIONS
from ...replayer.codes import NESTED_TOO_DEEP, TOO_MANY_VARIATIONS
from ...replayer.play.annotation import Property
from ...replayer.rules import IllegalAction
from .. import codes
from ..document.mapping import Path
from ..interface.notation import Notation, Reading
from ..text.text import Text
from .adapter import Adapter
from .drafts import DraftLine, DraftMatch, DraftRound, Said
from .events import (
    Clock,
    Close,
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
    Remark,
    Round,
    Unread,
)
from .meaning import resolve
from .placing import Placing

RecordT = TypeVar("RecordT")


def readings(
    text: Text,
    events: Iterable[Event],
    adapter: Callable[[Text], Adapter[RecordT]],
    notation: Notation[RecordT],
) -> Iterator[Reading[RecordT]]:
    """Read the records of a text one by one, each with its own adapter."""
    builder, takes, is_begun = _Builder(text, adapter), _TAKES, False
    for each in events:
        if type(each) is not Next:
            takes[type(each)](builder, each)
            is_begun = True
            continue
        if is_begun:
            yield builder.reading(notation)
        builder, is_begun = _Builder(text, adapter, each), False
    if is_begun:
        yield builder.reading(notation)


class _Builder(Generic[RecordT]):
    """A record under construction."""

    def __init__(
        self,
        text: Text,
        adapter: Callable[[Text], Adapter[RecordT]],
        begins: Next | None = None,
    ) -> None:
        self.text = text
        self.adapter = adapter(text)
        self.match = DraftMatch(begins)
        self.said: Said = self.match
        """The match, or its latest round once there is one."""
        self.rounds: list[Any] = []
        self.lines: list[DraftLine] = []
        """The main line of the round and its open variations, each inside the previous one."""
        self.variations = 0
        self.exceeded = set[Rule]()
        """The limits on variations that the round exceeds."""

    def reading(self, notation: Notation[RecordT]) -> Reading[RecordT]:
        """Return the record after all of its events."""
        if self.lines:
            self.finish_round()
        adapter = self.adapter
        record = adapter.record(self.match, self.rounds)
        place = Placing(adapter, self.match).place
        return Reading(notation, adapter.findings.all(), record, adapter.whole, place)

    def refuse(self, event: Event, why: str) -> None:
        """Report an event that is not allowed at its place."""
        self.adapter.report(event, Finding(rule=codes.TEXT_SYNTAX, message=why))

    # Rounds

    def round(self, event: Round | None) -> None:
        """Begin a round."""
        if self.lines:
            self.finish_round()
        rounds = self.match.rounds
        played = DraftRound(len(rounds) + 1, event)
        rounds.append(played)
        self.said = played
        self.lines = [played.line]
        self.variations = 0
        self.exceeded.clear()

    def line(self) -> DraftLine:
        """Return the open line."""
        if not self.lines:
            self.round(None)
        return self.lines[-1]

    def finish_round(self) -> None:
        """Finish the current round."""
        if len(self.lines) > 1 and self.lines[1].opened is not None:
            self.refuse(self.lines[1].opened, "the variation that begins here is never closed")
        played, adapter = self.match.rounds[-1], self.adapter
        self.lines = []
        began = adapter.start(self.match, played)
        if began is None:
            self.read_line(played, played.line)
        else:
            resolve(*began, played.line, partial(self.refuse_move, played))
        self.rounds.append(adapter.round(self.match, played))

    def read_line(self, played: DraftRound, line: DraftLine) -> None:
        """Find the actions of a line if this does not depend on the state."""
        line.actions = self.adapter.actions(played, line)
        if len(line.actions) < len(line.moves) and self.adapter.whole and not line.cut:
            counts = f"{len(line.actions)} for {len(line.moves)} moves"
            raise ValueError(f"`actions` returns {counts} and does not report the others")
        line.cut = line.cut or len(line.actions) < len(line.moves)
        for each in line.variations:
            self.read_line(played, each)

    def refuse_move(
        self,
        played: DraftRound,
        line: DraftLine,
        index: int,
        ply: int,
        player: int,
        why: IllegalAction,
    ) -> None:
        """Report a move in a line that is illegal for its player."""
        finding = Finding(
            rule=why.rule,
            message=str(why),
            round=played.number,
            ply=ply,
            player=None if player < 0 else player,
        )
        self.adapter.report(line.each(self.text.content)[index], finding)

    # Content

    def header(self, event: Header | Headers) -> None:
        """Add a header to the match or the round."""
        self.said.events.append(event)

    def move(self, event: Move | Moves) -> None:
        """Add moves to the open line."""
        line = self.lines[-1] if self.lines else self.line()
        if line.cut:
            return
        if line.end is None:
            line.play(event)
        else:
            self.refuse(event, f"a move follows the end ({line.end.written})")
            line.cut = True

    def note(self, event: Note) -> None:
        """Add a note to the match, or to the open line."""
        if not self.lines:
            self.match.note(event)
        elif not self.lines[-1].cut:
            self.lines[-1].note(event)

    def open(self, event: Open) -> None:
        """Begin a variation. Variations that are too many or too deep are left out, and the first
        one is reported.
        """
        parent = self.line()
        ply = parent.next_ply - 1 if event.ply is None else event.ply
        new = DraftLine(ply, event)
        self.variations += 1
        self.lines.append(new)
        if parent.cut and not (event.known and parent.ply <= ply <= parent.next_ply):
            new.cut = True
        elif not parent.ply <= ply <= parent.next_ply - (event.ply is None):
            self.refuse(event, "there is no move here for the variation to replace")
            new.cut = True
        elif len(self.lines) > DEEPEST_VARIATION + 1:
            new.cut = True
            why = f"variations are nested more than {DEEPEST_VARIATION} deep"
            self.limit(event, NESTED_TOO_DEEP, f"{why}; the deeper ones are not read")
        elif self.variations > MOST_VARIATIONS:
            new.cut = True
            why = f"the round has more than {MOST_VARIATIONS} variations"
            self.limit(event, TOO_MANY_VARIATIONS, f"{why}; the others are not read")
        else:
            parent.vary(new)

    def limit(self, event: Event, rule: Rule, why: str) -> None:
        """Report the first variation of a round that exceeds a limit."""
        if rule not in self.exceeded:
            self.exceeded.add(rule)
            number = len(self.match.rounds)
            self.adapter.report(event, Finding(rule=rule, message=why, round=number))

    def close(self, event: Close) -> None:
        """End a variation."""
        if len(self.lines) < 2:
            self.refuse(event, "there is no variation to close")
            return
        closed = self.lines.pop()
        if not closed.moves and not closed.cut and closed.opened is not None:
            self.refuse(closed.opened, "the variation has no moves")

    def end(self, event: End) -> None:
        """End a line. The end of a variation becomes an annotation, as a record has no other
        place for it.
        """
        line = self.line()
        if line.end is not None:
            self.refuse(event, f"another end follows the end ({line.end.written})")
            return
        line.end = event
        if line.opened is not None:
            said = Property(key="end", values=(event.written,))
            line.note(Remark(event.start, event.end, said))

    def unread(self, event: Unread) -> None:
        """Skip text that cannot be read; with only a warning, the record still counts as whole."""
        if event.finding is not None:
            self.adapter.add(event.finding)
        if event.finding is None or event.finding.severity == "error" or event.cuts or event.lost:
            self.adapter.whole = False
        number = len(self.match.rounds)
        here: Path = [self.adapter.rounds, number - 1] if number else []
        self.adapter.lost += [[*here, *each] for each in event.lost]
        if event.cuts:
            self.line().cut = True


_TAKES: dict[type[Event], Callable[[_Builder[Any], Any], None]] = {
    Round: _Builder[Any].round,
    Header: _Builder[Any].header,
    Headers: _Builder[Any].header,
    Move: _Builder[Any].move,
    Moves: _Builder[Any].move,
    Comment: _Builder[Any].note,
    Glyph: _Builder[Any].note,
    Clock: _Builder[Any].note,
    Remark: _Builder[Any].note,
    Open: _Builder[Any].open,
    Close: _Builder[Any].close,
    End: _Builder[Any].end,
    Unread: _Builder[Any].unread,
}
