"""Locates plies and pieces in digit strings.

`digits.lark` is their syntax. Errors in them are reported by the rules of the game, which know the
ply and the hand.
"""

from __future__ import annotations

import re
from itertools import islice

from ...findings import Finding

DASH = "-"


def without_dashes(record: str) -> str:
    """Return the digits of a record without its dashes.

    >>> without_dashes("87-0-0-0")
    '87000'
    """
    return record.replace(DASH, "")


def with_dashes(old: str, digits: str) -> str:
    """Return digits with the dashes of the record they replace, if both have as many digits.

    >>> with_dashes("8l-0-0-0", "81000"), with_dashes("81-0", "8100")
    ('81-0-0-0', '8100')
    """
    if len(without_dashes(old)) != len(digits):
        return digits
    each = iter(digits)
    return "".join(DASH if character == DASH else next(each) for character in old)


_PLY = re.compile("[0０]|[^0０-](?:-*[^-])?", re.DOTALL)
"""A pass or a two-digit play, with any dashes; see `record.plies`."""


def ply_span(record: str, ply: int) -> tuple[int, int]:
    """Return the span of a ply in a record that may have dashes; past the last ply, it is empty.

    >>> ply_span("8-7-0", 1), ply_span("8-7-0", 2), ply_span("8-7-0", 3)
    ((0, 3), (4, 5), (5, 5))
    """
    found = next(islice(_PLY.finditer(record), ply - 1, None), None)
    return found.span() if found else (len(record), len(record))


def narrow(finding: Finding, string: str) -> tuple[int, int] | None:
    """Return the part of a digit string that a finding is about, or None if it is all of it."""
    at, length = finding.offset, finding.length or 1
    if finding.ply is None or not (finding.pointer or "").endswith("/record"):
        return None if at is None else (at, at + length)
    start, end = ply_span(string, finding.ply)
    digits = [index for index in range(start, end) if string[index] != DASH]
    if at is None or at >= len(digits):
        return start, end
    return digits[at], digits[at] + length
