"""Lark grammars as languages whose texts can be mended (`repairs.py`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .edits import Insertion, Word
from .spelling import ODD_SPACE, spellings

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

Stack: TypeAlias = "tuple[int, Stack | None]"
"""The states of a parser, most recent first. It is immutable, so that edits can share it."""

_OTHER = rf"{ODD_SPACE.pattern}|\w+|."
"""A word unknown to the grammar."""


def no_other(_: str) -> Iterable[str]:
    """Return no other spellings of a word."""
    return ()


class GrammarLanguage:
    """Follows a rule of a grammar.

    `missing` maps terminals to placeholders for missing words of that kind; `texts` maps terminals
    with only one possible text to that text. `respell` returns other spellings of a word, likeliest
    first, and `stand_ins` returns one word of each kind that a damaged word may be. `other` matches
    words unknown to the grammar. A match of `whole` is a single word, even if part of it is a word
    of the grammar.
    """

    def __init__(
        self,
        parser: Lark,
        start: str,
        missing: Mapping[str, Sequence[str]] = {},
        respell: Callable[[str], Iterable[str]] = no_other,
        texts: Mapping[str, str] = {},
        stand_ins: Callable[[str], Iterable[str]] = no_other,
        other: str = "",
        whole: str = "(?!)",
    ) -> None:
        from lark.lexer import PatternStr

        known: Any = parser
        table = known.parse_interactive(start=start).parser_state.parse_conf
        self.start: Stack = (table.start_state, None)
        self._states: Mapping[int, Mapping[str, tuple[Any, Any]]] = table.states
        self._end = table.end_state
        self._ignored = frozenset(parser.ignore_tokens)
        # These are in the order in which lark tries them: the first match counts.
        self._patterns = {
            each.name: re.compile(each.pattern.to_regexp())
            for each in sorted(parser.terminals, key=_order)
        }
        self._fixed = {
            each.pattern.value: each.name
            for each in parser.terminals
            if isinstance(each.pattern, PatternStr)
        }
        self.called = {kind: f"`{text}`" for text, kind in self._fixed.items()}
        """The names of terminals that are fixed words."""
        self._insertions = {
            kind: [Insertion(kind, text, False) for text in several]
            for kind, several in missing.items()
        }
        for kind, text in [*texts.items(), *((kind, text) for text, kind in self._fixed.items())]:
            # If there were several such words, one would always be likelier than the others.
            if missing or not text[0].isalnum():
                self._insertions[kind] = [Insertion(kind, text)]
        self._whole = re.compile(whole)
        self._respell, self._stand_ins = respell, stand_ins
        self._other = re.compile(rf"{other or '(?!)'}|{_OTHER}", re.DOTALL)
        self._scanners: dict[int, re.Pattern[str]] = {}

    def _scanner(self, kinds: Iterable[str]) -> re.Pattern[str]:
        """Return the expression for words of the given kinds; fixed words come before patterns."""
        known = [each for each in self._patterns if each in kinds]
        found = [f"(?P<{each}>{self._patterns[each].pattern})" for each in known]
        return re.compile("|".join(found))

    def word(self, content: str, at: int, state: Stack) -> Word | None:
        """Return the first word at or after an offset, or None at the end of the text."""
        if state[0] not in self._scanners:
            known = self._states[state[0]].keys() | self._ignored
            self._scanners[state[0]] = self._scanner(known)
        expected = self._scanners[state[0]]
        while at < len(content):
            found = expected.match(content, at)
            run = self._whole.match(content, at)
            if run is not None and found is not None and run.end() > found.end():
                return Word("", at, run.end())
            if found is None:
                return self.unexpected(content, at)
            kind, end = str(found.lastgroup), found.end()
            if kind not in self._ignored:
                fixed = self._fixed.get(found[0], kind)
                return Word(fixed if fixed in found.re.groupindex else kind, at, end)
            at = end
        return None

    def unexpected(self, content: str, at: int) -> Word:
        """Return the longest word at an offset where no expected word matches."""
        other = self._other.match(content, at)
        assert other is not None
        kind, end = "", other.end()
        for each, pattern in reversed(self._patterns.items()):
            found = pattern.match(content, at)
            if found is not None and found.end() >= end:
                kind, end = each, found.end()
        return Word(self._fixed.get(content[at:end], kind), at, end)

    def step(self, state: Stack, kind: str) -> Stack | None:
        """Return the state after a word of the given kind, or None if it is not expected."""
        while True:
            action, argument = self._states[state[0]].get(kind, (None, None))
            if action is None:
                return None
            if isinstance(argument, int):  # shift
                return (argument, state)
            below: Stack = state
            for _ in argument.expansion:
                assert below[1] is not None
                below = below[1]
            _, following = self._states[below[0]][argument.origin.name]
            state = (following, below)
            if following == self._end and kind == "$END":
                return state

    def ends(self, state: Stack) -> bool:
        """Return whether the text may end here."""
        return self.step(state, "$END") is not None

    def expected(self, state: Stack) -> Iterator[str]:
        """Return the kinds of words that may come next in a state."""
        kinds = (kind for kind in self._states[state[0]] if kind in self._patterns)
        return (kind for kind in kinds if self.step(state, kind) is not None)

    def insertions(self, state: Stack) -> Iterator[Insertion]:
        """Yield the words that can be inserted in a state."""
        for kind, several in self._insertions.items():
            if kind in self._states[state[0]] and self.step(state, kind) is not None:
                yield from several

    def stand_ins(self, word: str) -> Iterable[str]:
        """Return one word of each kind that a damaged word may be."""
        return self._stand_ins(word)

    def respelt(self, word: str, state: Stack) -> Iterator[tuple[str, int]]:
        """Yield other spellings of a word; all have the same cost."""
        if ODD_SPACE.match(word):
            yield " ", 0
            return
        for each in (*self._respell(word), *spellings(word)):
            yield each, 0


def _order(terminal: TerminalDef) -> tuple[int, int, int, str]:
    pattern = terminal.pattern
    return (-terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name)
