"""The words of a text, and how far each is from what the findings are about."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from ...formats.text.vocabulary import Deck, Kind, Mark, Run, Span, Vocabulary

NEARBY = 4
"""So many runs of a kind are near one, on each side: what stands there often stands here too."""

_GAP = re.compile(r"[\s,\"']*")


def _gap(between: str) -> str:
    """What separates two words, without marks that belong to one of them."""
    found = _GAP.match(between)
    return "" if found is None else found[0]


def _usual(lengths: Counter[int]) -> int:
    """The length of more than half of some runs, 0 if there is none."""
    ((length, number),) = lengths.most_common(1)
    return length if 2 * number > lengths.total() else 0


class Words:
    """A text, its words, and how far they are from what its findings are about."""

    def __init__(self, content: str, vocabulary: Vocabulary, suspects: Sequence[Span]) -> None:
        self.content = content
        self.suspects = list(dict.fromkeys(suspects))
        self._distances: dict[Span, int] = {}
        self.runs = list(vocabulary.runs(content))
        self.words = {self.word(span) for run in self.runs for span in run.spans}
        self.rounds = vocabulary.rounds(content)
        self._round_starts = sorted(start for start, _ in self.rounds)
        self.piles = dict(self._piles(vocabulary))
        self.gaps = {
            run.group: _gap(content[run.spans[0][1] : run.spans[1][0]])
            for run in reversed(self.runs)
            if len(run.spans) > 1
        }
        """What stands between two words of a group."""
        self.by_kind: dict[Kind, list[Run]] = {}
        for run in sorted(self.runs, key=lambda each: each.span):
            self.by_kind.setdefault(run.kind, []).append(run)
        lengths: dict[str, Counter[int]] = {}
        for run in self.runs:
            lengths.setdefault(run.group, Counter())[len(run.spans)] += 1
        self.lengths = {group: _usual(count) for group, count in lengths.items()}
        """How many words of a group mostly stand together, 0 if that differs."""

    def _piles(
        self, vocabulary: Vocabulary
    ) -> Iterator[tuple[tuple[int, str], tuple[Counter[str], Deck]]]:
        """What lies in each pile of each round, and what should."""
        counts: dict[int, dict[str, Counter[str]]] = {}
        for run in self.runs:
            if run.kind.pile is not None:
                piles = counts.setdefault(self._round(run), {})
                keys = map(run.kind.key, map(self.word, run.spans))
                piles.setdefault(run.kind.pile, Counter()).update(keys)
        for number, piles in counts.items():
            for pile, count in piles.items():
                yield (number, pile), (count, vocabulary.deck(pile, piles))

    def _round(self, run: Run) -> int:
        return bisect_right(self._round_starts, run.span[0])

    def word(self, span: Span) -> str:
        """The word at a span."""
        return self.content[span[0] : span[1]]

    def distance(self, start: int, end: int) -> int:
        """How far a span is from the nearest suspect; what stands before one is nearer."""
        span = start, end
        if span not in self._distances:  # Many words may be put in the same place.
            self._distances[span] = min(
                (max(first - end, 2 * (start - last), -1) + 1 for first, last in self.suspects),
                default=0,
            )
        return self._distances[span]

    def accuses_line_of(self, run: Run) -> bool:
        """Whether a finding is in the line in which a run begins."""
        start = self.content.rfind("\n", 0, run.span[0]) + 1
        end = self.content.find("\n", run.span[0])
        return any(start <= first <= (end if end >= 0 else first) for first, _ in self.suspects)

    def distance_of(self, words: Run | Mark) -> int:
        """How far a run or a mark is from the nearest suspect."""
        return self.distance(*words.span)

    def nearby(self, run: Run) -> set[str]:
        """The words of the same kind that stand near a run."""
        same = self.by_kind[run.kind]
        at = bisect_left(same, run.span, key=lambda each: each.span)
        near = same[max(0, at - NEARBY) : at + NEARBY + 1]
        return {self.word(span) for each in near for span in each.spans}

    def balance(self, run: Run) -> tuple[set[str] | None, set[str] | None]:
        """What stands too often in the pile of a run, and too seldom; None where all may be."""
        pile = run.kind.pile
        count, deck = self.piles.get((self._round(run), pile or ""), (Counter[str](), {}))
        if pile is None or not deck:
            return None, None
        over = {each for each in count if count[each] > deck.get(each, 0)}
        return over, {each for each in deck if count[each] < deck[each]}
