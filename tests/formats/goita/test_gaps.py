"""Rounds that a notation cannot hold leave a gap, which every notation reports as a warning."""

import pytest

import kifu
from kifu.formats import CannotHold
from kifu.replayer.goita.record import Record

WON = "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,188"
JUMP = f"{WON}\n87654321,87654321,55431111,43221111,s2\n"


def codes(text: str) -> list[str]:
    return [finding.code for finding in kifu.validate(text)]


def test_a_gap_is_marked_where_rounds_could_be_written() -> None:
    assert codes(JUMP) == ["G505"]
    canonical = kifu.convert(JUMP, to="goita/json")
    assert [each.gap for each in kifu.loads(canonical, type=Record).rounds] == [False, True]
    assert codes(canonical) == ["G505"]


def test_without_the_mark_it_is_an_error() -> None:
    canonical = kifu.convert(JUMP, to="goita/json").replace(', "gap": true', "")
    assert codes(canonical) == ["G503"]


def test_a_record_that_would_be_wrong_without_the_mark_cannot_be_held() -> None:
    with pytest.raises(CannotHold, match="breaks G503"):
        kifu.lost(kifu.loads(JUMP, type=Record), "goita/json-2015")


def test_a_round_that_cannot_be_read_hides_what_follows_from_it() -> None:
    """The unreadable round keeps its number, and the next one is not checked against it."""
    other = "87654321,87654321,55431111,43221111,s2,215"
    findings = kifu.validate(f"{WON}\n?\n{other},3p,4p,1p,2p\n", "goita/history")
    assert [(each.code, each.line, each.round) for each in findings] == [
        ("F301", 2, None),
        ("G102", 3, 3),
    ]
