"""Lark grammars of the notations, and findings about text that does not follow one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..findings import Finding
from ..replayer.discovery import blamed_on, load_text
from . import codes
from .catalog import formats
from .place import place
from .text import Text

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

MAX_LENGTH = 100_000
"""The most characters of one round; none needs a tenth of them."""


@cache
def grammar(name: str, start: str | tuple[str, ...] = "start") -> Lark:
    """The parser of a grammar (see `source`); the tokens of its trees have positions.

    >>> grammar("goita/digits", "hand").parse("11777788").data
    Token('RULE', 'hand')
    """
    from lark import Lark

    starts = [start] if isinstance(start, str) else list(start)
    text = source(name)
    with blamed_on(name.partition("/")[0], f"the grammar {name} cannot be used"):
        return Lark(text, parser="lalr", start=starts)


def source(name: str) -> str:
    """The text of the grammar `GAME/NAME`, or of `PACKAGE/NAME` for one that belongs to no game.

    >>> source("goita/history") == source("kifu.formats.goita/history")
    True
    """
    first, _, rest = name.partition("/")
    game = formats().get(first)
    package, path = (first, rest) if game is None else (game.grammars, name)
    return load_text(package, f"{path}.lark", first)


def parse(
    name: str, start: str, text: Text, span: tuple[int, int], names: Mapping[str, str]
) -> Tree[Token] | Finding:
    """The tree of a piece of text, or why it does not follow the grammar.

    `names` has words for the terminals of the grammar, for messages; keywords need none.
    """
    from lark.exceptions import UnexpectedInput

    offset, end = span
    if end - offset > MAX_LENGTH:
        why = "the round is longer than any can be; it is not read"
        return place(Finding(rule=codes.TOO_LARGE, message=why), text, offset, offset + 1)
    parser: Any = grammar(name, start)
    try:
        return parser.parse(text.content[offset:end])
    except UnexpectedInput as error:
        return _syntax_finding(error, text, offset, end, {**_keywords(parser), **names})


def _either(due: Sequence[str]) -> str:
    """Several things that may be due.

    >>> _either(["a bid", "a pass", "`---`"])
    'a bid, a pass or `---`'
    """
    *first, last = due or ["nothing more"]
    return f"{', '.join(first)} or {last}" if first else last


def _keywords(parser: Lark) -> dict[str, str]:
    """The terminals that are fixed words, by name."""
    from lark.lexer import PatternStr

    fixed = (each for each in parser.terminals if isinstance(each.pattern, PatternStr))
    return {each.name: f"`{each.pattern.value}`" for each in fixed}


def _syntax_finding(
    error: UnexpectedInput, text: Text, offset: int, end: int, names: Mapping[str, str]
) -> Finding:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    expected: Iterable[str] = ()
    at, length = end - offset, 0
    stopped: Any = error
    if isinstance(error, UnexpectedCharacters):
        expected, at, length = stopped.allowed or (), stopped.pos_in_stream or 0, 1
    elif isinstance(error, UnexpectedToken):
        expected = stopped.accepts or stopped.expected
        if stopped.token.type != "$END":
            at, length = stopped.token.start_pos or 0, len(stopped.token)
    due = sorted({names[each] for each in expected if each in names})
    found = text.content[offset + at : offset + at + max(1, min(length, 20))]
    what = repr(found) if offset + at < end else "the end"
    if found[:1] in ("\n", "\r"):
        what = "the end of the line"
    message = f"{what} stands where {_either(due)} is due"
    finding = Finding(rule=codes.TEXT_SYNTAX, message=message)
    return place(finding, text, offset + at, min(end, offset + at + length))
