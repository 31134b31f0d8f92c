"""How much is tried at random: a sample in the suite, and as many times more in a campaign.

The variable KIFU_CAMPAIGN says how many times; docs/testing.md is about campaigns.
"""

import os

from hypothesis import settings

TIMES = int(os.environ.get("KIFU_CAMPAIGN", "1"))


def sample(size: int) -> int:
    """So many in the suite, and the multiple of it in a campaign."""
    return size * TIMES


def examples(number: int) -> settings:
    """The settings of a property that is tried with another number of examples than most."""
    return settings(max_examples=sample(number))
