"""The notations of Go."""

import re

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor

_ENCODINGS = ("utf-8", "gb18030", "big5", "euc_jp", "euc_kr", "shift_jis", "iso8859-1")
_RARE = ("cp1252", "iso8859-15", "iso8859-2", "cp1250", "cp1251", "koi8-r", "big5hkscs")
_GAME = r"\(\s*+(?:;|[()]|(?:FF|GM|SZ)\s*+\[)"
_LATER = r"\(\s*+;\s*+[A-Z]{1,2}\s*+\["


def _sgf(head: str) -> bool:
    """Match a game at the beginning, or after other text."""
    start = head.lstrip("\ufeff \t\n")
    if re.match(_GAME, start):
        return True
    return start[:1] not in "{[" and re.search(_LATER, start) is not None


def _resembles(head: str) -> str | None:
    """Match the first node of a game whose bracket is missing."""
    found = re.match(r";\s*+(?:FF|GM|SZ|CA|AP|PB)\s*+\[", head.lstrip("\ufeff \t\n"))
    return None if found is None else "the first ( is missing"


FORMATS = FormatsDescriptor(
    game="go",
    notations=(
        NotationDescriptor(
            "go/json",
            "kifu.formats.go.json",
            canonical_json(
                "go", own=r'"actions"\s*:\s*\[\s*"(?:[BW] (?:[a-zA-Z]{2}|pass)"|setup )'
            ),
        ),
        NotationDescriptor(
            "go/sgf",
            "kifu.formats.go.sgf.sgf",
            _sgf,
            resembles=_resembles,
            suffixes=(".sgf",),
            encodings=(*_ENCODINGS, *_RARE),
            declared_only=_RARE,
            declared=re.compile(rb"(?<![A-Z])CA\s*+\[\s*+([\w.:-]{1,40}?)\s*+(?:\]|[A-Z]{2}\[)"),
            prescribed="iso8859-1",
        ),
    ),
    codes="kifu.formats.go.codes",
    examples="kifu.formats.go.examples",
    losses="kifu.formats.go.losses",
)
