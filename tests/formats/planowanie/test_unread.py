"""A value that could not be read hides nothing else of a record in `planowanie/json`."""

import pytest

import kifu

from ...imports import ROOT

GAME = (ROOT / "examples" / "planowanie" / "game.json").read_text("utf-8")

UNREAD = {
    # what stands there: (what is written, its place)
    '"seats": 3': ('"seats": 3x', (3, 96)),
    '"version": 1': ('"version": 1x', (2, 43)),
    "[2, 1]": ("[2, 1x]", (4, 24)),
    "[3, 2]": ("[3x, 2]", (4, 29)),
    '"winner": 0': ('"winner": zero', (14, 60)),
    "[3, 3, 2]": ("[3, 3 points, 2]", (16, 23)),
}
OTHERS = {
    # what stands there: (what is written, the code of what is wrong with it)
    '"declarations": [0': ('"declaratons": [0', "S003"),
    '"KH", "9H"], "winner": 1': ('"KH", "9H"], "winner": 0', "P202"),
}


@pytest.mark.parametrize("old", UNREAD)
def test_it_is_told_once(old: str) -> None:
    new, place = UNREAD[old]
    assert GAME.count(old) == 1
    (found,) = kifu.validate(GAME.replace(old, new))
    assert (found.code, found.line, found.column) == ("F101", *place)


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("old", UNREAD)
def test_another_slip_is_told_too(old: str, other: str) -> None:
    new, place = UNREAD[old]
    wrong, code = OTHERS[other]
    assert GAME.count(other) == 1
    found = kifu.validate(GAME.replace(old, new).replace(other, wrong))
    told = {(each.code, each.line, each.column) for each in found}
    assert ("F101", *place) in told
    assert [each.code for each in found if each.code != "F101"] == [code]
