"""Verdicts on damaged SGF are those of an independent parser and replay; see `mutations.py`."""

from random import Random

from ...campaign import TIMES, sample
from .mutations import cases, difference


def test_texts_with_one_mutation_have_the_verdict_of_an_independent_replay() -> None:
    for name, text in cases(Random(TIMES), sample(100), fuzz=False):
        assert difference(text) is None, f"{name}: {text!r}"


def test_fuzzed_texts_have_the_verdict_of_an_independent_replay() -> None:
    for _, text in cases(Random(TIMES), sample(50), fuzz=True):
        assert difference(text, exact=False) is None, text
