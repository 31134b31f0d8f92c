"""A record's findings for each rule are listed up to a limit; one more finding counts the rest."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.findings import SEVERITIES, Finding, LeftOut
from kifu.findings.limits import MOST_FINDINGS as MOST
from kifu.formats import codes
from kifu.formats.found import Found
from kifu.formats.text.effort import measured

from ..command import Kifu
from ..helpers import MODEL_A, goita

HANDS = "12345678,12345679,11112345,11112345,s1"


def counted(findings: list[Finding]) -> dict[str, tuple[int, int]]:
    """Return the numbers of listed and of unlisted findings for each rule."""
    listed = Counter(each.code for each in findings if each.left_out is None)
    more = {each.about.code: each.left_out.count for each in findings if each.left_out is not None}
    return {code: (count, more.get(code, 0)) for code, count in listed.items()}


@pytest.mark.parametrize("more", [1, 2, 250])
def test_comments_in_json(more: int) -> None:
    text = goita(MODEL_A) + "\n# mine" * (MOST + more)
    *listed, last = kifu.validate(text)
    assert [each.code for each in listed] == ["F104"] * MOST
    assert (last.code, last.severity, last.line) == ("F007", "error", MOST + 2)
    assert last.left_out == LeftOut(codes.JSON_COMMENT, more)
    findings, are = ("finding", "is") if more == 1 else ("findings", "are")
    what = f"{more} more {findings} of F104 json-comment in this record"
    assert last.message == f"{what} {are} not listed"


def test_as_many_as_are_listed() -> None:
    findings = kifu.validate(goita(MODEL_A) + "\n# mine" * MOST)
    assert [each.code for each in findings] == ["F104"] * MOST


def test_keys_that_nobody_knows() -> None:
    extra = {f"colour {number}": number for number in range(MOST + 30)}
    assert counted(kifu.validate(goita(MODEL_A | extra))) == {"S003": (MOST, 30)}


def test_history_strings() -> None:
    found = counted(kifu.validate(f"{HANDS},x\n" * (MOST + 7), "goita/history"))
    assert found["F301"] == (MOST, 1)


def test_merge_conflicts() -> None:
    conflict = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
    found = counted(kifu.validate(conflict * (MOST + 4), "mighty/gibo"))
    assert found == {"F008": (MOST, 4)}


@pytest.mark.parametrize(("line", "code"), [("gen_move", "P701"), (">> 0: gen_move 1", "P703")])
def test_lines_of_a_log(line: str, code: str) -> None:
    """Each line's finding counts once, whether or not the log can be followed there."""
    text = ">> 0: set_deck 9TJQKA CD\n" + f"{line}\n" * (MOST + 20)
    found = counted(kifu.validate(text, "planowanie/log"))
    assert found[code] == (MOST, 20)


RULES = (codes.JSON_COMMENT, codes.TEXT_SYNTAX, codes.UNKNOWN_KEY)
RUNS = st.tuples(
    st.builds(
        Finding,
        rule=st.sampled_from(RULES),
        message=st.just(""),
        severity=st.sampled_from(SEVERITIES),
    ),
    st.sampled_from([1, 2, MOST - 1, MOST, MOST + 1]),
)


@given(st.lists(RUNS, max_size=8))
def test_nothing_is_lost_and_the_worst_that_is_left_out_counts(
    runs: list[tuple[Finding, int]],
) -> None:
    every = [finding for finding, times in runs for _ in range(times)]
    told = Found(every).all()
    assert len(Found(every)) == len(every)
    for rule in RULES:
        of_rule = [each for each in every if each.rule is rule]
        listed = [each for each in told if each.rule is rule]
        assert listed == of_rule[:MOST]
        rest = of_rule[MOST:]
        more = [(e.severity, e.left_out) for e in told if e.left_out and e.about is rule]
        worst = min((SEVERITIES.index(e.severity or "error") for e in rest), default=0)
        assert more == ([(SEVERITIES[worst], LeftOut(rule, len(rest)))] if rest else [])
    assert Found(told).all() == told  # summaries are not counted again


def test_it_is_reported_as_text(run: Kifu) -> None:
    result = run("validate", "-", stdin=(goita(MODEL_A) + "\n# mine" * (MOST + 5)).encode())
    assert "F007 more-findings\n  5 more findings of F104" in result.out


def test_few_edits_are_tried_in_a_text_of_many_slips() -> None:
    text = "version: 1.0\nlog:\n" + ' - hand:\n - ["3","し","し"]\n   p1: "角香し"\n   game:\n' * 40
    with measured() as effort:
        (outcome,) = kifu.outcomes(text, "goita/yaml")
    assert outcome.is_wrong
    assert 0 < effort.edits < 30_000 + 5 * len(text)
