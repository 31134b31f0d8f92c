"""Mighty's notations."""

import re

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor

# Patterns are compiled on first use and cached by `re`, as most texts are in other notations.
_GIBO = r"""(?mx)^[^\S\n]*+(
        (R\s++)?P0[!~\s]*+(?<=\s)P1 | Hand\s++P[0-4]: | Friend:\s++(\S{1,3}|first|last|none)[ \t]*+$
        | (Deal|Kitty|Auction|Dealer|Contract|Discard|President):\s
        | Result:\s++(won|lost|thrown-in|unfinished)[ \t]*+$ | (Points|Score):\s++\S?[0-9]++[ \t]*+$
        | (Totals|Payoffs):(\s++[^\s0-9]?[0-9]++){5}[ \t]*+$
    )"""

_OWN = (
    r'\A(?>.*?"deals"\s*:).*"(?:dealer|bids|contract|kitty|president|discard|friend|payoffs)"\s*:'
)
"""Found only in canonical JSON of this game."""

_CELL = r"(?:\(?[ \t]*+(?:[♠♦♥♣☆★]\S*+|(?:[SDHC][AKQJT2-9]|JK)[SDHC]?!?\*?)(?:[ \t]++\*)?|\.)"
_ROW = rf"(?m)^[ \t]*+(?:\S++[ \t]++)?{_CELL}(?:[ \t]++{_CELL}){{4}}[ \t]*+$"
_NAME = r"[^\s:!~(*]++(?:[ \t]*+[!~])*+"
_NAMES = rf"(?m)^[ \t]*+(?:R[ \t]++)?{_NAME}(?:[ \t]++{_NAME}){{4}}[ \t]*+$"


def _gibo(head: str) -> bool:
    """Match the head of the table, or a line that precedes it, among the first lines.

    Without a head, match two rows of five cards, or one row and a line of names.
    """
    if head.lstrip()[:1] in "{[":
        return False
    lines = [line for line in head.splitlines() if line[:1] != "#"]  # without comments
    first = "\n".join(lines[:40])
    rows = len(re.findall(_ROW, first))
    return re.search(_GIBO, first) is not None or rows + (re.search(_NAMES, first) is not None) > 1


FORMATS = FormatsDescriptor(
    game="mighty",
    notations=(
        NotationDescriptor(
            "mighty/json",
            "kifu.formats.mighty.json",
            canonical_json("mighty", own=_OWN),
        ),
        NotationDescriptor(
            "mighty/gibo",
            "kifu.formats.mighty.gibo.gibo",
            _gibo,
            suffixes=(".gibo",),
            encodings=("utf-8", "cp949"),
        ),
    ),
    losses="kifu.formats.mighty.losses",
    codes="kifu.formats.mighty.codes",
)
