"""Scans games in SGF in which everything is simple, to vouch for them or to make records.

`Scanner` follows nodes, variations and properties whose values have simple forms. Anything else may
be right or wrong: it is left to the reader. With a C compiler, this file is compiled with the types
in `scan.pxd`.
"""

from __future__ import annotations

import re
from itertools import product
from string import ascii_uppercase

from ....findings.limits import DEEPEST_VARIATION, MAX_VALUES, MOST_VARIATIONS
from ....replayer.go.engine.numbers import NONE
from ....replayer.go.points import MOST
from ....replayer.go.record import DEFAULT_SIZE
from ...document.scan import Scan
from . import values
from .properties import (
    ANY,
    ARROWS,
    CLEAR,
    COLOUR,
    DOUBLE,
    EXCLUSIVE,
    FORMS,
    LABELS,
    MOVE,
    NOTHING,
    NUMBER,
    NUMERIC,
    PAIRS,
    POINTS,
    TEXT,
    UNIQUE,
    joined,
)
from .syntax import MOST_IN_NODE

_OPEN, _CLOSE, _NODE, _BEGIN, _END, _ESCAPE, _COLON, _DOT, _MINUS, _T = map(ord, "();[]\\:.-t")
_DIGIT, _NINE, _UPPER, _UPPER_Z, _LOWER, _LOWER_Z = map(ord, "09AZaz")
_HEADER, _FIELD, _STRANGE = 20, 21, 22
"""More forms: root texts without a bracket, root texts that are read, and unusual properties."""
_DEEPEST = 1000
"""The maximum number of open brackets."""
_MOST_MOVES = 10_000
"""The maximum number of moves in a line."""
_LONGEST = 2 * MOST_IN_NODE
"""The length in bytes of a node that cannot have too many values, since each has two brackets."""
_DIGITS = 9
_FORMS = [0] * 729
"""The forms of values by the numbers of their properties."""
_OF_ROOT = [0] * 729
"""Whether a property belongs to the root."""
_GROUPS = [0] * 729
"""The group of each property: annotations, or marks on a point, that exclude each other."""
_NODES = [0]
"""How many nodes have been read so far, by all scanners."""
_IN_NODE = [0] * 729
"""The node in which each property occurred last."""
_SET = [0] * 2704
"""The node that changed each point last."""
_ANNOTATED, _MARKED = [0] * 3, [0] * 10816
"""The node in which each group of annotations, and of marks on each point, occurred last."""


def key_number(key: str) -> int:
    """Return the number of a property with a name of one or two letters."""
    return (ord(key[0]) - 64) * 27 + (ord(key[1]) - 64 if len(key) > 1 else 0)


_WHITE, _AB, _AW, _AE = map(key_number, ("W", "AB", "AW", "AE"))
_READ = {
    key_number(key): key for key in ("FF", "GM", "ST", "CA", "SZ", "KM", "HA", "RE", "DT", "RU")
}
_PATTERNS = {"GM": re.compile("1")}
for _key, _known in FORMS.items():
    _form = _known.form
    _OF_ROOT[key_number(_key)] = _is_header = _known.kind in ("root", "info")
    _is_header = _is_header and _form.number == TEXT
    _FORMS[key_number(_key)] = _HEADER if _is_header else _form.number
    if _form.pattern is not None and key_number(_key) in _READ:
        _PATTERNS.setdefault(_key, _form.pattern)
for _each in _READ:
    _FORMS[_each] = _FIELD
for _key in map("".join, product(ascii_uppercase, repeat=2)):
    if joined(_key) is not None:
        _FORMS[key_number(_key)] = _STRANGE
for _group, _keys in enumerate((*EXCLUSIVE, UNIQUE, *PAIRS), start=1):
    for _key in [_keys] if isinstance(_keys, str) else _keys:
        _GROUPS[key_number(_key)] = _group


class Scanner(Scan):
    """One game. A method that reads something returns whether it is simple; then `at` is after it.

    In the current node, `move` is the point of the move by `player` (NONE without a move), and
    `is_setup` says whether the node changes the position. `pending` is 0 if the line has a move,
    otherwise 1 for the first branch and 2 for a variation. `rooting` counts the readings of the
    root.
    A property has `count` values, from `value_at` to `value_end`, and its node begins at `node_at`.
    For each open bracket, there are its `branches` so far, the `plies` before these, and whether
    it is a variation (`varies`).
    """

    columns: int
    rows: int
    rooting: int
    fields: dict[str, str]
    ply: int
    move: int
    player: int
    is_setup: bool
    turn: int
    node_number: int
    node_at: int
    value_at: int
    value_end: int
    count: int
    points: int
    depth: int
    deep: int
    variations: int
    pending: int
    branches: list[int]
    plies: list[int]
    varies: list[int]

    def __init__(self, data: bytes) -> None:
        super().__init__(data, 0)
        self.branches, self.plies, self.varies = [0], [0], [0]

    def game(self) -> bool:
        """Read a game, and the space around it."""
        self.space()
        if not self.letter(_OPEN):
            return False
        self.ply = self.points = self.depth = self.deep = self.variations = self.pending = 0
        self.space()
        if not self.letter(_NODE) or not self.root():
            return False
        while True:
            self.space()
            if self.at == self.end:
                return False
            byte = self.text[self.at]
            self.at += 1
            if byte == _NODE:
                # A node may not follow a variation.
                if self.branches[self.depth] or not self.node():
                    return False
            elif byte == _OPEN:
                if not self._open():
                    return False
            elif byte != _CLOSE or not self._close():
                return False
            elif self.depth < 0:
                self.space()
                return True

    def space(self) -> None:
        """Skip white space."""
        while self.at < self.end:
            byte = self.text[self.at]
            if byte != 32 and byte != 10 and byte != 13 and byte != 9:
                return
            self.at += 1

    # Brackets

    def _open(self) -> bool:
        """Read the beginning of a branch."""
        depth = self.depth
        if self.pending or depth == _DEEPEST:
            return False
        self.pending = 1
        if self.branches[depth]:
            self.pending = 2
            self.deep += 1
            self.variations += 1
            if self.deep > DEEPEST_VARIATION or self.variations > MOST_VARIATIONS:
                return False
            self.ply = self.plies[depth]
        self.plies[depth] = self.ply
        self.branches[depth] += 1
        if not self.opened():
            return False
        self.depth = depth + 1
        self.branches.append(0)
        self.plies.append(0)
        self.varies.append(int(self.pending > 1))
        self.space()
        return self.letter(_NODE) and self.node()

    def _close(self) -> bool:
        """Read the end of a branch, or of the game."""
        if self.pending == 1 or not self.closed():
            return False
        self.pending = 0
        self.deep -= self.varies.pop()
        self.branches.pop()
        self.plies.pop()
        self.depth -= 1
        return True

    def opened(self) -> bool:
        """Begin a branch, at the ply of the last move before it; return whether it is simple."""
        raise NotImplementedError

    def closed(self) -> bool:
        """End a branch; return whether it is simple."""
        raise NotImplementedError

    # Nodes

    def root(self) -> bool:
        """Read the first node: once for the size of the board, and then with set-up stones."""
        first, self.fields = self.at, {}
        self.columns = self.rows = MOST
        self.rooting = 1
        if not self.properties() or not self._sized() or not self.begun():
            return False
        self.at, self.rooting = first, 2
        if not self.properties() or self.move != NONE or not self.noded():
            return False
        self.rooting = 0
        return True

    def _sized(self) -> bool:
        """Find out the size of the board."""
        fields = self.fields
        size = values.size(fields.get("SZ", str(DEFAULT_SIZE)))
        for name in _PATTERNS.keys() & fields.keys():
            if _PATTERNS[name].fullmatch(fields[name]) is None:
                return False
        if size is None or (isinstance(size, int) and ":" in fields.get("SZ", "")):
            return False
        self.columns, self.rows = (size, size) if isinstance(size, int) else size
        return 0 < self.columns <= MOST and 0 < self.rows <= MOST

    def begun(self) -> bool:
        """Begin a game whose `fields` are known; return whether they are simple."""
        raise NotImplementedError

    def node(self) -> bool:
        """Read a node after its semicolon."""
        if not self.properties():
            return False
        if self.move != NONE:
            self.ply += 1
            if self.is_setup or self.ply > _MOST_MOVES:
                return False
        if not self.noded():
            return False
        if self.move != NONE:
            self.pending = 0
        return True

    def noded(self) -> bool:
        """End a node; return whether it is simple."""
        raise NotImplementedError

    def properties(self) -> bool:
        """Read the properties of a node."""
        _NODES[0] += 1
        node = self.node_number = _NODES[0]
        self.node_at = self.at
        self.move = self.player = self.turn = NONE
        self.is_setup = False
        while True:
            self.space()
            if self.at == self.end:
                return False
            first, byte = self.at, self.text[self.at]
            if byte < _UPPER or byte > _UPPER_Z:
                return self.at - self.node_at <= _LONGEST
            self.at += 1
            key = (byte - 64) * 27
            if self.at < self.end and _UPPER <= self.text[self.at] <= _UPPER_Z:
                key += self.text[self.at] - 64
                self.at += 1
            if _IN_NODE[key] == node or (_OF_ROOT[key] and not self.rooting):
                return False
            _IN_NODE[key] = node
            if not self._values(key) or not self.noted(key, first):
                return False

    def noted(self, key: int, first: int) -> bool:
        """End a property whose name begins at `first`; return whether it is simple."""
        return True

    def _values(self, key: int) -> bool:
        """Read the values of a property."""
        form, text, count, before = _FORMS[key], self.text, 0, self.points
        self.space()
        self.value_at = self.at + 1
        while self.at < self.end and text[self.at] == _BEGIN:
            start = at = self.at + 1
            while at < self.end and text[at] != _END:
                at += 2 if text[at] == _ESCAPE else 1
            if at >= self.end or not self.value(key, form, start, at):
                return False
            self.at, self.value_end = at + 1, at
            count += 1
            self.space()
        self.count = count
        if count == 1 or form == ANY:
            return count > 0
        several = form in (POINTS, CLEAR, LABELS, ARROWS)
        return several and count > 0 and self.points - before <= MOST * MOST

    def value(self, key: int, form: int, start: int, end: int) -> bool:
        """Read a value."""
        size, text = end - start, self.text
        if form == TEXT:
            # It might hold the next move or property.
            return not self._begins(max(start, end - 3), end) and not self._named(start, end)
        if form == MOVE:
            return self._moves(key, start, size)
        if form in (POINTS, CLEAR):
            return (size == 0 and form == CLEAR) or self._area(key, start, size)
        if form in (NUMBER, NUMERIC):
            return self._is_number(start, end, form == NUMERIC)
        if form == LABELS:
            is_pair = size > 2 and text[start + 2] == _COLON
            holds = self._begins(max(start, end - 3), end)  # it might hold the next move
            return is_pair and not holds and self._mark(key, self.point(start))
        if form == ARROWS:
            one, other = self.point(start), self.point(start + 3) if size == 5 else NONE
            is_pair = other >= 0 and text[start + 2] == _COLON and one != other
            return is_pair and self._mark(key, one)
        if form in (DOUBLE, NOTHING):
            if _GROUPS[key]:
                if _ANNOTATED[_GROUPS[key]] == _NODES[0]:
                    return False
                _ANNOTATED[_GROUPS[key]] = _NODES[0]
            if form == NOTHING:
                return size == 0
            return size == 1 and (text[start] == _DIGIT + 1 or text[start] == _DIGIT + 2)
        if form == COLOUR:
            self.is_setup = True
            self.turn = 0 if size == 1 and text[start] == 66 else 1
            return size == 1 and (text[start] == 66 or text[start] == 87)
        if form in (_HEADER, _FIELD):
            if form == _FIELD:
                self.fields[_READ[key]] = self.data[start:end].decode()
            return not self._begins(start, end)  # it might hold the next property
        return form == ANY

    def _begins(self, at: int, end: int) -> bool:
        """Return whether a value has a bracket between two offsets."""
        while at < end and self.text[at] != _BEGIN:
            at += 1
        return at < end

    def _named(self, start: int, end: int) -> bool:
        """Return whether a value has a bracket after two capitals."""
        text = self.text
        for at in range(start + 2, end):
            one, other = text[at - 2], text[at - 1]
            if text[at] == _BEGIN and _UPPER <= one <= _UPPER_Z and _UPPER <= other <= _UPPER_Z:
                return True
        return False

    def _moves(self, key: int, start: int, size: int) -> bool:
        """Read the value of a move."""
        if self.move != NONE or (size != 0 and size != 2):
            return False
        self.player, self.move = key == _WHITE, self.columns * self.rows
        if size == 0 or (
            self.text[start] == _T
            and self.text[start + 1] == _T
            and max(self.columns, self.rows) <= values.SMALL
        ):
            return True
        self.move = self.point(start)
        return self.move >= 0

    def _area(self, key: int, start: int, size: int) -> bool:
        """Read a point or a rectangle."""
        one = other = self.point(start) if size == 2 or size == 5 else NONE
        if size == 5 and one >= 0:
            other = self.point(start + 3) if self.text[start + 2] == _COLON else NONE
        if one < 0 or other < 0:
            return False
        left, right = one % self.columns, other % self.columns
        top, bottom = one // self.columns, other // self.columns
        if left > right or top > bottom or (size == 5 and one == other):
            return False
        self.points += (right - left + 1) * (bottom - top + 1)
        if self.points > MAX_VALUES:
            return False
        if key not in (_AB, _AW, _AE) and not _GROUPS[key]:
            return True
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                point = row * self.columns + column
                if not (self._mark(key, point) if _GROUPS[key] else self._set(key, point)):
                    return False
        return True

    def _mark(self, key: int, point: int) -> bool:
        """Mark a point, or the start of a line; return False if it already has such a mark."""
        if point < 0:
            return False
        place = (_GROUPS[key] - 3) * MOST * MOST + point
        if _MARKED[place] == _NODES[0]:
            return False
        _MARKED[place] = _NODES[0]
        return True

    def _set(self, key: int, point: int) -> bool:
        """Change the contents of a point; return False if the node has already changed them."""
        self.is_setup = True
        if _SET[point] == _NODES[0]:
            return False
        _SET[point] = _NODES[0]
        if self.rooting != 1:
            self.put(point, 1 if key == _AB else 2 if key == _AW else 0)
        return True

    def put(self, point: int, stone: int) -> None:
        """Change the contents of a point, before the node ends."""

    def _is_number(self, at: int, end: int, real: bool) -> bool:
        """Return whether there is a number with few digits."""
        digits = 0
        if at < end and self.text[at] == _MINUS:
            at += 1
        if end - at > _DIGITS:
            return False
        for place in range(at, end):
            byte = self.text[place]
            if _DIGIT <= byte <= _NINE:
                digits += 1
            elif byte != _DOT or not real or not digits or place == end - 1:
                return False
            else:
                real = False
        return digits > 0

    def point(self, start: int) -> int:
        """Return the number of a point, or NONE if it is not on the board."""
        column, row = self.line_at(start), self.line_at(start + 1)
        if column < 0 or row < 0 or column >= self.columns or row >= self.rows:
            return NONE
        return row * self.columns + column

    def line_at(self, at: int) -> int:
        """Return the number of the line that a letter stands for, or NONE."""
        byte = self.text[at]
        if _LOWER <= byte <= _LOWER_Z:
            return byte - _LOWER
        return byte - _UPPER + 26 if _UPPER <= byte <= _UPPER_Z else NONE
