"""Which findings get a fix, and which fixes are safe: `docs/fixes.md` lists them."""

import json

import kifu
from kifu.findings import Finding, Rule
from kifu.repair import mended

from ..helpers import repaired
from ..imports import ROOT
from ..loops import all_of

SAFE = {
    *("F012", "F101", "F102", "F103", "F105", "F201", "R021", "S002", "S003"),
    *("G005", "G202", "G403", "G602", "M003", "P702", "P703", "P707", "P708", "P803"),
    *("O101", "O712", "O713", "O722", "O724"),
}
"""Codes whose fixes correct spelling, layout or repetitions, or add what follows from the rest."""

UNSAFE = {
    *("F011", "G007", "G601", "G604", "M310", "L301"),
    *("S004", "G111", "G201", "G203", "G204", "G401", "G402", "G501", "G503"),
    *("L001", "L202", "L203", "L501"),
    *(
        "M110",
        "M206",
        "M311",
        "M401",
        "M402",
        "M403",
        "M404",
        "M405",
        "M406",
        "M407",
        "M501",
        "M503",
    ),
    *("O702", "O705", "O707", "O723", "O725"),
    *("P201", "P202", "P203", "P204", "P801", "P802"),
}
"""Codes whose fixes remove something, or change what the record states."""

NO_TEXT = {"F002", "F003", "F004", "F005", "F007", "F020", "F021", "F022"}
RULES = [rule for rule in kifu.rules() if rule.example.notation is not None]
RULE = {rule.code: rule for rule in RULES}


def findings_of(rule: Rule) -> list[Finding]:
    return kifu.validate(rule.example.content().decode(), rule.example.notation)


def test_the_list_of_fixes_is_a_decision() -> None:
    safe, unsafe = set[str](), set[str]()
    for rule in RULES:
        if rule.code in NO_TEXT:
            continue
        for each in findings_of(rule):
            if each.fix is not None:
                assert each.fix.message, rule.code
                assert each.fix.edits, rule.code
                (safe if each.fix.safe else unsafe).add(rule.code)
    assert safe == SAFE
    assert unsafe == UNSAFE


@all_of("code", sorted(SAFE | UNSAFE))
def test_a_fix_takes_its_finding_away(code: str) -> None:
    rule = RULE[code]
    notation = None if code == "G601" else rule.example.notation
    text = rule.example.content()
    assert kifu.validate(repaired(text.decode(), findings_of(rule)), notation) == []
    done = mended(text, rule.example.name, notation, unsafe=True)
    assert [each.findings for each in done.left] == [[]]
    assert code in {each.code for each in done.made}


@all_of("code", sorted(SAFE))
def test_a_safe_fix_leaves_the_record_as_it_is_read(code: str) -> None:
    """The fix may add what follows from the rest, such as an unnamed winner.

    A misspelt or duplicated name stays in the record as written, and so do moves of Go and the size
    in SGF.
    """
    rule = RULE[code]
    (before,) = kifu.outcomes(rule.example.content().decode(), rule.example.notation)
    done = mended(rule.example.content(), "", rule.example.notation)
    (after,) = kifu.outcomes(done.after.decode(), rule.example.notation)
    assert done.changed
    read = before.reading.written
    same = read is None or after.reading.written == read
    # A comment for kifu (R021) is an annotation, too.
    others = ("G005", "G202", "G403", "M003", "O101", "O712", "O713", "O724", "R021")
    assert same == (code not in others)


@all_of("code", sorted(UNSAFE))
def test_a_fix_that_is_not_safe_is_not_made_unasked(code: str) -> None:
    rule = RULE[code]
    text = rule.example.content()
    assert mended(text, rule.example.name, rule.example.notation).data == text


EVERYTHING = """\
# a record with many slips
{"format": "goita/json", "version": 1, "rounds": [
  {"hands": ["１１244788", "23456788", "34567888", "55667888"], "goshi":,
   "record": "84-000-84-000-７２-000-11", }, // won
  {"dealer": 1, "score": [100, 0], "hands": ["11244788", "23456788", "34567888", "55667888"],
   "record": "84000840007200011", "winner": 1 /* really */},
]}
"""


def test_many_fixes_together() -> None:
    findings = kifu.validate(EVERYTHING)
    found = sorted(each.code for each in findings)
    assert found == ["F103", *["F104"] * 3, *["F105"] * 2, "G005", "G005", "G007", "G202", "G503"]
    safe = mended(EVERYTHING.encode())
    assert sorted(each.code for each in safe.left[0].findings) == [*["F104"] * 3, "G007", "G503"]
    assert b"// won" in safe.data
    every = mended(EVERYTHING.encode(), unsafe=True)
    assert sorted(each.code for each in every.left[0].findings) == [*["F104"] * 3, "G503"]


def test_a_card_that_is_inferred_is_not_safe() -> None:
    text = (ROOT / "examples/mighty/deal.json").read_text("utf-8")
    hand = json.loads(text)["deals"][0]["hands"][0]
    twice = text.replace(f'"{hand[1]}"', f'"{hand[0]}"', 1)
    (finding,) = (each for each in kifu.validate(twice) if each.code == "M004")
    assert finding.fix is not None
    assert not finding.fix.safe
    assert mended(twice.encode(), unsafe=True).data.decode() == text
