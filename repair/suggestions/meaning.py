"""What a text says, whatever the order in which a hand is written."""

from __future__ import annotations

from ...formats.text.vocabulary import Vocabulary


def meaning(content: str, vocabulary: Vocabulary) -> tuple[tuple[str, ...], ...]:
    """The words of a text; those of a hand or another heap in an order of their own.

    Two texts of which this is the same say the same. Spaces between words do not count.
    """
    parts, last = list[tuple[str, ...]](), 0
    for run in sorted(vocabulary.runs(content), key=lambda each: each.spans):
        if run.kind.unordered and run.spans and run.spans[0][0] >= last:
            parts.append(tuple(content[last : run.spans[0][0]].split()))
            parts.append(tuple(sorted(content[start:end] for start, end in run.spans)))
            last = run.spans[-1][1]
    return (*parts, tuple(content[last:].split()))
