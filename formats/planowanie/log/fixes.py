"""The fix for a slip, made from the edit that undoes it."""

from __future__ import annotations

from collections.abc import Sequence

from ....findings import Finding, Fix
from ...text.place import differences, place
from ...text.place import edit as edit_of
from ...text.text import Text
from .. import codes
from .edits import LineEdit
from .exchange import RawLine

OF_FORM = (
    codes.NO_MARK,
    codes.UNKNOWN_COMMAND,
    codes.BAD_ARGUMENTS,
    codes.REPLY_NOT_ENDED,
)
"""Rules about the form of a line rather than its content: a fix for one of them is safe."""


def explained(
    finding: Finding, edit: LineEdit, text: Text, lines: Sequence[RawLine], end: int
) -> Finding:
    """Return a finding with a certain edit as its fix.

    `lines` are the lines that the edit replaces, and `end` is the offset after them.
    """
    finding = _placed(finding, edit, text, lines)
    if finding.fix is not None and not lines:
        return finding
    start = lines[0][1] if lines else end
    old, new = "".join(f"{raw}\n" for raw, _ in lines), edit.new
    if len(lines) == len(new) == 1:
        old = old.removesuffix("\n")
        end = start + len(old)
    else:
        new = tuple(f"{each}\n" for each in new)
    if text.content[start:end] != old:
        return finding  # a line was already mended, or is not a whole line of the text
    what = "leave the line empty" if edit.new else "remove the line"
    if "".join(edit.new).strip():
        what = f"write {edit.new[0].strip()}"
    edits = tuple(edit_of(text, *each) for each in differences(old, "".join(new), start))
    safe = finding.rule in OF_FORM and bool(edit.new)
    return finding.but(fix=Fix(what, edits=edits, safe=safe))


def _placed(finding: Finding, edit: LineEdit, text: Text, lines: Sequence[RawLine]) -> Finding:
    """Return a finding placed by its edit: at a missing line break, or at an empty reply."""
    if len(lines) != 1:
        return finding
    (raw, start), (first, *others) = lines[0], edit.new or ("",)
    if others and raw.startswith(first) and raw.endswith(others[-1]):
        same = text.position(start)[0] == finding.line
        why = f"a line break is missing before `{others[-1].strip()}`"
        finding = finding.but(message=why, rule=finding.rule if same else codes.REPLY_NOT_ENDED)
        return place(finding, text, start + len(first), start + len(raw))
    if finding.rule in (codes.REPLY_MISSING, codes.WENT_ON) and first and not others:
        return place(finding, text, start, start + len(raw))
    return finding
