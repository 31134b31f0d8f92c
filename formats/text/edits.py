"""The edits that may mend a text at a word, for mistakes that people often make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from .spelling import ODD_SPACE
from .text import LINE_END

StateT = TypeVar("StateT")

SEPARATORS = (",", ";", ":", "、", "，")
"""Punctuation marks that people put between words."""

OPENING = ("(", "[", "{")

_SPACE = re.compile(r"[ \t]+")
_BREAK = re.compile(r"([ \t]*)(\r\n|\n|\r)([ \t]*)")
_PART = re.compile(r"[A-Za-z0-9]+|\S")


class Word(Struct, frozen=True):
    """A word in a text, with its kind, or "" if the language does not have it."""

    kind: str
    start: int
    end: int


class Insertion(Struct, frozen=True):
    """A word that may be inserted; `certain`: whether no other word of its kind fits."""

    kind: str
    text: str
    certain: bool = True


class Language(Protocol[StateT]):
    """Follows a language word by word. A state represents the text read so far; it is immutable."""

    @property
    def start(self) -> StateT:
        """The state before the first word."""
        ...

    def word(self, content: str, at: int, state: StateT) -> Word | None:
        """Return the first word at or after an offset, or None at the end of the text."""
        ...

    def step(self, state: StateT, kind: str) -> StateT | None:
        """Return the state after a word of the given kind, or None if it is not expected."""
        ...

    def ends(self, state: StateT) -> bool:
        """Return whether the text may end here."""
        ...

    def expected(self, state: StateT) -> Iterable[str]:
        """Return the kinds of words that may come next in a state."""
        ...

    def insertions(self, state: StateT) -> Iterable[Insertion]:
        """Return the words that can be inserted in a state."""
        ...

    def respelt(self, word: str, state: StateT) -> Iterable[tuple[str, int]]:
        """Return other spellings of a word in a state, likeliest first, with their costs."""
        ...

    def stand_ins(self, word: str) -> Iterable[str]:
        """Return one word of each kind that a damaged word may be."""
        ...


Kind: TypeAlias = Literal["spelling", "doubled", "missing", "other", "swapped", "stray", "skipped"]


_COSTS: dict[Kind, int] = {
    "doubled": 2,
    "missing": 2,
    "swapped": 4,
    "other": 6,
    "stray": 6,
    "skipped": 18,
}
_LINE, _DOUBLED_LINE = 12, 1
"""The cost of removing a whole line, and of removing one that repeats the previous line."""
_DOUBLED_WORD = 3
"""The additional cost of respelling a word that directly follows the same word."""
_LIKE = 1
"""The cost of replacing a damaged word with one of the kind it seems to be."""
UNKNOWN = 4
"""The additional cost of inserting a word when only its kind is known."""


class Read(Struct, Generic[StateT]):
    """A word that was read, the state before it, and the offset after the previous word."""

    state: StateT
    at: int
    word: Word | None


class Edit(Struct, frozen=True):
    """An edit: the kind of slip it mends, how unlikely it is, and whether its text is known."""

    kind: Kind
    start: int
    end: int
    new: str
    cost: int
    known: bool = True

    @property
    def made(self) -> tuple[int, int, str]:
        """The span that it replaces, and the replacement."""
        return self.start, self.end, self.new


class Edits(Generic[StateT]):
    """The edits to a text at its words, each with the cost of the slip it mends."""

    def __init__(self, content: str, language: Language[StateT]) -> None:
        self.content = content
        self.language = language

    def at(self, read: Read[StateT], following: Read[StateT] | None) -> Iterator[Edit]:
        """Yield the edits at a word: what it may mean, and what may be missing before it."""
        content, word = self.content, read.word
        inserted = [*self.language.insertions(read.state)]
        at = len(content) if word is None else word.start
        old = "" if word is None else content[word.start : word.end]
        for each in inserted:
            if each.text.strip() != old:
                made = self._put(read.at, at, each.text)
                yield Edit("missing", *made, _COSTS["missing"], each.certain)
        if word is None:
            return
        yield from self._spelt(word, read.state)
        for new in dict.fromkeys(self.language.stand_ins(old)):
            yield Edit("other", word.start, word.end, new, _LIKE, False)
        for each in inserted:
            at_end = word.end == _line_end(content, word.end) or content[word.end] in "\r\n"
            if each.text != old and ("\n" not in each.text or (each.text == "\n" and not at_end)):
                signs = _kind_of_sign(old) == _kind_of_sign(each.text) != ""
                unlike = old in SEPARATORS or _kind_of_sign(each.text) != ""
                cost = 2 if signs else _COSTS["other"] + UNKNOWN * unlike
                yield Edit("other", word.start, word.end, each.text, cost, each.certain and signs)
            if len(each.text) == 1 < len(old) and not each.text.isalnum():
                made = word.start, word.start + 1, each.text
                yield Edit("other", *made, _COSTS["other"] + 2, each.certain)
        yield self._left_out(read, word)
        before = content[word.start - 1 : word.start]
        if before in SEPARATORS:
            kind: Kind = "doubled" if content.endswith(old, 0, word.start - 1) else "stray"
            yield Edit(kind, word.start - 1, word.end, "", _COSTS[kind])
        other = following.word if following is not None else None
        if following is None:
            other = self.language.word(content, word.end, read.state)
            if other is not None:  # The word was misread, or the next one is wrong.
                yield from self._spelt(other, read.state)
                third = self.language.word(content, other.end, read.state)
                yield from [] if third is None else self._swapped(other, third)
        if other is not None:
            yield from self._swapped(word, other)
            yield from self._torn(word, other, read.state)
        yield from self._around_break(word)

    def _torn(self, word: Word, other: Word, state: StateT) -> Iterator[Edit]:
        """Join an unexpected word with the next one if together they make a known word.

        Kinds of words that match anything do not count.
        """
        content, step = self.content, self.language.step
        if step(state, word.kind) is None and _SPACE.fullmatch(content, word.end, other.start):
            joined = content[word.start : word.end] + content[other.start : other.end]
            found = self.language.word(joined, 0, state)
            other_one = self.language.word(f"?{joined}", 0, state)
            kind = "" if found is None or found.end < len(joined) else found.kind
            is_anything = other_one is not None and other_one.kind == kind
            if kind not in ("", word.kind, other.kind) and not is_anything:
                yield Edit("spelling", word.end, other.start, "", _COSTS["missing"])

    def _spelt(self, word: Word, state: StateT) -> Iterator[Edit]:
        """Yield other spellings of a word."""
        old = self.content[word.start : word.end]
        spelt = sorted(self.language.respelt(old, state), key=lambda each: each[1])
        is_doubled = old.isalnum() and self.content.endswith(old, 0, word.start)
        for new, cost in spelt:
            if new != old:
                space = _SPACE.match(self.content, word.end) if new.endswith("\n") else None
                end = word.end if space is None else space.end()
                yield Edit("spelling", word.start, end, new, cost + _DOUBLED_WORD * is_doubled)

    def _swapped(self, word: Word, other: Word) -> Iterator[Edit]:
        """Swap two words, or only the characters where they meet if one is a punctuation mark."""
        content, cost = self.content, _COSTS["swapped"]
        old, new = content[word.start : word.end], content[other.start : other.end]
        between = content[word.end : other.start]
        behind = old[-1] + content[other.end : other.end + 1]
        if old != new and not (behind.isalnum() and behind.isascii()):
            yield Edit("swapped", word.start, other.end, new + between + old, cost)
        both = old[-1] + new[0]
        if not both.isalnum() or (len(old) > 1 < len(new) and not both.isascii()):
            made = new[0] + between + old[-1]
            yield Edit("swapped", word.end - 1, other.start + 1, made, cost + 3)

    def _around_break(self, word: Word) -> Iterator[Edit]:
        """Swap a line break with the last word before it, or with the first word after it."""
        content = self.content
        close = word.start + len(content[word.start : word.end].rstrip(" \t"))
        found = _BREAK.match(content, close)
        if found is None:
            return
        parts = [*_PART.finditer(content, word.start, close)]
        last, first = parts[-1] if parts else None, _PART.match(content, found.end())
        before, end, behind = found.groups()
        if last is not None:
            made = last.start(), found.start(3), end + before + last[0]
            yield Edit("swapped", *made, _COSTS["swapped"] + 2)
        sizes = [] if first is None else [len(first[0])]
        if first is not None and first[0][:-1].isalnum() and first[0][0].isdecimal():
            sizes.append(1)
        for size in sizes:  # a character attached to another word was probably moved
            to = found.end() + size
            is_glued = content[to - 1].isalnum() and not content[to : to + 1].isspace()
            made = found.start(2), to, content[found.end() : to] + behind + end
            yield Edit("swapped", *made, _COSTS["swapped"] + (1 if is_glued else 2))

    def _put(self, behind: int, before: int, new: str) -> tuple[int, int, str]:
        """Return the place for a word: punctuation after the previous word, others before the next.

        A line break takes the place of the space between them.
        """
        if new in OPENING:
            return before, before, new
        if new == "\n" and not self.content[behind:before].strip(" \t"):
            return behind, before, new
        if not new[:1].isalnum():
            return behind, behind, new
        last, following = self.content[before - 1 : before], self.content[before : before + 1]
        first = " " if last.isalnum() else ""
        spaced = new[-1:].isspace() or not (following.isalnum() or last == " ")
        return before, before, f"{first}{new}{'' if spaced else ' '}"

    def _left_out(self, read: Read[StateT], word: Word) -> Edit:
        """Remove a word and the space after it."""
        content = self.content
        old, end = content[word.start : word.end], word.end
        space = _SPACE.match(content, end)
        behind = end if space is None else space.end()
        doubled = content.endswith(old, 0, read.at) or content.startswith(old, behind)
        if space is not None and content[word.start - 1 : word.start].isspace():
            end = space.end()
        if content[word.start - 1 : word.start].isalnum() and content[end : end + 1].isalnum():
            return Edit("stray", word.start, end, "", _COSTS["stray"] + 2)  # joins two words
        likely = doubled or old in SEPARATORS or old in (" ", "\t") or ODD_SPACE.fullmatch(old)
        kind: Kind = "doubled" if likely else "stray"
        # A missing punctuation mark between two words is likelier than a repeated word.
        again = kind == "doubled" and any(map(str.isalnum, old))
        return Edit(kind, word.start, end, "", _COSTS[kind] + again)

    def of_line(self, read: Read[StateT], is_stop: bool) -> Iterator[Edit]:
        """Yield edits to a line that begins with a word: remove it, or swap it with the next line.

        A line is only removed if nothing in it could be read, or if it repeats the previous line.
        """
        content = self.content
        if read.word is None:
            return
        begin = _line_begin(content, read.word.start)
        if content[begin : read.word.start].strip(" \t"):
            return
        start, end = read.word.start, _line_end(content, read.word.start)
        behind = _line_end(content, end)
        line, following = content[start:end], content[end:behind]
        stop = begin - 1 - (content[begin - 2 : begin] == "\r\n")
        before = content[_line_begin(content, max(stop, 0)) : begin]
        if line.strip() == before.strip() != "":
            yield Edit("doubled", begin, end, "", _DOUBLED_LINE)
        elif is_stop:
            yield Edit("stray", start, end, "", _LINE)
        if following.strip() and line.strip() != following.strip():
            first = following if following[-1] in "\r\n" else f"{following}\n"
            yield Edit("swapped", start, behind, first + line, _COSTS["swapped"])


def _line_begin(content: str, at: int) -> int:
    """Return the offset of the start of the line that contains an offset."""
    return max(content.rfind(each, 0, at) for each in "\r\n") + 1


def _line_end(content: str, at: int) -> int:
    """Return the offset after the end of the line that contains an offset."""
    found = LINE_END.search(content, at)
    return len(content) if found is None else found.end()


def _kind_of_sign(word: str) -> str:
    """Return whether a word is a "bracket" or another "sign" (or a line ending); "" if neither."""
    if not word.strip():
        return "sign"
    if len(word) != 1 or word.isalnum() or word == "-":
        return ""
    return "bracket" if word in "()[]{}" else "sign"
