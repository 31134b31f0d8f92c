"""Numeric annotation glyphs: the PGN table.

Source: "Standard: Portable Game Notation Specification and Implementation Guide" (1994), section
10, "Numeric Annotation Glyphs". Programs use further numbers up to 255, which have no names here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product

from msgspec import Struct

MOST = 255
"""The highest glyph number."""


class Glyph(Struct, frozen=True):
    """A glyph: its number, its usual symbol (if it has one), and its name."""

    number: int
    symbol: str
    name: str

    @property
    def shown(self) -> str:
        """The glyph as shown to people: its symbol, or its number in PGN.

        >>> glyph(3).shown, glyph(36).shown
        ('!!', '$36')
        """
        return self.symbol or f"${self.number}"


_SYMBOLS = dict(enumerate(("!", "?", "!!", "??", "!?", "?!", "□"), start=1)) | {
    10: "=",
    13: "∞",
    14: "⩲",
    15: "⩱",
    16: "±",
    17: "∓",
    18: "+−",
    19: "−+",
    22: "⨀",
    23: "⨀",
}

_NEUTRAL = (
    "null annotation",
    "good move",
    "poor move",
    "very good move",
    "very poor move",
    "speculative move",
    "questionable move",
    "forced move",
    "singular move",
    "worst move",
    "drawish position",
    "equal chances, quiet position",
    "equal chances, active position",
    "unclear position",
)
"""The names of glyphs 0 to 13. All later names occur twice: for White and for Black."""

_DEGREES = ("slight", "moderate", "decisive")


def _of_sides() -> Iterator[str]:
    for degree in (*_DEGREES, "crushing"):
        yield f"has a {degree} advantage"
    yield "is in zugzwang"
    for what, degree in product(("space", "time (development)"), _DEGREES):
        yield f"has a {degree} {what} advantage"
    yield from ("has the initiative", "has a lasting initiative", "has the attack")
    for enough in ("insufficient", "sufficient", "more than adequate"):
        yield f"has {enough} compensation for material deficit"
    for where, degree in product(("center", "kingside", "queenside"), _DEGREES):
        yield f"has a {degree} {where} control advantage"
    yield from ("has a vulnerable first rank", "has a well protected first rank")
    for what, how in product(("protected", "placed"), ("poorly", "well")):
        yield f"has a {how} {what} king"
    for how in ("very weak", "moderately weak", "moderately strong", "very strong"):
        yield f"has a {how} pawn structure"
    for piece, how in product(("knight", "bishop", "rook", "queen"), ("poor", "good")):
        yield f"has {how} {piece} placement"
    yield from ("has poor piece coordination", "has good piece coordination")
    manners = ("very poorly", "poorly", "well", "very well")
    for phase, how in product(("opening", "middlegame", "ending"), manners):
        yield f"has played the {phase} {how}"
    for degree in _DEGREES:
        yield f"has {degree} counterplay"
    yield from ("has moderate time control pressure", "has severe time control pressure")


@cache
def glyphs() -> Mapping[int, Glyph]:
    """Return the glyphs that have a name, by number."""
    names = chain(_NEUTRAL, (f"{side} {what}" for what in _of_sides() for side in _SIDES))
    return {at: Glyph(at, _SYMBOLS.get(at, ""), name) for at, name in enumerate(names)}


_SIDES = ("White", "Black")


def glyph(number: int) -> Glyph:
    """Return the glyph with this number, with an empty name if it is not in the table.

    >>> glyph(6).name, glyph(139).name, glyph(146).shown
    ('questionable move', 'Black has severe time control pressure', '$146')
    """
    return glyphs().get(number) or Glyph(number, "", "")
