"""The words of a text: which there are, and what else could stand in their places.

A search for what was meant changes one word at a time. It needs to know no more of a notation than
this. Words are found by patterns, not by parsing, for the text may be damaged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Span: TypeAlias = tuple[int, int]
"""Two offsets into a text: of its first character, and behind its last."""


def _itself(word: str) -> str:
    return word


class Kind(Struct, frozen=True):
    """A kind of word: a card, a piece, a player.

    `words` are all that may stand there; a number may be any if there are none. Words of a `pile`
    belong to one deck. `key` gives the card of a word that has marks besides. Each character of a
    kind with `letters` is a word of its own. The order of words means nothing if it is `unordered`,
    as in a hand; then `words` stand in the order in which hands are sorted. If it is not
    `replaceable`, its words are too different for one to be taken for another.
    """

    words: tuple[str, ...] = ()
    pile: str | None = None
    key: Callable[[str], str] = _itself
    letters: bool = False
    unordered: bool = False
    replaceable: bool = True


class Run(Struct, frozen=True):
    """Words of one kind that follow one another: a hand, a trick, a string of digits.

    Runs of one `group` are alike: they stand under the same key, or on such lines. Where there are
    no words, one would stand `at` an offset, in `quotes` or not. `size` is how many words there
    always are, 0 if that is not so.
    """

    kind: Kind
    spans: tuple[Span, ...] = ()
    group: str = ""
    at: int = 0
    quotes: str = ""
    size: int = 0

    @property
    def span(self) -> Span:
        """From its first word to its last."""
        return (self.spans[0][0], self.spans[-1][1]) if self.spans else (self.at, self.at)


class Mark(Struct, frozen=True):
    """A mark that may stand at several sites of a text, such as the one of who wins a trick.

    `sites` are the spans where it stands; those of sites without it are empty.
    """

    text: str
    sites: tuple[Span, ...]

    @property
    def span(self) -> Span:
        """From its first site to its last."""
        return self.sites[0][0], self.sites[-1][1]


class Change(Struct, frozen=True):
    """Replace a span of a text."""

    start: int
    end: int
    text: str

    def least(self, content: str) -> Change:
        """The same change of a text without the words that stay as they are.

        >>> Change(0, 7, "one ten").least("one two")
        Change(start=4, end=7, text='ten')
        """
        old, new = content[self.start : self.end], self.text
        before, behind = [*_WORD.finditer(old)], [*_WORD.finditer(new)]
        first = _same(before, behind)
        last = _same(before[first:][::-1], behind[first:][::-1])
        if first == len(before) - last or first == len(behind) - last:
            # Words come or go, with what stands between them.
            start, end = _gap(before, old, first, last)
            begin, stop = _gap(behind, new, first, last)
        else:
            start, end = before[first].start(), before[-1 - last].end()
            begin, stop = behind[first].start(), behind[-1 - last].end()
        return Change(self.start + start, self.start + end, new[begin:stop])


_WORD = re.compile(r"\S+")


def _same(one: Sequence[re.Match[str]], other: Sequence[re.Match[str]]) -> int:
    """How many words are the same from the start on."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at][0] != other[at][0]), shorter)


def _gap(words: Sequence[re.Match[str]], text: str, first: int, last: int) -> Span:
    """From some of the words up to the next one, or from the one before."""
    if last or not first:
        return (words[first].start() if words else 0), (words[-last].start() if last else len(text))
    return words[first - 1].end(), len(text)


Deck: TypeAlias = Mapping[str, int]
"""How often there is each card or piece."""


class Vocabulary(Struct, frozen=True, kw_only=True):
    """The words of a notation.

    `runs` and `marks` find them in a text, `rounds` the spans of its rounds. If `separable`, some
    of these can be left out, and it is still a text of the notation. A pile is `drawn` from another
    one, if there is any of that in the text, or holds cards of a deck (`decks`). What a text says
    twice gives `echoes`: changes near a place with which it agrees with itself. To judge whether
    a text is sound, about `pace` characters are read in a millisecond; it takes `effort` times
    longer where much has to be inferred, and `explained` times longer to say what is wrong with it.
    """

    runs: Callable[[str], Iterable[Run]]
    marks: Callable[[str], Iterable[Mark]] = lambda content: ()
    echoes: Callable[[str, int], Iterable[Change]] = lambda content, place: ()
    rounds: Callable[[str], list[Span]] = lambda content: []
    separable: bool = True
    pace: int
    effort: Callable[[str], int] = lambda content: 1
    explained: int = 5
    decks: Mapping[str, Deck] = {}
    drawn: Mapping[str, str] = {}

    def deck(self, pile: str, piles: Mapping[str, Counter[str]]) -> Deck:
        """What a pile may hold, given what stands in all `piles` of a round.

        Where nearly all that was dealt is played, too, the deal is held against the play.
        """
        source = self.drawn.get(pile)
        if source is not None and piles.get(source):
            return piles[source]
        for drawn in (name for name, source in self.drawn.items() if source == pile):
            if drawn in piles and abs(piles[drawn].total() - piles[pile].total()) <= 1:
                return piles[drawn]
        return self.decks.get(pile, {})
