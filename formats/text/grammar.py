"""The notations' Lark grammars, and findings about text that does not follow one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from ...findings import Finding
from ...findings.limits import MAX_LENGTH
from ...replayer.discovery import blamed_on, load_text
from .. import codes
from ..interface.catalog import formats
from ..interface.notation import reads_on
from .place import place
from .text import Text

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


@cache
def grammar(name: str, start: str | tuple[str, ...] = "start") -> Lark:
    """Return the parser of a grammar (see `source`); the tokens of its trees have offsets.

    >>> grammar("goita/digits", "hand").parse("11777788").data
    Token('RULE', 'hand')
    """
    from lark import Lark

    starts = [start] if isinstance(start, str) else list(start)
    text = source(name)
    with blamed_on(name.partition("/")[0], f"the grammar {name} cannot be used"):
        return Lark(text, parser="lalr", start=starts)


def source(name: str) -> str:
    """Return the text of the grammar `GAME/NAME`, or `PACKAGE/NAME` if it belongs to no game.

    >>> source("goita/history") == source("kifu.formats.goita/history")
    True
    """
    package, path, of = package_of(name)
    return load_text(package, f"{path}.lark", of)


def package_of(name: str) -> tuple[str, str, str]:
    """Return a grammar's package, its path there without the suffix, and its owner."""
    first, _, rest = name.partition("/")
    game = formats().get(first)
    return (first, rest, first) if game is None else (game.grammars, name, first)


@cache
def expression(name: str, start: str) -> re.Pattern[str]:
    """Return the stored regular expression for a rule of a grammar (made by `tests/expressions`).

    A text that it matches follows the grammar, so lark is not needed.
    """
    package, path, of = package_of(name)
    return re.compile(load_text(package, f"{path}.{start}.re", of))


def follows(name: str, start: str, content: str, most: int = MAX_LENGTH) -> bool:
    """Return whether a piece of text matches the grammar's stored expression, without using lark.

    Return False if it has more than `most` characters.

    >>> follows("goita/history", "start", "12345678,12345679,11112345,11112345,s1,113")
    True
    """
    return len(content) <= most and expression(name, start).fullmatch(content) is not None


@cache
def terminal(name: str, called: str) -> str:
    r"""Return the regular expression of a terminal of a grammar.

    >>> terminal("goita/history", "PASS"), terminal("goita/table", "DEALER")
    ('[0-9]p', '\\(dealer\\)')
    """
    found = re.search(rf'^{called}(?:\.-?[0-9]+)?: (?:/(.*)/|"(.*)")$', source(name), re.MULTILINE)
    assert found is not None, f"{name} has no terminal {called}"
    return found[1] or re.escape(found[2])


@cache
def terminals(name: str, *called: str) -> re.Pattern[str]:
    """Return the expression for words of the given terminals of a grammar, in that order.

    Each terminal is a group with its name.

    >>> found = terminals("goita/history", "PLAY", "PASS").finditer("1p,212")
    >>> [(each[0], each.lastgroup) for each in found]
    [('1p', 'PASS'), ('212', 'PLAY')]
    """
    return re.compile("|".join(f"(?P<{each}>{terminal(name, each)})" for each in called))


def parse(
    name: str,
    start: str,
    text: Text,
    span: tuple[int, int],
    names: Mapping[str, str],
    respell: Callable[[str], Iterable[str]] = lambda word: (),
    most: int = MAX_LENGTH,
) -> Tree[Token] | Finding:
    """Return the tree of a piece of text, or a finding about why it does not follow the grammar.

    `names` has the grammar's terminals with their names in messages; keywords need no names.
    `respell` returns words that may be meant by an unexpected one. The finding is about the first
    slip. A piece may have at most `most` characters.
    """
    from lark.exceptions import UnexpectedInput

    offset, end = span
    if end - offset > most:
        why = f"this is longer than {most} characters; it is not read"
        return place(Finding(rule=codes.TOO_LARGE, message=why), text, offset, offset + 1)
    parser: Any = grammar(name, start)
    try:
        if not reads_on():
            return _read_before(name, start, text.content[offset:end])
        return parser.parse(text.content[offset:end])
    except UnexpectedInput:
        unread = Finding(rule=codes.TEXT_SYNTAX, message="the text does not follow the grammar")
        if not reads_on():
            return unread
    from .language import GrammarLanguage
    from .slips import MendedText

    language = GrammarLanguage(parser, start, respell=respell)
    mended = MendedText(text, offset, end, language, {**language.called, **names})
    return next(iter(mended.findings), unread)


@lru_cache(maxsize=16)
def _read_before(name: str, start: str, content: str) -> Tree[Token]:
    """Return the tree of a text; cached, since many nearly identical texts are checked."""
    parser: Any = grammar(name, start)
    return parser.parse(content)
