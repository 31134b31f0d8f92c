"""Seeds: what deals and lots are drawn from."""

from __future__ import annotations

from random import Random

SEEDS = 2**32
"""Seeds are whole numbers from 0, and below this."""


def any_seed() -> int:
    """A seed that nobody can foresee."""
    return Random().randrange(SEEDS)
