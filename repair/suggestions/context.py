"""Facts about a text's words: where and how often they occur, and whether messages name them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby

from .samples import MOST_INDEX, Kind, Samples, letters
from .words import Row, Span, Words, shape, split

NEARBY = 20
"""How many words of a kind on each side count as nearby; nearby words are often repeated."""

SAME_LINE = 20
"""The maximum distance between a finding and a word that it may be about."""

FARTHEST = 1500
"""The maximum distance from a finding at which to swap lines or insert missing words."""

MANY_SIZES = 4
"""If samples have more sizes of a kind of row than this, such a row may have any size."""

SLIPS = 2
"""The maximum number of differences between two piles that should be the same."""

_WORD = re.compile(r"[^\s,;:()\[\]'\".]+")
_PLAYER = re.compile(r"[A-Z][0-9]")

MOST_SUSPECTS = 40
"""The maximum number of suspects: a text with more has no single slip."""

_UNKNOWN = Kind({}, closed=False, deck={}, bases={}, pile="", twin="")


class Context:
    """The words of a text, and facts about them.

    `suspects` has the places of findings with these `messages`, and `rounds` has the starts of
    rounds. `order_counts` returns whether the order of words of a kind matters.
    """

    def __init__(
        self,
        words: Words,
        known: Samples,
        rounds: Sequence[int],
        suspects: Iterable[Span],
        messages: Iterable[str],
        order_counts: Callable[[str], bool],
    ) -> None:
        self.words, self.content, self.known = words, words.content, known
        self.rounds, self.order_counts = rounds, order_counts
        quoted = [_WORD.findall(each) for each in messages]
        self.named = {word for each in quoted for word in each}
        self.named |= {word[1:] for word in self.named if _PLAYER.fullmatch(word)}
        self.frequency = Counter(
            letters(words.word(each)) for row in words.rows for each in row.spans
        )
        # These are called often with the same arguments.
        self.distance = cache(self._distance)
        self.vocabulary, self.alphabet = cache(self._vocabulary), cache(self._alphabet)
        self._similar = cache(self._similar_words)
        self._balance = cache(self._balance_of)
        self.parts, self.is_unusual = cache(self._parts), cache(self._is_unusual)
        self.suspects = [*dict.fromkeys(suspects)]
        self.suspects += [row.span for row in words.rows if self._is_quoted(row)]
        del self.suspects[MOST_SUSPECTS:]

    def _is_quoted(self, row: Row) -> bool:
        """Return whether messages contain nearly all words of a row, and so are about that row."""
        words = {letters(self.words.word(each)) for each in row.spans}
        if row.kind.endswith(":"):
            return False  # This word only identifies a line.
        if len(words) > 3:
            return len(words - self.named) <= 1
        return (
            bool(words) and words <= self.named and all(self.frequency[each] == 1 for each in words)
        )

    def _distance(self, start: int, end: int) -> int:
        """Return the distance to the nearest suspect; text before a suspect counts as nearer."""
        return min(
            (max(first - end, 2 * (start - last), -1) + 1 for first, last in self.suspects),
            default=0,
        )

    # Words that may be at a place

    def kind(self, name: str) -> Kind:
        """Return what was learned about a kind."""
        return self.known.kinds.get(name, _UNKNOWN)

    def _parts(self, name: str, word: str) -> list[str]:
        """Return what a word of this kind counts as in its deck."""
        return [*self.kind(name).parts(word)]

    def _vocabulary(self, name: str) -> Mapping[str, frozenset[int]]:
        """Return the words of a kind that may occur in this text, with their indices in rows."""
        own = dict.fromkeys(self.words_of(name), frozenset[int]())
        samples = self.kind(name).words
        # A text may spell its words differently.
        return own if len(own) > 2 and own.keys().isdisjoint(samples) else {**own, **samples}

    def words_of(self, name: str) -> list[str]:
        """Return the words of a kind in this text."""
        here = map(self.words.word, self.words.by_kind.get(name, ()))
        return [*dict.fromkeys(here)]

    def _alphabet(self, name: str) -> set[str]:
        """Return the letters of the words of a kind."""
        if name.endswith(" number"):
            return {*"0123456789"}
        return {letter for word in self.vocabulary(name) for letter in letters(word)}

    def nearby(self, name: str, at: int) -> set[str]:
        """Return the words of a kind near a place, and numbers there with their signs changed."""
        spans = self.words.by_kind.get(name, [])
        here = bisect_left(spans, (at, at))
        found = {self.words.word(each) for each in spans[max(0, here - NEARBY) : here + NEARBY]}
        if name.endswith(" number") and any(each.startswith("-") for each in found):
            found |= {f"-{each}".removeprefix("--") for each in found - {"0"}}
        return found

    def words_to_try(self, name: str, nearby: set[str]) -> list[str]:
        """Return the words of a kind to try at a place."""
        known = self.vocabulary(name)
        few = self.kind(name).closed or len(known) < 2 * NEARBY
        return sorted(nearby | self._similar(name) | ({*known} if few else set()))

    def _similar_words(self, name: str) -> set[str]:
        """Return words from messages or elsewhere in the text that look like words of a kind."""
        known, alphabet = self.vocabulary(name), self.alphabet(name) | {"-"}
        quote = next((each[0] for each in known if each[:1] in ("'", '"')), "")
        found = {f"{quote}{each}{quote}" for each in self.named}
        if not self.kind(name).closed and not name.endswith((" number", " series")):
            found |= {self.words.word(span) for row in self.words.rows for span in row.spans}
        shapes = {*map(shape, known)}
        return {
            each
            for each in found
            if alphabet.issuperset(letters(each))
            and (name.endswith(" number") or shape(each) in shapes)
        }

    def is_misplaced(self, name: str, word: str, index: int) -> bool:
        """Return whether words of this kind occur only at other indices in a row."""
        indexes = self.vocabulary(name).get(word)
        return bool(indexes) and index not in indexes and max(indexes) < MOST_INDEX

    # Numbers of words

    @cached_property
    def _counts(self) -> Mapping[tuple[str, int], Counter[str]]:
        """The words in each pile in each round."""
        found: dict[tuple[str, int], Counter[str]] = {}
        for name, spans in self.words.by_kind.items():
            kind = self.kind(name)
            for span in spans if kind.closed or kind.deck else ():
                place = kind.pile, bisect_right(self.rounds, span[0])
                found.setdefault(place, Counter()).update(self.parts(name, self.words.word(span)))
        return found

    def balance(self, name: str, at: int) -> tuple[Counter[str], Counter[str] | None]:
        """Return the surplus and the missing words in a kind's pile, in the round at a place.

        The missing words are None if any word may be inserted.
        """
        return self._balance(name, bisect_right(self.rounds, at))

    def _balance_of(self, name: str, number: int) -> tuple[Counter[str], Counter[str] | None]:
        kind = self.kind(name)
        own = self._counts.get((kind.pile, number), Counter[str]())
        twin = self._counts.get((kind.twin, number), Counter[str]())
        if own and twin and 0 < ((own - twin) + (twin - own)).total() <= SLIPS:
            return own - twin, twin - own
        if not kind.deck or not self.rounds:
            return Counter(), None
        deck = Counter(kind.deck)
        # A frequent word that is not in the deck is a placeholder: a hidden card.
        most = SLIPS if kind.closed else 0
        strange = {each for each in own if each not in deck and own[each] > most}
        return own - deck - Counter({each: own[each] for each in strange}), deck - own

    # Rows

    def may_have(self, row: Row, size: int) -> bool:
        """Return whether rows like this one may have this number of words."""
        sizes = self.known.sizes.get(row.kind, {size})
        here = self._sizes[row.kind, size] - (len(row.spans) == size)
        between = len(sizes) > 2 and min(sizes) < size < max(sizes)
        return size in sizes or between or here > 0 or not self.has_few_sizes(row)

    @cached_property
    def _sizes(self) -> Counter[tuple[str, int]]:
        return Counter((each.kind, len(each.spans)) for each in self.words.rows)

    def has_few_sizes(self, row: Row) -> bool:
        """Return whether rows like this one have only a few sizes."""
        return len(self.known.sizes.get(row.kind, ())) <= MANY_SIZES

    @cached_property
    def _last(self) -> set[Span]:
        """The spans of the last rows of several of a kind."""
        runs = ([*run] for _, run in groupby(self.words.rows, lambda each: each.kind))
        return {run[-1].span for run in runs if len(run) > 1}

    def ends(self, row: Row) -> bool:
        """Return whether a row is the last of several of its kind."""
        return row.span in self._last

    @cached_property
    def _shapes(self) -> Counter[tuple[str, int, tuple[str, ...]]]:
        """How often words have each shape at each index of a kind of row."""
        return Counter(
            (row.kind, min(at, MOST_INDEX), shape(self.words.word(span)))
            for row in self.words.rows
            for at, span in enumerate(row.spans)
        )

    def _is_unusual(self, row: Row) -> bool:
        return not self.fits(row, self.content[slice(*row.span)])

    def fits(self, row: Row, text: str) -> bool:
        """Return whether a text could replace a row: it looks like such rows in samples."""
        words = split(text, self.words.medium)
        return row.kind not in self.known.sizes or (
            self.may_have(row, len(words))
            and all(self.fits_at(row.kind, at, word) for at, word in enumerate(words))
        )

    def fits_at(self, place: str, index: int, word: str) -> bool:
        """Return whether a word looks like the words at its index in a kind of row."""
        index = min(index, MOST_INDEX)
        form, known = shape(word), self.known.shapes.get((place, index), set())
        if form in known or self._shapes[place, index, form] > 2:
            return True
        # Any number fits if the length of numbers varies.
        return word.lstrip("-").isdecimal() and sum({*each} <= {"Nd", "Pd"} for each in known) > 1
