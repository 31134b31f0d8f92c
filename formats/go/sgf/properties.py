"""The properties of SGF: their meanings, and the forms of their values.

Source: SGF FF[4] (red-bean.com/sgf/properties.html).
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from ....replayer.play.annotation import Shape

Kind = Literal["move", "setup", "root", "info", "node"]

_POINT = r"[a-zA-Z]{2}"
_LIST = rf"{_POINT}(?::{_POINT})?"
"""A point, or two corners of a rectangle."""
_REAL = r"[+-]?[0-9]++(?:\.[0-9]++)?"


(ANY, TEXT, MOVE, POINTS, CLEAR, LABELS, ARROWS, DOUBLE, NUMBER, NUMERIC, COLOUR, NOTHING) = range(
    12
)
"""The numbers of forms, for the scanner; ANY is the form of unknown properties."""


class Form(Struct, frozen=True):
    """A form of values, in words and as a pattern; `several`: whether many values are allowed."""

    number: int
    said: str
    pattern: re.Pattern[str] | None = None
    several: bool = False
    points: bool = False
    empty: bool = False


def _form(number: int, said: str, pattern: str, **more: bool) -> Form:
    return Form(number, said, re.compile(rf"\s*+(?:{pattern})\s*+"), **more)


def _several(number: int, said: str, pattern: str, **more: bool) -> Form:
    return _form(number, said, pattern, several=True, points=True, **more)


_TEXT = Form(TEXT, "a text")
_MOVE = _form(MOVE, "a point of two letters, or nothing for a pass", rf"(?:{_POINT})?", points=True)
_POINTS = _several(POINTS, "points of two letters", _LIST)
_CLEAR = _several(CLEAR, "points of two letters", _LIST, empty=True)
_NONE = _form(NOTHING, "no value", "")
_DOUBLE = _form(DOUBLE, "1 or 2", "[12]")
_NUMBER = _form(NUMBER, "a whole number", "[+-]?[0-9]++")
_NUMERIC = _form(NUMERIC, "a number", _REAL)
_COLOUR = _form(COLOUR, "B or W", "[BW]")
_PAIRS = _several(ARROWS, "two different points, such as cc:gg", rf"({_POINT}):(?!\1){_POINT}")
_LABELS = _several(LABELS, "a point and a text, such as cc:1", rf"{_POINT}:[\s\S]*+")

FORMS: dict[str, tuple[Kind, Form]] = {
    **dict.fromkeys(("B", "W"), ("move", _MOVE)),
    **dict.fromkeys(("AB", "AW", "AE"), ("setup", _POINTS)),
    "PL": ("setup", _COLOUR),
    "FF": ("root", _form(NUMBER, "1 to 4", "[1-4]")),
    "GM": ("root", _NUMBER),
    "ST": ("root", _form(NUMBER, "0 to 3", "[0-3]")),
    "CA": ("root", _form(TEXT, "the name of a charset", r"[A-Za-z0-9_.:-]*+")),
    **dict.fromkeys(("AP", "SZ"), ("root", _TEXT)),
    **dict.fromkeys(("KM", "HA", "RE", "DT", "RU", "PB", "PW", "GN", "EV", "PC"), ("info", _TEXT)),
    **dict.fromkeys(("AN", "BR", "BT", "CP", "GC", "ON", "OT", "RO", "SO"), ("info", _TEXT)),
    **dict.fromkeys(("US", "WR", "WT"), ("info", _TEXT)),
    "TM": ("info", _NUMERIC),
    **dict.fromkeys(("C", "N"), ("node", _TEXT)),
    **dict.fromkeys(("BL", "WL", "V"), ("node", _NUMERIC)),
    **dict.fromkeys(("OB", "OW", "MN", "PM"), ("node", _NUMBER)),
    **dict.fromkeys(("DM", "GB", "GW", "HO", "UC", "BM", "TE"), ("node", _DOUBLE)),
    **dict.fromkeys(("KO", "DO", "IT"), ("node", _NONE)),
    **dict.fromkeys(("CR", "MA", "SL", "SQ", "TR"), ("node", _POINTS)),
    **dict.fromkeys(("DD", "VW", "TB", "TW"), ("node", _CLEAR)),
    **dict.fromkeys(("AR", "LN"), ("node", _PAIRS)),
    "LB": ("node", _LABELS),
}
"""The known properties: their kind, and the form of their values."""

EXCLUSIVE = (("BM", "DO", "IT", "TE"), ("DM", "GB", "GW", "UC"))
"""Annotations of which a node may have only one."""
UNIQUE = ("CR", "MA", "SL", "SQ", "TR")
"""Marks of which a point may have only one."""
SETUPS = ("AB", "AW", "AE", "PL")
FIELDS = ("SZ", "HA", "KM", "RU", "PB", "PW", "GN", "EV", "DT", "PC", "RE")
"""The properties of the root that are fields of a record, in the order they are written."""
GLYPHS = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
    10: ("DM", "1"),
    13: ("UC", "1"),
    16: ("GW", "1"),
    17: ("GB", "1"),
    18: ("GW", "2"),
    19: ("GB", "2"),
}
"""Glyphs by their numbers in the PGN table, as properties."""
SHAPES: dict[str, Shape] = {
    "CR": "circle",
    "SQ": "square",
    "TR": "triangle",
    "MA": "cross",
    "SL": "highlight",
    "DD": "dim",
    "AR": "arrow",
    "LN": "line",
    "LB": "label",
}
"""Properties that mark points, with the shapes of the marks."""
PAIRS = ("AR", "LN", "LB")
"""Properties whose values are separate marks."""


def joined(name: str) -> str | None:
    """Return the property that is meant by a doubled name, or by two names run together.

    >>> joined("SZSZ"), joined("GMB"), joined("AB"), joined("KGS")
    ('SZ', 'B', None, None)
    """
    first, last = name[: len(name) // 2], name[-1:]
    if name in FORMS or not first:
        return None
    if first * 2 == name and first in FORMS:
        return first
    return last if name[:-1] in FORMS and last in ("B", "W") else None
