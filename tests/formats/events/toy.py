"""A notation of Leduc poker like those of annotated games, for tests of the record builder.

    [cards "Ks Jh"] {first} f. $6 (b b) ...

Moves depend on the state: `b` bets or raises, `.` checks or calls, `f` folds, and a card is dealt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kifu import replayer
from kifu.findings import Finding
from kifu.formats import codes, notation
from kifu.formats.events.adapter import Adapter
from kifu.formats.events.builder import readings
from kifu.formats.events.drafts import DraftMatch, DraftRound
from kifu.formats.events.events import (
    Clock,
    Close,
    Comment,
    End,
    Event,
    Glyph,
    Header,
    Move,
    Next,
    Open,
    Round,
    Unread,
)
from kifu.formats.events.meaning import start
from kifu.formats.interface.notation import Reading
from kifu.formats.text.place import place
from kifu.formats.text.text import Text
from kifu.replayer.leduc.codes import NO_ACTION
from kifu.replayer.leduc.record import Hand, Record
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.leduc.state import State
from kifu.replayer.play.ended import Ended
from kifu.replayer.rules import Action, IllegalAction, Rules

_TOKEN = re.compile(
    r'\[(?P<name>\w+) "(?P<value>[^"]*)"\]|\{(?P<comment>[^}]*)\}|(?P<open>\()|(?P<close>\))'
    r"|\$(?P<glyph>\d+)|%(?P<clock>\d+)|(?P<card>[JQK][sh])|(?P<hand>--)|(?P<next>===)"
    r"|(?P<end>resigns)|(?P<move>[.bf])|(?P<space>\s+)|(?P<other>.)"
)


class Spelled(LeducRules, frozen=True):
    """Leduc poker in which the spelling of an action depends on the state."""

    def parse(self, state: State, player: int, spelled: str) -> Action:
        """Return the action that a spelling stands for."""
        meant = {".": "call", "b": "raise", "f": "fold"}.get(spelled, spelled)
        if meant not in self.legal_actions(state, player):
            raise IllegalAction(NO_ACTION, f"{spelled!r} means nothing here")
        return meant

    def spell(self, state: State, player: int, action: Action) -> str:
        """Return the spelling of an action."""
        return {"call": ".", "raise": "b", "fold": "f"}[action]


def events(text: Text) -> Iterator[Event]:
    """Yield the events in a text."""
    for found in _TOKEN.finditer(text.content):
        a, b = found.span()
        match found.lastgroup:
            case "value":
                yield Header(*found.span("value"), found["name"], found["value"])
            case "comment":
                said = found["comment"]
                yield Comment(a, b, said.removesuffix(">"), before=said.endswith(">"))
            case "open":
                yield Open(a, b)
            case "close":
                yield Close(a, b)
            case "glyph":
                yield Glyph(a, b, int(found["glyph"]))
            case "clock":
                yield Clock(a, b, left=int(found["clock"]))
            case "card":
                yield Move(a, b, found[0], counted=False)
            case "hand":
                yield Round(a, b)
            case "next":
                yield Next(a, b)
            case "end":
                yield End(a, b, found[0], Ended(how="resignation", by=0))
            case "move":
                yield Move(a, b, found[0])
            case "other":
                wrong = Finding(rule=codes.TEXT_SYNTAX, message=f"{found[0]!r} is not a move")
                yield Unread(a, b, place(wrong, text, a, b))
            case _:
                pass


class Toy(Adapter[Record]):
    """An adapter that builds a record of Leduc poker."""

    rounds = "hands"

    def start(self, match: DraftMatch, played: DraftRound) -> tuple[Rules[Any], Any] | None:
        """Return the rules and the state after the deal."""
        hand = self.round(match, played)
        began = start(replayer.game("leduc"), Record(hands=(hand,)), 1)
        return began and (Spelled(), began[1])

    def round(self, match: DraftMatch, played: DraftRound) -> Hand:
        """Return a hand."""
        one, other = played.values.get("cards", "Ks Jh").split()
        line = played.line
        return Hand(
            cards=(one, other),
            actions=tuple(line.actions),
            ended=line.end and line.end.ended,
            variations=line.made(),
            annotations=line.annotations(),
        )

    def record(self, match: DraftMatch, rounds: Sequence[Hand]) -> Record:
        """Return the match."""
        title = match.values.get("title")
        return Record(title=title, hands=tuple(rounds), annotations=match.annotations())


def read(content: str) -> list[Reading[Record]]:
    """Read the records in a text."""
    text = Text(content)
    return [*readings(text, events(text), Toy, notation("leduc/json"))]
