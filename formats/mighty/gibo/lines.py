"""Reads a deal of the text gibo line by line, where it does not follow the grammar as a whole.

What stands in a line that cannot be read is unknown, and so are the rounds behind one of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ....findings import Finding
from ...document.mapping import Path
from ...text.lines import LineOfText
from .notes import is_note

if TYPE_CHECKING:
    from lark import Token, Tree

_FIELDS = {
    "Deal": "gap",
    "Dealer": "dealer",
    "Totals": "totals",
    "Hand": "hands",
    "Kitty": "kitty",
    "Auction": "bids",
    "Discard": "discard",
    "Contract": "contract",
    "Friend": "friend",
    "Result": "result",
    "Points": "result",
    "Score": "result",
    "Payoffs": "result",
}
_OPTION = re.compile(r"(?<![^\s])[a-z0-9_]+=[^\s]+")
_ROLES: list[Path] = [["president"], ["friend_player"]]
_WORD = re.compile(r"[A-Za-z]+")


class Salvaged(Struct):
    """The tree of the lines that can be read, and the parts of the deal that could not."""

    tree: Tree[Token]
    lost: list[Path]


def _options(line: LineOfText, start: int) -> Iterator[Token]:
    """The options of a line that has something else as well."""
    from lark import Token

    for match in _OPTION.finditer(line.content):
        at = line.start - start + match.start()
        yield Token("OPTION", match[0], start_pos=at, end_pos=at + len(match[0]))


def _moved(tree: Tree[Token], by: int) -> list[Any]:
    """The lines of a tree, whose tokens stand so much farther in the text of all."""
    tokens: list[Any] = list(tree.scan_values(lambda _: True))
    for token in tokens:
        token.start_pos += by
        token.end_pos += by
    return list(tree.children)


def salvaged(
    start: str,
    lines: Sequence[LineOfText],
    read: Callable[[LineOfText], Tree[Token] | Finding],
    report: Callable[[LineOfText, Finding], None],
) -> Salvaged:
    """Read the lines of a block (`start` in the grammar) one by one, and report what is wrong."""
    from lark import Token, Tree

    children: list[Any] = []
    lost: list[Path] = []
    rounds, cut = 0, False
    for line in lines:
        found = read(line)
        word = _WORD.match(line.content)
        if is_note(line.content) and not isinstance(found, Finding):
            children += _moved(found, line.start - lines[0].start)
            continue
        is_row = word is None or (word[0] not in _FIELDS and word[0] != "R")
        if isinstance(found, Finding):
            report(line, found)
            if start == "heading" and line.content.startswith("Options"):
                tokens = list[Any](_options(line, lines[0].start))
                children += [Tree("options", tokens)] if tokens else []
            if word is not None and word[0] == "R":
                lost += [*_ROLES]
                children.append(Tree("table", [Token("ROUND", "R", start_pos=0, end_pos=1)]))
            elif word is not None and word[0] in _FIELDS:
                lost.append([_FIELDS[word[0]]])
            elif word is not None and word[0] == "Note":
                continue
            else:
                lost.append(["tricks", rounds])
                cut = True
        elif not (is_row and cut):
            children += _moved(found, line.start - lines[0].start)
            rounds += is_row
    return Salvaged(Tree("deal", children), lost)
