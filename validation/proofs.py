"""Proves a fix: the text is read again with it, and nothing may become worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ..findings import Edit, Finding, Fix
from ..formats.files.reading import Piece
from ..formats.files.source import decode
from ..formats.text.place import mended

MOST_PROOFS, MOST_READ_AGAIN = 20, 200_000
"""A piece is read again so often, and so many bytes of it, to prove fixes; others are unproven.

One with more slips than that is read again the less often, the more slips it has.
"""


def is_safe(finding: Finding, before: list[Finding], after: list[Finding]) -> bool:
    """Whether the fix of a finding takes it away, and nothing new comes.

    What an error of syntax hid may appear, but not where the fix changes the text.
    """
    assert finding.fix is not None
    told = Counter((each.code, each.message) for each in before)
    told[finding.code, finding.message] -= 1
    near = {line + more for each in finding.fix.edits for line in _lines(each) for more in (0, 1)}
    for each in after:
        if each.severity == "note":
            continue
        told[each.code, each.message] -= 1
        new = told[each.code, each.message] < 0
        if new and (each.code == finding.code or finding.code[0] != "F" or each.line in near):
            return False
    return True


def _lines(edit: Edit) -> range:
    return range(edit.line, edit.end_line + 1)


class Proofs:
    """Reads a piece again after fixes, a few times only; `judge` says what is wrong with it then.

    Each of the `slips` in its text takes time again; in the whole of it there may be more than in
    one of its records.
    """

    def __init__(self, piece: Piece, judge: Callable[[Piece], list[Finding]]) -> None:
        self.slips = 0
        self._piece = piece
        self._judge = judge
        self._times = 0

    def after(self, fix: Fix) -> list[Finding] | None:
        """What is wrong with the piece after a fix, None where it is not read again for that."""
        if not fix.edits:
            return None
        self._times += 1
        if self._times * max(self.slips, MOST_PROOFS) > MOST_PROOFS**2:
            return None
        if self._times * len(self._piece.data) > MOST_READ_AGAIN:
            return None
        text = decode(self._piece.data, self._piece.line)
        content = mended(text, fix).encode("utf-8", "surrogatepass")
        found = self._judge(Piece(content, self._piece.line))
        self.slips = max(self.slips, len(found))
        return found
