"""Laws of fixing, tested on damaged examples of every notation."""

import gzip
import io
from codecs import BOM_UTF8
from difflib import SequenceMatcher

import pytest

from kifu.formats.files.detect import detect
from kifu.repair import Mended, mended
from kifu.validation.outcomes import outcomes

from ..campaign import few
from ..damaged import Damaged, damaged

CASES = few((each for each in damaged() if not each.within), 16)


def notation(case: Damaged) -> str:
    found = detect(case.original().encode())
    assert found is not None
    return found.id


def all_fixes(text: bytes, case: Damaged) -> Mended:
    return mended(text, "", notation(case), unsafe=True)


def weight(data: bytes, identifier: str) -> tuple[int, int, int]:
    """Return the numbers of errors, warnings and unread records."""
    found = list(outcomes(io.BytesIO(data), "", identifier))
    findings = [each for one in found for each in one.findings]
    errors, warnings = (
        sum(each.severity == severity for each in findings) for severity in ("error", "warning")
    )
    return errors, warnings, -sum(one.counts is not None for one in found)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fixed_texts_are_better_and_stable(case: Damaged) -> None:
    text, identifier = case.text().encode(), notation(case)
    done = all_fixes(text, case)
    before, after = weight(text, identifier), weight(done.data, identifier)
    assert after[:2] <= before[:2]
    assert after[2] <= before[2]
    assert done.changed == bool(done.made)
    again = all_fixes(done.data, case)
    assert not again.changed
    assert [each.findings for each in again.left] == [each.findings for each in done.left]
    safe = mended(text, "", identifier)
    assert all(each.fix is not None and each.fix.safe for each in safe.made)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lines_that_no_fix_touches_stay(case: Damaged) -> None:
    text = case.text().encode()
    done = all_fixes(text, case)
    touched = sum(
        each.end_line - each.line + 1 + each.text.count("\n")
        for finding in done.made
        if finding.fix is not None
        for each in finding.fix.edits
    )
    old, new = text.split(b"\n"), done.data.split(b"\n")
    kept = sum(
        each.size for each in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    )
    assert max(len(old), len(new)) - kept <= touched


@pytest.mark.parametrize("case", CASES[::2], ids=str)
def test_line_ends_marks_and_packing_stay(case: Damaged) -> None:
    text = case.text().encode()
    plain = all_fixes(text, case).data
    crlf = all_fixes(text.replace(b"\n", b"\r\n"), case).data
    assert crlf == plain.replace(b"\n", b"\r\n")
    assert all_fixes(BOM_UTF8 + text, case).data == BOM_UTF8 + plain
    packed = all_fixes(gzip.compress(text), case).data
    assert gzip.decompress(packed) == plain
    open_end = all_fixes(text.removesuffix(b"\n"), case).data
    assert open_end == plain.removesuffix(b"\n")
