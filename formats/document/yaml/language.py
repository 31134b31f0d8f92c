"""YAML as a language whose texts can be mended (`text/repairs.py`): blocks, and lists in brackets.

It covers what records need: keys with their values, lists with dashes, and values on one line. The
first word of a line includes its indentation, which shows where it belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from ...text.edits import Insertion, Word
from ...text.spelling import ODD_SPACE, plain
from ..json.language import JsonLanguage, State
from ..shapes import Shape

_Block: TypeAlias = tuple[str, int, frozenset[str]]
"""An open block: its kind, its column, and its keys so far."""
_NONE: frozenset[str] = frozenset()

MOST_AROUND = 10
"""How many open blocks a line may continue or belong to: more than any record has."""

_LINES = re.compile(r"(?:[ \t]*+(?:\#[^\r\n]*+)?(?:\r\n|\n|\r))*+")
"""Blank and comment-only lines, with the line break before them."""
_SPACE = re.compile(r"(?:[ \t\r\n]++|\#[^\r\n]*+)*+")
_INDENT = re.compile(rf"(?:[ \t]|{ODD_SPACE.pattern})*+")
_END = r"(?=[ \t]*+(?:[\r\n]|\Z|[ \t]\#))"
_BLOCK = re.compile(
    r"(?P<dash>-(?=[ \r\n]|\Z))"
    r"""|(?P<key>(?:"[^"\r\n]*+"|'[^'\r\n]*+'|[^\W\d][\w$-]*+(?:[ ]++[\w$-]++)*+)"""
    r"[ ]*+:++(?=[ \r\n]|\Z))"
    r"|(?P<document>---(?=[ \r\n]|\Z))"
    r"|(?P<sign>[\[{])"
    rf'|(?P<quoted>"(?:[^"\\\r\n]|\\.)*+"|\'[^\'\r\n]*+\'){_END}'
    r"|(?P<scalar>(?:[^\s\[\]{}\"'#&*!|>%@`,:?-]|-(?=[^\s-]))(?:(?![ \t]\#|:[ \r\n]|:\Z)[^\r\n])*+)"
    r"(?!:)"
    r"|(?P<other>[^\r\n]++)"
)
_WORD = r"[^\W\d][\w$-]*+"
_FLOW = re.compile(
    r"""(?P<quoted>"(?:[^"\\\r\n]|\\.)*+"|'[^'\r\n]*+')(?P<glued>[^\s,\[\]{}"':]++)?+"""
    r"""|(?P<open>["'][^\r\n]*+)"""
    r"|(?P<sign>[\[\]{},:])"
    r"""|(?P<scalar>[^\s,\[\]{}"'#:&*!|>%@`][^,\[\]{}"'#:\r\n]*+)(?P<closed>["']++)?+"""
    r"|(?P<other>.)",
    re.DOTALL,
)


class YamlLanguage(JsonLanguage):
    """Follows a record's YAML word by word; a `shape` defines which keys belong where."""

    def __init__(self, shape: Shape | None = None) -> None:
        self.start: State = (("value", -1, _NONE), shape, (("end", -2, _NONE), None, None))

    def word(self, content: str, at: int, state: State) -> Word | None:
        """Return the first word at or after an offset, or None at the end of the text."""
        if isinstance(state[0], str):
            return self._in_flow(content, at)
        is_first = at == 0 or content[at - 1] in "\r\n"
        lines = _LINES.match(content, at)
        assert lines is not None
        is_first = is_first or lines.end() > at
        start = lines.end()
        indent = _INDENT.match(content, start)
        assert indent is not None
        found = _BLOCK.match(content, indent.end())
        if found is None or found[0].startswith("#"):
            return None
        kind, end = found.lastgroup or "", found.end()
        column = indent.end() - (content.rfind("\n", 0, start) + 1)
        if is_first and indent[0].strip(" "):
            kind = "other"
        if kind in ("dash", "key", "document"):
            name = found[0].rstrip(": ").strip("\"'")
            return Word(
                f"{kind} {int(is_first)} {column} {name}", start if is_first else found.start(), end
            )
        if kind == "scalar":
            end = found.start() + len(found[0].rstrip())
            kind = kind if column > state[0][1] or not is_first else "other"
        kind = {"quoted": "string", "scalar": "string", "sign": found[0], "other": ""}[kind]
        return Word(kind, start if is_first else found.start(), end)

    def _in_flow(self, content: str, at: int) -> Word | None:
        """Return the first word at or after an offset inside a bracketed list."""
        space = _SPACE.match(content, at)
        assert space is not None
        found = _FLOW.match(content, space.end())
        if found is None:
            return None
        kind, end = found.lastgroup or "", found.end()
        if found["glued"] or found["closed"] or kind in ("open", "other"):
            return Word("", found.start(), end)
        if kind == "sign":
            return Word(found[0], found.start(), end)
        return Word("string", found.start(), found.start() + len(found[0].rstrip()))

    def step(self, state: State, kind: str) -> State | None:
        """Return the state after a word of the given kind, or None if it is not expected."""
        if isinstance(state[0], str):
            return super().step(state, kind)
        (what, _, _), shape, below = state
        word, _, rest = kind.partition(" ")
        if word == "document":
            return self.start
        if word in ("dash", "key"):
            is_first, column, name = rest.split(" ", 2)
            return self._opened(state, word, is_first == "1", int(column), name)
        if what != "value" or (shape is not None and not shape.allows(kind)):
            return None
        if kind in ("[", "{"):
            return super().step(("value", shape, below), kind)
        return below if kind == "string" else None

    def _opened(
        self, state: State, word: str, is_first: bool, column: int, name: str
    ) -> State | None:
        """Return the state after a key or a dash in a column."""
        (what, indent, _), shape, below = state
        block, opening = ("list", "[") if word == "dash" else ("map", "{")
        in_list = below is not None and below[0][0] == "list"
        if not is_first and not (what == "value" and in_list):
            return None
        deeper = column > indent or (word == "dash" and column == indent and not in_list)
        frame: State = state
        if what == "value" and deeper and (shape is None or shape.allows(opening)):
            frame = ((block, column, _NONE), shape, below)
        else:
            for each in _around(state):
                (kind, start, _), part, _ = frame = each
                if (kind, start) == (block, column):
                    break
                left_out = kind == "value" and part is not None and not part.allows("string")
                if start < column or left_out:
                    return None
            else:
                return None
        part = frame[1]
        if part is not None:
            if word == "key" and not part.allows_key(name):
                return None
            part = part.items if word == "dash" else part.key(name)
        if word == "key":
            frame = ((block, column, frame[0][2] | {name}), frame[1], frame[2])
        return (("value", column, _NONE), part, frame)

    def ends(self, state: State) -> bool:
        """Return whether the text may end here."""
        return not isinstance(state[0], str)

    def insertions(self, state: State) -> list[Insertion]:
        """Return the words that can be inserted in a state."""
        if isinstance(state[0], str):
            return super().insertions(state)
        if state[0][0] != "value" or state[1] is None:
            return []
        return [Insertion("[", "[")] if state[1].allows("[") else []

    def respelt(self, word: str, state: State) -> Iterator[tuple[str, int]]:
        """Yield alternative spellings of a word in a state, with their costs."""
        if isinstance(state[0], str):
            yield from super().respelt(word, state)
            return
        body = word.lstrip(" \t\u3000\u00a0")
        indent = word[: len(word) - len(body)]
        wide = plain(word)
        if wide != word:
            yield re.sub(r":(?=\S)", ": ", wide, count=1), 0
            yield wide, 0
        if not (body[0].isalnum() or body[0] in "-#"):
            yield f"{indent} {body[1:]}", 4
        shape = next((each[1] for each in _around(state) if each[1] is not None), None)
        for each, cost in _respelt(body):
            key = each.partition(":")[0]
            is_new = each.count(":") > body.count(":") and not (shape and shape.knows(key))
            yield indent + each, cost + 6 * is_new
        yield from self._moved(body, indent, state)
        yield from self._below_a_line(body, word, state)

    def _moved(self, body: str, indent: str, state: State) -> Iterator[tuple[str, int]]:
        """Yield a line's first word in every possible column, with and without a dash."""
        columns, dashes = list[int](), list[int]()
        for (what, column, _), _, _ in _around(state):
            columns += [column + more for more in (1, 2, 4, 5)] if what == "value" else [column]
            dashes += [column] if what == "list" else []
            dashes += [column + 1, column + 2, column] if what == "value" else []
        for column in dict.fromkeys(each for each in columns if each >= 0):
            cost = 0 if "\t" in indent else 2 + 2 * (abs(column - len(indent)) > 2)
            if " " * column != indent:
                yield " " * column + body, cost
                yield "\n" + " " * column + body, 8
        for column in dict.fromkeys(each for each in dashes if each >= 0):
            cost = 2 + 2 * (abs(column - len(indent)) > 2) + 2 * (body[0] != "[")
            yield f"{' ' * column}- {body}", cost
            yield f"{' ' * column}- {body.partition(' ')[2]}", cost + 2

    def _below_a_line(self, body: str, word: str, state: State) -> Iterator[tuple[str, int]]:
        """Yield a line's first word, preceded by an inserted line with a missing key."""
        opening = "[" if body[:1] == "-" else "{"
        for (what, column, used), shape, _ in _around(state):
            if what == "list" and opening == "[":
                continue
            item = shape.items if shape is not None and what == "list" else shape
            dash = "- " if what == "list" else ""
            keys = item.keys if item is not None and what != "value" else ()
            for key in keys:
                if key in used or item is None or not item.key(key).allows(opening):
                    continue
                yield f"{' ' * column}{dash}{key}:\n{word}", 5


def _around(state: State) -> Iterator[tuple[_Block, Shape | None, State | None]]:
    """Yield the innermost of a state's open blocks."""
    frame: State | None = state
    for _ in range(MOST_AROUND):
        if frame is None or isinstance(frame[0], str):
            return
        yield frame
        frame = frame[2]


_REWRITTEN = (
    (r"""(["'])([^"'\w]*|[^"']*\w)["'\W]+""", r"\1\2\1", 0),
    (r"""("[^"]+"|'[^']+').+""", r"\1", 2),
    (r"-+([^\s-].*)", r"- \1", 0),
    (r"-+ (.*)", r"- \1", 0),
    (r"(['\"[])- ?(.*)", r"- \1\2", 0),
    (rf"({_WORD}) *[^\w\s:-]( .*|$)", r"\1:\2", 0),
    (rf"({_WORD}) *[=;](.*)", r"\1: \2", 0),
    (rf"({_WORD}):([^\s:].*)", r"\1: \2", 0),
    (rf":({_WORD}) *(.*)", r"\1: \2", 0),
    (rf"({_WORD}):+( .*|$)", r"\1:\2", 0),
    (rf'({_WORD})"( *):(.*)', r'\1:\2"\3', 0),
    (rf"({_WORD})", r"\1:", 2),
    (rf"({_WORD}) *(.*)", r"\1: \2", 2),
    (r"[^\w\s:]*(: .*)", r'"?"\1', 4),
    (rf"(.*?[^ ])( +(?:- |{_WORD}:).*)", "\\1\n\\2", 1),
)
"""Alternative spellings of a word in a block, with their costs."""


def _respelt(body: str) -> Iterator[tuple[str, int]]:
    """Yield alternative spellings of a word in a block."""
    if body[:1] in ('"', "'"):
        yield from JsonLanguage().respelt(body, JsonLanguage().start)
    for pattern, new, cost in _REWRITTEN:
        found = re.fullmatch(pattern, body)
        if found is not None:
            yield found.expand(new), cost
