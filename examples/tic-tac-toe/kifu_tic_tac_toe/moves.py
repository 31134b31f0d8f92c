"""`tictactoe/moves`: games written much as in PGN; see the page `tictactoe/moves`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from kifu.findings import Finding
from kifu.formats.document.mapping import Path
from kifu.formats.events.adapter import Adapter
from kifu.formats.events.builder import readings
from kifu.formats.events.drafts import DraftMatch, DraftRound
from kifu.formats.interface.notation import CannotHold, Notation, Reading
from kifu.formats.text.text import Text
from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.variations import Variation

from .events import ENDED, FIELDS, NOTED, WORDS, events
from .record import Record, Round

ESCAPES = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}


def read(text: Text) -> Iterator[Reading[Record]]:
    """Yield the games in a text."""
    return readings(text, events(text), _Game, NOTATION)


class _Game(Adapter[Record]):
    """One game."""

    moves = "/moves"

    def round(self, match: DraftMatch, played: DraftRound) -> Round:
        """Return the game, once its moves are known."""
        line = played.line
        return Round(
            moves=tuple(line.actions),
            result=None if line.end is None or line.end.written == "*" else line.end.written,
            variations=line.made(),
            ended=_ended(match.values),
            annotations=line.annotations(),
        )

    def record(self, match: DraftMatch, rounds: Sequence[Round]) -> Record:
        """Return the record of the game."""
        first, second = (match.values.get(f"players/{player}") for player in (0, 1))
        players = None if first is None and second is None else (first or "", second or "")
        return Record(players=players, rounds=tuple(rounds), annotations=match.annotations())

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may follow from an unreadable line about an end outside play."""
        return (finding.pointer or "").startswith(f"/{ENDED}")

    def remember_round(self, played: DraftRound) -> None:
        """Record where the result is, at the end of the moves."""
        super().remember_round(played)
        if played.line.end is not None:
            self.places.add("/rounds/0/result", played.line.end.start, played.line.end.end)


def _ended(said: Mapping[str, str]) -> Ended | None:
    """Return how the game ended outside play, according to its header."""
    how: Any = said.get(ENDED)
    by, accepted = (
        WORDS[key].index(said[FIELDS[key]]) if FIELDS[key] in said else None
        for key in ("By", "Accepted")
    )
    return how and Ended(
        how=how,
        by=by,
        accepted=None if accepted is None else bool(accepted),
        claim=said.get(FIELDS["Claim"]),
        text=said.get(FIELDS["EndText"]),
    )


def write(record: Record) -> str:
    """Write a game. Raises CannotHold if anything could not be read back."""
    if len(record.rounds) != 1:
        raise CannotHold(f"{NOTATION.id} holds only one game")
    (game,) = record.rounds
    tokens = _line(1, game.moves, game, game.result or "*")
    return "\n".join([*_head(record), "", " ".join(tokens)]) + "\n"


def _line(ply: int, moves: Sequence[str], line: Round | Variation, result: str) -> Iterator[str]:
    """Yield the tokens of a line that begins at a ply."""
    about: dict[int | None, list[Annotation]] = {}
    for one in line.annotations:
        about.setdefault(one.ply, []).append(one)
    whole, left = about.get(None, []), [*line.variations]
    yield from (_comment(text) for each in whole for text in each.before)
    yield from (token for each in whole for token in _signs(each))
    for at, move in zip(count(ply), moves):
        if not re.fullmatch("[a-z][a-z0-9]*", move):
            raise CannotHold(f"{NOTATION.id} cannot hold the move {move!r}")
        here = about.get(at, [])
        yield f"{at}."
        yield from (_comment(text) for each in here for text in each.before)
        yield move
        for each in here:
            yield from _signs(each)
            yield from map(_comment, each.after)
        while left and left[0].ply <= at:
            yield _varied(left.pop(0))
    yield from map(_varied, left)
    behind = [_comment(text) for each in whole for text in each.after]
    if result or behind:
        yield result or "*"
    yield from behind


def _varied(each: Variation) -> str:
    """Write a variation in parentheses."""
    if each.ply < 1 or not each.actions:
        raise CannotHold(f"{NOTATION.id} cannot hold a variation from ply {each.ply}")
    name = [] if each.name is None else [json.dumps(each.name)]
    return f"({' '.join([*name, *_line(each.ply, each.actions, each, '')])})"


def _comment(text: str) -> str:
    """Write a comment so that its exact text can be read back from the braces."""
    return f"{{{''.join(ESCAPES.get(each, each) for each in text)}}}"


def _signs(each: Annotation) -> Iterator[str]:
    """Yield the glyphs and clocks of an annotation."""
    yield from (f"${glyph}" for glyph in each.glyphs)
    if each.time_used is not None:
        yield f"[%used {each.time_used}]"
    if each.time_left is not None:
        yield f"[%left {each.time_left}]"


def _head(record: Record) -> Iterator[str]:
    """Yield the header of a record."""
    yield _field("Game", "Tic-tac-toe")
    if record.players is not None:
        yield _field("X", record.players[0])
        yield _field("O", record.players[1])
    for each in record.annotations:
        for said in each.properties:
            if re.fullmatch(r"[A-Za-z]\w*", said.key) and said.key not in FIELDS.keys() | NOTED:
                yield _field(said.key, *said.values)
        yield from (_field("Before", text) for text in each.before)
        yield from (_field("After", text) for text in each.after)
    ended = record.rounds[0].ended
    if ended is not None:
        by, accepted = (
            value if value is None else WORDS[key][value]
            for key, value in (("By", ended.by), ("Accepted", ended.accepted))
        )
        values = (ended.how, by, accepted, ended.claim, ended.text)
        keys = (key for key, name in FIELDS.items() if name.startswith(ENDED))
        yield from (
            _field(key, said) for key, said in zip(keys, values, strict=True) if said is not None
        )


def _field(key: str, *values: str) -> str:
    return f"[{' '.join([key, *(json.dumps(each, ensure_ascii=False) for each in values)])}]"


NOTATION: Notation[Record] = Notation(
    id="tictactoe/moves",
    title="moves as in PGN",
    suffix=".ttt",
    unsupported={},
    keeps=frozenset({"comments", "glyphs", "times", "endings"}),
    read=read,
    write=write,
    between="\n",
    description="tictactoe/moves",
)
