"""Seeds, from which deals and lots are drawn."""

from __future__ import annotations

from random import Random

SEEDS = 2**32
"""Seeds are whole numbers from 0 up to this, which is excluded."""


def any_seed() -> int:
    """A seed that nobody can foresee."""
    return Random().randrange(SEEDS)
