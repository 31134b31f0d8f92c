"""Random games in SGF, with properties and variations in any order."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from kifu.formats.go.sgf import syntax, tokens
from kifu.replayer.go.engine.engine import Table
from kifu.replayer.go.points import point
from kifu.replayer.go.rules import GoRules
from kifu.replayer.go.state import State

POINTS = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "ab", "cd"]
ROOT = [
    *("CA[UTF-8]", "KM[6.50]", "KM[6.5]", "RU[Japanese]", "RU[our own]", "RE[B+R]", "RE[W+Resign]"),
    *("PB[x]", "PW[y\\]]", "DT[2001-01-01]", "AP[a:b]", "GN[]", "HA[2]", "W[ii]"),
]
PLAIN = [
    *("C[]", "C[hi]", "C[a\\]b]", "C[two\nlines]", "C[x\\\\]", "C[soft\\\nbreak]", "C[q\\:r]"),
    *("N[name]", "BL[12]", "BL[12.50]", "WL[7]", "OB[3]", "GB[1]", "DM[1]", "DM[2]", "TE[2]"),
    *("BM[1]", "IT[]", "DO[]", "V[1.5]", "V[-2]", "V[1.0]", "KO[]", "HO[1]", "MN[4]", "VW[]"),
    *("DD[]", "DD[aa:cc]", "XX[foo][b:ar\\]]", "LB[aa:1]", "LB[bb:1][cc:a]", "AR[aa:bb]"),
    *("LN[aa:bb][cc:dd]", "TR[aa][bb]", "CR[hh:ii]", "TB[aa][bb]", "TW[cc:dd]"),
]


ALONE = {"DO": "BM", "IT": "BM", "TE": "BM", "GB": "DM"}
"""Annotations of which a node has one."""


def _keyed(rng: Random, choices: list[str], count: int) -> list[str]:
    """Return some properties with different keys that do not exclude each other."""
    keyed = ((each.partition("[")[0], each) for each in rng.choices(choices, k=count))
    return [*{ALONE.get(key, key): each for key, each in keyed}.values()]


def _node(rng: Random) -> str:
    parts = _keyed(rng, PLAIN, rng.choice([0, 0, 0, 1, 1, 2, 3]))
    kind = rng.random()
    if kind < 0.7:
        parts.insert(0, f"{rng.choice('BW')}[{rng.choice(['', 'tt', *POINTS * 3])}]")
    elif kind < 0.85:
        points = rng.sample(POINTS, 4)
        choices = [f"AB[{points[0]}]", f"AW[{points[1]}]", f"AE[{points[2]}][{points[3]}]", "PL[B]"]
        parts += rng.sample(choices, rng.randint(1, 4))
    if rng.random() < 0.7:
        rng.shuffle(parts)
    return ";" + "".join(parts)


def _line(rng: Random, depth: int = 0) -> str:
    nodes = "".join(_node(rng) for _ in range(rng.randint(1, 4)))
    branches = rng.randint(1, 3) if depth < 3 and rng.random() < 0.6 else 0
    return nodes + "".join(f"({_line(rng, depth + 1)})" for _ in range(branches))


def game(rng: Random) -> str:
    """Return a game whose syntax is right, though not its moves."""
    root = [*_keyed(rng, ROOT, rng.randint(0, 6)), *_keyed(rng, PLAIN, rng.randint(0, 2))]
    if not any(each.startswith("W[") for each in root) and rng.random() < 0.5:
        root += ["AB[aa][bb]", "PL[W]"][: rng.randint(1, 2)]
    root = ["FF[4]", "GM[1]", rng.choice(["SZ[9]", "SZ[9:9]", "SZ[19]"]), *root]
    if rng.random() < 0.7:
        rng.shuffle(root)
    return f"(;{''.join(root)}{_line(rng)})"


NOTES = [
    *(
        "C[Here, Black \\[0:1\\] is ahead\\\\.]",
        "C[two\nlines]",
        "N[joseki]",
        "OB[3]",
        "OW[25]",
        "GB[1]",
    ),
    *("TE[1]", "BM[2]", "V[-1.5]", "TR[aa][bb]", "CR[aa:cc]", "SQ[cc]MA[dd]", "LB[aa:1][bb:\\:]"),
    *("AR[aa:bb][cc:dd]", "VW[]", "DD[aa:cc]", "TB[aa]TW[bb][cc]", "XX[any][thing]", "HO[1]MN[4]"),
]


def played(rng: Random) -> str:
    """Return a game with nothing to report, with annotations, variations and perhaps a handicap."""
    size = rng.choice((5, 9, 19))
    root, handicap = [f"FF[4]GM[1]CA[UTF-8]SZ[{size}]"], None
    if size > 5 and rng.random() < 0.3:
        handicap = 2
        root.append("HA[2]AB[cc][cd]")
    root += rng.sample(
        ["RE[B+R]", "KM[0.5]", "PB[Ada]PW[B\\]o]", "RU[Japanese]", "DT[2001-02-03]"], 3
    )
    rng.shuffle(root)
    rules = GoRules(columns=size, rows=size, handicap=handicap)
    state = rules.initial_state()
    if handicap:
        table = state.table.copy()
        for number in (2, 3):
            table.set_up(number * size + 2, 1)
        table.settle(1, True)
        state = State(table)
    return f"(;{''.join(root)}\n{_played(state, rng, rng.randint(0, 40), 3)})\n"


def _played(state: State, rng: Random, moves: int, depth: int) -> str:
    """Return a line of legal moves, which may branch at its end."""
    table, nodes = state.table.copy(), list[str]()
    while len(nodes) < moves and (legal := _legal(table, rng, 1)):
        nodes.append(_noted(table, legal[0], rng))
        table.move(table.turn, legal[0])
    branches = list[str]()
    for move in _legal(table, rng, 3) if depth and rng.random() < 0.5 else ():
        other = table.copy()
        node = _noted(other, move, rng)
        other.move(other.turn, move)
        branches.append(f"({node}{_played(State(other), rng, rng.randint(0, 5), depth - 1)})")
    return "\n".join([*nodes, *branches])


def _legal(table: Table, rng: Random, most: int) -> list[int]:
    """Return some moves that cause no findings."""
    points = rng.sample(range(table.columns * table.rows), 12)
    found = [each for each in points if table.copy().move(table.turn, each)]
    return found[:most]


def _noted(table: Table, move: int, rng: Random) -> str:
    """Return a node with a move and perhaps annotations."""
    colour, notes = "BW"[table.turn], list[str]()
    if rng.random() < 0.5:
        notes.append(f"{colour}L[{rng.choice(('59.5', '60', '7.25', '0.125'))}]")
    notes += rng.sample(NOTES, rng.choice((0, 0, 0, 1, 1, 2)))
    keys = [each.partition("[")[0] for each in notes]
    if len({"GB", "XX"} & {*keys}) > 1 or len({"TE", "BM"} & {*keys}) > 1:
        notes = notes[:1]
    notes = notes[:1] if len(set(keys)) < len(keys) or _marks(notes) > 1 else notes
    word = point(move % table.columns, move // table.columns)
    return ";" + "".join([f"{colour}[{word}]", *notes])


def _marks(notes: list[str]) -> int:
    """Return how many of some notes mark points, perhaps the same ones."""
    return sum(each[:2] in ("TR", "CR", "SQ") for each in notes)


Node: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""The properties of a node, with their values."""


class Tree:
    """The nodes of a game, and its variations; brackets around a single branch do not count."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.branches: list[Tree] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.plain() == other.plain()

    def plain(self) -> tuple[list[Node], list[Tree]]:
        """Return the nodes and the branches, of which there is not only one."""
        if len(self.branches) != 1:
            return self.nodes, self.branches
        nodes, branches = self.branches[0].plain()
        return self.nodes + nodes, branches


def tree(text: str) -> Tree:
    """Return the tree of a game."""
    whole = Tree()
    stack = [whole]
    for each in syntax.tokens(text):
        match each:
            case tokens.Opened():
                stack.append(Tree())
                stack[-2].branches.append(stack[-1])
            case tokens.Closed():
                stack.pop()
            case tokens.Node():
                stack[-1].nodes.append(_plain(each))
            case _:
                raise AssertionError(each)
    return whole


def _plain(node: tokens.Node) -> Node:
    return tuple([(each.key, tuple(each.values)) for each in node.entries])
