"""Digits in full width: a fault whose meaning is plain, so that the rest is checked too."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...findings import Finding
from ..place import Place
from . import codes
from .pieces import in_ascii
from .record import Round, plies


def in_ascii_digits(written: Round) -> Round:
    """The round with all its digits in ASCII; the same one where they are."""
    if written.record.isascii() and all(map(str.isascii, written.hands)):
        return written
    hands = tuple(map(in_ascii, written.hands))
    return replace(written, hands=hands, record=in_ascii(written.record))


def check_spelling(written: Round, place: Place) -> Iterator[Finding]:
    """One finding for each string that has digits in full width; its fix mends all of them."""
    if in_ascii_digits(written) is written:
        return
    for seat, hand in enumerate(written.hands):
        yield from _check(hand, f"/hands/{seat}", place, player=seat)
    yield from _check(written.record, "/record", place)


def _check(string: str, field: str, place: Place, player: int | None = None) -> Iterator[Finding]:
    right = in_ascii(string)
    if string == right:
        return
    at = next(index for index, digit in enumerate(string) if digit != right[index])
    ply = None
    if player is None:
        before = plies(right[: at + 1])
        ply, at = len(before), len(before[-1]) - 1
    yield place.finding(
        codes.FULL_WIDTH_DIGIT,
        "a digit is written in full width",
        field,
        ply=ply,
        player=player,
        offset=at,
        length=1,
        fix=place.fix("write all digits here in ASCII", field, right),
    )
