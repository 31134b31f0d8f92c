"""Random numbers for playouts; a seed gives the same numbers whether or not this is compiled.

If a compiler is available, this file is compiled with the types in `dice.pxd`.

Sources: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014), and
for numbers below a bound, Lemire, "Fast Random Integer Generation in an Interval" (2019).
"""

from __future__ import annotations

_ALL = 2**64 - 1
_ODD, _PAIRS, _NIBBLES = _ALL // 3, _ALL // 5, _ALL // 17
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Dice:
    """A random number generator; `state` determines the next number."""

    state: int

    def __init__(self, seed: int) -> None:
        self.state = seed & _ALL

    def draw(self) -> int:
        """Draw 64 random bits.

        >>> dice = Dice(1234567)
        >>> dice.draw(), dice.draw()
        (6457827717110365317, 3203168211198807973)
        """
        self.state = (self.state + _STEP) & _ALL
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * _FIRST) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * _SECOND) & _ALL
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1; `bound` is at most 2**31.

        All numbers are equally likely, up to one part in 2**32 / `bound`. If `bound` is 1, no
        random bits are used. Raises ValueError if `bound` is less than 1.

        >>> dice = Dice(1)
        >>> [dice.below(6) for _ in range(8)]
        [3, 4, 5, 2, 2, 4, 5, 3]
        """
        if bound < 2:
            if bound == 1:
                return 0
            raise ValueError("there is nothing to draw from")
        high = self.draw() >> 32
        return (high * bound) >> 32

    def one_of(self, mask: int) -> int:
        """Draw one of the set bits of a 64-bit mask, and return its index.

        Raises ValueError if the mask is 0.

        >>> {Dice(seed).one_of(0b1010) for seed in range(20)}
        {1, 3}
        """
        left = self.below(size(mask))
        while left:
            mask &= mask - 1
            left -= 1
        return place(mask)


def size(mask: int) -> int:
    """Count the set bits of a 64-bit mask by adding them up in pairs, fours, eights and so on.

    >>> size(0b1011), size(2**64 - 1)
    (3, 64)
    """
    mask -= (mask >> 1) & _ODD
    mask = (mask & _PAIRS) + ((mask >> 2) & _PAIRS)
    mask = (mask + (mask >> 4)) & _NIBBLES
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def place(mask: int) -> int:
    """Return the index of the lowest set bit of a nonzero 64-bit mask.

    >>> place(0b1000), place(2**63)
    (3, 63)
    """
    return size((mask & -mask) - 1)
