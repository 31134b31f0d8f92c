"""Detects the notations of Mighty from the beginning of a text."""

from __future__ import annotations

import re

_GIBO = re.compile(
    r"""^\s*(
        R\s+P0[!~]*\s+P1 | Hand\s+P[0-4]: | (Deal|Kitty|Auction|Dealer|Contract|Discard):\s
        | Friend:\s+(\S{1,3}|first|last|none)\s*$ | Result:\s+(won|lost|thrown-in|unfinished)\s*$
        | (Points|Score):\s+\S?[0-9]+\s*$ | (Totals|Payoffs):(\s+\S?[0-9]+){5}\s*$
    )""",
    re.MULTILINE | re.VERBOSE,
)


_ROW = re.compile(r"^(?:\S+\s+)?\(?[♠♦♥♣☆]\S*(?:\s+\(?[♠♦♥♣☆]\S*){4}\s*$", re.MULTILINE)


def nearly_gibo(head: str) -> str | None:
    """Rows of five cards, but no head above them."""
    if head.lstrip()[:1] in "{[" or len(_ROW.findall(head)) < 2:
        return None
    return "the head of the table is missing: R P0 P1 P2 P3 P4"


def gibo(head: str) -> bool:
    """The head of the table, or a line that stands before it, among the first ones."""
    first = "\n".join(head.splitlines()[:40])
    return head.lstrip()[:1] not in "{[" and _GIBO.search(first) is not None
