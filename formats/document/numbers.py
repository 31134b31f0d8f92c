"""Convert decimal numbers to floats without turning fractions into whole numbers."""

from __future__ import annotations

import math


def written_float(digits: str) -> float | None:
    """Return a number as a float that is a whole number only if the written number is.

    A number too close to a whole number becomes the next float on the same side. If even that float
    is a whole number, return None.

    >>> written_float("1.0"), written_float("1.0000000000000000000001")
    (1.0, 1.0000000000000002)
    >>> written_float("1e-400"), written_float("9000000000000000.1")
    (5e-324, None)
    """
    value = float(digits)
    if not value.is_integer() or _is_whole(digits):
        return value
    from decimal import Decimal  # not needed for most numbers

    # If the float is zero, the exponent may be out of range for a Decimal, too.
    above = Decimal(digits) > int(value) if value else not digits.startswith("-")
    near = math.nextafter(value, math.inf if above else -math.inf)
    return None if near.is_integer() else near


def _is_whole(digits: str) -> bool:
    """Return whether a decimal number is a whole number."""
    mantissa, _, exponent = digits.lower().partition("e")
    whole, _, part = mantissa.partition(".")
    significant = (whole + part).lstrip("+-0")
    zeros = len(significant) - len(significant.rstrip("0"))
    return not significant or zeros + int(exponent or 0) >= len(part)
