"""Writes records as SGF: the nodes of each line, and variations in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from msgspec import Struct

from ....replayer.go.points import PASS, SETUP, place, setting
from ....replayer.go.record import Record
from ....replayer.play.annotation import Annotation, Mark, Property
from ....replayer.play.variations import Variation
from ...interface.notation import CannotHold
from . import values
from .layout import BRANCH, CHARSET, HEAD, Group, Item, Items, is_layout, nodes_of
from .properties import FIELDS, FORMS, GLYPHS, PAIRS, SETUPS, SHAPES

_KEYS = {shape: key for key, shape in SHAPES.items()}
_KEY = re.compile(r"[A-Z]{1,64}|;")
_RAW = re.compile(r"(?:[^\]\\]++|\\[\s\S])*+")
_VERSION = re.compile(r";FF\[\d*\]")
_ON_A_LINE = 10
"""The number of nodes on a line."""

Notes: TypeAlias = dict[int | None, list[Annotation]]
"""The annotations of a line by their plies."""


class _Node(Struct):
    """A node, the number of its line's actions up to it, and its index since the last move."""

    text: str
    done: int
    number: int


def write(record: Record) -> str:
    """Write a game.

    Raises CannotHold if a variation begins where there is no move to replace.
    """
    played = record.rounds[0]
    actions = _noded(played.actions)
    root = _root(record)
    nodes, done = list[_Node](), len(root.first)
    laid_out = [*_laid_out(root, record.annotations)]
    nodes += (_Node(_text(each), done, 0) for each in laid_out)
    nodes += _nodes(actions, 1, _by_ply(played.annotations), done=done)
    text = f"({_branching(nodes, actions, 1, played.variations, first=1)})\n"
    if text.isascii() or CHARSET[0] in dict(laid_out[0]):
        return text
    return f"({_with_charset(nodes[0].text)}{text[1 + len(nodes[0].text) :]}"


def has_property(text: str, said: Property) -> bool:
    """Return whether a text has a property, or one with this key if its values are in a field.

    >>> text = "(;FF[4]CA[UTF-8]KM[6.50])"
    >>> [has_property(text, Property(key=key, values=())) for key in ("CA", "A")]
    [True, False]
    >>> [has_property(text, Property(key="KM", values=(each,))) for each in ("6.50", "6.5")]
    [True, False]
    """
    if not said.key.isalpha():
        return True  # it only says where a node begins, or a variation branches off
    values = "".join(f"[{each}]" for each in said.values) or "["
    return re.search(rf"(?<![A-Za-z]){said.key}{re.escape(values)}", text) is not None


def _with_charset(root: str) -> str:
    """Return the text of a root with the encoding, which only texts in ASCII can do without."""
    charset = _text([CHARSET])[1:]
    version = _VERSION.match(root)
    at = version.end() if version else 1
    return root[:at] + charset + root[at:]


def _root(record: Record) -> Group:
    """Return the first node."""
    played = record.rounds[0]
    group = Group(HEAD)
    names = record.players or ()
    for key, name in zip(("PB", "PW"), names, strict=False):
        if name or not any(names):
            group.add(key, (values.escaped(name),))
    for key in FIELDS:
        known = FORMS[key]
        value = getattr(played if key == "RE" else record, known.field.rpartition("/")[2], None)
        written = None if value is None else known.write(value)
        if written is not None:
            group.add(key, (written,))
    if played.setup is not None:
        for key, points in _setting(played.setup.position):
            group.add(key, points)
        if played.setup.to_act in (0, 1):
            group.add("PL", ("BW"[played.setup.to_act],))
    first = played.actions[:1]
    layout = _properties(record.annotations)
    if is_layout(layout) and any(each.key == action[0] for each in layout for action in first):
        group.first = [_move(first[0])]
    _annotate(group, record.annotations)
    return group


# Lines


def _noded(actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that have a node: all except set-ups that change nothing."""
    return [each for each in actions if each != SETUP]


def _nodes(
    actions: Sequence[str],
    ply: int,
    notes: Notes,
    shared: int = 0,
    done: int = 0,
    name: str | None = None,
) -> Iterator[_Node]:
    """Yield the nodes of a line whose first ply is `ply`; its `name` is in the first of them.

    The first `shared` actions and `done` moves are in earlier nodes.
    """
    at, group = shared, Group()
    if done:
        yield from _grouped(Group(), notes.get(None, ()), 0)
        at, ply = done, ply + done
        annotations = notes.get(ply - 1, ())
    else:
        annotations = notes.get(None, ())
    before = at
    while True:
        while at < len(actions) and actions[at].startswith(SETUP):
            setting = _setting(actions[at][len(SETUP) :])
            group.settings += [setting] if setting else []
            at += 1
        for each in _grouped(group, annotations, before, name):
            name = None
            yield each
        if at == len(actions):
            return
        group, annotations = Group(first=[_move(actions[at])]), notes.get(ply, ())
        before, at, ply = at, at + 1, ply + 1


def _grouped(
    group: Group, annotations: Sequence[Annotation], done: int, name: str | None = None
) -> Iterator[_Node]:
    """Yield the nodes of a group that comes after `done` actions; the first one has any `name`."""
    if not annotations and not group.settings and not name:  # as for most moves
        if group.first:
            yield _Node(_text(group.first), done + 1, 1)
        return
    _annotate(group, annotations)
    for each in _named(name) if any(_laid_out(group, annotations)) else ():
        group.add(*each)
    for number, items in enumerate(_laid_out(group, annotations), start=1):
        done += number == 1 and bool(group.first)
        done += any(key in SETUPS for key, _ in items)
        yield _Node(_text(items), done, number)


def _laid_out(group: Group, annotations: Sequence[Annotation]) -> Iterable[Items]:
    layout = _properties(annotations)
    if is_layout(layout):
        return group.laid_out(layout)
    return group.usual()


def _branching(
    nodes: Sequence[_Node],
    actions: Sequence[str],
    ply: int,
    variations: Sequence[Variation],
    first: int = 0,
) -> str:
    """Return the text of a line and its variations; a line ends after the `first` nodes."""
    starts = [at + 1 for at, each in enumerate(actions) if not each.startswith(SETUP)]
    after = dict[int, list[str]]()
    for each in variations:
        own = _noded(each.actions)
        number = each.ply - ply
        begins = starts[number - 1] if 0 < number <= len(starts) else 0
        shared = _shared(own, each.annotations, actions[begins:])
        here = [at for at, node in enumerate(nodes) if node.done == begins + shared]
        said = _branch(each)
        branch = ([at for at in here if nodes[at].number == said] or here or [-1])[-1]
        if not 0 <= number <= len(starts) or not 0 <= branch < len(nodes) - 1:
            raise CannotHold("go/sgf cannot hold a variation that replaces no move")
        inner = [*_nodes(own, each.ply, _by_ply(each.annotations), shared, name=each.name)]
        inner = inner or [_Node(_text(_named(each.name)), 0, 1)]
        text = _branching(inner, own, each.ply, each.variations)
        after.setdefault(branch, []).append(f"\n({text})")
    parts, closing, on_line = list[str](), list[str](), 0
    for number, node in enumerate(nodes):
        if on_line == _ON_A_LINE or (first and number == first and not closing):
            parts.append("\n")
            on_line = 0
        parts.append(node.text)
        on_line += 1
        if number in after:
            parts.append("\n(")
            closing.append(")" + "".join(after[number]))
            on_line = 0
    return "".join([*parts, *reversed(closing)])


def _shared(own: Sequence[str], annotations: Sequence[Annotation], actions: Sequence[str]) -> int:
    """Return how many of a variation's first changes of the position come before it in the tree.

    `own` are the actions of the variation, and `actions` are those that it replaces.
    """
    alike = (one == other for one, other in zip(own, actions, strict=False))
    setups = [*takewhile(lambda each: each.startswith(SETUP), own)]
    same = sum(takewhile(bool, alike))
    layout = _properties(each for each in annotations if each.ply is None)
    nodes = nodes_of(layout) if is_layout(layout) else ()
    laid = sum(any(each.key in SETUPS for each in node) for node in nodes)
    return max(0, min(same, len(setups) - laid))


def _branch(variation: Variation) -> int | None:
    """Return the number of nodes since the last move before a variation, if it is given."""
    for each in variation.annotations:
        for said in each.properties if each.ply is None else ():
            if said.key == BRANCH and said.values[:1] and said.values[0].isdecimal():
                return int(said.values[0])
    return None


# Nodes


def _text(items: Items) -> str:
    return ";" + "".join(f"{key}[{']['.join(raws)}]" for key, raws in items)


def _named(name: str | None) -> Items:
    """Return the name of a variation as a property, or nothing."""
    return [("N", (values.escaped(name),))] if name else []


def _move(action: str) -> Item:
    """Return an action as a property."""
    colour, _, word = action.partition(" ")
    return colour, ("" if word == PASS else word,)


def _setting(words: str) -> Items:
    """Return a change of the position as properties.

    Raises CannotHold if the words have another form.
    """
    try:
        found = setting(words)
    except ValueError as part:
        raise CannotHold(f"go/sgf cannot hold the set-up {str(part)!r}") from None
    points = (("AB", found.black), ("AW", found.white), ("AE", found.empty))
    turn = () if found.turn is None else (found.turn,)
    return [(key, said) for key, said in (*points, ("PL", turn)) if said]


def _by_ply(annotations: Iterable[Annotation]) -> Notes:
    found: Notes = {}
    for each in annotations:
        found.setdefault(each.ply, []).append(each)
    return found


def _properties(annotations: Iterable[Annotation]) -> list[Property]:
    """Return the properties of annotations that SGF can hold."""
    return [
        Property(key=each.key, values=tuple(map(_raw, each.values)))
        for annotation in annotations
        for each in annotation.properties
        if _KEY.fullmatch(each.key)
    ]


def _raw(value: str) -> str:
    return value if _RAW.fullmatch(value) else values.escaped(value)


def _annotate(group: Group, annotations: Iterable[Annotation]) -> None:
    """Add annotations to a group of nodes, except for those that SGF cannot hold."""
    for each in annotations:
        for text in each.after:
            group.add("C", (values.escaped(text),))
        for number in each.glyphs:
            if number in GLYPHS:
                key, value = GLYPHS[number]
                group.add(key, (value,))
        if each.time_left is not None and group.first:
            group.add(f"{group.first[0][0]}L", (values.shown(each.time_left),))
        judged = each.evaluation
        if (
            judged is not None
            and judged.score is not None
            and (judged.mate is judged.depth is None)
        ):
            group.add("V", (values.shown(judged.score),))
        for mark in each.marks:
            _mark(group, mark)
        group.others += [(said.key, said.values) for said in _properties([each]) if said.values]


def _mark(group: Group, mark: Mark) -> None:
    """Add a mark, if SGF has its shape."""
    key, at = _KEYS.get(mark.shape), mark.at
    is_known = at and mark.colour is None and all(map(place, at))
    if key is None or not is_known or (mark.text is None) == (key == "LB"):
        return
    if key not in PAIRS:
        group.add(key, at)
    elif key == "LB" and len(at) == 1:
        group.add(key, (f"{at[0]}:{values.escaped(mark.text or '', composed=True)}",))
    elif key != "LB" and len(at) == 2:
        group.add(key, (":".join(at),))
