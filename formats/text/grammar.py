"""Lark grammars of the notations, and findings about text that does not follow one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...findings import Finding, Fix
from ...findings.limits import MAX_LENGTH
from ...replayer.discovery import blamed_on, load_text
from .. import codes
from ..interface.catalog import formats
from ..interface.notation import reads_on
from .mending import LONGEST, Mend, Respell, Stops, mending, word_at
from .place import differences, edit, place
from .spelling import described
from .text import Text

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput


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
    package, path, of = package_of(name)
    return load_text(package, f"{path}.lark", of)


def package_of(name: str) -> tuple[str, str, str]:
    """The package that holds a grammar, its path there without the suffix, and whose it is."""
    first, _, rest = name.partition("/")
    game = formats().get(first)
    return (first, rest, first) if game is None else (game.grammars, name, first)


@cache
def expression(name: str, start: str) -> re.Pattern[str]:
    """The regular expression that is stored for a rule of a grammar (see `expression.py`).

    It matches all of a text that follows the grammar, and lark is not needed to say so.
    """
    package, path, of = package_of(name)
    return re.compile(load_text(package, f"{path}.{start}.re", of))


def follows(name: str, start: str, content: str, most: int = MAX_LENGTH) -> bool:
    """Whether a piece of text follows the grammar, as its stored expression says without lark.

    One of more than so many characters is not looked at.

    >>> follows("goita/history", "start", "12345678,12345679,11112345,11112345,s1,113")
    True
    """
    return len(content) <= most and expression(name, start).fullmatch(content) is not None


@cache
def terminal(name: str, called: str) -> str:
    r"""The regular expression of a terminal of a grammar.

    >>> terminal("goita/history", "PASS"), terminal("goita/table", "DEALER")
    ('[0-9]p', '\\(dealer\\)')
    """
    found = re.search(rf'^{called}(?:\.-?[0-9]+)?: (?:/(.*)/|"(.*)")$', source(name), re.MULTILINE)
    assert found is not None, f"{name} has no terminal {called}"
    return found[1] or re.escape(found[2])


@cache
def terminals(name: str, *called: str) -> re.Pattern[str]:
    """The expression that finds the words of some terminals of a grammar, first those named first.

    Each terminal is a group with its name.

    >>> found = terminals("goita/history", "PLAY", "PASS").finditer("1p,212")
    >>> [(each[0], each.lastgroup) for each in found]
    [('1p', 'PASS'), ('212', 'PLAY')]
    """
    return re.compile("|".join(f"(?P<{each}>{terminal(name, each)})" for each in called))


def no_other(_: str) -> Iterable[str]:
    """No other spelling of a word."""
    return ()


def parse(
    name: str,
    start: str,
    text: Text,
    span: tuple[int, int],
    names: Mapping[str, str],
    respell: Respell = no_other,
    most: int = MAX_LENGTH,
) -> Tree[Token] | Finding:
    """The tree of a piece of text, or why it does not follow the grammar.

    `names` has words for the terminals of the grammar, for messages; keywords need none. `respell`
    gives words that may be meant by one that is not due. A piece has at most so many characters.
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
    except UnexpectedInput as error:
        if not reads_on():
            return Finding(rule=codes.TEXT_SYNTAX, message="the text does not follow the grammar")
        stop = _stop(error, end - offset)

    def stops(content: str) -> int | None:
        try:
            parser.parse(content)
        except UnexpectedInput as error:
            return _stop(error, len(content)).at
        return None

    return _syntax_finding(stop, text, offset, end, parser, names, respell, stops)


@lru_cache(maxsize=16)
def _read_before(name: str, start: str, content: str) -> Tree[Token]:
    """The tree of a text, which is remembered: many texts are judged that differ in one place."""
    parser: Any = grammar(name, start)
    return parser.parse(content)


def _either(due: Sequence[str]) -> str:
    """Several things that may be due.

    >>> _either(["a bid", "a pass", "`---`"])
    'a bid, a pass or `---`'
    """
    *first, last = due or ["nothing more"]
    return f"{', '.join(first)} or {last}" if first else last


class _Stop(Struct, frozen=True):
    """Where a text stops to follow a grammar, how long the word is there, and what is due."""

    at: int
    length: int
    due: frozenset[str]


def _stop(error: UnexpectedInput, end: int) -> _Stop:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    stopped: Any = error
    if isinstance(error, UnexpectedCharacters):
        return _Stop(stopped.pos_in_stream or 0, 1, frozenset(stopped.allowed or ()))
    if isinstance(error, UnexpectedToken):
        due = frozenset(stopped.accepts or stopped.expected)
        if stopped.token.type != "$END":
            return _Stop(stopped.token.start_pos or 0, len(stopped.token), due)
        return _Stop(end, 0, due)
    return _Stop(end, 0, frozenset())


def _keywords(parser: Lark) -> dict[str, str]:
    """The terminals that are fixed words, by name."""
    from lark.lexer import PatternStr

    fixed = (each for each in parser.terminals if isinstance(each.pattern, PatternStr))
    return {each.name: each.pattern.value for each in fixed}


def _syntax_finding(
    stop: _Stop,
    text: Text,
    offset: int,
    end: int,
    parser: Lark,
    names: Mapping[str, str],
    respell: Respell,
    stops: Stops,
) -> Finding:
    content, keywords = text.content[offset:end], _keywords(parser)
    called = {**{name: f"`{word}`" for name, word in keywords.items()}, **names}
    due = _either(sorted({called[each] for each in stop.due if each in called}))
    mend = None
    if len(content) <= LONGEST:
        fixed = sorted(keywords[each] for each in stop.due if each in keywords)
        mend = mending(content, stop.at, fixed, stops, respell)
    if mend is not None:
        why = mend.why
        if not why:
            ((_, _, new),) = mend.edits
            why = f"{content[mend.start : mend.end]!r} stands where {new} is due"
        return _mended(mend, why, text, offset)
    first, last = stop.at, min(len(content), stop.at + stop.length)
    if stop.length == 1 and stop.at < len(content):
        first, last = word_at(content, stop.at)
        last = max(last, stop.at + 1)
        if not content[stop.at].isprintable():
            first, last = stop.at, stop.at + 1
    found = content[first : min(last, first + _SHOWN)]
    what = repr(found) if found else "the end"
    if not found and text.content[end : end + 1] in ("\r", "\n"):
        what = "the end of the line"
    if len(found) == 1 and not found.isprintable():
        what = described(found)
    if found[:1] in ("\n", "\r"):
        what = "the end of the line"
    finding = Finding(rule=codes.TEXT_SYNTAX, message=f"{what} stands where {due} is due")
    return place(finding, text, offset + first, offset + min(last, first + _SHOWN))


_SHOWN = 20
"""The most characters of a text that a message quotes."""


def _mended(mend: Mend, why: str, text: Text, offset: int) -> Finding:
    """A finding with its fix, at the characters that it changes."""
    edits = [
        (offset + start + first, offset + start + last, new)
        for start, end, text_ in mend.edits
        for first, last, new in differences(text.content[offset + start : offset + end], text_)
    ]
    fix = Fix(mend.fix, edits=tuple(edit(text, *each) for each in edits))
    finding = Finding(rule=codes.TEXT_SYNTAX, message=why, fix=fix)
    start, end, _ = edits[0]
    return place(finding, text, start, edits[-1][1] if len(mend.edits) == 1 else end)
