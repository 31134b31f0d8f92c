"""Checks a node: which properties it may have, how often, and the form of their values."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ....findings import Severity
from ....replayer.go import codes as game_codes
from ....replayer.go.points import area, labelled, place
from .. import codes
from . import values
from .properties import FORMS, PAIRS, UNIQUE, claims
from .tokens import Entry, Slip
from .values import MOST_POINTS

UNKNOWN_SIZE = (0, 0)
"""The size of a board that cannot be read, on which points are not checked."""
_STONES = ("AB", "AW", "AE")

SAFE = (
    codes.LOWER_CASE,
    codes.SQUARE_TWICE,
    codes.WRONG_SIZE_FORM,
    codes.WRONG_KOMI_FORM,
    codes.WRONG_HANDICAP_FORM,
    codes.WRONG_RESULT_FORM,
    codes.WRONG_VALUE,
)
"""Rules whose fixes do not change the meaning of a text."""


class Checks:
    """Checks nodes, given the size of the board and whether they are roots."""

    def __init__(self, is_root: bool, size: tuple[int, int], is_old: bool) -> None:
        self.is_root = is_root
        self.size = size
        self.is_old = is_old
        """Whether the game is in FF[1] to FF[3]."""
        self.unclear = set[int]()
        """The offsets of values that make it unclear which stones are set up."""

    def wrong(self, entries: Sequence[Entry]) -> Iterator[Slip]:
        """Yield what is wrong with the properties of the node."""
        seen = set[str]()
        keys = {each.key for each in entries}
        for each in entries:
            here = each.start, each.end
            if any(map(str.isdigit, each.key)):
                why = f"{each.name} is not a property: their names have only letters"
                yield Slip(*here, codes.STRAY, why)
            elif any(map(str.islower, each.name)) and any(map(str.isupper, each.name)):
                why = f"the property {each.name} is now written {each.key}"
                yield Slip(*here, codes.LOWER_CASE, why, (*here, each.key))
            if each.key in seen:
                why = f"{each.key} is written twice in this node"
                yield Slip(*here, codes.REPEATED, why)
            seen.add(each.key)
            swallowed = _swallowed(each, keys)
            yield from self._values(each) if swallowed is None else (swallowed,)
        if not keys.isdisjoint(_STONES):
            yield from self._set_up([each for each in entries if each.key in _STONES])
        yield from self._together(entries)

    def _set_up(self, entries: Sequence[Entry]) -> Iterator[Slip]:
        """Yield points that are set up off the board, or twice."""
        seen = dict[str, Entry]()
        for each in entries:
            if ":" in str(each.values) and len(values.all_points(each.values) or ()) > MOST_POINTS:
                continue
            for raw, start in zip(each.values, each.starts, strict=True):
                some = area(raw)
                off_board = [*self._off_board(each.key, raw, start)] if some else []
                yield from off_board
                if some is None or off_board:
                    self.unclear.add(start)
                    continue
                known = [seen[point] for point in some if point in seen]
                if any(other.key != each.key for other in known):
                    self.unclear.add(start)
                if any(other is each or other.key != each.key for other in known):
                    twice = next(point for point in some if point in seen)
                    why = f"{labelled(twice, self.size[1])} is set up twice"
                    yield Slip(start, start + len(raw), game_codes.SET_UP_TWICE, why)
                seen |= dict.fromkeys(some, each)

    def _together(self, entries: Sequence[Entry]) -> Iterator[Slip]:
        """Yield what is wrong with properties that do not belong together, or not in this node."""
        kinds = {each.key: FORMS[each.key].kind for each in entries if each.key in FORMS}
        moves = [each for each in entries if each.key in ("B", "W")]
        if {"B", "W"} <= kinds.keys():
            other = next(each for each in moves if each.key != moves[0].key)
            edit = (other.start, other.start, ";")
            yield Slip(other.start, other.end, codes.TWO_MOVES, "a node has one move", edit)
        setup = [each for each in entries if kinds.get(each.key) == "setup"]
        last = len(moves) == 1 and moves[0] is entries[-1]
        edit = (moves[0].start, moves[0].start, ";") if last else None
        if moves and setup:
            why = "a node has a move or changes the position, not both"
            yield Slip(setup[0].start, setup[0].end, codes.MOVE_AND_SETUP, why, edit)
        elif self.is_root and moves:
            why = "the first move belongs to a node of its own"
            yield Slip(moves[0].start, moves[0].end, codes.MOVE_IN_ROOT, why, edit)
        yield from self._annotations(entries)
        late = [] if self.is_root else [each for each in entries if kinds.get(each.key) == "root"]
        for each in late[:1]:  # the node as a whole is misplaced
            why = f"{each.key} belongs to the first node of the game"
            yield Slip(each.start, each.end, codes.ROOT_LATER, why)

    def _annotations(self, entries: Sequence[Entry]) -> Iterator[Slip]:
        """Yield annotations and marks that exclude each other; old programs combined them."""
        severity: Severity | None = "warning" if self.is_old else None
        seen = dict[tuple[str, str], str]()
        for each in entries:
            for raw, start in zip(each.values, each.starts, strict=True):
                claimed = [*claims(each.key, [raw])]
                twice = next((one for one in claimed if one in seen), None)
                if twice is not None and each.key in (*UNIQUE, *PAIRS):
                    why = f"{twice[1]} is already marked with {seen[twice]} in this node"
                    end = start + len(raw)
                    yield Slip(start, end, codes.MARKED_TWICE, why, severity=severity)
                elif twice is not None and seen[twice] != each.key and start == each.starts[0]:
                    why = f"a node has {seen[twice]} or {each.key}, not both"
                    yield Slip(each.start, each.end, codes.EXCLUDED, why, severity=severity)
                for one in claimed:
                    seen.setdefault(one, each.key)

    def _values(self, entry: Entry) -> Iterator[Slip]:
        """Yield what is wrong with the values of a property."""
        known = FORMS.get(entry.key)
        if known is None:
            return
        kind, form = known.kind, known.form
        if len(entry.values) > 1 and not form.several:
            rule = codes.TWO_MOVES if kind == "move" else codes.WRONG_VALUE
            what = "a node has one move" if kind == "move" else f"{entry.key} has one value"
            start = entry.starts[1]
            yield Slip(start, start + len(entry.values[1]), rule, f"expected ]: {what}")
        for raw, start in zip(entry.values, entry.starts, strict=True):
            here = start, start + len(raw)
            if start != entry.starts[0] and not form.several:
                break  # it is already reported that there is more than one
            if form.pattern is None or (entry.key == "LB" and values.next_move(raw) is not None):
                held = values.next_move(raw)
                if held is not None:
                    why = "this text seems to hold the next move: expected ] before it"
                    edit = (start + held, start + held, "]")
                    yield Slip(start + held, here[1], codes.HOLDS_NODES, why, edit)
            elif form.pattern.fullmatch(raw) is None and not (form.empty and not raw.strip()):
                meant = values.meant(entry.key, raw)
                edit = None if meant is None else (*here, meant)
                if meant == "":  # the property says nothing
                    is_alone = len(entry.values) == 1
                    edit = (entry.start, here[1] + 1, "") if is_alone else None
                why = f"{raw[:40]!r} is not a value of {entry.key}: expected {meant or form.said}"
                severity = "warning" if entry.key == "RE" and self.is_old else None
                yield Slip(*here, form.rule, why, edit, severity=severity)
            elif entry.key == "SZ" and ":" in raw and isinstance(values.size(raw), int):
                first = raw.partition(":")[0].strip()
                why = f"a square board has one number: expected {first}"
                yield Slip(*here, codes.SQUARE_TWICE, why, (*here, first))
            elif form.points and entry.key not in PAIRS and ":" in raw and _turned(raw):
                right = _turned(raw)
                why = f"a rectangle has its upper left corner first: expected {right}"
                yield Slip(*here, codes.WRONG_VALUE, why, (*here, right))
            elif form.points and kind == "node":
                yield from self._off_board(entry.key, raw, start)

        if form.several and any(":" in each for each in entry.values) and entry.key not in PAIRS:
            found = values.all_points(entry.values)
            if found is not None and len(found) > MOST_POINTS:
                why = f"{entry.key} has {len(found)} points, more than any board"
                yield Slip(entry.start, entry.end, codes.WRONG_VALUE, why)

    def _off_board(self, key: str, raw: str, start: int) -> Iterator[Slip]:
        columns, rows = self.size
        if not (columns and rows):
            return
        for word in raw.split(":")[: 1 if key == "LB" else 2]:
            column, row = place(word.strip()) or (0, 0)
            if column >= columns or row >= rows:
                why = f"{word} is not on the board: it has {columns} columns and {rows} rows"
                yield Slip(start, start + len(raw), game_codes.OFF_BOARD, why)


def _turned(raw: str) -> str:
    """Return a rectangle as it should be written, or nothing if it is right.

    >>> _turned("ca:bb"), _turned("aa:aa"), _turned("aa:bb")
    ('ba:cb', 'aa', '')
    """
    found = area(raw) or [""]
    right = found[0] if len(found) == 1 else f"{found[0]}:{found[-1]}"
    return "" if right == raw.strip() else right


def _swallowed(entry: Entry, keys: Container[str]) -> Slip | None:
    """Return what is wrong if a text seems to contain a property that the node lacks."""
    known = FORMS.get(entry.key)
    has_text = known is not None and (known.form.pattern is None or entry.key == "CA")
    if not has_text or entry.key == "DT":
        return None
    raw = entry.values[0]
    held = values.NEXT_PROPERTY.search(raw, raw.rfind("]") + 1)
    if held is None or held[1] in keys or held[1] not in FORMS:
        return None
    start, end = (entry.starts[0] + each for each in held.span())
    why = f"this text seems to hold the property {held[1]}: expected ] before it"
    severity = "error" if len(entry.values) > 1 else None  # a text property has only one value
    return Slip(start, end, codes.HOLDS_NODES, why, (start, start, "]"), severity=severity)
