"""Random slips in generated records of every notation, and the suggestions for them.

`benchmarks/suggestions.py` measures the same on many more slips.
"""

from collections.abc import Iterator
from random import Random

import pytest

import kifu
from kifu.findings import Fix
from kifu.formats.interface.catalog import described
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text

from ...campaign import few, sample
from ...slips import slip, sound

NUMBER = 3


def slipped(name: str) -> Iterator[tuple[str, str, tuple[Fix, ...]]]:
    """Yield valid texts, the same texts with a slip that causes an error, and the suggestions."""
    rng = Random(f"suggestions/{name}")
    for _ in range(sample(NUMBER)):
        text = sound(name, rng)
        wrong = slip(name, text, rng).made(text)
        for outcome in kifu.outcomes(wrong, name):
            if outcome.errors:
                found = kifu.suggest(outcome)
                some = next((each.suggestions for each in found if each.suggestions), ())
                yield text, wrong, some


@pytest.mark.parametrize("name", few(described(), 4))
def test_after_any_suggestion_nothing_is_wrong(name: str) -> None:
    """A single suggestion is usually what was meant: in longer runs, 95% of the time."""
    alone, right = 0, 0
    for text, wrong, suggestions in slipped(name):
        assert len(suggestions) <= 3
        for each in suggestions:
            assert not each.safe
            after = mended(Text(wrong), each)
            found = kifu.validate(after, name)
            assert not [finding for finding in found if finding.severity == "error"], each.message
            alone += len(suggestions) == 1
            right += len(suggestions) == 1 and sorted(text.split()) == sorted(after.split())
    assert alone
    assert right >= alone * 0.8 - 2
