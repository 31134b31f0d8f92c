"""Converts values of SGF to values of records, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal, TypeAlias
from unicodedata import normalize

from ....replayer.go.options import PRESETS, Options, named
from ....replayer.go.points import area, place
from ....replayer.go.record import Number, Result

Score: TypeAlias = Result | Literal["draw", "void", "unknown"]
"""A result as in a record: a win, `draw`, `void` or `unknown`."""

_ESCAPED = re.compile(r"\\(\r\n|\n\r|[\s\S])")
REAL = r"[+-]?[0-9]{1,300}+(?:\.[0-9]{1,300}+)?"
SIZE = r"([0-9]{1,9}+)(?:\s*+:\s*+([0-9]{1,9}+))?+"
HANDICAP = r"[+-]?(?!0++\s*+\Z)[0-9]{1,9}+"
WIN = r"([BW])\+(Resign|R|Time|T|Forfeit|F|[0-9]{1,9}(?:\.[0-9]{1,9})?)?+"
_REAL, _SIZE, _HANDICAP, _WIN = (
    re.compile(rf"\s*+{each}\s*+") for each in (REAL, SIZE, HANDICAP, WIN)
)
_OTHERS: dict[str, Score] = {
    "0": "draw",
    "Draw": "draw",
    "Void": "void",
    "?": "unknown",
    "": "unknown",
}
_WRITTEN = {"draw": "0", "void": "Void", "unknown": "?"}
_LOOSE = {"jigo": "0", "持碁": "0", "和棋": "0"}
"""Other words for results."""
_EAST_ASIAN = re.compile(
    r"([黑黒白])(?:中(?:盘胜|盤勝|押し?+勝ち?+)"
    r"|[胜勝]?+([0-9]{1,4}(?:\.[0-9]{1,2})?+)目(半?+)(?:胜|勝ち?+)?+)"
)
"""Results in Chinese and Japanese: by resignation, or by a number of points and perhaps a half."""
_AMOUNT = r"([0-9]{1,6}+(?:\.[0-9]{1,3}+)?+)"
_TIME = re.compile(
    rf"(?:{_AMOUNT}(?:h|hrs?|hours?|時間|小时|小時))?"
    rf"(?:{_AMOUNT}(?:m|mins?|minutes?|分|分钟|分鐘))?"
    rf"(?:{_AMOUNT}(?:s|secs?|seconds?|秒))?",
    re.IGNORECASE,
)
"""A time in hours, minutes and seconds."""
_RULES = {"aga": "AGA", "nz": "NZ", "goe": "GOE", "tromp-taylor": "Tromp-Taylor"}
MOST_POINTS = 52 * 52
"""The number of points of the largest board."""
NEXT_MOVE = re.compile(r"(?:(?:\s*+(?<![:;=-])\)[\s)]*+)?+\s*+\()?+\s*+;\s*+[BW]\[[a-zA-Z]{0,2}\Z")
"""A move at the end of a text, perhaps in the next variation; brackets in `:)` are text."""
NEAR = 100
"""A move that was swallowed by a text, and its maximum distance from the end of the text."""
NEXT_PROPERTY = re.compile(r"(?<![A-Z\s])\s*+(?<![A-Z])([A-Z]{2})\[[^\]]*+\Z")
"""A property that was swallowed by a text, in which no bracket is closed."""
SMALL = 19
"""The largest board on which `tt` is a pass."""


# Texts


def text(raw: str) -> str:
    r"""Return a text without its escapes.

    >>> text(r"Matsu[3d\]\: a\\b")
    'Matsu[3d]: a\\b'
    """
    if "\\" not in raw:
        return raw
    return _ESCAPED.sub(lambda each: "" if each[1][0] in "\r\n" else each[1], raw)


def escaped(said: str, composed: bool = False) -> str:
    r"""Return a text as a value; in a `composed` value, colons are escaped too.

    >>> escaped("Matsu[3d]"), escaped("1:2", composed=True)
    ('Matsu[3d\\]', '1\\:2')
    """
    found = said.replace("\\", "\\\\").replace("]", "\\]")
    return found.replace(":", "\\:") if composed else found


def next_move(raw: str) -> int | None:
    """Return where a text seems to continue with the next move, or None.

    >>> next_move("good;W[cc"), next_move("good) (;W[cc"), next_move("oh (good))(;W[cc")
    (4, 4, 9)
    """
    found = NEXT_MOVE.search(raw, max(0, len(raw) - NEAR))
    if found is None:
        return None
    start = found.start()
    for _ in range(raw.count("(", 0, start) - raw.count(")", 0, start)):
        start = max(start, raw.find(")", start, found.end()) + 1)
    return start


# Numbers


def number(raw: str) -> Number | None:
    """Return a number, or None if the value is not one.

    >>> number("6.50"), number("7,5")
    (6.5, None)
    """
    if _REAL.fullmatch(raw) is None:
        return None
    found = float(raw)
    return int(found) if found.is_integer() else found


def shown(value: Number) -> str:
    """Return a number as a value."""
    said = str(int(value) if float(value).is_integer() else value)
    return f"{value:f}" if "e" in said else said


@lru_cache(maxsize=1024)
def size(raw: str) -> int | tuple[int, int] | None:
    """Return the size of a board, or None if the value is not one.

    >>> size("9"), size("7:5"), size("9:9"), size("9x9")
    (9, (7, 5), 9, None)
    """
    found = _SIZE.fullmatch(raw)
    if found is None:
        return None
    columns, rows = int(found[1]), int(found[2] or found[1])
    return columns if columns == rows else (columns, rows)


@lru_cache(maxsize=1024)
def result(raw: str) -> Score | None:
    """Return a result, or None if the value is not one.

    >>> result("B+Resign"), result("W+0.50"), result("Draw"), result("Black resigns")
    (Result(winner='B', by='R'), Result(winner='W', by=0.5), 'draw', None)
    """
    found = _WIN.fullmatch(raw.strip())
    if found is None:
        return _OTHERS.get(raw.strip())
    by = found[2]
    if by is None:
        return Result(found[1])  # pyright: ignore[reportArgumentType]
    return Result(found[1], by[0] if by[0].isalpha() else number(by))  # pyright: ignore


def written_result(score: Score) -> str:
    """Return a result as a value."""
    if isinstance(score, str):
        return _WRITTEN[score]
    by = score.by
    return f"{score.winner}+{by if isinstance(by, str) else '' if by is None else shown(by)}"


@lru_cache(maxsize=1024)
def rules(raw: str) -> Options | None:
    """Return the options for the name of a rule set, or None if the name is unknown."""
    return named(text(raw))


def written_rules(options: Options) -> str | None:
    """Return the name of the preset that options are based on, or None without one."""
    name = options.preset
    return None if name not in PRESETS else _RULES.get(name or "", (name or "").capitalize())


# Points


def all_points(raws: Sequence[str]) -> list[str] | None:
    """Return the points of all values, or a few too many; None if a value is not a point."""
    found = list[str]()
    for raw in raws:
        some = area(raw)
        if some is None:
            return None
        if len(found) <= MOST_POINTS:
            found += some
    return found


def is_pass(raw: str, columns: int, rows: int) -> bool:
    """Return whether a move is a pass: nothing, or `tt` on boards of up to 19 lines."""
    said = raw.strip()
    return not said or (said == "tt" and max(columns, rows) <= SMALL)


def pair(raw: str) -> tuple[str, str]:
    """Split a value into the point before the colon and the text after it."""
    first, _, rest = raw.partition(":")
    return first.strip(), rest


def time(raw: str) -> Number | None:
    """Return a number of seconds, or None if the value is not one."""
    found = number(raw)
    return None if found is None or found < 0 else found


def handicap(raw: str) -> int | None:
    """Return a whole number other than 0, or None if the value is not one."""
    return int(raw) if _HANDICAP.fullmatch(raw) else None


def written_size(lines: int | tuple[int, int]) -> str:
    """Return the size of a board as a value."""
    return str(lines) if isinstance(lines, int) else f"{lines[0]}:{lines[1]}"


def move(raw: str) -> str | None:
    """Return the point of a move, nothing for a pass, or None if the value is neither."""
    said = raw.strip()
    return said if not said or place(said) else None


def meant(key: str, raw: str) -> str | None:
    """Return the value that is certainly meant by another spelling, or None.

    The value is empty if the property says nothing and can be left out, such as HA[0].

    >>> meant("KM", "６,5"), meant("SZ", "9x9"), meant("RE", "b + resign"), meant("RE", "Jigo")
    ('6.5', '9', 'B+Resign', '0')
    >>> meant("RE", "黑中盘胜"), meant("RE", "白3目半勝ち"), meant("RE", "黑胜1.75子")
    ('B+R', 'W+3.5', None)
    >>> meant("SZ", "9.0"), meant("SZ", "19,19"), meant("SZ", "19.5"), meant("RE", "Black wins")
    ('9', '19', None, None)
    >>> meant("HA", "0"), meant("KM", ""), meant("PL", "Black"), meant("PL", "1")
    ('', '', 'B', None)
    >>> meant("TM", "1h"), meant("TM", "1 hour 30 min."), meant("TM", "40分"), meant("TM", "long")
    ('3600', '5400', '2400', None)
    """
    said = re.sub(r"\s", "", normalize("NFKC", raw)).replace(",", ".")
    if key == "SZ":
        columns, _, rows = re.sub("[x*×]", ":", said.lower()).partition(".")
        # 19.0 is a number, and 19,19 a pair; 7,5 may be either.
        found = size(columns) if rows == columns or not rows.strip("0") else None
        return None if found is None else written_size(found)
    if key == "PL":
        return {"b": "B", "black": "B", "w": "W", "white": "W"}.get(said.lower())
    if key in ("HA", "KM", "TM") and (not said or (key == "HA" and not said.strip("0"))):
        return ""
    if key == "TM":
        return _seconds(said)
    if key == "RE":
        said = _translated(said) or _LOOSE.get(said.lower()) or said.title()
    read = {"KM": number, "HA": handicap, "RE": result}.get(key)
    return said if read is not None and read(said) is not None else None


def _translated(said: str) -> str | None:
    """Return a result in Chinese or Japanese as in SGF, or None if it is not one."""
    found = _EAST_ASIAN.fullmatch(said)
    if found is None:
        return None
    side, points, half = found.groups()
    margin = "R" if points is None else points + (".5" if half else "")
    return f"{'W' if side == '白' else 'B'}+{margin}"


def _seconds(said: str) -> str | None:
    """Return a time in hours, minutes and seconds as a number of seconds, or None."""
    found = _TIME.fullmatch(said.rstrip("."))
    amounts = () if found is None else zip(found.groups("0"), (3600, 60, 1), strict=True)
    seconds = sum(Decimal(amount) * unit for amount, unit in amounts)
    return shown(float(seconds)) if seconds else None
