"""`rooks/moves`: games as PGN has them, see the page `rooks/moves`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kifu.findings import Finding
from kifu.formats import codes
from kifu.formats.interface.notation import CannotHold, Notation, Reading
from kifu.formats.text.lines import Places
from kifu.formats.text.place import place
from kifu.formats.text.text import Text
from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.variations import Variation
from kifu.replayer.rules import IllegalAction

from .head import HEADER, START, Head, unquoted
from .notes import Notes, comment, noted
from .record import Record, Round
from .rules import RULES, State

WIDTH = 80
TOKEN = re.compile(
    r"""\{(?P<comment>(?:\\.|[^\\}])*)\} | (?P<unclosed>\{)
    | \[%(?P<clock>used|left)\ (?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,20})?)\]
    | \$(?P<glyph>[0-9]{1,3}) | (?P<bang>!!|\?\?|!\?|\?!|!|\?)
    | (?P<number>[0-9]{1,7})(?P<dots>\.\.\.|\.) | (?P<end>1-0|0-1|1/2-1/2|\*) | (?P<nothing>-)
    | (?P<open>\() | (?P<close>\)) | (?P<name>"(?:\\.|[^"\\])*")
    | (?P<move>[A-Za-z][A-Za-z0-9=+\#]*) | \S""",
    re.VERBOSE | re.DOTALL,
)


class Stuck(Exception):
    """Something that does not fit; `finding` says what, and where."""

    def __init__(self, text: Text, start: int, end: int, why: str) -> None:
        super().__init__(why)
        self.finding = place(Finding(rule=codes.TEXT_SYNTAX, message=why), text, start, end)


class Line:
    """The main line, or a variation, while it is read; `base` is where the record has it."""

    def __init__(self, base: str, key: str, ply: int, state: State | None) -> None:
        self.base, self.key, self.ply = base, key, ply
        self.moves: list[str] = []
        self.states = [state]
        """Those before each of its plies, None behind a move that cannot be made."""
        self.at: int | None = None
        """The ply that is commented on; None before the first and after the end."""
        self.comes = False
        """Whether a move number announces the next ply."""
        self.name: str | None = None
        self.notes = Notes()
        self.variations: list[Variation] = []
        self.result: str | None = None
        self.is_over = False

    @property
    def is_fresh(self) -> bool:
        """Whether no move was announced yet: a comment is about the whole line."""
        return self.at is None and not self.is_over

    def state(self, ply: int) -> State | None:
        """The state before one of its plies, or the one after its last."""
        index = ply - self.ply
        return self.states[index] if 0 <= index < len(self.states) else None

    def play(self, spelled: str) -> None:
        """Make a move that is spelled so; what means nothing in this state is kept as it is."""
        state, action, after = self.states[-1], spelled, None
        if state is not None:
            try:
                action = RULES.parse(state, state.player, spelled)
                RULES.verify(state, state.player, action)
                after = RULES.apply(state, {state.player: action}).state
            except IllegalAction:
                action = spelled
        self.moves.append(action)
        self.states.append(after)
        self.at, self.comes = self.ply + len(self.moves) - 1, False


class Reader:
    """Reads the moves of one game, from one offset of a text to another."""

    def __init__(self, text: Text, places: Places, start: int, end: int) -> None:
        self._text, self._places, self._start, self._end = text, places, start, end
        self._lines = [Line("/rounds/0", "moves", 1, State())]

    def read(self) -> Line:
        """The main line, with all that belongs to it."""
        for token in TOKEN.finditer(self._text.content, self._start, self._end):
            self._take(token, token.lastgroup or "", self._lines[-1])
        main = self._lines[-1]
        if len(self._lines) > 1 or not main.is_over:
            due = "its result, or *" if len(self._lines) == 1 else ")"
            raise Stuck(self._text, self._end, self._end, f"the game ends without {due}")
        return main

    def _take(self, token: re.Match[str], kind: str, line: Line) -> None:
        if kind in ("comment", "seconds", "glyph", "bang"):
            line.notes.add(kind, token, line.at, line.comes or line.is_fresh)
        elif kind == "close" and len(self._lines) > 1 and line.moves:
            self._lines.pop()
            self._lines[-1].variations.append(_variation(line))
        elif kind == "unclosed":
            raise self._stuck(token, "the comment that begins here is never closed")
        elif line.is_over:
            raise self._stuck(token, "the game is over")
        elif kind == "name" and line.key == "actions" and not line.moves:
            line.name = unquoted(token[0])
        elif kind == "open":
            self._open(token, line)
        elif kind == "dots":
            self._number(token, line)
        elif kind == "nothing" and line.at == 0:
            line.comes = False
        elif kind == "move" and line.ply:
            here = f"{line.base}/{line.key}/{len(line.moves)}"
            self._places.add(here, *token.span())
            line.play(token[0])
        elif kind == "end":
            line.at, line.comes, line.is_over = None, False, True
            line.result = None if token[0] == "*" else token[0]
            if line.key == "moves":
                self._places.add("/rounds/0/result", *token.span())
        else:
            raise self._stuck(token, f"{token[0]!r} has no meaning here")

    def _open(self, token: re.Match[str], line: Line) -> None:
        here = f"{line.base}/variations/{len(line.variations)}"
        self._places.add(here, *token.span())
        self._lines.append(Line(here, "actions", 0, None))

    def _number(self, token: re.Match[str], line: Line) -> None:
        """A move number says which ply comes, and in a variation, at which one it begins."""
        ply = 2 * int(token["number"]) - (token["dots"] == ".")
        if not line.ply:
            self._places.add(f"{line.base}/ply", *token.span())
            line.ply, line.states = ply, [self._lines[-2].state(ply)]
        due = line.ply + len(line.moves)
        if ply == -1 and line.key == "moves" and not line.moves:
            line.at = 0  # What is said of the position before the first ply.
        elif ply != due:
            raise self._stuck(token, f"move {due + 1 >> 1}{'.' if due % 2 else '...'} comes here")
        else:
            line.at = due
        line.comes = True

    def _stuck(self, token: re.Match[str], why: str) -> Stuck:
        return Stuck(self._text, *token.span(), why)


def _variation(line: Line) -> Variation:
    return Variation(
        ply=line.ply,
        actions=tuple(line.moves),
        name=line.name,
        annotations=line.notes.all(),
        variations=tuple(line.variations),
    )


def read(text: Text) -> Iterator[Reading[Record]]:
    """The games of a text: each begins with a line `[Game "Rooks"]`."""
    starts = [each.start() for each in START.finditer(text.content)] or [0]
    starts[0] = 0
    for start, end in zip(starts, [*starts[1:], len(text.content)], strict=True):
        stop = start + len(text.content[start:end].rstrip())
        yield _reading(text, start, stop)


def _reading(text: Text, start: int, end: int) -> Reading[Record]:
    places = Places(text)
    places.add("", start, start + 1)
    try:
        head = Head()
        while (found := HEADER.match(text.content, start, end)) is not None:
            why = head.add(found["key"], _values(found))
            if why:
                raise Stuck(text, *found.span("line"), why)
            if found["key"] == "Ended":
                places.add("/rounds/0/ended", *found.span("line"))
            start = found.end()
        places.add("/rounds/0", start, start + 1)
        line = Reader(text, places, start, end).read()
    except Stuck as stuck:
        return Reading(NOTATION, [stuck.finding], whole=False)
    game = Round(
        moves=tuple(line.moves),
        result=line.result,
        variations=tuple(line.variations),
        ended=head.ended,
        annotations=line.notes.all(),
    )
    record = Record(players=head.players, rounds=(game,), annotations=head.annotations)
    return Reading(NOTATION, [], record, place=places.place)


def _values(found: re.Match[str]) -> list[str]:
    """The values of a line of the head."""
    quoted = re.findall(r'"(?:\\.|[^"\\])*"', found["values"])
    return [unquoted(each) for each in quoted]


def write(record: Record) -> str:
    """Write a game. Raises CannotHold for what would not be read again."""
    if len(record.rounds) != 1:
        raise CannotHold(f"{NOTATION.id} holds one game")
    (game,) = record.rounds
    tokens = [*_line(1, game.moves, game.annotations, game.variations, State(), game.result or "*")]
    return "\n".join([*Head.lines(record), "", *_wrapped(tokens)]) + "\n"


def _line(
    ply: int,
    moves: Sequence[str],
    annotations: Sequence[Annotation],
    variations: Sequence[Variation],
    state: State | None,
    result: str,
) -> Iterator[str]:
    """The tokens of a line that begins at a ply in a state."""
    about: dict[int | None, list[Annotation]] = {}
    for one in annotations:
        about.setdefault(one.ply, []).append(one)
    whole, left, first = about.get(None, []), [*variations], ply
    yield from (comment(text) for each in whole for text in each.before)
    if 0 in about and ply == 1:
        yield "0."
        yield from noted(about[0], "-")
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
        tokens = [*noted(here, spelled)]
        yield from tokens
        number = len(tokens) > 1
        ply += 1
        while left and left[0].ply < ply:
            yield from _varied(left.pop(0), first, states)
            number = True
    for each in left:
        yield from _varied(each, first, states)
    about_whole = [*noted([_without_before(each) for each in whole], "")][1:]
    if result or about_whole:
        yield result or "*"
    yield from about_whole


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


def _without_before(each: Annotation) -> Annotation:
    return replace(each, before=())


def _played(state: State, move: str) -> tuple[State | None, str]:
    """The state after a move, and how it is spelled; a move that cannot be made stays as it is."""
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
