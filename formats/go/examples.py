"""Examples for rules that all games share, in Go's notations."""

from __future__ import annotations

from ...findings import Example, illustrate
from .. import codes

illustrate(
    codes.UNDECLARED_ENCODING,
    Example("go/sgf", "(;FF[4]GM[1]SZ[9]PB[柯洁]RE[?]\n;B[ee])\n"),
)
