"""Short SGF texts of every kind, and what kifu says about each: `portraits.jsonl`.

    python -m tests.formats.go.portraits                  # rewrites the table
    python -m tests.formats.go.portraits 'values of AB'   # shows the texts of a group

The groups: each property with many values, in the root and later; each pair of properties; each
slip of one character; and several games in one text. A text has a short checksum, so the table
says which texts changed.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import kifu
from kifu.formats.files.line_reader import LineReader
from kifu.formats.go.sgf.events import Reader
from kifu.formats.go.sgf.pieces import pieces
from kifu.formats.go.sgf.properties import FORMS
from kifu.formats.go.sgf.quick import records
from kifu.formats.go.sgf.vouch import accept
from kifu.formats.interface.catalog import notation
from kifu.formats.interface.notation import CannotHold
from kifu.formats.text.text import Text

from ...damaged import facts

TABLE = Path(__file__).with_suffix(".jsonl")

KEYS = (*FORMS, "XX", "LT")
_VALUES = (
    *("", "aa", "cc", "AA", "aA", "tt", "zz", "ih", "a", "aaa", "a a", " aa ", "cc:dd", "dd:cc"),
    *("cc:cd", "cc:cc", "cd:dc", "cc:", ":cc", "cc:1", "cc:\\:", "aa:zz", "ZZ:aa", "0", "1", "2"),
    *("3", "4", "5", "-1", "+1", "01", "1.5", "1.", ".5", "1.50", "-0", "0.5", "6.5", "1e3"),
    *("B", "W", "b", "x", "two words", "a\nb", "a\\\nb", "a\\]b", "a\\", "é", "B+R", "b+3.5"),
    *("Draw", "Void", "?", "B+", "19", "19:19", "7:5", "53", "Japanese", "jp", "2001-02-03"),
    *("9" * 12, "W+Time", "UTF-8"),
)  # fmt: skip
_LISTS = ("[aa][bb]", "[cc][cc]", "[cc:dd][dd]", "[aa:bb][cc:aa]", "[1][2]", "[][aa]", " [aa]", "")
_SOUND = {
    **dict.fromkeys(("B", "W", "AB", "AW", "AE", "CR", "MA", "SL", "SQ", "TR"), "cc"),
    **dict.fromkeys(("DD", "VW", "TB", "TW"), "dd"),
    **dict.fromkeys(("AR", "LN"), "cc:dd"),
    **dict.fromkeys(("KO", "DO", "IT"), ""),
    "PL": "W",
    "SZ": "9",
    "RE": "B+R",
    "LB": "cc:x",
    "CA": "UTF-8",
    "HA": "2",
}
_WHOLE = "(;SZ[9]KM[0];B[aa]C[x];W[bb]\n(;B[cc]TR[dd])(;AB[ee]))"
_SLIPS = ("", "[", "]", "(", ")", ";", "\\", " ", "x", "B", "[]", "(;", "\n\n")


def groups() -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each group, and its texts.

    Properties of one kind share their values: the first one gets all of them, the others some.
    """
    seen = list[object]()
    for key in KEYS:
        known = FORMS.get(key)
        values = [*(f"{key}[{each}]" for each in _VALUES), *(key + each for each in _LISTS)]
        some = values[len(seen) % 7 :: 7]
        usual = 0 if known is not None and known.kind in ("root", "info") else 1
        told = [_with(each, usual) for each in (some if known in seen else values)]
        yield f"values of {key}", [*told, *(_with(each, 1 - usual) for each in some)]
        seen.append(known)
    for at, key in enumerate(KEYS):
        pairs = [f"{key}[{_sound(key)}]{each}[{_sound(each)}]" for each in KEYS[at % 6 :: 6]]
        yield f"pairs with {key}", [_with(each, at) for at, each in enumerate(pairs)]
    for number, new in enumerate(_SLIPS):
        yield f"slip {new!r}", [*_slips(new)] if number else [*_slips(""), *_swaps()]
    yield "collections", [*_collections()]


def _collections() -> Iterator[str]:
    """Yield several games in one text, sound and with slips, with something between them."""
    games = [_WHOLE, "(;SZ[9];B[aa]C[(;\n(;]\n;W[bb])", *_slips(")"), *_slips("(")]
    for number in range(40):
        rng = Random(number)
        between = ("", "\n", " \n\n", "\nx\n", "\n(", ")\n", "\n;", "]\n")
        chosen = rng.choices(games[: 2 + number], k=rng.choice((2, 3, 5)))
        yield "".join(each + rng.choice(between) for each in chosen)


def _sound(key: str) -> str:
    return _SOUND.get(key, "1")


def _with(said: str, at: int) -> str:
    """Return a game with a property in its root (if `at` is even) or in its third node."""
    root, node = (said, "") if at % 2 == 0 else ("", said)
    size = "" if said.startswith("SZ") and root else "SZ[9]"
    move = "" if re.match("[BW]\\[", node) else "W[bb]"
    return f"(;{size}{root};B[ee];{move}{node};B[])"


def _slips(new: str) -> Iterator[str]:
    """Yield a game with a character replaced, or something inserted before it."""
    for at in range(len(_WHOLE)):
        yield _WHOLE[:at] + new + _WHOLE[at + (not new or at % 2) :]


def _swaps() -> Iterator[str]:
    for at in range(len(_WHOLE) - 1):
        yield _WHOLE[:at] + _WHOLE[at + 1] + _WHOLE[at] + _WHOLE[at + 2 :]


def said(text: str) -> list[str]:
    """Return the findings, the record in JSON and SGF, the events, and the fast paths' answers."""
    found = list(kifu.outcomes(text, "go/sgf"))
    told = facts(found)
    for each in found:
        if each.record is not None:
            told += [_written(name, each.record) for name in ("go/json", "go/sgf")]
    told.append(str([*Reader(Text(text)).events()]))
    lines = LineReader(iter([text.encode()]), len(text) + 1, ValueError)
    told += [f"{line}: {data.decode()}" for line, data in pieces(lines)]
    quick = records(text)
    return [*told, str(accept(text.encode())), str(quick is None)]


def _written(identifier: str, record: Any) -> str:
    try:
        return notation(identifier).write(record)
    except CannotHold as why:
        return str(why)


def sums(texts: list[str]) -> str:
    """Return short checksums of what is said about texts."""
    return " ".join(f"{crc32(repr(said(each)).encode()) & 0xFFFF:04x}" for each in texts)


def table() -> Mapping[str, str]:
    """Return the checksums in the table by group."""
    return dict(map(json.loads, TABLE.read_text("utf-8").splitlines()))


if __name__ == "__main__":
    chosen = sys.argv[1:]
    if chosen:
        for text in dict(groups())[chosen[0]]:
            print(text, *said(text), sep="\n    ")
    else:
        rows = (json.dumps((name, sums(texts))) + "\n" for name, texts in groups())
        TABLE.write_text("".join(rows), "utf-8")
