"""The words of a notation, learned from texts of random records.

This way, games and notations do not have to declare their words and decks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from functools import cache, wraps
from itertools import pairwise
from random import Random
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from ... import replayer
from ...findings import Finding
from ...formats.codes import EMPTY
from ...formats.interface.catalog import notation
from ...formats.interface.notation import CannotHold, Notation, Reading
from ...formats.text.text import Text
from ...replayer.replay.match import replay_all
from ...replayer.replay.round import RoundReplay, seen
from .words import BRACKET, Span, Words, shape

ParametersT = ParamSpec("ParametersT")
FoundT = TypeVar("FoundT")

SAMPLES = 8
"""How many texts to learn from."""

MOST_CLOSED = 120
"""The maximum size of a closed vocabulary."""

MOST_INDEX = 8
"""From this index on, the words of a row are not distinguished."""

MOSTLY = 0.7
"""A rule that holds for this share of the samples is assumed to hold for all complete records."""

MANY = 10
"""The minimum number of words or letters in a deck."""


class Kind(Struct, frozen=True):
    """The words of one kind, each with its indices in rows.

    A `closed` kind has no other words; in words of other kinds, single letters may change, too.
    `deck` gives how often each word (or letter) occurs in a round, in all kinds of the same `pile`
    together. `twin` is a pile with the same words, like the cards dealt and the cards played.
    `bases` maps unquoted words, which may begin longer words, to the words as written.
    """

    words: Mapping[str, frozenset[int]]
    closed: bool
    deck: Mapping[str, int]
    bases: Mapping[str, str]
    pile: str
    twin: str

    def parts(self, word: str) -> Iterable[str]:
        """Return what a word counts as in a deck: itself, or each of its letters."""
        bare = letters(word)
        if not self.closed:
            return bare
        longest = min(len(bare), max(map(len, self.bases), default=0))
        ends = range(longest, 0, -1)
        return (next((self.bases[bare[:end]] for end in ends if bare[:end] in self.bases), word),)


class Samples(Struct, frozen=True):
    """Texts in a notation, their kinds of words, and a pattern for the headings of rounds.

    For each kind of row, `sizes` has the numbers of words it may have, and `shapes` has the shapes
    of the words at each index.
    """

    texts: tuple[Words, ...]
    kinds: Mapping[str, Kind]
    heading: re.Pattern[str] | None
    sizes: Mapping[str, set[int]]
    shapes: Mapping[tuple[str, int], set[tuple[str, ...]]]


class _Statistics:
    """Statistics about one kind of words; `words` are counted by text and round."""

    def __init__(self, name: str) -> None:
        self.pile = name
        self.places = defaultdict[str, list[int]](list)
        self.words = defaultdict[tuple[int, int], Counter[str]](Counter)

    @property
    def closed(self) -> bool:
        """Whether there are probably no other words, as few were seen only once."""
        once = sum(len(places) == 1 for places in self.places.values())
        total = sum(map(len, self.places.values()))
        return len(self.places) <= MOST_CLOSED and once <= min(total / 20, len(self.places) / 4)

    def counts(self, kind: Kind) -> _Counts:
        """Return how often each word or letter of a deck occurs in each round."""
        found = dict[tuple[int, int], Counter[str]]()
        for here, words in self.words.items():
            found[here] = Counter(part for word in words.elements() for part in kind.parts(word))
        return found


_Counts: TypeAlias = Mapping[tuple[int, int], Counter[str]]
"""How often each word occurs in each round of each text."""


def _most(counts: _Counts) -> Counter[str]:
    most = Counter[str]()
    for each in counts.values():
        most |= each
    return most


def _deck(counts: _Counts) -> Counter[str]:
    """Return how often each word occurs in a round, if that is the same in all rounds."""
    most = _most(counts)
    full = all(each[word] in (0, most[word]) for each in counts.values() for word in most)
    return most if full and most.total() >= MANY else Counter()


def learned(function: Callable[ParametersT, FoundT]) -> Callable[ParametersT, FoundT]:
    """Cache what a function learns from samples, whatever options are in effect at the time."""

    @wraps(function)
    def clear(*args: ParametersT.args, **named: ParametersT.kwargs) -> FoundT:
        return Context().run(function, *args, **named)

    return cast("Callable[ParametersT, FoundT]", cache(clear))


@learned
def samples(identifier: str) -> Samples:
    """Return what was learned about a notation's words."""
    one, seen = notation(identifier), dict[str, _Statistics]()
    texts = [Words(text, one.medium) for text in _texts(one)]
    headings, others = set[str](), set[str]()
    starts_of_first = list[int]()
    sizes = defaultdict[str, set[int]](set)
    shapes = defaultdict[tuple[str, int], set[tuple[str, ...]]](set)
    for number, text in enumerate(texts):
        whole = Text(text.content)
        (reading,) = one.read(whole)
        starts = [start for start, _ in rounds_of(reading, whole)]
        starts_of_first = starts_of_first or starts
        for line in _LINE.finditer(text.content):
            (headings if line.start() in starts else others).add(_DIGITS.sub("0", line[0]))
        for row in text.rows:
            here = (number, bisect_right(starts, row.span[0]))
            sizes[row.kind].add(len(row.spans))
            for at, (kind, span) in enumerate(zip(row.kinds, row.spans, strict=True)):
                shapes[row.kind, min(at, MOST_INDEX)].add(shape(text.word(span)))
                word, each = text.word(span), seen.setdefault(kind, _Statistics(kind))
                each.places[word].append(at)
                each.words[here][word] += 1
    heading = None
    if one.medium == "json":
        before = texts[0].content[: starts_of_first[0]] if starts_of_first else ""
        keys = _KEY.findall(before)
        heading = re.compile(rf"{re.escape(keys[-1])}\s*:\s*") if keys else None
    elif not headings & others and (len(headings) == 1 or not others):
        shown = "[0-9]+".join(map(re.escape, headings.pop().split("0"))) if others else r".*\S.*"
        heading = re.compile(f"^{shown}$", re.MULTILINE)
    return Samples(tuple(texts), dict(_kinds(seen)), heading, sizes, shapes)


_LINE = re.compile(r"^.*\S.*$", re.MULTILINE)
_DIGITS = re.compile(r"[0-9]+")
_KEY = re.compile(r'"[^"]*"(?=\s*:)')


def _kinds(seen: Mapping[str, _Statistics]) -> Iterator[tuple[str, Kind]]:
    """Yield the kinds; some use the vocabulary of a larger kind, or share its deck."""
    closed = [each.places for each in seen.values() if each.closed]
    piles, found = dict[str, tuple[Any, _Counts]](), dict[str, Kind]()
    for name, each in seen.items():
        wider = (some for some in closed if some.keys() >= each.places.keys())
        widest = max(wider, key=len, default=None) if each.closed or len(each.places) > 2 else None
        words = dict.fromkeys(widest or (), frozenset[int]())
        words |= {word: frozenset(some) for word, some in each.places.items()}
        bases = {} if name.endswith(" number") else _bases(words)
        kind = Kind(words, widest is not None, {}, bases, name, "")
        counts = each.counts(kind)
        for pile, (like, others) in piles.items():
            if widest is None or widest is not like:
                continue
            together = {
                at: counts.get(at, Counter()) + others.get(at, Counter())
                for at in {**counts, **others}
            }
            if _deck(together) and _most(together) == _most(counts) | _most(others):
                kind, counts = replace(kind, pile=pile), together
                break
        piles[kind.pile] = widest, counts
        found[name] = kind
    large = dict[str, tuple[_Counts, _Counts]]()
    for pile, (_, counts) in piles.items():
        by_text = _by_text(counts)
        if any(each.total() >= MANY for each in by_text.values()):
            large[pile] = counts, by_text
    for name, kind in found.items():
        has_deck = kind.closed or name.endswith(" series")
        deck = _deck(piles[kind.pile][1]) if has_deck else Counter[str]()
        twin = _twin(kind.pile, large) if kind.closed and kind.pile in large else ""
        yield name, replace(kind, deck=deck, twin=twin)


def _twin(pile: str, piles: Mapping[str, tuple[_Counts, _Counts]]) -> str:
    """Return the pile that mostly has the same words in each round or text, or ""."""
    for other in piles:
        for counts, others in zip(piles[pile], piles[other], strict=True) if other != pile else ():
            both = counts.keys() & others.keys()
            same = sum(counts[each] == others[each] for each in both)
            many = sum(counts[each].total() for each in both) >= MANY * len(both)
            if both and many and same >= MOSTLY * len(both):
                return other
    return ""


def _by_text(counts: _Counts) -> _Counts:
    found = dict[tuple[int, int], Counter[str]]()
    for (number, _), words in counts.items():
        found.setdefault((number, 0), Counter()).update(words)
    return found


def _bases(words: Iterable[str]) -> dict[str, str]:
    """Return the words that do not begin with another of the words."""
    known = {letters(word): word for word in words if len(letters(word)) > 0}
    return {
        bare: word
        for bare, word in known.items()
        if not any(bare[:end] in known for end in range(1, len(bare)))
    }


def letters(word: str) -> str:
    """Return a word without quotes and parentheses."""
    return word.strip("\"'()")


def rounds_of(reading: Reading[Any], text: Text) -> Sequence[Span]:
    """Return the spans of a record's rounds in its text; empty if unknown."""
    one = reading.notation
    if one is None or reading.written is None:
        return ()
    game, spans = replayer.game(one.game), list[Span]()
    for number in range(len(game.rounds(reading.written))):
        pointer = f"/{game.rounds_field}/{number}"
        asked = Finding(rule=EMPTY, message="", pointer=pointer, round=number + 1)
        found = reading.place(asked)
        if found is None or found.line is None or found.end_line is None:
            return ()
        start = text.offset(found.line, found.column or 1)
        spans.append((start, text.offset(found.end_line, found.end_column or 1)))
    if one.medium != "json":
        spans = _up_to_next([text.content.rfind("\n", 0, start) + 1 for start, _ in spans], text)
    sound = all(start < end for start, end in spans) and spans == sorted(spans)
    return spans if sound else ()


def _up_to_next(starts: Sequence[int], text: Text) -> list[Span]:
    return list(pairwise([*starts, len(text.content)]))


def rounds_in(one: Notation[Any], content: str) -> Sequence[Span]:
    """Return the spans of the rounds in a text that may be damaged."""
    heading = samples(one.id).heading
    if heading is None:
        return ()
    found = [*heading.finditer(content)]
    if one.medium == "json":
        return [span for each in found for span in _bracketed(content, each.end())]
    return _up_to_next([each.start() for each in found], Text(content))


def _bracketed(content: str, start: int) -> Iterator[Span]:
    """Yield the span of the object at a place, or of each object in the list there."""
    depth, begins, inner = 0, start, content[start : start + 1] == "["
    for each in BRACKET.finditer(content, start + inner):
        if each[0] in ("{", "["):
            begins = begins if depth else each.start()
            depth += 1
        elif each[0] in ("}", "]"):
            depth -= 1
            if depth == 0:
                yield begins, each.end()
            if depth < 0 or not (depth or inner):
                return


def _texts(one: Notation[Any]) -> Iterator[str]:
    """Yield texts of random records, or of one player's view if the notation holds only that."""
    game = replayer.game(one.game)
    for seed in range(SAMPLES):
        rng = Random(seed)
        record = game.generate(rng)
        if one.parts is not None:
            player = rng.randrange(game.rules(record).players)
            replays = [each for each in replay_all(game, record) if isinstance(each, RoundReplay)]
            record = game.view(record, player, [list(seen(each.steps, player)) for each in replays])
        with suppress(CannotHold):
            yield one.write(record)
