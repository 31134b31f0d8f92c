"""Random slips in generated records of every notation, and what is suggested for them.

`benchmarks/suggestions.py` measures the same with many more.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import kifu
from kifu.findings import Fix
from kifu.formats.catalog import described
from kifu.formats.place import mended
from kifu.formats.text import Text

from ..campaign import sample
from ..slips import slip, sound

NUMBER = 6


@cache
def slipped(name: str) -> list[tuple[str, str, tuple[Fix, ...]]]:
    """Sound texts, the same with a slip, and what is suggested, where an error is found."""
    return list(_slipped(name))


def _slipped(name: str) -> Iterator[tuple[str, str, tuple[Fix, ...]]]:
    rng = Random(f"suggestions/{name}")
    for _ in range(sample(NUMBER)):
        text = sound(name, rng)
        wrong = slip(name, text, rng).made(text)
        for outcome in kifu.outcomes(wrong, name):
            if outcome.errors:
                found = kifu.suggest(outcome)
                yield (
                    text,
                    wrong,
                    next((each.suggestions for each in found if each.suggestions), ()),
                )


@pytest.mark.parametrize("name", described())
def test_after_any_suggestion_nothing_is_wrong(name: str) -> None:
    for _, wrong, suggestions in slipped(name):
        assert len(suggestions) <= 3
        for each in suggestions:
            assert not each.safe
            after = kifu.validate(mended(Text(wrong), each), name)
            assert not [finding for finding in after if finding.severity == "error"], each.message


def test_what_is_suggested_alone_is_mostly_what_was_meant() -> None:
    found = [each for name in described() for each in slipped(name)]
    alone = [(text, mended(Text(wrong), one[0])) for text, wrong, one in found if len(one) == 1]
    right = sum(sorted(text.split()) == sorted(after.split()) for text, after in alone)
    assert len(alone) > len(found) / 3
    assert right > len(alone) * 0.8  # in longer runs 95 of 100
