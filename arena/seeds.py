"""Seeds for random deals and pairings."""

from __future__ import annotations

from random import Random

SEEDS = 2**32
"""Seeds are whole numbers from 0 to SEEDS - 1."""


def any_seed() -> int:
    """Return an unpredictable seed."""
    return Random().randrange(SEEDS)
