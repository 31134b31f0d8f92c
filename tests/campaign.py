"""How much is tried at random: a sample in the suite, and as many times more in a campaign.

The variable KIFU_CAMPAIGN says how many times; docs/testing.md is about campaigns.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

CaseT = TypeVar("CaseT")

TIMES = int(os.environ.get("KIFU_CAMPAIGN", "1"))


def sample(size: int) -> int:
    """So many in the suite, and the multiple of it in a campaign."""
    return size * TIMES


def examples(number: int) -> settings:
    """The settings of a property that is tried with another number of examples than most."""
    return settings(max_examples=sample(number))


def few(cases: Iterable[CaseT], number: int) -> list[CaseT]:
    """So many of the cases in the suite, from first to last; all of them in a campaign."""
    found = list(cases)
    if TIMES > 1 or number >= len(found):
        return found
    return [found[index * len(found) // number] for index in range(number)]


in_a_campaign = pytest.mark.skipif(TIMES == 1, reason="only in a campaign: KIFU_CAMPAIGN=2")
"""Marks a test of which others in the suite show the most."""
