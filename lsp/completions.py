"""Completion: the legal actions at a place, written as in the text's notation, and other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import count
from typing import Any

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, TextEdit

from .. import replayer
from ..findings.shown import visible
from ..formats.interface.drawn import drawn
from ..formats.interface.notation import Notation
from ..formats.text.text import Text
from ..repair.suggestions.samples import samples
from ..repair.suggestions.words import Words
from .documents import Document, Part
from .spelled import Here, Texts, headers, kinds, literals, sound, step_at

TRIGGERS = ('"', "[", " ", ",", "-", "☖", "☗")
"""The characters after which an action or a word may begin."""

LONGEST = 200_000
"""Longer records have no completion, as they would have to be read for each key."""

MOST_STARTS = 9
"""How many places on a line are tried as the start of the action that is being written."""
MOST_KINDS = 12
"""How many actions are tried at each of them."""
ABOVE = 2000
"""How far above the words of a record are looked for."""
MOST_WORDS = 100
"""How many words are tried at most."""

_NONSENSE = "☃"
_START = re.compile(r"(?<![\w☖☗♠-♯])(?=[\w☖☗♠-♯])|[\[(\"'|]|(?<=\s)(?=\S)|(?<=[,;])")
_WORD = re.compile(r'"?+[\w♠-♯☆]++\Z|"\Z')
_BEHIND = re.compile(r"[ \t]*+[A-Za-z][\w \t]*+:(?:.*[ \t,])?")
"""The beginning of a line with a header, up to where a word may begin."""
_REST = re.compile(r"[\w♠-♯☆]*+[\"\']?")
_CLOSING = "\"'])"
_TOKEN = re.compile(r'"[^"\n]*+"|[^\s,\[\](){};:"]++')
_PAIRS = {"{": "}", "[": "]", "(": ")"}
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|\\.|[\[\](){}]', re.DOTALL)


def completions(document: Document, offset: int) -> CompletionList | None:
    """Return what may be written at an offset, or None if that is not known.

    Nothing is offered in comments, names and other places where any text is sound.
    """
    if document.is_left_out or document.is_too_large:
        return None
    with document.assuming_options():
        for part in document.parts_between(offset, offset):
            for outcome in part.outcomes:
                if outcome.notation is not None and part.end - part.start <= LONGEST:
                    return _Place(document, part, outcome.notation, offset).items()
                break
    return None


class _Place:
    """A place in a piece of a document, whose text is read with changes there."""

    def __init__(self, document: Document, part: Part, one: Notation[Any], offset: int) -> None:
        self.document, self.notation, self.first = document, one, part.start
        self.text = document.text[part.start : max(part.end, offset)]
        self.caret = offset - part.start

    def items(self) -> CompletionList | None:
        """Return the legal actions, if an action is being written here, or else other words."""
        here = self._here()
        if here:
            return CompletionList(False, [*self._actions(here)])
        typed = _WORD.search(self.text, self._line, self.caret)
        start = self.caret if typed is None else typed.start()
        tried = self._values if typed is None else _vocabulary(self.notation.id)
        if not tried or self._is_sound(start, _quoted(_NONSENSE, self.text[start : self.caret])):
            return None
        return CompletionList(True, [*self._words(start, tried)])

    @property
    def _line(self) -> int:
        return self.text.rfind("\n", 0, self.caret) + 1

    def _changed(self, start: int, end: int, words: str) -> str:
        return self.text[:start] + words + self.text[end:]

    def _is_sound(self, start: int, words: str) -> bool:
        changed = self._changed(start, self._end(start, words), words)
        return sound(self.notation, Text(changed)) is not None

    # Actions

    def _here(self) -> Sequence[Here]:
        """Return the steps whose actions may be written here, in the order of play.

        There are several only where a notation leaves out actions, such as passes.
        """
        for start in self._starts():
            alike = partial(_shared, self.text[start : self.caret])
            tried = sorted(self._tried, key=alike, reverse=True)
            for order, words in enumerate(tried):
                if first := self._step(start, words):
                    found = {first.index: first}
                    if kinds(self.notation.id).leave_out:
                        others = (each for each in tried[order:] if alike(each) == alike(words))
                        steps = (self._step(start, each) for each in others)
                        found |= {each.index: each for each in steps if each}
                    return [found[index] for index in sorted(found)]
        return ()

    def _step(self, start: int, words: str) -> Here | None:
        """Return the step of an action once it is written here, or None if it is read otherwise."""
        end = self._end(start, words)
        rest = _REST.match(self.text, end)
        ends = dict.fromkeys((end, end if rest is None else rest.end()))
        for content in (
            *(self._changed(start, each, words) for each in ends),
            self._cut(start, words),
        ):
            text = Text(content)
            read = sound(self.notation, text)
            found = read and step_at(read, text, start)
            if found:
                return Here(start, end, *found)
        return None

    @cached_property
    def _tried(self) -> Sequence[str]:
        """The texts of actions to try: one of each kind, and words above, such as cards held."""
        known = set(_vocabulary(self.notation.id))
        above = _TOKEN.findall(self.text, max(0, self.caret - ABOVE), self.caret)
        own = dict.fromkeys(each for each in reversed(above) if each in known)
        return [*kinds(self.notation.id).texts[:MOST_KINDS], *[*own][:MOST_KINDS]]

    def _cut(self, start: int, words: str) -> str:
        """Return the text up to an action, with its brackets and quotes closed."""
        content = self.text[:start] + words
        if content.lstrip()[:1] not in ("{", "[", "("):
            return f"{content}\n"
        opened = list[str]()
        for each in _BRACKET.finditer(content):
            if each[0] in _PAIRS:
                opened.append(_PAIRS[each[0]])
            elif opened and opened[-1] == each[0]:
                opened.pop()
        return content + "".join(reversed(opened))

    def _starts(self) -> Iterator[int]:
        """Yield the places where the action at the caret may begin, the nearest first."""
        found = [each.start() for each in _START.finditer(self.text, self._line, self.caret)]
        before = max(self._line, self.caret - 1)
        yield from [*dict.fromkeys([self.caret, before, *reversed(found)])][:MOST_STARTS]

    def _end(self, start: int, words: str) -> int:
        """Return the end of what `words` would replace: editors close brackets and quotes."""
        behind = self.text[self.caret :]
        if start == self.caret:
            return start
        closed = len(behind) - len(behind.lstrip(_CLOSING))
        sizes = range(min(closed, len(words)), 0, -1)
        return self.caret + next((n for n in sizes if words.endswith(behind[:n])), 0)

    def _actions(self, steps: Sequence[Here]) -> Iterator[CompletionItem]:
        scenes, orders = replayer.scenes(self.notation.game), count()
        for here in steps:
            typed = self.text[here.start : self.caret].casefold()
            texts = Texts(self.notation, here)
            scene = drawn(scenes, here.line, here.step)
            every = [(player, each) for player, some in here.step.legal.items() for each in some]
            for player, action in every:
                words = texts.of(player, action)
                if words is not None and words.casefold().startswith(typed):
                    detail = scene.said(here.step, player, action)
                    yield self._item(words, here.start, here.end, next(orders), detail)

    def _item(
        self, words: str, start: int, end: int, order: int, detail: str | None = None
    ) -> CompletionItem:
        span = self.document.positions.range(self.first + start, self.first + end)
        return CompletionItem(
            visible(words),
            kind=CompletionItemKind.Keyword if detail is None else CompletionItemKind.Value,
            detail=detail,
            sort_text=f"{order:04}",
            filter_text=words,
            text_edit=TextEdit(span, words),
        )

    # Words

    @cached_property
    def _values(self) -> Sequence[str]:
        """The words that may follow the header on this line; empty if there is no header."""
        before = self.text[self._line : self.caret]
        if self.notation.medium != "text" or not _BEHIND.fullmatch(before):
            return ()
        kind = Words(f"{before}{_NONSENSE}", "text").rows[-1].kind
        known = samples(self.notation.id).kinds.get(kind)
        own = sorted(known.words) if known is not None and known.closed else ()
        return [*dict.fromkeys([*own, *_grammatical(self.notation.id)])]

    def _words(self, start: int, tried: Sequence[str]) -> Iterator[CompletionItem]:
        """Yield the words that begin with what is typed, and are sound here; headers come first."""
        typed, order = self.text[start : self.caret], count()
        if typed and not self.text[self._line : start].strip():
            for header, values in headers(self.notation.id).items():
                lines = (f"{header} {value}" for value in values if header.startswith(typed))
                if header != typed and any(self._is_sound(start, each) for each in lines):
                    yield self._item(header, start, self._end(start, header), next(order))
        some = [each for each in tried if each.startswith(typed)]
        for words in some[:MOST_WORDS]:
            if words != typed and self._is_sound(start, words):
                yield self._item(words, start, self._end(start, words), next(order))


def _quoted(word: str, typed: str) -> str:
    return f'"{word}"' if typed.startswith('"') else word


def _shared(typed: str, words: str) -> int:
    """Return how many characters two texts share at their start."""
    sizes = range(min(len(typed), len(words)), 0, -1)
    return next((size for size in sizes if typed[:size] == words[:size]), 0)


@cache
def _vocabulary(identifier: str) -> Sequence[str]:
    """Return the words of the notation, apart from those that differ from record to record."""
    closed = (each for each in samples(identifier).kinds.values() if each.closed)
    return sorted({word for each in closed for word in each.words}.union(_grammatical(identifier)))


@cache
def _grammatical(identifier: str) -> Sequence[str]:
    """Return the words of the notation's grammar, apart from headers."""
    return [each for each in literals(identifier) if not each.endswith(":")]
