"""Fixes: edits of the text that take a finding away, each by itself and all together."""

import pytest

import kifu
from kifu.findings import Finding, Rule

from ...helpers import repaired

FIXABLE = {
    *("F101", "F103", "F104", "F105", "S002", "S003"),
    *("G005", "G007", "G202", "G402", "G403", "G602", "G604", "M003", "M310", "M311"),
}
# Where the example cannot be mended: no value is known, or what is repeated is no key of rounds.
RULES = [rule for rule in kifu.rules() if rule.example.notation is not None]


def examined(rule: Rule) -> tuple[str, list[Finding]]:
    text = rule.example.content().decode()
    return text, kifu.validate(text, rule.example.notation)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_fix_takes_its_finding_away(rule: Rule) -> None:
    if rule.code in ("F002", "F003", "F004", "F005", "F007"):
        assert rule.code not in FIXABLE
        return
    text, findings = examined(rule)
    fixes = [each.fix for each in findings if each.fix is not None]
    assert bool(fixes) == (rule.code in FIXABLE | {"G601"})
    for fix in fixes:
        assert fix.message
        assert fix.edits
    if rule.code in FIXABLE:
        assert kifu.validate(repaired(text, findings), rule.example.notation) == []
    elif rule.code == "G601":
        assert kifu.validate(repaired(text, findings)) == []


EVERYTHING = """\
# a record with many slips
{"format": "goita/json", "version": 1, "rounds": [
  {"hands": ["１１244788", "23456788", "34567888", "55667888"],
   "record": "84-000-84-000-７２-000-11", "goshi":, }, // won
  {"dealer": 1, "score": [100, 0], "hands": ["11244788", "23456788", "34567888", "55667888"],
   "record": "84000840007200011", "winner": 1 /* really */},
]}
"""


def test_many_fixes_together() -> None:
    findings = kifu.validate(EVERYTHING)
    found = sorted(each.code for each in findings)
    assert found == ["F103", *["F104"] * 3, *["F105"] * 2, "G005", "G005", "G007", "G202", "G503"]
    mended = repaired(EVERYTHING, findings)
    findings = kifu.validate(mended)
    assert [each.code for each in findings] == ["G202", "G503"]
    assert [each.code for each in kifu.validate(repaired(mended, findings))] == ["G503"]
