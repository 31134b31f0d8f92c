"""Mend a text that does not follow its language, one slip at a time.

At the word where a text stops following its language, or a few words before, small edits are tried:
a word or a whole line is respelt, removed, inserted, or swapped with the next one. The edit that
lets the text be read farthest is chosen; among equals, the likeliest.

Source: M. Burke and G. Fisher, "A practical method for LR and LL syntactic error diagnosis and
recovery", ACM Transactions on Programming Languages and Systems 9 (1987).
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any, Generic

from msgspec import Struct

from ...findings.limits import MOST_FINDINGS
from .edits import UNKNOWN, Edit, Edits, Kind, Language, Read, StateT, Word
from .effort import count

BACK = 16
"""How many words to try editing before the point where reading stops."""

LINES_BACK = 40
"""How many words before that point to try editing whole lines."""

AHEAD = 12
"""How many words after that point to read when judging an edit."""

MOST_TRIED, TRIED_PER_CHARACTER = 20_000, 5
"""The maximum number of edits to try: a fixed number, plus a number for each character."""

CROWD = 30
"""After this many slips in a row, with less than a word between them on average, a text is not
mended further: it is in another language.
"""


class Mend(Struct, frozen=True):
    """An edit of the original text, and the kind of slip that it mends.

    `certain`: whether no other edit is as likely and the text to write is known; only then can it
    be offered as a fix. The kind "skipped" marks a text that could not be mended.
    """

    kind: Kind
    start: int
    end: int
    new: str
    certain: bool
    expected: frozenset[str] = frozenset()
    """The kinds of words that were expected at the edit."""
    stopped: int = 0
    """The offset in the original text at which reading stopped."""
    at: int = 0
    """The offset of the new text in the mended text."""


class Mended(Struct, frozen=True):
    """A mended text and its repairs in order; `whole`: whether it now follows the language."""

    content: str
    mends: tuple[Mend, ...]
    whole: bool


class _Trial(Struct, frozen=True):
    """An edit at a word, and how far the text can be read once it is made."""

    edit: Edit
    read: int
    slips: int
    state: Any

    @property
    def rank(self) -> tuple[int, int, int]:
        """The rank of the edit: lower is better."""
        unknown = 0 if self.edit.known else UNKNOWN
        return (-self.read, self.cost + unknown, -self.edit.start)

    def rivals(self, other: _Trial) -> bool:
        """Return whether this edit is at least as likely as another."""
        alike = self.edit.known or self.edit.kind == other.edit.kind
        return self.cost <= other.cost if alike else self.cost < other.cost

    @property
    def cost(self) -> int:
        """How unlikely the edit is."""
        return self.edit.cost + 2 * self.slips


def mend(content: str, language: Language[StateT]) -> Mended:
    """Mend a text until it follows its language.

    The time taken is proportional to the length of the text and to the number of slips to mend,
    which is limited to the number of findings listed.
    """
    return _Mending(content, language).done()


class _Mending(Generic[StateT]):
    """A text being mended: it follows its language up to the point where it has been read."""

    def __init__(self, content: str, language: Language[StateT]) -> None:
        self.content = content
        self.language = language
        self.mends: list[Mend] = []
        self.left = MOST_TRIED + TRIED_PER_CHARACTER * len(content)
        # The number of edits; a repair may consist of several adjacent ones.
        self.made = 0
        # The difference in length from the original text, up to the last repair.
        self.shift: int = 0
        # Text before this offset has been mended, and does not change again.
        self.mended_to = 0
        # The number of words read before each of the latest edits.
        self.words = deque[int](maxlen=CROWD)

    def done(self) -> Mended:
        """Return the mended text."""
        state, at, before, words = self.language.start, 0, list[Read[StateT]](), 0
        while True:
            read = Read(state, at, self.language.word(self.content, at, state))
            after = self._after(read)
            if read.word is None and after is not None:
                return Mended(self.content, tuple(self.mends), True)
            if after is not None and read.word is not None:
                before.append(read)
                state, at, words = after, read.word.end, words + 1
                if len(before) > 2 * LINES_BACK:
                    del before[:LINES_BACK]
                continue
            recent = [each for each in before[-LINES_BACK:] if each.at >= self.mended_to]
            self.words.append(words)
            gives_up = self.made >= MOST_FINDINGS or self.left < 0 or self._is_crowded()
            trial = None if gives_up else self._best([*recent, read])
            if trial is None and (read.word is None or gives_up):
                end = len(self.content) if read.word is None else at
                self._make(Edit("skipped", end, end, "", 0, False), read, read.state)
                return Mended(self.content, tuple(self.mends), False)
            if trial is None:
                assert read.word is not None
                skipped = Edit("skipped", read.word.start, read.word.end, "", 0, False)
                trial = _Trial(skipped, 0, 0, read.state)
            self._make(trial.edit, read, trial.state)
            while before and (before[-1].word is None or before[-1].word.end >= trial.edit.start):
                state, at = before[-1].state, before.pop().at

    def _is_crowded(self) -> bool:
        return len(self.words) == CROWD and self.words[-1] - self.words[0] < CROWD

    def _after(self, read: Read[StateT]) -> StateT | None:
        if read.word is None:
            return read.state if self.language.ends(read.state) else None
        return self.language.step(read.state, read.word.kind)

    # Trying edits

    def _best(self, recent: list[Read[StateT]]) -> _Trial | None:
        """Return the likeliest edit, or None if no edit lets the text be read further."""
        trials = dict[tuple[int, int, str], _Trial]()
        edits, stop = Edits(self.content, self.language), recent[-1]
        end = len(self.content) if stop.word is None else stop.word.end
        near = len(recent) - BACK
        for number, (each, following) in enumerate(pairwise([*recent, None])):
            assert each is not None
            found = [*edits.of_line(each, following is None)]
            if number >= near:
                found += edits.at(each, following)
            for edit in found:
                if edit.made not in trials:
                    first = number  # the first word the edit may change
                    while first and _ends_at(recent[first - 1], edit.start):
                        first -= 1
                    read, slips = self._reads(recent[first], edit, end)
                    trials[edit.made] = _Trial(edit, read, slips, each.state)
        self.left -= len(trials)
        count(len(trials))
        possible = [each for each in trials.values() if each.read]
        if not possible:
            return None
        first, *others = sorted(possible, key=lambda each: each.rank)
        rivals = [
            each.edit
            for each in others
            if (each.read, each.slips) == (first.read, first.slips) and each.rivals(first)
        ]
        if all(self._same(first.edit, each) for each in rivals):
            return first
        edit = first.edit
        made = Edit(edit.kind, *edit.made, edit.cost, False)
        return _Trial(made, first.read, first.slips, first.state)

    def _same(self, one: Edit, other: Edit) -> bool:
        """Return whether two edits produce the same text, ignoring spaces and capitals."""
        start, end = min(one.start, other.start), max(one.end, other.end)
        texts = {
            (self.content[start : each.start] + each.new + self.content[each.end : end])
            .replace(" ", "")
            .casefold()
            for each in (one, other)
        }
        return len(texts) == 1

    def _reads(self, read: Read[StateT], edit: Edit, stopped: int) -> tuple[int, int]:
        """Return how many words beyond the point where reading stopped can be read after an edit.

        Words that are merely misspelt do not stop reading; the second number counts them.
        """
        behind = max(stopped, edit.end)
        window = self.content[behind : behind + 400]
        line = max(self.content.rfind("\n", 0, read.at) + 1, read.at - 400)
        content = self.content[line : edit.start] + edit.new
        content += self.content[edit.end : behind] + window
        stop = len(content) - len(window)
        whole = behind + len(window) >= len(self.content)
        language, state, at, count, slips = self.language, read.state, read.at - line, 0, 0
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
        """Return the text with a word respelt so that it can be read, or None."""
        for new, cost in self.language.respelt(content[word.start : word.end], state):
            if cost:
                continue
            changed = content[: word.start] + new + content[word.end :]
            found = self.language.word(changed, word.start, state)
            if found is not None and self.language.step(state, found.kind) is not None:
                return changed
        return None

    # Making them

    def _make(self, edit: Edit, stop: Read[StateT], state: StateT) -> None:
        """Make an edit; if it overlaps the previous one, both are the same slip.

        Two adjacent edits with unknown text are also one slip.
        """
        content, first, last, shift = self.content, edit.start, edit.end, self.shift
        blank = edit.kind == "swapped" or not content[first:last].strip()
        expected = frozenset(self.language.expected(stop.state if blank else state))
        stopped = (len(content) if stop.word is None else stop.word.start) - shift
        new, known = edit.new, edit.known
        while self.mends:
            before = self.mends[-1]
            behind = before.at + len(before.new)
            unknown = not (known or before.certain or content[behind:first].strip())
            if not (unknown or behind > first):
                break
            self.mends.pop()
            at = min(first, before.at)
            new = content[at:first] + new + content[last : max(last, behind)]
            first, last, known = at, max(last, behind), known and before.certain
            stopped, expected = before.stopped, before.expected
            shift -= len(before.new) - (before.end - before.start)
        start, end = first - shift, last - self.shift
        self.mends.append(Mend(edit.kind, start, end, new, known, expected, stopped, first))
        self.content = content[: edit.start] + edit.new + content[edit.end :]
        self.shift += len(edit.new) - (edit.end - edit.start)
        self.mended_to = first + len(new)
        self.made += 1


def _ends_at(read: Read[Any], at: int) -> bool:
    """Return whether a word was read that ends at or after an offset."""
    return read.word is not None and read.word.end >= at
