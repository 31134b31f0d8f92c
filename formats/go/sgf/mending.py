"""Mends the syntax of SGF: brackets, semicolons and names that are wrong, missing or doubled.

Only imported for a text with errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ....findings import Finding
from ...text.edits import Insertion, Word
from ...text.repairs import Mend, mend
from ...text.respelt import RespeltText
from ...text.slips import findings
from ...text.spelling import plain
from ...text.text import Text
from .. import codes
from .properties import FORMS, SETUPS, joined

Mode = Literal["outside", "open", "node", "key", "value", "close", "closed"]
"""The place in a text: before a game, after `(`, in a node, after a name, after `[`, after a value,
or after a variation."""

_MOVES = ("B", "W")
_LIST = frozenset(key for key, (_, form) in FORMS.items() if form.several)
_TEXTS = frozenset(key for key, (_, form) in FORMS.items() if form.pattern is None)
_VALUES = {
    "SZ": re.compile(r"\s*+[0-9]++(?:\s*+:\s*+[0-9]++)?\s*+"),
    "KM": re.compile(r"\s*+[+-]?[0-9]++(?:[.,][0-9]++)?\s*+"),
    "HA": re.compile(r"\s*+[+-]?[0-9]++\s*+"),
    "LB": re.compile(r"\s*+[a-zA-Z]{2}:(?:[^\]\\]++|\\[\s\S])*+"),
}
"""The values of properties whose form allows more."""
_BETWEEN = re.compile(r"\s*+")
_NAME = re.compile(
    r"[BW](?=[a-z]{2}(?:\]|\[\s*+\]))"  # the bracket is missing, or after the point
    r"|(?![BW][0-9])[A-Z][A-Za-z]*+[0-9]*+(?=\s*+\[)|[A-Z]++(?=[^A-Za-z])"
)
_OTHER = re.compile(r"[A-Za-z]++|[0-9]++|[\s\S]")
_TEXT = re.compile(r"(?:[^\]\\]++|\\[\s\S])++")
_BARE = re.compile(r"[^\[\];()\\]++(?=\])")
_MOVED = re.compile(r"[a-zA-Z]{2}")
_SIGNS = "[]();"
_INSIDE: dict[Mode, tuple[str, ...]] = {
    "outside": ("(",),
    "open": (";",),
    "node": (";", ")", "("),
    "key": ("[",),
    "value": ("]",),
    "close": ("]",),
    "closed": ("(", ")"),
}
"""The characters that may come next."""
_OF_VALUES = (
    codes.VALUE_OPEN,
    codes.SPOILED_POINT,
    codes.WRONG_VALUE,
    codes.WRONG_KOMI_FORM,
    codes.WRONG_HANDICAP_FORM,
    codes.WRONG_SIZE_FORM,
)
"""Rules that a value seems to break if its `]` is missing."""
_HOLDS_NODE = re.compile(r";\s*+[A-Za-z]++\s*+\[")
"""A part of a text that no edit certainly removes."""
NAMES = {**{each: f"`{each}`" for each in _SIGNS}, "name": "a property", "value": "a value"}
"""The names of the kinds of words in messages."""


class State(NamedTuple):
    """A text up to a word: the mode, open brackets, current name, names in the node, and last move.

    `is_root`: whether the node is the first one of a game.
    """

    mode: Mode = "outside"
    depth: int = 0
    name: str = ""
    names: frozenset[str] = frozenset()
    last: str = ""
    is_root: bool = False


class SgfLanguage:
    """Follows games in SGF word by word."""

    start = State()

    def word(self, content: str, at: int, state: State) -> Word | None:
        """Return the first word at or after an offset, or None at the end of the text."""
        if state.mode == "value" and at < len(content) and content[at] != "]":
            return _value(content, at, state.name)
        between = _BETWEEN.match(content, at)
        at = between.end() if between else at
        if at >= len(content):
            return None
        if content[at] in _SIGNS:
            return Word(content[at], at, at + 1)
        found = _NAME.match(content, at)
        if found is not None and joined(found[0]) is None:
            return Word(f"name {re.sub('[a-z]', '', found[0])}", *found.span())
        other = _OTHER.match(content, at)
        return Word("", at, other.end() if other else at + 1)

    def step(self, state: State, kind: str) -> State | None:
        """Return the state after a word of the given kind, or None if it is not expected."""
        mode, depth, name, names, last, is_root = state
        if kind == "value":
            return state._replace(mode="close") if mode == "value" else None
        if kind.startswith("name "):
            name = kind[5:]
            is_new = name not in names and not (name in _MOVES and names & {*_MOVES, *SETUPS})
            if mode != "node" or not is_new or (name in SETUPS and names & {*_MOVES}):
                return None
            if is_root and name in _MOVES:
                return None
            return State(
                "key", depth, name, names | {name}, name if name in _MOVES else last, is_root
            )
        if kind == "[" and (mode == "key" or (mode == "node" and _repeats(name))):
            return state._replace(mode="value")
        if kind not in _INSIDE[mode] or (kind == ";" and _is_bare(state)):
            return None
        match kind:
            case "(":
                return State("open", depth + 1, last=last)
            case ")":
                return State("closed" if depth > 1 else "outside", depth - 1, last=last)
            case ";":
                is_root = mode == "open" and depth == 1
                return State("node", depth, last=last, is_root=is_root)
            case _:  # ]
                return state._replace(mode="node")

    def ends(self, state: State) -> bool:
        """Return whether the text may end here."""
        return state.mode == "outside"

    def expected(self, state: State) -> Iterator[str]:
        """Return the kinds of words that may come next in a state."""
        yield from _INSIDE[state.mode]
        if state.mode in ("node", "value"):
            yield "name" if state.mode == "node" else "value"

    def insertions(self, state: State) -> Iterator[Insertion]:
        """Yield the insertable words that a state expects."""
        signs = () if _is_bare(state) else _INSIDE[state.mode]
        yield from (Insertion(each, each) for each in signs)
        if state.mode == "node" and state.name in _LIST:
            yield Insertion("[", "[")
        if state.mode == "node":
            turn = _MOVES[state.last == "B"]
            if self.step(state, f"name {turn}") is not None:
                yield Insertion(f"name {turn}", turn)
            if state.name not in _LIST:  # there, a `[` begins another value
                yield Insertion("name XX", "XX", certain=False)

    def respelt(self, word: str, state: State) -> Iterator[tuple[str, int]]:
        """Yield other spellings of a word in a state, with their costs."""
        simple = plain(word)
        sign = {"{": "[", "<": "[", "}": "]", ">": "]", ":": ";", ",": ";"}.get(simple, simple)
        sign = {"(": "[", ")": "]"}.get(sign, sign) if state.mode in ("key", "close") else sign
        if sign in _INSIDE[state.mode] and sign != word:
            yield sign, 0
        if state.mode == "node" and word.upper() in FORMS and word.upper() != word:
            yield word.upper(), 0
        name = joined(word) if state.mode == "node" else None
        if name is not None:
            yield name if self.step(state, f"name {name}") else f";{name}", 0
        split = re.fullmatch(r"([a-z]{2}|[0-9.]+(?=[A-Za-z]))([A-Za-z0-9]+)", word)
        if state.mode == "value" and split is not None:
            yield f"{split[1]}]{split[2]}", 0
            yield f"{split[1]}]", 2

    def stand_ins(self, word: str) -> tuple[str, ...]:
        """Return no words: a damaged word may stand for anything."""
        del word
        return ()


def _is_bare(state: State) -> bool:
    """Return whether nothing follows the first `;` of a game yet."""
    return state.mode == "node" and state.is_root and not state.names


def _value(content: str, at: int, name: str) -> Word:
    """Return a value, or the first word of something else between brackets."""
    _, form = FORMS.get(name, ("node", None))
    pattern = _VALUES.get(name) or (form and form.pattern) or _TEXT
    found = pattern.match(content, at) or _BARE.match(content, at)
    if found is not None and found.end() > at:
        return Word("value", at, found.end())
    other = _OTHER.match(content, at)
    return Word("", at, other.end() if other else at + 1)


def _repeats(name: str) -> bool:
    """Return whether a property may have several values."""
    return name in _LIST or (name != "" and name not in FORMS)


class ClosedText(RespeltText):
    """A text in which values that hold nodes are closed before them; `slips` are the findings.

    They are errors, since brackets that belong to the game are missing from it.
    """

    def __init__(self, text: Text, found: Iterable[Finding]) -> None:
        edits = [(each.fix.edits[0], each) for each in found if each.fix is not None]
        placed = sorted(
            [(text.offset(edit.line, edit.column), each) for edit, each in edits],
            key=itemgetter(0),
        )
        super().__init__(text, [(at, at, "]") for at, _ in placed])
        self.slips = [
            (at + number, each.but(severity="error"), False)
            for number, (at, each) in enumerate(placed)
        ]


class MendedText(RespeltText):
    """A text whose syntax is mended; `slips` are the findings about it, and where they belong.

    A slip whose repair is not certain cuts the line.
    """

    def __init__(self, text: Text) -> None:
        mends = [*_together(text.content, mend(text.content, SgfLanguage()).mends)]
        super().__init__(text, [(each.start, each.end, each.new) for each in mends])
        certain = [
            each.certain and not _HOLDS_NODE.search(text.content, each.start, each.end)
            for each in mends
        ]
        self._is_certain = all(certain)
        self._are_ends = bool(mends) and all(each.new == "]" for each in mends)
        self.slips = list[tuple[int, Finding, bool]]()
        for each, is_certain in zip(mends, certain, strict=True):
            for found in findings(text, 0, [each], NAMES):
                fix = found.fix and replace(found.fix, safe=False)
                finding = found.but(rule=codes.STRAY, fix=fix)
                self.slips.append((each.at, finding, not is_certain))

    def improves(self, error: Finding) -> bool:
        """Return whether to report these slips rather than the error in the unmended text."""
        if error.rule in _OF_VALUES:
            return self._is_certain and self._are_ends
        if error.rule is not codes.STRAY or error.fix is None:
            return error.rule is codes.STRAY
        return self._is_certain and not any("\\]" in each.text for each in error.fix.edits)


def _together(content: str, mends: Iterable[Mend]) -> Iterator[Mend]:
    """Yield the repairs of a text; two wrong brackets around a value are one slip."""
    last: Mend | None = None
    for each in mends:
        if last is not None and (last.new, each.new) == ("[", "]"):
            inner = content[last.end : each.start]
            if _MOVED.fullmatch(inner) and last.end > last.start and each.end > each.start:
                new = f"[{inner}]"
                yield Mend("spelling", last.start, each.end, new, True, at=last.at)
                last = None
                continue
        if last is not None:
            yield last
        last = each
    if last is not None:
        yield last
