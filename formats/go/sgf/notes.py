"""Turns the properties of nodes into annotations, and into changes of the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ....replayer.go.points import COLOURS, MOST, Setting, place
from ....replayer.play.annotation import Evaluation, Mark, Property
from ...events.events import Clock, Comment, Event, Glyph, Remark
from . import values
from .layout import NODE, ONCE, Group, Item, Items
from .properties import GLYPH_NUMBERS, GLYPHS, PAIRS, SETUPS, SHAPES, canonical
from .syntax import Entry, Node

_GLYPHS = frozenset(key for key, _ in GLYPHS.values())
_TIMES = {"B": "BL", "W": "WL"}


def layout(
    node: Node,
    group: Group,
    read: Sequence[Items],
    is_usual: bool,
) -> Iterator[Event]:
    """Yield the properties that no field holds, with the layout of the nodes if necessary."""
    if is_usual and group.usual() == [*read]:
        properties = [Property(key=key, values=said) for key, said in group.others]
    else:
        typed = {key for key, _ in chain(group.first, *group.settings)} | group.keys
        properties, others = list[Property](), set(group.others)
        for items in read:
            properties.append(Property(key=NODE))
            for key, said in items:
                kept = key not in typed or canonical(key, said) != said
                kept = kept or (key in PAIRS and len(read) > 1) or said == ("tt",)
                kept = kept or (key in ONCE and (key, said) in others)
                properties.append(Property(key=key, values=said if kept else ()))
    yield from (Remark(node.start, node.end, each) for each in properties)


def note(entry: Entry, group: Group, move: Entry | None) -> Iterator[Event]:
    """Yield the annotations in a property; any other property is added to the group's `others`."""
    key, raws = entry.key, entry.values
    usual = canonical(key, raws)
    span = entry.start, entry.starts[-1] + len(raws[-1]) + 1
    is_time = move is not None and key == _TIMES[move.key]
    seen = key in ONCE and key in group.keys
    if usual is None or seen:
        group.others.append((key, tuple(raws)))
    elif key == "C":
        yield Comment(*value_span(entry), values.text(raws[0]))
        group.add(key, usual)
    elif is_time:
        yield Clock(*span, left=values.number(raws[0]))
        group.add(key, usual)
    elif key == "V":
        yield Remark(*span, Evaluation(score=values.number(raws[0])))
        group.add(key, usual)
    elif key in _GLYPHS:
        yield Glyph(*span, GLYPH_NUMBERS[key, raws[0]])
        group.add(key, usual)
    elif key in SHAPES:
        yield from (Remark(*span, each) for each in _marks(key, usual))
        group.add(key, usual)
    else:
        group.others.append((key, tuple(raws)))


def _marks(key: str, raws: Sequence[str]) -> Iterator[Mark]:
    """Yield the marks of a property."""
    shape = SHAPES[key]
    if key not in PAIRS:
        yield Mark(shape=shape, at=tuple(raws))
        return
    for raw in raws:
        at, rest = values.pair(raw)
        if key == "LB":
            yield Mark(shape=shape, at=(at,), text=values.text(rest))
        else:
            yield Mark(shape=shape, at=(at, rest))


def setting_in(items: Iterable[Item]) -> Items:
    """Return the properties with which a node changes the position, without wrong values."""
    found = dict[str, tuple[str, ...]]()
    for key, raws in items:
        usual = canonical(key, raws) if key in SETUPS else None
        if usual is not None:
            found[key] = found.get(key, ()) + usual
    return [(key, found[key]) for key in SETUPS if key in found]


def on_board(setting: Items, size: tuple[int, int]) -> Items:
    """Return a change of the position without points that are off the board or repeated."""
    columns, rows = size if all(size) else (MOST, MOST)
    seen, kept = set[str](), list[Item]()
    for key, said in setting:
        if key != "PL":
            known = [(each, place(each) or (0, 0)) for each in dict.fromkeys(said)]
            said = tuple(
                each
                for each, (column, row) in known
                if each not in seen and column < columns and row < rows
            )
            seen.update(said)
        if said:
            kept.append((key, said))
    return kept


def words_of(setting: Iterable[Item]) -> str:
    """Return a change of the position in the words of a record."""
    found = dict(setting)
    turn = found.get("PL", ("",))[0]
    black, white, empty = (found.get(key, ()) for key in ("AB", "AW", "AE"))
    return Setting(black, white, empty, COLOURS["BW".index(turn)] if turn else None).words()


def value_span(entry: Entry) -> tuple[int, int]:
    """Return the span of the first value."""
    return entry.starts[0], entry.starts[0] + len(entry.values[0])


def items_of(entries: Iterable[Entry]) -> Items:
    """Return properties with their values as written."""
    return [(each.key, tuple(each.values)) for each in entries]
