"""The commands of the protocol, read by its grammar."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ....findings import Finding
from ...grammar import grammar, parse
from ...place import place
from ...text import Text
from .. import codes
from .words import COMMANDS

if TYPE_CHECKING:
    from lark import Token, Tree

GRAMMAR = "planowanie/protocol"

NAMES = {"NUMBER": "a number", "WORD": "a word", "$END": "the end"}
"""What the terminals of the grammar are, for people; keywords name themselves."""


class Command(Struct, frozen=True):
    """A command: its name, its arguments, and the spans of these within its text."""

    name: str
    arguments: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()

    def number(self, place: int) -> int:
        """The argument at a place, which is a number."""
        return int(self.arguments[place])

    def numbers(self) -> list[int]:
        """The arguments of a command that has nothing but numbers."""
        return [int(each) for each in self.arguments]


@lru_cache(maxsize=2**15)
def command(text: str) -> Command | None:
    """The command that a text is, None where it does not follow the grammar.

    >>> command("play 2 TD").arguments
    ('2', 'TD')
    """
    from lark.exceptions import UnexpectedInput

    parser: Any = grammar(GRAMMAR, "command")
    try:
        tree: Tree[Token] = parser.parse(text)
    except UnexpectedInput:
        return None
    (found,) = tree.children
    tokens: list[Any] = list(getattr(found, "children", []))
    return Command(
        str(getattr(found, "data", "")),
        tuple(map(str, tokens)),
        tuple((token.start_pos, token.end_pos) for token in tokens),
    )


def why_none(text: Text, start: int, content: str) -> Finding:
    """Why a line of a text, which is read as `content`, is no command."""
    word, *_ = content.split(maxsplit=1) or [""]
    end = start + len(content)
    if text.content[start:end] == content:
        tree = parse(GRAMMAR, "command", text, (start, end), NAMES)
    else:
        # Without its control characters, the line is not what stands in the text.
        tree = parse(GRAMMAR, "command", Text(content), (0, len(content)), NAMES)
        tree = place(tree, text, start, end) if isinstance(tree, Finding) else tree
    assert isinstance(tree, Finding)
    if word in COMMANDS:
        return tree.but(rule=codes.BAD_ARGUMENTS, message=f"`{word}`: {tree.message}")
    return tree.but(rule=codes.UNKNOWN_COMMAND, message=unknown(word))


def unknown(word: str) -> str:
    """That a word is no command, and which may be meant.

    >>> unknown("gen_mov")
    "'gen_mov' is no command; `gen_move` is meant?"
    """
    close = difflib.get_close_matches(word, COMMANDS, n=1)
    due = f"`{close[0]}` is meant?" if close else f"known are {', '.join(COMMANDS)}"
    return f"{word!r} is no command; {due}"
