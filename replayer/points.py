"""Points, which may be fractions: a draw in chess is half a point."""

from __future__ import annotations

from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction  # slow to import

    Points: TypeAlias = int | Fraction
    """Points are exact: whole numbers, or fractions."""
else:
    Points = Rational


def points_value(points: Points) -> int | float | str:
    """Return points as JSON values: numbers if exact, otherwise fractions as text.

    >>> from fractions import Fraction
    >>> points_value(3), points_value(Fraction(4, 2)), points_value(Fraction(1, 2))
    (3, 2, 0.5)
    >>> points_value(Fraction(-1, 3))
    '-1/3'
    """
    if isinstance(points, int):
        return points
    if points.denominator == 1:
        return points.numerator
    try:
        number = float(points)
    except OverflowError:
        return str(points)
    return number if number == points else str(points)


def as_number(number: Any) -> Any:
    """Convert a whole float to an int; return anything else unchanged.

    >>> as_number(2.0), as_number(0.5), as_number("2.0")
    (2, 0.5, '2.0')
    """
    return int(number) if isinstance(number, float) and number.is_integer() else number
