"""Whether rounds without plays, which are not written down, can explain a jump in the score.

Such rounds end at the deal. A hand with six or more し scores 20 to 50 points, 100, or twice 20 to
40; several such rounds may score any multiple of ten from 20 up. Partners with five し each score
`double_goshi_points`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ..options import Options
from ..pieces import POINTS, team

_LEAST_OF_SHI = 20
"""The fewest points that six or more し can score: those of 馬 or 香."""
_LAST_PLAY = sorted({points * times for points in POINTS.values() for times in (1, 2)})
"""The points that the last play of a round may score."""


def explain(options: Options, grown: Sequence[int], dealer: int) -> bool:
    """Return whether such rounds explain the gain in scores, and who deals next.

    The next dealer's team must have won the last of them.
    """
    double = options.double_goshi_points
    dealt = dealer not in range(4) or grown[team(dealer)] > 0 or not double
    return dealt and all(_is_sum(each, double) for each in grown)


def end_explains(options: Options, grown: Sequence[int], dealer: int) -> bool:
    """Return whether a round's missing end, and rounds after it, explain this gain in scores."""
    if explain(options, grown, dealer):
        return True
    for won, points in product((0, 1), _LAST_PLAY):
        left = [each - points * (side == won) for side, each in enumerate(grown)]
        last = dealer not in range(4) or team(dealer) == won
        if explain(options, left, dealer) or (last and not any(left)):
            return True
    return False


def _is_sum(points: int, double: int) -> bool:
    """Return whether rounds without plays can give one team these points.

    >>> _is_sum(10, 150), _is_sum(20, 150), _is_sum(10, 10), _is_sum(35, 15), _is_sum(25, 15)
    (False, True, True, True, False)
    """
    if points == 0 or (double and points > 0 and points % double == 0):
        return True
    left = (points - double * times for times in range(10))
    return any(each >= _LEAST_OF_SHI and each % 10 == 0 for each in left)
