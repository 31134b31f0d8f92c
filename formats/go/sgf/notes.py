"""Turns the properties of nodes into annotations, and into changes of the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ....replayer.go.points import COLOURS, MOST, Setting, place
from ....replayer.play.annotation import Annotation, Evaluation, Mark, Number, Property
from ....replayer.play.start import Setup
from . import values
from .layout import HEAD, NODE, ONCE, Group, Item, Items
from .properties import FIELDS, GLYPH_NUMBERS, GLYPHS, PAIRS, SETUPS, SHAPES, canonical
from .tokens import Entry

_GLYPHS = frozenset(key for key, _ in GLYPHS.values())
_OF_ROOT = frozenset((*FIELDS, *SETUPS))


def annotation(
    items: Iterable[Item],
    nodes: Sequence[Items],
    group: Group | None = None,
    colour: str = "",
    is_usual: bool = True,
) -> Annotation:
    """Return the annotation with the properties `items` of some nodes, and with their layout.

    Properties that the annotation cannot hold are added to `group`. `colour`
    is the player who moves. An unusual layout is always given.
    """
    group = Group() if group is None else group
    # `list[Mark]()` takes ten times as long.
    after: list[str] = []
    glyphs: list[int] = []
    marks: list[Mark] = []
    time: Number | None = None
    evaluation: Evaluation | None = None
    for key, raws in items:
        usual = canonical(key, raws)
        if usual is None or (key in ONCE and key in group.keys):
            group.others.append((key, raws))
            continue
        if key == "C":
            after.append(values.text(raws[0]))
        elif key == f"{colour}L":
            time = values.number(raws[0])
        elif key == "V":
            evaluation = Evaluation(score=values.number(raws[0]))
        elif key in _GLYPHS:
            glyphs.append(GLYPH_NUMBERS[key, raws[0]])
        elif key in SHAPES:
            marks += _marks(key, usual)
        else:
            group.others.append((key, raws))
            continue
        group.add(key, usual)
    return Annotation(
        after=tuple(after),
        glyphs=tuple(glyphs),
        time_left=time,
        evaluation=evaluation,
        marks=tuple(marks),
        properties=tuple(_layout(nodes, group, is_usual)),
    )


def _layout(nodes: Sequence[Items], group: Group, is_usual: bool) -> Iterator[Property]:
    """Yield the properties that no field holds, with the layout of the nodes if necessary."""
    if is_usual and group.usual() == [*nodes]:
        yield from (Property(key=key, values=said) for key, said in group.others)
        return
    typed = {key for key, _ in chain(group.first, *group.settings)} | group.keys
    others = set(group.others)
    for items in nodes:
        yield Property(key=NODE)
        for key, said in items:
            kept = key not in typed or canonical(key, said) != said
            kept = kept or (key in PAIRS and len(nodes) > 1) or said == ("tt",)
            kept = kept or (key in ONCE and (key, said) in others)
            yield Property(key=key, values=said if kept else ())


def root(read: Items) -> tuple[dict[str, str], Annotation]:
    """Return the values of the fields in the root, and the annotation with everything else."""
    said: dict[str, str] = {}
    rest: Items = []
    group = Group(HEAD)
    is_usual = read[: len(HEAD)] == HEAD
    for key, raws in read[len(HEAD) if is_usual else 0 :]:
        usual = canonical(key, raws) if key in _OF_ROOT else None
        if usual is not None:
            said.setdefault(key, raws[0])
            group.add(key, usual)
        elif key not in COLOURS:
            rest.append((key, raws))
    group.first = [each for each in read if each[0] in COLOURS]
    return said, annotation(rest, [read], group, is_usual=is_usual and not group.first)


def start(setting: Iterable[Item]) -> Setup | None:
    """Return the position that a game starts from, given how the root changes the board."""
    found = dict(setting)
    turn = found.pop("PL", None)
    if not found and turn is None:
        return None
    return Setup(
        position=words_of(found.items()), to_act=None if turn is None else "BW".index(turn[0])
    )


def _marks(key: str, raws: tuple[str, ...]) -> Iterator[Mark]:
    """Yield the marks of a property."""
    shape = SHAPES[key]
    if key not in PAIRS:
        yield Mark(shape=shape, at=raws)
        return
    for raw in raws:
        at, rest = values.pair(raw)
        if key == "LB":
            yield Mark(shape=shape, at=(at,), text=values.text(rest))
        else:
            yield Mark(shape=shape, at=(at, rest))


def setting_in(items: Iterable[Item]) -> Items:
    """Return the properties with which a node changes the position, without wrong values."""
    found: dict[str, tuple[str, ...]] = {}
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
