"""Random games in SGF, with properties and variations in any order."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from kifu.formats.go.sgf import syntax

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
    *("LN[aa:bb][cc:dd]", "TR[aa][bb]", "CR[aa:cc]", "TB[aa][bb]", "TW[cc:dd]"),
]


def _keyed(rng: Random, choices: list[str], count: int) -> list[str]:
    """Return some properties with different keys."""
    found = {each.partition("[")[0]: each for each in rng.choices(choices, k=count)}
    return [*found.values()]


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
            case syntax.Opened():
                stack.append(Tree())
                stack[-2].branches.append(stack[-1])
            case syntax.Closed():
                stack.pop()
            case syntax.Run():
                stack[-1].nodes += [((move[0], (move[2:-1],)),) for move in each.moves]
            case syntax.Stretch():
                for found in syntax.QUICK.finditer(text, each.start, each.end + 1):
                    stack[-1].nodes.append(_plain(syntax.node_at(text, found.start())))
            case syntax.Node():
                stack[-1].nodes.append(_plain(each))
            case _:
                raise AssertionError(each)
    return whole


def _plain(node: syntax.Node) -> Node:
    return tuple([(each.key, tuple(each.values)) for each in node.entries])
