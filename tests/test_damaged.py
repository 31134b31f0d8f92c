"""All that kifu says about damaged texts: see `damaged.py`."""

import pytest

import kifu
from kifu.formats.files.detect import detect

from .campaign import few
from .damaged import damaged

ROWS = damaged()


@pytest.mark.parametrize("folder", sorted({each.example.rpartition("/")[0] for each in ROWS}))
def test_findings_of_damaged_texts(folder: str) -> None:
    rows = [each for each in ROWS if each.example.rpartition("/")[0] == folder]
    assert {str(each): each.said() for each in rows} == {str(each): each.told for each in rows}


def test_findings_are_the_same_further_down() -> None:
    below = 2500
    for each in few((each for each in ROWS if not each.within), 100):
        notation = detect(each.original().encode())
        assert notation is not None
        found = kifu.validate(each.text(), notation.id)
        moved = kifu.validate("\n" * below + each.text(), notation.id)
        expected = [_place(one, below) for one in found]
        assert [_place(one) for one in moved] == expected, str(each)


def _place(found: kifu.Finding, below: int = 0) -> object:
    edits = () if found.fix is None else found.fix.edits
    fix = [(each.line + below, each.column, each.end_column, each.text) for each in edits]
    line = None if found.line is None else found.line + below
    return found.code, line, found.column, found.end_column, fix
