"""Reads ordinary games in SGF, without locating their parts; all others are left to the reader.

With a C compiler, this file is compiled with the types in `quick.pxd`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from operator import attrgetter
from string import ascii_uppercase

from msgspec.structs import replace

from ....replayer.go.engine.numbers import NONE
from ....replayer.go.points import COLOURS, PASS, SETUP
from ....replayer.go.record import Record, Round
from ....replayer.go.rules import move_words
from ....replayer.play.annotation import Annotation, Mark, Property
from ....replayer.play.variations import Variation
from . import values
from .layout import NODE, ORDER, Group, Items
from .notes import annotation, root, setting_in, start
from .properties import PAIRS, SHAPES
from .reader import fields, result
from .scan import Scanner, key_number
from .syntax import VALUES

_KEYS = [f"{one}{two}".strip() for one in f" {ascii_uppercase}" for two in f" {ascii_uppercase}"]
"""Properties by their numbers."""
_BLACK, _WHITE = map(key_number, COLOURS)
_NAME = key_number("N")
_PLY = attrgetter("ply")
_OTHER = len(ORDER)


def records(content: str) -> list[Record] | None:
    """Return the records of all games in a text, or None if any of them is not ordinary."""
    try:
        data = content.encode()
    except UnicodeEncodeError:
        return None
    found, at = list[Record](), 0
    while at < len(data):
        game = Quick(data, content, at)
        if not game.game():
            return None
        found.append(game.record())
        at = game.at
    return found or None


class Line:
    """A line under construction."""

    ply: int
    actions: list[str]
    annotations: list[Annotation]
    variations: list[Variation]

    def __init__(self, ply: int) -> None:
        self.ply = ply
        self.actions, self.annotations, self.variations = [], [], []

    def variation(self) -> Variation:
        """Return the line as a variation."""
        return Variation(
            ply=self.ply,
            actions=tuple(self.actions),
            annotations=tuple(self.annotations),
            variations=tuple(self.variations),
        )


class Quick(Scanner):
    """A game to be read.

    A *group* is a node with a move and the nodes after it that have none. `items` are the
    properties of its first node, `more` those of the others, and `fresh` those of the current node.
    A move is left out, unless it is `odd`: not the first property of its node, or `tt`. `action`
    is the last move, and `colour` its player.
    """

    content: str
    is_ascii: bool
    words: tuple[Sequence[str], Sequence[str]]
    line: Line
    lines: list[Line]
    items: Items
    more: list[Items]
    fresh: Items
    of_root: Items
    colour: str
    action: str
    is_open: bool
    is_odd: bool
    has_odd: bool

    def __init__(self, data: bytes, content: str, at: int) -> None:
        super().__init__(data)
        self.at, self.content, self.is_ascii = at, content, len(content) == len(data)
        self.lines, self.items, self.more, self.fresh, self.colour = [], [], [], [], ""
        self.line = Line(1)
        self.is_open = self.is_odd = self.has_odd = False

    def record(self) -> Record:
        """Return the record, after the game was scanned."""
        said, note = root(self.of_root)
        line = self.line
        played = Round(
            setup=start(setting_in(self.of_root)),
            actions=tuple(line.actions),
            variations=tuple(line.variations),
            annotations=tuple(line.annotations),
            result=result(said),
        )
        notes = () if note == Annotation() else (note,)
        return Record(**fields(said), rounds=(played,), annotations=notes)

    def begun(self) -> bool:
        """Begin a game; if it does not declare its encoding, that is left to the reader."""
        self.words = move_words(self.columns, self.rows)
        return self.is_ascii or "CA" in self.fields

    def noted(self, key: int, first: int) -> bool:
        """Keep a property of the node; the name of a variation is left to the reader."""
        if self.rooting == 1:
            return True
        if key == _NAME and self.lines and not self.line.actions:
            return False
        if key in (_BLACK, _WHITE):
            is_tt = self.value_end > self.value_at and self.move == self.columns * self.rows
            if not is_tt and not self.fresh:
                return True
            self.is_odd = True
        if self.is_ascii:  # characters and bytes have the same offsets
            said = self.content[self.value_at : self.value_end]
        else:
            said = self.data[self.value_at : self.value_end].decode()
        if self.count == 1:
            self.fresh.append((_KEYS[key], (said,)))
            return True
        raws = said.split("][")
        if len(raws) != self.count or "\\" in said:
            raws = [each[1 : len(each) - 1] for each in VALUES.findall(f"[{said}]")]
        self.fresh.append((_KEYS[key], tuple(raws)))
        return True

    def noded(self) -> bool:
        """End a node."""
        if self.rooting:
            self.of_root, self.fresh = self.fresh, []
            return True
        if self.is_setup or (self.pending == 1 and self.move == NONE):
            return False
        if self.move != NONE:
            self.flush()
            self.colour = COLOURS[self.player]
            self.action = self.words[self.player][self.move]
            self.line.actions.append(self.action)
            self.has_odd, self.is_odd = self.is_odd, False
            self.items, self.fresh = self.fresh, self.items
            self.fresh.clear()
        else:
            self.more.append(self.fresh)
            self.fresh = []
        self.is_open = True
        return True

    def opened(self) -> bool:
        """Begin a branch; branches of a variation without a move are left to the reader."""
        self.flush()
        if self.lines and not self.line.actions:
            return False
        if self.pending == 2:
            self.lines.append(self.line)
            self.line = Line(self.ply + 1)
            self.colour = ""
        return True

    def closed(self) -> bool:
        """End a branch."""
        self.flush()
        if self.varies[self.depth]:
            line = self.line
            line.actions = line.actions or [SETUP]
            self.line = self.lines.pop()
            insort(self.line.variations, line.variation(), key=_PLY)
        return True

    def flush(self) -> None:
        """End a group."""
        if not self.is_open:
            return
        self.is_open, line = False, self.line
        ply = line.ply + len(line.actions) - 1 if line.actions else None
        if self.colour and not self.has_odd and not self.more:
            found = plain(self.items, ply, self.colour) if self.items else None
            if found is not None:
                line.annotations.append(found)
            if found is not None or not self.items:
                return
        nodes, group, self.more = self.more, Group(), []
        if self.colour:
            word = self.action[2:]
            group.first = [(self.colour, ("" if word == PASS else word,))]
            nodes = [self.items if self.has_odd else group.first + self.items, *nodes]
        items = [item for node in nodes for item in node if item[0] not in COLOURS]
        found = annotation(items, nodes, group, self.colour)
        if found != Annotation():
            line.annotations.append(replace(found, ply=ply))


def plain(items: Items, ply: int | None, colour: str) -> Annotation | None:
    """Return the annotation in a node with a move, or None if it has unusual properties."""
    after: tuple[str, ...] = ()
    time: float | None = None
    # `list[Mark]()` would take as long as everything else here.
    marks: list[Mark] = []
    others: list[Property] = []
    kept: list[str] = []
    last, is_usual = -1, True
    for key, raws in items:
        place, raw = ORDER.get(key, _OTHER), raws[0]
        if place == _OTHER:
            others.append(Property(key=key, values=raws))
        elif key == "C":
            text = raw if "\\" not in raw else values.text(raw)
            if text is not raw and values.escaped(text) != raw:
                kept.append(key)
            after = (text,)
        elif key in ("BL", "WL") and key[0] == colour and raw[0] != "-":
            time = float(raw) if "." in raw else int(raw)
            if not _is_shortest(raw):
                time = values.number(raw)
                kept.append(key)
        elif key in SHAPES and key not in PAIRS and all(len(each) == 2 for each in raws):
            marks.append(Mark(shape=SHAPES[key], at=raws))
        else:
            return None
        is_usual = is_usual and last <= place
        last = place
    if kept or not is_usual:
        others = [Property(key=NODE), Property(key=colour)]
        for key, raws in items:
            is_kept = key in kept or key not in ORDER
            others.append(Property(key=key, values=raws if is_kept else ()))
    return Annotation(
        ply=ply, after=after, time_left=time, marks=tuple(marks), properties=tuple(others)
    )


def _is_shortest(raw: str) -> bool:
    """Return whether kifu writes a number in the same way, judging by its zeros."""
    if raw[0] == "0" and len(raw) > 1 and (raw[1] != "." or raw.startswith("0.0000")):
        return False
    return "." not in raw or raw[len(raw) - 1] != "0"
