"""An independent verdict on SGF: a naive parser, and a board that keeps every position.

Nothing here is kifu's code. Only errors count, not warnings or notes.
"""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Iterator
from typing import NamedTuple

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
OUTSIDE = "nodes or brackets outside a game"
Point = tuple[int, int]
Board = dict[Point, str]

POINT = r"\s*[a-zA-Z]{2}\s*"
AREA = r"\s*[a-zA-Z]{2}(:[a-zA-Z]{2})?\s*"
REAL, WHOLE = r"\s*[+-]?[0-9]+(\.[0-9]+)?\s*", r"\s*[+-]?[0-9]+\s*"
SETUPS, MARKS = ("AB", "AW", "AE"), ("CR", "MA", "SL", "SQ", "TR")
LISTS = (*SETUPS, *MARKS, "DD", "VW", "TB", "TW")
ROOT = ("FF", "GM", "ST", "CA", "AP", "SZ")
TEXTS = (
    *("C", "N", "AP", "RU", "PB", "PW", "GN", "EV", "PC", "DT", "AN", "BR", "BT", "CP"),
    *("GC", "ON", "OT", "RO", "SO", "US", "WR", "WT"),
)
FORMS = {
    **dict.fromkeys("BW", rf"(?:{POINT}|\s*)"),
    **dict.fromkeys((*SETUPS, *MARKS), AREA),
    **dict.fromkeys(("DD", "VW", "TB", "TW"), rf"(?:{AREA}|\s*)"),
    **dict.fromkeys(("AR", "LN"), r"\s*([a-zA-Z]{2}):(?!\1)[a-zA-Z]{2}\s*"),
    "LB": r"\s*[a-zA-Z]{2}:[\s\S]*",
    "PL": r"\s*[BW]\s*",
    "FF": r"\s*[1-4]\s*",
    "GM": WHOLE,
    "CA": r"\s*[A-Za-z0-9_.:-]*\s*",
    "ST": r"\s*[0-3]\s*",
    "SZ": r"\s*[0-9]+(\s*:\s*[0-9]+)?\s*",
    "HA": WHOLE,
    "KM": REAL,
    **dict.fromkeys(("TM", "BL", "WL", "V"), REAL),
    **dict.fromkeys(("OB", "OW", "MN", "PM"), WHOLE),
    **dict.fromkeys(("DM", "GB", "GW", "HO", "UC", "BM", "TE"), r"\s*[12]\s*"),
    **dict.fromkeys(("KO", "DO", "IT"), r"\s*"),
    "RE": r"\s*(?:[BW]\+(?:R|Resign|T|Time|F|Forfeit|[0-9]+(\.[0-9]+)?)?|0|Draw|Void|\?|)\s*",
    **dict.fromkeys(TEXTS, r"[\s\S]*"),
}
"""The forms of the values of known properties."""
EXCLUSIVE = ({"BM", "DO", "IT", "TE"}, {"DM", "GB", "GW", "UC"})
SUICIDES = {"japanese": 0, "korean": 0, "chinese": 0, "aga": 0, "nz": 9, "goe": 2, "": 2}
"""How many stones may kill themselves: none (0), several (2) or any number (9); "" if unknown."""
SUPERKOS = {"chinese": "positional", "aga": "situational", "nz": "situational"}


class Property(NamedTuple):
    """A property: its name as written, where that is, and its values with their offsets."""

    name: str
    start: int
    values: list[tuple[str, int]]

    @property
    def key(self) -> str:
        return "".join(filter(str.isupper, self.name))


class Node(NamedTuple):
    """A node, from its `;` to the end of its last value."""

    start: int
    end: int
    properties: list[Property]


class Tree(NamedTuple):
    """A line of nodes, and the branches after it."""

    nodes: list[Node]
    branches: list[Tree]


class Fault(NamedTuple):
    """An error: the span in which it must be reported, and what is wrong."""

    start: int
    end: int
    what: str


class Syntax(Exception):
    """The text is not SGF from an offset on."""

    def __init__(self, at: int, what: str) -> None:
        super().__init__(what)
        self.at, self.what = at, what


class Parser:
    """Reads games character by character."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def space(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def char(self) -> str:
        self.space()
        return self.text[self.at : self.at + 1]

    def games(self) -> Iterator[tuple[Tree, Syntax | None]]:
        """Yield each game, with the error after which it cannot be parsed, if any."""
        is_first = True
        while self.char():
            found = re.compile(r"\(\s*(?:[;()]|[A-Z]{1,2}\s*\[|\Z)").match(self.text, self.at)
            found = found or re.compile(r"\(\s*;").search(self.text, self.at)
            skipped = self.text[self.at : found.start() if found else len(self.text)]
            if re.search(r";\s*[A-Za-z]+\s*\[", skipped) or (")" in skipped and not is_first):
                yield Tree([], []), Syntax(self.at, OUTSIDE)
                return
            if found is None:
                break
            self.at, tree, is_first = found.start(), Tree([], []), False
            try:
                self.game(tree)
            except Syntax as wrong:
                yield tree, wrong
                return
            yield tree, None
        if is_first:
            yield Tree([], []), Syntax(0, "no game")

    def game(self, whole: Tree) -> None:
        open_trees = [whole]
        self.at += 1
        while open_trees:
            tree, char = open_trees[-1], self.char()
            if char == ";" and not tree.branches:
                self.node(tree)
            elif char == "(" and tree.nodes:
                tree.branches.append(Tree([], []))
                open_trees.append(tree.branches[-1])
                self.at += 1
            elif char == ")" and tree.nodes:
                open_trees.pop()
                self.at += 1
            else:
                raise Syntax(self.at, f"unexpected {char!r}")

    def node(self, tree: Tree) -> None:
        start, end = self.at, self.at + 1
        node = Node(start, end, [])
        tree.nodes.append(node)
        self.at += 1
        while self.char().isalpha():
            name = re.compile(r"[A-Za-z]+").match(self.text, self.at)
            if name is None or self.text[self.at :] == "":
                raise Syntax(self.at, "no name")
            if not any(map(str.isupper, name[0])):
                raise Syntax(self.at, "a name in lower case")
            self.at = name.end()
            values = list[tuple[str, int]]()
            while self.char() == "[":
                values.append(self.value())
            if not values:
                raise Syntax(name.start(), "a name without a value")
            node.properties.append(Property(name[0], name.start(), values))
            tree.nodes[-1] = node = node._replace(end=self.at)
        tree.nodes[-1] = node._replace(end=self.at)

    def value(self) -> tuple[str, int]:
        start = self.at = self.at + 1
        while self.at < len(self.text):
            if self.text[self.at] == "]":
                self.at += 1
                return self.text[start : self.at - 1], start
            self.at += 1 + (self.text[self.at] == "\\")
        raise Syntax(start, "a value that is never closed")


# Boards


class Game:
    """The rules of one game, and the errors in it."""

    def __init__(self, root: Node) -> None:
        said = {each.key: each.values[0][0].strip() for each in reversed(root.properties)}
        # GM[1SZ[9] lacks a bracket, and is not another game.
        self.is_go = said.get("GM") == "1" or not re.fullmatch(WHOLE, said.get("GM", ""))
        self.is_old = said.get("FF", "1") in ("1", "2", "3")
        size = re.fullmatch(r"([0-9]+)(?:\s*:\s*([0-9]+))?", said.get("SZ", "19"))
        self.columns, self.rows = (
            (int(size[1]), int(size[2] or size[1])) if size is not None else (52, 52)
        )
        self.has_size = 0 < self.columns <= 52 and 0 < self.rows <= 52
        if not self.has_size:  # points cannot be checked
            self.columns = self.rows = 52
        name = re.sub(r"\W|rules", "", said.get("RU", "").lower())
        self.suicide = SUICIDES.get(name, SUICIDES[""])
        self.superko = SUPERKOS.get(name, "")
        self.said = said
        self.faults = list[Fault]()

    def wrong(self, node: Node, at: int, what: str, end: int | None = None) -> None:
        self.faults.append(Fault(at, max(at, end or node.end), what))

    def points(self, value: str) -> list[Point]:
        """Return the points of a rectangle, or one."""
        ends = [(LETTERS.index(each[0]), LETTERS.index(each[1])) for each in value.split(":")]
        (x, y), (z, w) = ends[0], ends[-1]
        return [(a, b) for b in range(y, w + 1) for a in range(x, z + 1)]

    def check(self, node: Node, is_root: bool) -> None:
        """Check the properties of a node."""
        keys = [each.key for each in node.properties]
        moves = [each for each in node.properties if each.key in ("B", "W")]
        for number, each in enumerate(node.properties):
            key = each.key
            at, end = each.start, each.values[-1][1] + len(each.values[-1][0]) + 1
            is_point = [bool(re.fullmatch("[a-zA-Z]{2}", raw)) for raw, _ in each.values] == [True]
            half, rest, last = key[: len(key) // 2], key[:-1], key[-1]
            doubled = key not in FORMS and half * 2 == key and half in FORMS
            joined = key not in FORMS and rest in FORMS and last in "BW"
            if (doubled and (half not in "BW" or is_point)) or (joined and is_point):
                self.wrong(node, at, "names that run into each other", end)
            if re.fullmatch("[BW][a-z]{2}", each.name) and each.values[0][0] == "":
                self.wrong(node, at, "a bracket behind a point", end)
            if key in keys[:number]:
                self.wrong(node, at, "a property twice", end)
            if key in ROOT and not is_root:
                self.wrong(node, at, "a property of the root", end)
            if key in FORMS:
                self.values(node, each, is_root)
            for group in EXCLUSIVE if not self.is_old else ():
                if key in group and group & {*keys[:number]} - {key}:
                    self.wrong(node, at, "annotations that exclude each other", end)
        if {"B", "W"} <= {*keys}:
            self.wrong(node, min(each.start for each in moves), "two moves")
        if moves and {"AB", "AW", "AE", "PL"} & {*keys}:
            self.wrong(node, node.start, "a move and a set-up")
        if not self.is_old:
            self.marks(node)

    def values(self, node: Node, one: Property, is_root: bool) -> None:
        """Check the values of a known property."""
        key = one.key
        if len(one.values) > 1 and key not in (*LISTS, "AR", "LN", "LB"):
            self.wrong(node, one.start, "several values")
        for raw, at in one.values:
            end = at + len(raw) + 1
            if re.fullmatch(FORMS[key], raw) is None:
                held = re.search(r"(?<![A-Z])([A-Z]{2})\[[^\]]*$", raw) if key == "CA" else None
                if not (key == "RE" and self.is_old) and not (held and held[1] in FORMS):
                    self.wrong(node, at, f"the value of {key}", end)
            elif key == "KM" and is_root and (4 * float(raw)) % 1:
                self.wrong(node, at, "a komi in eighths", end)
            elif key == "HA" and is_root and int(raw) < 2:
                self.wrong(node, at, "a handicap of less than 2", end)
            elif key == "SZ" and not self.has_size:
                self.wrong(node, at, "a size", end)
            elif key in LISTS and ":" in raw:
                first, _, last = raw.strip().partition(":")
                if first == last or any(
                    LETTERS.index(a) > LETTERS.index(b) for a, b in zip(first, last, strict=True)
                ):
                    self.wrong(node, at, "a rectangle from another corner", end)
            if key in (*LISTS, "AR", "LN", "LB") and re.fullmatch(FORMS[key], raw):
                some = raw.strip().split(":")[: 1 if key == "LB" else 2]
                for each in filter(None, some):
                    x, y = LETTERS.index(each[0]), LETTERS.index(each[1])
                    if x >= self.columns or y >= self.rows:
                        self.wrong(node, at, "a point that is not on the board", end)

    def marks(self, node: Node) -> None:
        """Check that no point is marked twice."""
        seen = set[tuple[str, object]]()
        for each in node.properties:
            kind = "mark" if each.key in MARKS else each.key
            if kind not in ("mark", "AR", "LN", "LB"):
                continue
            for raw, at in each.values:
                if re.fullmatch(FORMS[each.key], raw) is None:
                    continue
                said: list[object] = [raw.strip()]
                if kind == "mark":
                    said = [*self.points(raw.strip())]
                elif kind == "LB":
                    said = [raw.strip()[:2]]
                if any((kind, one) in seen for one in said):
                    self.wrong(node, at, "a mark twice")
                seen |= {(kind, one) for one in said}

    # Play

    def around(self, at: Point) -> list[Point]:
        x, y = at
        sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [(a, b) for a, b in sides if 0 <= a < self.columns and 0 <= b < self.rows]

    def chain(self, board: Board, start: Point) -> tuple[set[Point], bool]:
        """Return the stones connected with a stone, and whether they have a liberty."""
        found, left, free = {start}, [start], False
        while left:
            for near in self.around(left.pop()):
                if near not in board:
                    free = True
                elif board[near] == board[start] and near not in found:
                    found.add(near)
                    left.append(near)
        return found, free

    def after(self, board: Board, colour: str, at: Point) -> tuple[Board, int, int]:
        """Return the board after a move, and how many stones of both players it takes."""
        board, taken = {**board, at: colour}, set[Point]()
        for near in self.around(at):
            if board.get(near, colour) != colour:
                stones, free = self.chain(board, near)
                taken |= set[Point]() if free else stones
        own = set[Point]()
        if not taken:
            stones, free = self.chain(board, at)
            own = set[Point]() if free else stones
        kept = {key: stone for key, stone in board.items() if key not in taken | own}
        return kept, len(taken), len(own)

    def play(self, line: Line, colour: str, at: Point, ko: bool) -> str | None:
        """Make a move; return what is wrong with it, if anything."""
        if at[0] >= self.columns or at[1] >= self.rows:
            return "a point that is not on the board"
        if at in line.board:
            return "a point with a stone"
        board, taken, own = self.after(line.board, colour, at)
        if own and (self.suicide == 0 or own < self.suicide < 9):
            return "suicide"
        other = "BW"[colour == "B"]
        repeats = len(line.history) > 1 and board == line.history[-2][0]
        if repeats and taken == 1 and line.last == other and not ko:
            return "ko"
        for past, turn in line.history:
            if past == board and self.superko in ("positional",) and not ko:
                return "superko"
            if past == board and self.superko == "situational" and turn == other and not ko:
                return "superko"
        line.board = board
        line.end_move(colour)
        return None


class Line:
    """A position, with all positions since it was last changed, and the player to move in each."""

    def __init__(self) -> None:
        self.board: Board = {}
        self.history: list[tuple[Board, str]] = [({}, "B")]
        self.last, self.turn = "", "B"

    def copy(self) -> Line:
        other = Line()
        other.board, other.history = self.board, [*self.history]
        other.last, other.turn = self.last, self.turn
        return other

    def end_move(self, colour: str) -> None:
        self.last, self.turn = colour, "BW"[colour == "B"]
        self.history.append((self.board, self.turn))


def replay(game: Game, node: Node, line: Line, is_root: bool) -> bool:
    """Replay a node; return whether the play can go on."""
    wrong = game.faults
    before = len(wrong)
    game.check(node, is_root)
    if len(wrong) > before:
        return False
    seen, board = set[Point](), dict(line.board)
    turn = next((each.values[0][0].strip() for each in node.properties if each.key == "PL"), "")
    for each in node.properties:
        for raw, _ in each.values if each.key in SETUPS else ():
            for point in game.points(raw.strip()):
                if point in seen:
                    game.wrong(node, node.start, "a point set up twice")
                    return False
                seen.add(point)
                board.pop(point, None)
                if each.key != "AE":
                    board[point] = each.key[1]
    if seen or turn:
        if is_root and not turn:
            turn = "BW"[set(board.values()) == {"B"}]
        line.board, line.turn, line.last = board, turn or line.turn, ""
        line.history = [(board, line.turn)]
    for each in node.properties:
        if each.key not in ("B", "W"):
            continue
        said = each.values[0][0].strip()
        if not said or (said == "tt" and max(game.columns, game.rows) <= 19):
            line.end_move(each.key)
            continue
        ko = any(one.key == "KO" for one in node.properties)
        why = game.play(line, each.key, game.points(said)[0], ko)
        if why is not None:
            game.wrong(node, each.start, why)
            return False
    return True


def _is_charset(name: str) -> bool:
    try:
        lookup(name)
    except LookupError:
        return False
    return True


def _is_handicap(game: Game, tree: Tree) -> bool:
    """Return whether the stones set up before the first move, if all are black, are a handicap."""
    said = game.said.get("HA", "")
    if re.fullmatch("[0-9]+", said) is None or int(said) < 2:
        return True
    nodes = [*tree.nodes]
    while tree.branches:
        tree = tree.branches[0]
        nodes += tree.nodes
    black = set[Point]()
    for number, node in enumerate(nodes):
        if number and {"B", "W"} & {each.key for each in node.properties}:
            break
        for each in node.properties:
            if each.key == "AW":
                return True
            for raw, _ in each.values if each.key == "AB" else ():
                if re.fullmatch(AREA, raw):
                    black.update(game.points(raw.strip()))
        if not number and black:
            return len(black) == int(said)
    return len(black) in (0, int(said))


def first_fault(text: str) -> Fault | None:
    """Return the first error in a text, or None if it has none."""
    found = list[Fault]()
    for tree, syntax in Parser(text).games():
        if syntax is not None:
            found.append(Fault(max(0, syntax.at - 1), syntax.at + 1, syntax.what))
        if not tree.nodes:
            continue
        game = Game(tree.nodes[0])
        left = [(tree, Line(), True)]
        while left and game.is_go:
            branch, line, is_root = left.pop()
            goes_on = True
            for node in branch.nodes:
                if goes_on:
                    goes_on = replay(game, node, line, is_root)
                is_root = False
            if goes_on:
                left += [(each, line.copy(), False) for each in branch.branches]
        found += game.faults
        charset = game.said.get("CA", "UTF-8")
        if re.fullmatch(r"[A-Za-z0-9_.:-]+", charset) and not _is_charset(charset):
            found.append(Fault(tree.nodes[0].start, tree.nodes[0].end, "an unknown charset"))
        if game.is_go and not _is_handicap(game, tree):
            root = tree.nodes[0]
            found.append(Fault(root.start, root.end, "another number of handicap stones"))
    return min(found, default=None)
