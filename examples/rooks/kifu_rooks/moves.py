"""`rooks/moves`: games written much as in PGN; see the page `rooks/moves`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
from kifu.replayer.rules import IllegalAction, Rules

from .events import FIELDS, NOTED, events
from .record import Record, Round
from .rules import RULES, State

WIDTH = 80
ESCAPES = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}


def read(text: Text) -> Iterator[Reading[Record]]:
    """Yield the games in a text."""
    return readings(text, events(text), _Game, NOTATION)


class _Game(Adapter[Record]):
    """One game."""

    moves = "/moves"

    def start(self, match: DraftMatch, played: DraftRound) -> tuple[Rules[Any], State]:
        """Return the initial state, since the spelling of moves depends on the position."""
        return RULES, State()

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
        white, black = (match.values.get(f"players/{player}") for player in (0, 1))
        players = None if white is None and black is None else (white or "", black or "")
        return Record(players=players, rounds=tuple(rounds), annotations=match.annotations())

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may follow from an unreadable line about an end outside play."""
        return (finding.pointer or "").startswith("/rounds/0/ended")

    def remember_round(self, played: DraftRound) -> None:
        """Record where the result is, at the end of the moves."""
        super().remember_round(played)
        if played.line.end is not None:
            self.places.add("/rounds/0/result", played.line.end.start, played.line.end.end)


def _ended(said: Mapping[str, str]) -> Ended | None:
    """Return how the game ended outside play, according to its header."""
    how: Any
    how, by, accepted, claim, text = (
        said.get(FIELDS[key]) for key in ("Ended", "By", "Accepted", "Claim", "EndText")
    )
    if how is None:
        return None
    return Ended(
        how=how,
        by=None if by is None else ("White", "Black").index(by),
        accepted=None if accepted is None else accepted == "yes",
        claim=claim,
        text=text,
    )


def write(record: Record) -> str:
    """Write a game. Raises CannotHold if anything could not be read back."""
    if len(record.rounds) != 1:
        raise CannotHold(f"{NOTATION.id} holds only one game")
    (game,) = record.rounds
    tokens = [*_line(1, game.moves, game.annotations, game.variations, State(), game.result or "*")]
    return "\n".join([*_head(record), "", *_wrapped(tokens)]) + "\n"


def _line(
    ply: int,
    moves: Sequence[str],
    annotations: Sequence[Annotation],
    variations: Sequence[Variation],
    state: State | None,
    result: str,
) -> Iterator[str]:
    """Yield the tokens of a line that begins at a ply in a state."""
    about: dict[int | None, list[Annotation]] = {}
    for one in annotations:
        about.setdefault(one.ply, []).append(one)
    whole, left, first = about.get(None, []), [*variations], ply
    yield from (_comment(text) for each in whole for text in each.before)
    yield from (token for each in whole for token in _signs(each))
    states, number = [state], True
    for move in moves:
        spelled = move
        if state is not None:
            state, spelled = _played(state, move)
        if not re.fullmatch("[A-Za-z][A-Za-z0-9=+#]*", spelled):
            raise CannotHold(f"{NOTATION.id} cannot hold the move {move!r}")
        states.append(state)
        here = about.get(ply, [])
        if number or ply % 2 or any(each.before for each in here):
            yield f"{ply + 1 >> 1}{'.' if ply % 2 else '...'}"
        yield from (_comment(text) for each in here for text in each.before)
        tokens = [spelled, *(token for each in here for token in _behind(each))]
        yield from tokens
        number = len(tokens) > 1
        ply += 1
        while left and left[0].ply < ply:
            yield from _varied(left.pop(0), first, states)
            number = True
    for each in left:
        yield from _varied(each, first, states)
    behind = [_comment(text) for each in whole for text in each.after]
    if result or behind:
        yield result or "*"
    yield from behind


def _varied(each: Variation, first: int, states: Sequence[State | None]) -> Iterator[str]:
    index = each.ply - first
    state = states[index] if 0 <= index < len(states) else None
    if each.ply < 1 or not each.actions:
        raise CannotHold(f"{NOTATION.id} cannot hold a variation from ply {each.ply}")
    tokens = [*_line(each.ply, each.actions, each.annotations, each.variations, state, "")]
    name = [] if each.name is None else [json.dumps(each.name)]
    begun = [*name, *tokens]
    yield f"({begun[0]}"
    yield from begun[1:-1]
    yield f"{begun[-1]})"


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


def _behind(each: Annotation) -> Iterator[str]:
    """Yield the annotation's tokens that follow a move."""
    yield from _signs(each)
    yield from map(_comment, each.after)


def _head(record: Record) -> Iterator[str]:
    """Yield the header of a record."""
    yield _field("Game", "Rooks")
    if record.players is not None:
        yield _field("White", record.players[0])
        yield _field("Black", record.players[1])
    for each in record.annotations:
        for said in each.properties:
            if re.fullmatch(r"[A-Za-z]\w*", said.key) and said.key not in FIELDS.keys() | NOTED:
                yield _field(said.key, *said.values)
        yield from (_field("Before", text) for text in each.before)
        yield from (_field("After", text) for text in each.after)
        yield from (_field("Glyph", str(glyph)) for glyph in each.glyphs)
        if each.time_used is not None:
            yield _field("Used", str(each.time_used))
        if each.time_left is not None:
            yield _field("Left", str(each.time_left))
    ended = record.rounds[0].ended
    if ended is not None:
        yield _field("Ended", ended.how)
        if ended.by is not None:
            yield _field("By", ("White", "Black")[ended.by])
        if ended.accepted is not None:
            yield _field("Accepted", "yes" if ended.accepted else "no")
        if ended.claim is not None:
            yield _field("Claim", ended.claim)
        if ended.text is not None:
            yield _field("EndText", ended.text)


def _field(key: str, *values: str) -> str:
    return f"[{' '.join([key, *(json.dumps(each, ensure_ascii=False) for each in values)])}]"


def _played(state: State, move: str) -> tuple[State | None, str]:
    """Return the state after a move, and its spelling; an illegal move is left as it is."""
    try:
        RULES.verify(state, state.player, move)
    except IllegalAction:
        return None, move
    return RULES.apply(state, {state.player: move}).state, RULES.spell(state, state.player, move)


def _wrapped(tokens: Sequence[str]) -> Iterator[str]:
    line = ""
    for each in tokens:
        if line and len(line) + 1 + len(each) > WIDTH:
            yield line
            line = ""
        line = f"{line} {each}" if line else each
    yield line


NOTATION: Notation[Record] = Notation(
    id="rooks/moves",
    title="moves as in PGN",
    suffix=".rooks",
    unsupported={},
    keeps=frozenset({"comments", "glyphs", "times", "endings"}),
    read=read,
    write=write,
    between="\n",
    description="rooks/moves",
)
