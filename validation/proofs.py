"""Tests of fixes: the text is read again with a fix, and must not become worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property

from ..findings import Edit, Finding, Fix
from ..formats.codes import MISSING_KEY
from ..formats.files.piece import Piece
from ..formats.files.source import decode
from ..formats.text.effort import measured
from ..formats.text.place import mended

MOST_PROOFS, MOST_READ_AGAIN = 20, 200_000
"""The maximum number of times a piece is reread to test fixes, and of bytes reread.

A piece with more slips than the first number is reread less often."""
MOST_EFFORT = 20_000
"""The number of edits after which no more fixes are tested; trying them takes seconds."""


def is_safe(finding: Finding, before: list[Finding], after: list[Finding]) -> bool:
    """Return whether a finding's fix removes it without causing a new one.

    Findings that a syntax error hid may appear, but not where the fix changes the text, and no
    missing keys: the fix may have removed them.
    """
    assert finding.fix is not None
    left = Counter((each.code, each.message) for each in before)
    left[finding.code, finding.message] -= 1
    near = {
        line + more for each in finding.fix.edits for line in _lines(each) for more in (-1, 0, 1)
    }
    for each in after:
        if each.severity == "note":
            continue
        left[each.code, each.message] -= 1
        new = left[each.code, each.message] < 0
        spoils = each.code in (finding.code, MISSING_KEY.code) or each.line in near
        if new and (spoils or finding.code[0] != "F"):
            return False
    return True


def _lines(edit: Edit) -> range:
    return range(edit.line, edit.end_line + 1)


class Proofs:
    """Read a piece again after fixes, but only a few times, to `judge` each of its records.

    Each of the `slips` in its text takes time whenever it is reread. They include those of all its
    records.
    """

    def __init__(self, piece: Piece, judge: Callable[[Piece], list[list[Finding]]]) -> None:
        self.slips = 0
        self._piece = piece
        self._judge = judge
        self._times = 0
        self._effort = 0

    def after(self, fix: Fix, record: int = 0) -> list[Finding] | None:
        """Return what is wrong after a fix in a record, or None if the piece was not read again.

        Problems in the other records of the piece are left out.
        """
        if not fix.edits:
            return None
        self._times += 1
        if self._times * max(self.slips, MOST_PROOFS) > MOST_PROOFS**2:
            return None
        if self._times * len(self._piece.data) > MOST_READ_AGAIN or self._effort > MOST_EFFORT:
            return None
        text = decode(self._piece.data, self._piece.line)
        content = mended(text, fix).encode("utf-8", "surrogatepass")
        with measured() as effort:
            records = self._judge(self._piece.but(content))
        self._effort += effort.edits
        found = [each for some in records for each in some]
        self.slips = max(self.slips, len(found))
        if len(records) == 1:
            return found
        others = Counter(
            (each.code, each.message)
            for number, some in enumerate(self._before)
            for each in some
            if number != record
        )
        return [*_without(found, others)]

    @cached_property
    def _before(self) -> list[list[Finding]]:
        """The findings about each record before any fix."""
        return self._judge(self._piece)


def _without(found: list[Finding], others: Counter[tuple[str, str]]) -> Iterator[Finding]:
    for each in found:
        if others[each.code, each.message]:
            others[each.code, each.message] -= 1
        else:
            yield each
