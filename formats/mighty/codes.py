"""The rules for Mighty's notations, with codes from `M7`."""

from __future__ import annotations

from ...findings import Example, declare

_DEAL = """\
Dealer: P0
Hand P0: ♠K ♠5 ♦A ♥A ♥K ♥Q ♥J ♥9 ♣5 ♣3
Hand P1: ♠4 ♠3 ♦6 ♦5 ♦4 ♥3 ♣A ♣K ♣6 ☆
Hand P2: ♠A ♦T ♦8 ♦7 ♥T ♥5 ♥4 ♣9 ♣8 ♣7
Hand P3: ♠Q ♠J ♠T ♠6 ♦K ♦Q ♥7 ♥6 ♣Q ♣J
Hand P4: ♠9 ♠8 ♠7 ♦J ♦9 ♦2 ♥8 ♥2 ♣T ♣4
Kitty: ♠2 ♦3 ♣2
Auction: P0 15♥, P1 pass, P2 pass, P3 pass, P4 pass
Discard: ♠2 ♦3 ♣2
Contract: 15♥
Friend: ♠A
R   P0!  P1   P2   P3   P4
1   (♦A  ♦5   ♦T   ♦Q   ♦2
"""

INFERRED = declare(
    "M701 mighty-inferred",
    "Something was left out, but follows from the rest.",
    "The table in the paper (IV.2.3) has only the plays; leads and winners follow from them.",
    "Nothing; `kifu convert` adds it.",
    Example("mighty/gibo", _DEAL),
    "note",
)
