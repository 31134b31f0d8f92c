"""Reads ordinary games in SGF, without locating their parts.

Anything else is left to the reader: just the root and the unusual nodes, or the whole text.
With a C compiler, this file is compiled with the types in `quick.pxd`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from operator import attrgetter
from string import ascii_uppercase
from typing import TypeAlias

from msgspec.structs import replace

from ....replayer.go.engine.numbers import NONE
from ....replayer.go.points import COLOURS, SETUP
from ....replayer.go.record import Record, Round
from ....replayer.go.rules import move_words
from ....replayer.play.annotation import Annotation, Mark, Property
from ....replayer.play.start import Setup
from ....replayer.play.variations import Variation
from . import values
from .layout import HEAD, NODE, ORDER, Item
from .notes import setting_in, words_of
from .properties import FIELDS, GLYPHS, SETUPS, SHAPES, canonical
from .reader import fields, result
from .scan import Scanner, key_number
from .syntax import VALUES

Read: TypeAlias = Callable[[str], Record | None]
"""A function that returns the record of a game of a few nodes, or None if it has an error."""

_KEYS = [f"{one}{two}".strip() for one in f" {ascii_uppercase}" for two in f" {ascii_uppercase}"]
"""Properties by their numbers."""
_BLACK, _WHITE = map(key_number, COLOURS)
_NAME = key_number("N")
_PLY = attrgetter("ply")
_RARE = frozenset((*(key for key, _ in GLYPHS.values()), "V", "AR", "LN"))
"""Properties whose fields are left to the reader."""
_OF_ROOT = frozenset((*FIELDS, *SETUPS))
_BARE = {key: Property(key=key) for key in (*ORDER, *COLOURS, NODE)}


def records(content: str, read: Read) -> list[Record] | None:
    """Return the records of all games in a text, or None if any of them is not ordinary."""
    try:
        data = content.encode()
    except UnicodeEncodeError:
        return None
    found, at = list[Record](), 0
    while at < len(data):
        game = Quick(data, content, at, read)
        if not game.game():
            return None
        record = game.record()
        if record is None:
            return None
        found.append(record)
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
    properties of its first node besides the move, and `fresh` are those of the current node. A
    `strange` group is left to the reader.
    """

    content: str
    is_ascii: bool
    read: Read
    words: tuple[Sequence[str], Sequence[str]]
    line: Line
    lines: list[Line]
    first_at: int
    root_end: int
    items: list[Item]
    fresh: list[Item]
    of_root: list[Item]
    colour: str
    is_odd: bool
    is_open: bool
    is_strange: bool
    group_at: int
    group_end: int

    def __init__(self, data: bytes, content: str, at: int, read: Read) -> None:
        super().__init__(data)
        self.at = self.first_at = at
        self.content, self.read = content, read
        self.is_ascii = len(content) == len(data)
        self.lines, self.items, self.fresh = [], [], []
        self.line = Line(1)
        self.is_odd = self.is_open = self.is_strange = False

    def record(self) -> Record | None:
        """Return the record, after the game was scanned."""
        line, found = self.line, root(self.of_root)
        if found is None:
            found = self.read(f"{self.said(self.first_at, self.root_end)})")
        if found is None:
            return None
        played = replace(
            found.rounds[0],
            actions=tuple(line.actions),
            annotations=tuple(line.annotations),
            variations=tuple(line.variations),
        )
        return replace(found, rounds=(played,))

    def said(self, start: int, end: int) -> str:
        """Return a part of the text."""
        return self.content[start:end] if self.is_ascii else self.data[start:end].decode()

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
            self.is_odd = len(self.fresh) > 0 or is_tt
            return True
        said = self.said(self.value_at, self.value_end)
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
            self.root_end, self.of_root, self.fresh = self.at, self.fresh, []
            return True
        if self.is_setup:
            return False
        if self.move != NONE:
            if not self.flushed():
                return False
            self.colour = COLOURS[self.player]
            self.line.actions.append(self.words[self.player][self.move])
            self.items, self.fresh = self.fresh, self.items
            self.is_open, self.is_strange = True, self.is_odd
            self.group_at = self.node_at
        elif self.pending == 1:
            return False
        else:
            if not self.is_open:
                self.group_at = self.node_at
            self.is_open = self.is_strange = True
        self.fresh.clear()
        self.is_odd = False
        self.group_end = self.at
        return True

    def opened(self) -> bool:
        """Begin a branch; branches of a variation without a move are left to the reader."""
        if not self.flushed() or (self.lines and not self.line.actions):
            return False
        if self.pending == 2:
            self.lines.append(self.line)
            self.line = Line(self.ply + 1)
        return True

    def closed(self) -> bool:
        """End a branch."""
        if not self.flushed():
            return False
        if self.varies[self.depth]:
            line = self.line
            line.actions = line.actions or [SETUP]
            self.line = self.lines.pop()
            insort(self.line.variations, line.variation(), key=_PLY)
        return True

    def flushed(self) -> bool:
        """End a group; return whether its annotation is known."""
        if not self.is_open:
            return True
        self.is_open = False
        line = self.line
        ply = line.ply + len(line.actions) - 1 if line.actions else None
        if not self.is_strange:
            if not self.items:
                return True
            found = annotation(self.items, ply, self.colour)
            if found is not None:
                line.annotations.append(found)
                return True
        size = f"{self.columns}:{self.rows}" if self.columns != self.rows else f"{self.columns}"
        record = self.read(f"(;SZ[{size}];{self.said(self.group_at, self.group_end)})")
        if record is None:
            return False
        line.annotations += [replace(each, ply=ply) for each in record.rounds[0].annotations]
        return True


def root(items: Sequence[Item]) -> Record | None:
    """Return the record of a game without moves, or None if the root is left to the reader."""
    said = dict[str, str]()
    note = annotation(items, None, "", said)
    if note is None:
        return None
    setup, setting = None, setting_in(items)
    if setting:
        turn = dict(setting).get("PL")
        to_act = None if turn is None else COLOURS.index(turn[0])
        position = words_of([each for each in setting if each[0] != "PL"])
        setup = Setup(position=position, to_act=to_act)
    notes = () if note == Annotation() else (note,)
    played = Round(setup=setup, result=result(said))
    return Record(**fields(said), rounds=(played,), annotations=notes)


def annotation(
    items: Sequence[Item], ply: int | None, colour: str, said: dict[str, str] | None = None
) -> Annotation | None:
    """Return the annotation in a node with a move, or None if it is left to the reader.

    In the root, `said` takes the values of fields.
    """
    after: tuple[str, ...] = ()
    time: float | None = None
    # `list[Mark]()` would take as long as everything else here.
    marks: list[Mark] = []
    others: list[Property] = []
    kept: set[str] = set()
    last = -1
    is_usual = said is None or items[:3] == HEAD
    first = 3 if said is not None and is_usual else 0
    for number, (key, raws) in enumerate(items):
        raw, usual, is_kept = raws[0], raws, False
        if key == "C":
            text = raw if "\\" not in raw else values.text(raw)
            after = (text,)
            usual = (raw if text is raw else values.escaped(text),)
        elif key in ("BL", "WL") and key[0] == colour:
            time = float(raw) if "." in raw else int(raw)
            if time < 0:
                return None
            if not _is_shortest(raw):
                time = values.number(raw)
                usual = (values.shown(time or 0),)
        elif key in _RARE:
            return None
        elif key == "LB":
            for each in raws:
                if "\\" in each or ":" in each[3:]:
                    return None
                marks.append(Mark(shape="label", at=(each[:2],), text=each[3:]))
        elif key in SHAPES:
            if any(len(each) != 2 for each in raws):
                return None
            marks.append(Mark(shape=SHAPES[key], at=raws))
        elif said is not None and key in _OF_ROOT:
            found = canonical(key, raws)
            is_kept = found is None
            if found is not None:
                said[key], usual = raw, found
            elif key != "RU":
                return None
        else:
            is_kept = True
        if is_kept and number >= first:
            others.append(Property(key=key, values=raws))
        if is_kept or usual != raws:
            kept.add(key)
        if not is_kept:
            is_usual = is_usual and usual == raws and not others and ORDER[key] > last
            last = ORDER[key]
    if not is_usual:
        others = [_BARE[NODE], _BARE[colour]] if colour else [_BARE[NODE]]
        for key, raws in items:
            others.append(Property(key=key, values=raws) if key in kept else _BARE[key])
    return Annotation(
        ply=ply, after=after, time_left=time, marks=tuple(marks), properties=tuple(others)
    )


def _is_shortest(raw: str) -> bool:
    """Return whether kifu writes a number in the same way, judging by its zeros."""
    if raw[0] == "0" and len(raw) > 1 and (raw[1] != "." or raw.startswith("0.0000")):
        return False
    return "." not in raw or raw[len(raw) - 1] != "0"
