"""Mends a text that does not follow its language, one slip after the other.

At the word where a text stops following its language, small edits are tried: a word is written
otherwise, left out, put in, or swapped with the next one, there or a few words before, and so is a
whole line. The edit that lets the text be read farthest is taken; of several, the likeliest.

Source: M. Burke and G. Fisher, "A practical method for LR and LL syntactic error diagnosis and
recovery", ACM Transactions on Programming Languages and Systems 9 (1987).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from .text import LINE_END

StateT = TypeVar("StateT")

BACK = 16
"""The number of words before the place where reading stops at which edits are tried."""

LINES_BACK = 40
"""The same for edits of whole lines."""

AHEAD = 12
"""The number of words behind that place that are read to judge an edit."""

MOST = 100
"""The most slips that are mended in one text; what follows them is not read."""

SEPARATORS = (",", ";", ":", "、", "，")
"""Signs that people put between words."""

OPENING = ("(", "[", "{")

_SPACE = re.compile(r"[ \t]+")


class Word(Struct, frozen=True):
    """A word of a text: the kind of it, "" for one that the language does not have."""

    kind: str
    start: int
    end: int


class Insertion(Struct, frozen=True):
    """A word that may be put in: `certain` if no other word of its kind would do."""

    kind: str
    text: str
    certain: bool = True


class Language(Protocol[StateT]):
    """What follows a language, word by word. A state is what was read so far; it never changes."""

    @property
    def start(self) -> StateT:
        """The state before the first word."""
        ...

    @property
    def flat(self) -> bool:
        """Whether texts are lines of words: lines, and a sign and a letter, may change places."""
        ...

    def word(self, content: str, at: int, state: StateT) -> Word | None:
        """The first word at or behind an offset, None at the end of the text."""
        ...

    def step(self, state: StateT, kind: str) -> StateT | None:
        """The state after a word of a kind, None where it is not expected."""
        ...

    def ends(self, state: StateT) -> bool:
        """Whether the text may end here."""
        ...

    def insertions(self, state: StateT) -> Iterable[Insertion]:
        """The words that are expected in a state and that can be put in."""
        ...

    def respelt(self, word: str, state: StateT) -> Iterable[tuple[str, int]]:
        """Other ways to write a word in a state, the likeliest first, and how unlikely each is."""
        ...

    def stand_ins(self, word: str) -> Iterable[str]:
        """Words of the kinds that a damaged word can be seen to be of."""
        ...


Kind: TypeAlias = Literal["spelling", "doubled", "missing", "other", "swapped", "stray", "skipped"]


class Mend(Struct, frozen=True):
    """An edit of the text as it was written, and what kind of slip it mends.

    It is `certain` if no other edit is as likely and if it is known what to write: only then can it
    be offered as a fix. What is "skipped" could not be mended.
    """

    kind: Kind
    start: int
    end: int
    new: str
    certain: bool
    expected: frozenset[str] = frozenset()
    """The kinds of words that were expected at the edit."""
    stopped: int = 0
    """Where reading stopped, as an offset in the text as it was written."""
    at: int = 0
    """Where the new text stands in the mended one."""


class Mended(Struct, frozen=True):
    """A text after its mends, in order; if it is `whole`, it then follows the language."""

    content: str
    mends: tuple[Mend, ...]
    whole: bool


_COSTS: dict[Kind, int] = {
    "doubled": 2,
    "missing": 2,
    "swapped": 4,
    "other": 6,
    "stray": 6,
    "skipped": 18,
}
_LIKE = 1
"""The cost of writing a word of the kind that a damaged word can be seen to be of."""
_UNKNOWN = 4
"""How much less likely an edit is that puts in a word of which only the kind is known."""


class _Read(Struct, Generic[StateT]):
    """A word that was read, the state before it, and the offset behind the word before it."""

    state: StateT
    at: int
    word: Word | None


class _Edit(Struct, frozen=True):
    """An edit: what kind of slip it mends, how likely that is, and whether its text is known."""

    kind: Kind
    start: int
    end: int
    new: str
    cost: int
    known: bool = True

    @property
    def made(self) -> tuple[int, int, str]:
        """The span that it replaces, and by what."""
        return self.start, self.end, self.new


class _Trial(Struct, frozen=True):
    """An edit at a word, with how far the text can be read after it."""

    edit: _Edit
    read: int
    slips: int
    state: Any

    @property
    def rank(self) -> tuple[int, int, int]:
        """The lower, the better."""
        unknown = 0 if self.edit.known else _UNKNOWN
        return (-self.read, self.cost + unknown, -self.edit.start)

    @property
    def cost(self) -> int:
        """How unlikely the edit is."""
        return self.edit.cost + 2 * self.slips


def mend(content: str, language: Language[StateT], most: int = MOST) -> Mended:
    """Mend a text until it follows its language.

    Takes time linear in the text, times the slips in it, of which `most` are mended.
    """
    return _Mending(content, language, most).done()


class _Mending(Generic[StateT]):
    """A text while it is mended: up to where it is read, it follows its language."""

    def __init__(self, content: str, language: Language[StateT], most: int) -> None:
        self.content = content
        self.most = most
        self.language = language
        self.mends: list[Mend] = []
        self.made = 0  # the edits that were made: of the mends, some are several side by side
        self.shift = 0  # how much longer the mended text is than the original, up to the last mend
        self.mended_to = 0  # what stands before was mended already, and is not changed again

    def done(self) -> Mended:
        """The text, mended."""
        state, at, before = self.language.start, 0, list[_Read[StateT]]()
        while True:
            read = _Read(state, at, self.language.word(self.content, at, state))
            after = self._after(read)
            if read.word is None and after is not None:
                return Mended(self.content, tuple(self.mends), True)
            if after is not None and read.word is not None:
                before.append(read)
                state, at = after, read.word.end
                if len(before) > 2 * LINES_BACK:
                    del before[:LINES_BACK]
                continue
            recent = [each for each in before[-LINES_BACK:] if each.at >= self.mended_to]
            trial = self._best([*recent, read]) if self.made < self.most else None
            if trial is None and (read.word is None or self.made >= self.most):
                end = len(self.content) if read.word is None else at
                self._make(_Edit("skipped", end, end, "", 0, False), read, read.state)
                return Mended(self.content, tuple(self.mends), False)
            if trial is None:
                assert read.word is not None
                skipped = _Edit("skipped", read.word.start, read.word.end, "", 0, False)
                trial = _Trial(skipped, 0, 0, read.state)
            self._make(trial.edit, read, trial.state)
            while before and (before[-1].word is None or before[-1].word.end >= trial.edit.start):
                state, at = before[-1].state, before.pop().at

    def _after(self, read: _Read[StateT]) -> StateT | None:
        if read.word is None:
            return read.state if self.language.ends(read.state) else None
        return self.language.step(read.state, read.word.kind)

    # Trying edits

    def _best(self, recent: list[_Read[StateT]]) -> _Trial | None:
        """The edit that is most likely meant, None where none lets the text be read on."""
        trials = dict[tuple[int, int, str], _Trial]()
        stop = recent[-1]
        end = len(self.content) if stop.word is None else stop.word.end
        near = len(recent) - BACK
        for number, (each, following) in enumerate(pairwise([*recent, None])):
            assert each is not None
            edits = [*self._line_edits(each)] if self.language.flat else []
            if number >= near:
                edits += self._edits(each, following)
            before = recent[number - 1] if number else each
            for edit in edits:
                if edit.made not in trials:
                    joined = before.word is not None and before.word.end == edit.start
                    read, slips = self._reads(before if joined else each, edit, end)
                    trials[edit.made] = _Trial(edit, read, slips, each.state)
        possible = [each for each in trials.values() if each.read]
        if not possible:
            return None
        first, *others = sorted(possible, key=lambda each: each.rank)
        rivals = [
            each.edit
            for each in others
            if (each.read, each.slips) == (first.read, first.slips) and each.cost <= first.cost
        ]
        if all(self._same(first.edit, each) for each in rivals):
            return first
        edit = first.edit
        made = _Edit(edit.kind, *edit.made, edit.cost, False)
        return _Trial(made, first.read, first.slips, first.state)

    def _same(self, one: _Edit, other: _Edit) -> bool:
        """Whether two edits make the same text, apart from its spaces and capitals."""
        start, end = min(one.start, other.start), max(one.end, other.end)
        texts = [
            self.content[start : each.start] + each.new + self.content[each.end : end]
            for each in (one, other)
        ]
        return _SPACE.sub("", texts[0]).casefold() == _SPACE.sub("", texts[1]).casefold()

    def _edits(self, read: _Read[StateT], following: _Read[StateT] | None) -> Iterator[_Edit]:
        """The edits at a word: what may be meant by it, or is missing before it."""
        content, word = self.content, read.word
        inserted = [*self.language.insertions(read.state)]
        at = len(content) if word is None else word.start
        old = "" if word is None else content[word.start : word.end]
        for each in inserted:
            if each.text.strip() != old:
                made = self._put(read.at, at, each.text)
                yield _Edit("missing", *made, _COSTS["missing"], each.certain)
        if word is None:
            return
        yield from self._spelt(word, read.state)
        for new in dict.fromkeys(self.language.stand_ins(old)):
            yield _Edit("other", word.start, word.end, new, _LIKE, False)
        for each in inserted:
            at_end = word.end == _line_end(content, word.end) or content[word.end] in "\r\n"
            if each.text != old and ("\n" not in each.text or (each.text == "\n" and not at_end)):
                signs = _kind_of_sign(old) == _kind_of_sign(each.text) != ""
                unlike = old in SEPARATORS or _kind_of_sign(each.text) != ""
                cost = 2 if signs else _COSTS["other"] + _UNKNOWN * unlike
                yield _Edit("other", word.start, word.end, each.text, cost, each.certain and signs)
            if len(each.text) == 1 < len(old) and not each.text.isalnum():
                made = word.start, word.start + 1, each.text
                yield _Edit("other", *made, _COSTS["other"], each.certain)
        yield self._left_out(read, word)
        other = following.word if following is not None else None
        if following is None:
            other = self.language.word(content, word.end, read.state)
            if other is not None:  # The word was read wrongly, or the one behind it is wrong.
                yield from self._spelt(other, read.state)
                third = self.language.word(content, other.end, read.state)
                yield from [] if third is None else self._swapped(other, third)
        if other is not None:
            yield from self._swapped(word, other)
            yield from self._torn(word, other, read.state)

    def _torn(self, word: Word, other: Word, state: StateT) -> Iterator[_Edit]:
        """Join a word with the next one, if that makes a word of another kind."""
        content = self.content
        if self.language.flat and _SPACE.fullmatch(content, word.end, other.start):
            joined = content[word.start : word.end] + content[other.start : other.end]
            found = self.language.word(joined, 0, state)
            kind = "" if found is None or found.end < len(joined) else found.kind
            if kind not in ("", word.kind, other.kind):
                yield _Edit("spelling", word.end, other.start, "", _COSTS["missing"])

    def _spelt(self, word: Word, state: StateT) -> Iterator[_Edit]:
        """Write a word otherwise."""
        old = self.content[word.start : word.end]
        for new, cost in self.language.respelt(old, state):
            if new != old:
                yield _Edit("spelling", word.start, word.end, new, cost)

    def _swapped(self, word: Word, other: Word) -> Iterator[_Edit]:
        """Swap a word with the next one, or two characters between them of which one is a sign."""
        content, cost = self.content, _COSTS["swapped"]
        old, new = content[word.start : word.end], content[other.start : other.end]
        between = content[word.end : other.start]
        glued = (old[-1] + content[other.end : other.end + 1]).isalnum()
        if old != new and not glued:
            yield _Edit("swapped", word.start, other.end, new + between + old, cost)
        if self.language.flat and not (between or (old[-1] + new[0]).isalnum()):
            made = new[0] + old[-1]
            yield _Edit("swapped", word.end - 1, other.start + 1, made, cost)

    def _put(self, behind: int, before: int, new: str) -> tuple[int, int, str]:
        """Where to put a word in: a sign behind the word before it, another before the next one."""
        if new in OPENING:
            return before, before, new
        if not new[:1].isalnum():
            return behind, behind, new
        space = " " if self.content[before - 1 : before] not in ("", " ", "\n") else ""
        return before, before, f"{space}{new} " if new[-1:] != "\n" else f"{space}{new}"

    def _left_out(self, read: _Read[StateT], word: Word) -> _Edit:
        """Leave a word out, and the space behind it."""
        content = self.content
        old, end = content[word.start : word.end], word.end
        space = _SPACE.match(content, end)
        behind = end if space is None else space.end()
        doubled = content.endswith(old, 0, read.at) or content.startswith(old, behind)
        joined = content[read.at - 1 : read.at] + content[behind : behind + 1]
        if space is not None and (word.start > read.at or not joined.isalnum()):
            end = space.end()
        kind: Kind = "doubled" if doubled or old in SEPARATORS else "stray"
        # In a language of brackets, a comma is missing rather than a value written twice.
        value = kind == "doubled" and old[-1:].isalnum() and not self.language.flat
        return _Edit(kind, word.start, end, "", _COSTS[kind] + value)

    def _line_edits(self, read: _Read[StateT]) -> Iterator[_Edit]:
        """The edits of a line that begins with a word: it is too many, or swapped with the next."""
        content = self.content
        if read.word is None:
            return
        begin = max(content.rfind(each, 0, read.word.start) for each in "\r\n") + 1
        if content[begin : read.word.start].strip(" \t"):
            return
        start, end = read.word.start, _line_end(content, read.word.start)
        behind = _line_end(content, end)
        line, following = content[start:end], content[end:behind]
        kind: Kind = "doubled" if line.strip() == following.strip() else "stray"
        yield _Edit(kind, start, end, "", _COSTS[kind] * (1 if kind == "doubled" else 2))
        if following.strip() and line.strip() != following.strip():
            first = following if following[-1] in "\r\n" else f"{following}\n"
            yield _Edit("swapped", start, behind, first + line, _COSTS["swapped"])

    def _reads(self, read: _Read[StateT], edit: _Edit, stopped: int) -> tuple[int, int]:
        """How many words behind the place where reading stopped can be read after an edit.

        Words that are only misspelt do not stop it; the second number says how many these are.
        """
        behind = max(stopped, edit.end)
        window = self.content[behind : behind + 400]
        local = self.content[read.at : edit.start] + edit.new
        content = local + self.content[edit.end : behind] + window
        stop = len(content) - len(window)
        whole = behind + len(window) >= len(self.content)
        language, state, at, count, slips = self.language, read.state, 0, 0, 0
        while count < AHEAD:
            word = language.word(content, at, state)
            if word is None:
                return AHEAD if not whole or language.ends(state) else count, slips
            after = language.step(state, word.kind)
            if word.end == len(content) and not whole:
                return count, slips
            if after is None:
                respelt = self._respelt(content, word, state) if word.start >= stop else None
                if respelt is None:
                    return count, slips
                content, slips = respelt, slips + 1
                continue
            count += word.end > stop
            state, at = after, word.end
        return count, slips

    def _respelt(self, content: str, word: Word, state: StateT) -> str | None:
        """The text with a word written otherwise, so that it can be read."""
        for new, cost in self.language.respelt(content[word.start : word.end], state):
            if cost:
                continue
            changed = content[: word.start] + new + content[word.end :]
            found = self.language.word(changed, word.start, state)
            if found is not None and self.language.step(state, found.kind) is not None:
                return changed
        return None

    # Making them

    def _make(self, edit: _Edit, stop: _Read[StateT], state: StateT) -> None:
        """Make an edit: those side by side of which nothing is known are one slip."""
        start, end = edit.start - self.shift, edit.end - self.shift
        stopped = (len(self.content) if stop.word is None else stop.word.start) - self.shift
        new, at = edit.new, edit.start
        self.made += 1
        blank = not self.content[edit.start : edit.end].strip()
        insertions = self.language.insertions(stop.state if blank else state)
        expected = frozenset(each.kind for each in insertions)
        last = self.mends[-1] if self.mends else None
        if last is not None and not (edit.known or last.certain):
            between = self.content[last.at + len(last.new) : edit.start]
            if not between.strip():
                start, at, stopped, expected = last.start, last.at, last.stopped, last.expected
                new = last.new + between + new
                self.mends.pop()
        self.mends.append(Mend(edit.kind, start, end, new, edit.known, expected, stopped, at))
        self.content = self.content[: edit.start] + edit.new + self.content[edit.end :]
        self.shift += len(edit.new) - (edit.end - edit.start)
        self.mended_to = edit.start + len(edit.new)


def _line_end(content: str, at: int) -> int:
    """The offset behind the end of a line."""
    found = LINE_END.search(content, at)
    return len(content) if found is None else found.end()


def _kind_of_sign(word: str) -> str:
    """A bracket, another sign, or "" for what is not one character of punctuation."""
    if len(word) != 1 or word.isalnum():
        return ""
    return "bracket" if word in "()[]{}" else "sign"
