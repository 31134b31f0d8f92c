"""The number of random cases to try: a sample in the suite, a multiple of it in a campaign.

The variable KIFU_CAMPAIGN sets the multiple; docs/testing.md describes campaigns.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

CaseT = TypeVar("CaseT")

TIMES = int(os.environ.get("KIFU_CAMPAIGN", "1"))


def sample(size: int) -> int:
    """Return the number of cases to try: `size` in the suite, a multiple in a campaign."""
    return size * TIMES


def examples(number: int) -> settings:
    """Return the settings for a property that needs more or fewer examples than most."""
    return settings(max_examples=sample(number))


def few(cases: Iterable[CaseT], number: int) -> list[CaseT]:
    """Pick evenly spaced cases for the suite; in a campaign, return all of them."""
    found = list(cases)
    if TIMES > 1 or number >= len(found):
        return found
    return [found[index * len(found) // number] for index in range(number)]


in_a_campaign = pytest.mark.skipif(TIMES == 1, reason="only in a campaign: KIFU_CAMPAIGN=2")
"""Marks a test that adds little to what other tests in the suite already show."""
