"""Digit strings: where in them the plies and the pieces stand.

`digits.lark` is their syntax; what breaks it is reported by the rules of the game, which know the
ply and the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...findings import Finding
from ...replayer.goita.record import plies

DASH = "-"


def without_dashes(record: str) -> str:
    """A record as its digits alone.

    >>> without_dashes("87-0-0-0")
    '87000'
    """
    return record.replace(DASH, "")


def ply_spans(record: str) -> list[tuple[int, int]]:
    """Where each ply stands in a record that may have dashes.

    >>> ply_spans("8-7-0")
    [(0, 3), (4, 5)]
    """
    places = [index for index, digit in enumerate(record) if digit != DASH]
    spans: list[tuple[int, int]] = []
    at = 0
    for ply in plies(without_dashes(record)):
        spans.append((places[at], places[at + len(ply) - 1] + 1))
        at += len(ply)
    return spans


def narrow(finding: Finding, string: str) -> tuple[int, int] | None:
    """The characters of a digit string that a finding is about; None for all of it."""
    where = finding.pointer or ""
    if where.endswith("/record") and finding.ply is not None:
        return _in_ply(finding, string, ply_spans(string))
    if finding.offset is not None:
        return finding.offset, finding.offset + (finding.length or 1)
    return None


def _in_ply(finding: Finding, string: str, spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    ply = finding.ply or 1
    if ply > len(spans):
        return len(string), len(string)
    start, end = spans[ply - 1]
    if finding.offset is None:
        return start, end
    places = [index for index in range(start, end) if string[index] != DASH]
    at = places[min(finding.offset, len(places) - 1)]
    return at, at + (finding.length or 1)
