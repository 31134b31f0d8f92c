"""Fixes of a match as edits of its text."""

from __future__ import annotations

import re

from ...findings import Edit, Fix
from ...replayer.mighty.cards import symbol
from ..lines import Places
from ..place import edit

_CARD = re.compile(r"/deals/[0-9]+/tricks/[0-9]+/cards/[0-4]")
_MARKS = re.compile(r"(?P<lead>\(?)[^(*]*?(?P<win>\s*\*?)")


def fix_in_text(fix: Fix | None, places: Places) -> Fix | None:
    """The fix as edits of the text; None where it changes anything but plays of the table."""
    if fix is None:
        return None
    edits = [_play(pointer, value, places) for pointer, value in fix.changes]
    made = tuple(each for each in edits if each is not None)
    return Fix(fix.message, edits=made) if len(made) == len(edits) else None


def _play(pointer: str, value: object, places: Places) -> Edit | None:
    """Write another play in its place, with the marks that stand around it."""
    span = places.exactly(pointer)
    if span is None or _CARD.fullmatch(pointer) is None or not isinstance(value, str):
        return None
    written = places.text.content[slice(*span)]
    marks = _MARKS.fullmatch(written)
    if marks is None:
        return None
    play = value if written.isascii() else symbol(value)
    return edit(places.text, *span, f"{marks['lead']}{play}{marks['win']}")
