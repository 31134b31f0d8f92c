from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.archive.globs import Glob
from kifu.archive.selection import FileIgnores, Selection, Step
from kifu.findings import Finding, LeftOut, Rule

from ..loops import all_of

RULES = {rule.code: rule for rule in kifu.rules()}


def reported(code: str, *steps: Step) -> bool:
    return Selection(steps).reports(RULES[code])


@all_of(
    ("select", "ignore", "expected"),
    [
        (None, [], True),
        (["ALL"], [], True),
        (["G"], [], True),
        (["G1"], [], True),
        (["G104"], [], True),
        (["goita-king-may-not-attack"], [], True),
        (["M", "G2"], [], False),
        ([], [], False),
        (["ALL"], ["G"], False),
        (["G"], ["G"], False),
        (["G104"], ["G1"], True),
        (["G1"], ["G104"], False),
        (["G"], ["goita-king-may-not-attack"], False),
        (["goita-king-may-not-attack"], ["G"], True),
        (None, ["ALL"], False),
    ],
)
def test_the_closer_selector_counts(
    select: list[str] | None, ignore: list[str], expected: bool
) -> None:
    assert reported("G104", Step(select, ignore)) == expected


def test_a_later_step_selects_anew_or_ignores_more() -> None:
    assert not reported("G104", Step(["G104"]), Step(None, ["G"]))
    assert reported("G104", Step(None, ["G104"]), Step(["G"]))


def test_an_unreadable_file_is_not_deselected_implicitly() -> None:
    """Without this error, nothing would show that the file was never checked."""
    for code, rule in RULES.items():
        if code[0] == "F" and rule.severity == "error":
            assert reported(code, Step(["G"], ["F", "ALL", code[:2]]))
            assert not reported(code, Step(None, [code]))
            assert not reported(code, Step(None, [rule.name]))


def finding(code: str, left_out: LeftOut | None = None) -> Finding:
    return Finding(rule=RULES[code], message="", left_out=left_out)


def test_a_summary_is_selected_like_the_findings_it_counts() -> None:
    more = finding("F007", LeftOut(RULES["G104"], 3))
    outside = FileIgnores(Glob("old", "/a"), True, ["G104"])
    for steps, files in ([Step(None, ["G1"])], []), ([Step(["M"])], []), ([], [outside]):
        assert Selection(steps, files).of([more], "/b") == []
    for step in Step(None, ["F007"]), Step(None, ["more-findings"]), Step(["G104"], ["F"]):
        assert Selection([step]).of([more], "/b") == [more]
    assert Selection(severities={"F007": "note"}).of([more], None) == [more]
    (weighed,) = Selection(severities={"G1": "note", "F": "warning"}).of([more], None)
    assert weighed.severity == "note"


def test_in_some_files() -> None:
    glob = Glob("old", "/a")
    inside = Selection(in_files=[FileIgnores(glob, False, ["G1", "F"])])
    outside = Selection(in_files=[FileIgnores(glob, True, ["G1"])])
    found = [finding("G104"), finding("M701"), finding("F101")]
    assert [each.code for each in inside.of(found, "/a/old/b.json")] == ["M701", "F101"]
    assert inside.of(found, "/a/new/b.json") == found
    assert outside.of(found, "/a/old/b.json") == found
    assert [each.code for each in outside.of(found, "/a/b.json")] == ["M701", "F101"]
    assert inside.of(found, None) == found


def test_severities() -> None:
    chosen = Selection(severities={"G": "note", "G601": "error", "ALL": "warning"})
    found = chosen.of([finding(code) for code in ("G104", "G601", "M701")], None)
    assert [each.severity for each in found] == ["note", "error", "warning"]


SELECTORS = st.lists(
    st.sampled_from(["ALL", "G", "G1", "G104", "M", "S001", "F", "F1"]), max_size=3
)


@given(st.lists(st.builds(Step, st.none() | SELECTORS, SELECTORS), max_size=3))
def test_ignoring_more_reports_less(steps: list[Step]) -> None:
    def reports(steps: list[Step]) -> set[str]:
        selection = Selection(steps)
        return {code for code, rule in RULES.items() if selection.reports(rule)}

    everything = reports(steps)
    assert reports([*steps, Step(None, ["M"])]) == {
        code for code in everything if not code.startswith("M")
    }
    assert reports([*steps, Step(["ALL"])]) == set(RULES)
    stops = {c for c, r in RULES.items() if c[0] == "F" and r.severity == "error"}
    named = {each for step in steps for each in step.ignore}
    assert stops - named <= everything


def test_nothing_changes_without_a_word() -> None:
    assert Selection().changes_nothing
    found = [finding("G104")]
    assert Selection().of(found, "/a") is found
    rule: Rule = RULES["G104"]
    assert Selection().reports(rule)
