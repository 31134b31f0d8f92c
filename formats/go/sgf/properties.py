"""The properties of SGF: the forms of their values, and what they mean in a record.

`canonical` says how kifu writes a value: a value that is written differently is kept as it was.

Source: SGF FF[4] (red-bean.com/sgf/properties.html).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from ....findings import Rule
from ....replayer.go.points import area, place
from ....replayer.play.annotation import Shape
from .. import codes
from . import values

Kind = Literal["move", "setup", "root", "info", "node"]

_POINT = r"[a-zA-Z]{2}"
_AREA = rf"{_POINT}(?::{_POINT})?"
"""A point, or two corners of a rectangle."""

(ANY, TEXT, MOVE, POINTS, CLEAR, LABELS, ARROWS, DOUBLE, NUMBER, NUMERIC, COLOUR, NOTHING) = range(
    12
)
"""The numbers of forms, for the scanner; ANY is the form of unknown properties."""


class Form(Struct, frozen=True):
    """A form of values, in words and as a pattern, and the rule that other values break.

    `several`: whether many values are allowed.
    """

    number: int
    said: str
    pattern: re.Pattern[str] | None = None
    rule: Rule = codes.WRONG_VALUE
    several: bool = False
    points: bool = False
    empty: bool = False


def _form(
    number: int, said: str, pattern: str, rule: Rule = codes.WRONG_VALUE, **more: bool
) -> Form:
    return Form(number, said, re.compile(rf"\s*+(?:{pattern})\s*+"), rule, **more)


def _points(number: int, said: str, pattern: str, several: bool = True, **more: bool) -> Form:
    return _form(number, said, pattern, codes.SPOILED_POINT, several=several, points=True, **more)


class Known(Struct, frozen=True):
    """A known property: its kind, the form of its values, and what they mean in a record.

    `field` is the field of a record for its value in the root, and `read` and `write` convert
    values of fields and annotations.
    """

    kind: Kind
    form: Form
    field: str = ""
    read: Callable[[str], Any] | None = None
    write: Callable[[Any], str | None] = str


_TEXT = Form(TEXT, "a text")
_MOVE = _points(MOVE, "a point of two letters, or nothing for a pass", rf"(?:{_POINT})?", False)
_LIST = _points(POINTS, "points of two letters", _AREA)
_CLEAR = _points(CLEAR, "points of two letters", _AREA, empty=True)
_PAIRS = _points(ARROWS, "two different points, such as cc:gg", rf"({_POINT}):(?!\1){_POINT}")
_LABELS = _points(LABELS, "a point and a text, such as cc:1", rf"{_POINT}:[\s\S]*+")
_NUMERIC = _form(NUMERIC, "a number", values.REAL)
_SIZE = _form(TEXT, "1 to 52 lines, such as 19 or 7:5", values.SIZE, codes.WRONG_SIZE_FORM)
_KOMI = _form(TEXT, "a number such as 6.5", values.REAL, codes.WRONG_KOMI_FORM)
_STONES = _form(TEXT, "a number of at least 2", values.HANDICAP, codes.WRONG_HANDICAP_FORM)
_SCORE = rf"(?:{values.WIN}|0|Draw|Void|\?)?+"
_RESULT = _form(TEXT, "a result such as B+R, W+3.5, 0, Void or ?", _SCORE, codes.WRONG_RESULT_FORM)
_NUMBER = Known("node", _form(NUMBER, "a whole number", "[+-]?[0-9]++"))
_DOUBLE = Known("node", _form(DOUBLE, "1 or 2", "[12]"))
_NOTHING = Known("node", _form(NOTHING, "no value", ""))
_INFO = Known("info", _TEXT)

FORMS: dict[str, Known] = {
    **dict.fromkeys(("B", "W"), Known("move", _MOVE, read=values.move)),
    **dict.fromkeys(("AB", "AW", "AE"), Known("setup", _LIST)),
    "PL": Known("setup", _form(COLOUR, "B or W", "[BW]"), read={"B": "B", "W": "W"}.get),
    "FF": Known("root", _form(NUMBER, "1 to 4", "[1-4]")),
    "GM": Known("root", _NUMBER.form),
    "ST": Known("root", _form(NUMBER, "0 to 3", "[0-3]")),
    "CA": Known("root", _form(TEXT, "the name of a charset", r"[A-Za-z0-9_.:-]*+")),
    "AP": Known("root", _TEXT),
    "SZ": Known("root", _SIZE, "size", values.size, values.written_size),
    "HA": Known("info", _STONES, "handicap", values.handicap),
    "KM": Known("info", _KOMI, "komi", values.number, values.shown),
    "RU": Known("info", _TEXT, "rules", values.rules, values.written_rules),
    "PB": Known("info", _TEXT, "players/0", values.text, values.escaped),
    "PW": Known("info", _TEXT, "players/1", values.text, values.escaped),
    "GN": Known("info", _TEXT, "title", values.text, values.escaped),
    "EV": Known("info", _TEXT, "event", values.text, values.escaped),
    "DT": Known("info", _TEXT, "date", values.text, values.escaped),
    "PC": Known("info", _TEXT, "place", values.text, values.escaped),
    "RE": Known("info", _RESULT, "rounds/0/result", values.result, values.written_result),
    "TM": Known("info", _NUMERIC),
    **dict.fromkeys(("AN", "BR", "BT", "CP", "GC", "ON", "OT", "RO", "SO"), _INFO),
    **dict.fromkeys(("US", "WR", "WT"), _INFO),
    "C": Known("node", _TEXT, read=values.text, write=values.escaped),
    "N": Known("node", _TEXT, read=values.text, write=values.escaped),
    **dict.fromkeys(("BL", "WL"), Known("node", _NUMERIC, read=values.time, write=values.shown)),
    "V": Known("node", _NUMERIC, read=values.number, write=values.shown),
    **dict.fromkeys(("OB", "OW", "MN", "PM"), _NUMBER),
    **dict.fromkeys(("DM", "GB", "GW", "HO", "UC", "BM", "TE"), _DOUBLE),
    **dict.fromkeys(("KO", "DO", "IT"), _NOTHING),
    **dict.fromkeys(("CR", "MA", "SL", "SQ", "TR"), Known("node", _LIST)),
    **dict.fromkeys(("DD", "VW", "TB", "TW"), Known("node", _CLEAR)),
    **dict.fromkeys(("AR", "LN"), Known("node", _PAIRS)),
    "LB": Known("node", _LABELS),
}
"""The known properties."""

EXCLUSIVE = (("BM", "DO", "IT", "TE"), ("DM", "GB", "GW", "UC"))
"""Annotations of which a node may have only one."""
UNIQUE = ("CR", "MA", "SL", "SQ", "TR")
"""Marks of which a point may have only one."""
SETUPS = ("AB", "AW", "AE", "PL")
FIELDS = tuple(key for key, known in FORMS.items() if known.field)
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
GLYPH_NUMBERS = {each: number for number, each in GLYPHS.items()}
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


def canonical(key: str, raws: Sequence[str]) -> tuple[str, ...] | None:
    """Return the values of a property as kifu writes them, or None if no field can hold them."""
    if key in PAIRS:
        pairs = [_pair(key, raw) for raw in raws]
        return tuple(filter(None, pairs)) if all(pairs) else None
    if key in SHAPES or key in SETUPS[:3]:
        found = values.all_points(raws)
        return tuple(found) if found and len(found) <= values.MOST_POINTS else None
    if len(raws) != 1:
        return None
    if (key, raws[0]) in GLYPH_NUMBERS:
        return tuple(raws)
    known = FORMS.get(key)
    value = known and known.read and known.read(raws[0])
    written = None if known is None or value is None else known.write(value)
    return None if written is None else (written,)


def claims(key: str, raws: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield everything that a node may have only once, as a kind and a mark: annotations that
    exclude each other, marks on points, labels, lines and arrows.

    >>> [*claims("TE", ["1"])], [*claims("SQ", ["bb"])], [*claims("LB", ["aa:1"])]
    ([('BM', '')], [('', 'bb')], [('LB', 'aa')])
    """
    yield from ((group[0], "") for group in EXCLUSIVE if key in group)
    if key in UNIQUE:
        yield from (("", each) for raw in raws for each in area(raw) or ())
    elif key in PAIRS:
        yield from ((key, values.pair(raw)[0] if key == "LB" else raw.strip()) for raw in raws)


def _pair(key: str, raw: str) -> str | None:
    first, rest = values.pair(raw)
    if ":" not in raw or place(first) is None:
        return None
    if key == "LB":
        return f"{first}:{values.escaped(values.text(rest), composed=True)}"
    other = rest.strip()
    return f"{first}:{other}" if place(other) and other != first else None


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
