"""Slips are reported at their place, with the edits that fix them."""

from functools import cache

import pytest

import kifu
from kifu.findings import Finding

from ..helpers import goita, marked, repaired
from ..loops import all_of
from .slips import BETWEEN, SLIPS, Slip, cases, example

CASES = list(cases())
IDS = [f"{notation}: {slip.new}" for notation, _, slip in CASES]


def with_slip(name: str, slip: Slip) -> str:
    text = example(name)
    assert slip.old in text
    return text.replace(slip.old, slip.new, 1)


def first(text: str, notation: str) -> Finding:
    """Return the first error in a text."""
    return next(each for each in kifu.validate(text, notation) if each.severity == "error")


@cache
def original(name: str, notation: str) -> list[Finding]:
    """Return the findings in an example without a slip."""
    return kifu.validate(example(name), notation)


@pytest.mark.parametrize(("notation", "name", "slip"), CASES, ids=IDS)
def test_a_slip_is_named_at_its_place_and_mended_by_little(
    notation: str, name: str, slip: Slip
) -> None:
    text = with_slip(name, slip)
    finding = first(text, notation)
    assert finding.code == slip.code
    assert slip.message in finding.message
    assert marked(text, finding) == ("" if slip.at == BETWEEN else slip.at)
    assert (finding.fix is not None) == slip.fixed
    if finding.fix is not None:
        mended = repaired(text, [finding])
        assert kifu.validate(mended, notation) == original(name, notation)
        assert finding.fix.message
        assert sum(len(each.text) for each in finding.fix.edits) <= max(8, len(slip.new))


def test_most_kinds_of_slip_have_a_fix() -> None:
    fixed = [slip for slips in SLIPS.values() for slip in slips if slip.fixed]
    assert len(fixed) > 0.8 * len(CASES)


def test_only_a_king_receives_a_king() -> None:
    text = goita({"hands": ["11456888", "23456788", "23456788", "45677888"], "record": "81-23"})
    found = [each.message for each in kifu.validate(text) if each.code == "G105"]
    assert found == ["飛 (2) cannot receive 王 (1): only 王 (1) can"]


@all_of(
    ("written", "said"),
    [
        ('{"format": "goita/json", "version": 1, "rounds": [', "expected a value, found the end"),
        ('{"a": NaN}', "NaN"),
        ('{"a": 1, , "b": 2}', "comma"),
        ('{"title": "a\tb"}', "a tab"),
        ('{"a": 1}}', "unexpected }"),
        ('{"a": [1, 2, "b": 3}', "] is missing here"),
    ],
)
def test_other_slips_of_json(written: str, said: str) -> None:
    found = kifu.validate(written, "goita/json")
    assert said in next(each.message for each in found if each.code == "F101")
