"""Unlisted findings never let a wrong record pass, whichever rules are selected."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ..command import Kifu
from ..helpers import MODEL_A, goita

MOST = 40
FEW = f"""
import kifu.formats.document.remainder, kifu.formats.found
kifu.formats.found.MOST = {MOST}
kifu.formats.document.remainder.MOST_EXPLAINED = {2 * MOST}
"""
"""Code that limits the listed findings per rule to `MOST` instead of a thousand."""
MINE = "\n# mine"
HEAD = {"format": "planowanie/json", "version": 1, "deck": {"ranks": "23", "suits": "C"}}
"""A two-card deck."""
OUTSIDE = {"hands": [["2C"], ["3C"]], "declarations": [9, 9]}
"""A deal in which the declarations exceed the number of tricks (P101)."""


def deals(number: int, *more: object) -> str:
    """Return a record with `number` deals that stop before they begin (P205), then `more`."""
    whole: list[object] = [*[{}] * number, *more]
    return json.dumps(HEAD | {"seats": 2, "plan": [[1, 0]] * len(whole), "deals": whole})


ONLY = deals(MOST + 6)  # the last deal may stop early


def comments(number: int, **more: object) -> str:
    """Return a record with `number` comments (F104), and with unknown keys (S003)."""
    return goita(MODEL_A | more) + MINE * number


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    """Two records that break one rule too often to list every finding, and then another rule."""
    run.write({"a.json": comments(MOST + 5, colour=1), "b.json": deals(MOST + 5, OUTSIDE)})
    return run


def codes(run: Kifu, *arguments: str) -> tuple[int, dict[str, int], list[str]]:
    """Return the exit status, the count per rule, and the messages about unlisted findings."""
    done = run("validate", "--suggest=0", "--output-format=json", *arguments, code=FEW)
    found = json.loads(done.out)["findings"]
    count = dict(Counter(each["code"] for each in found))
    more = [f"{e['severity']}: {e['message']}" for e in found if e["code"] == "F007"]
    return done.status, count, more


COMMENTS = "5 more findings of F104 json-comment in this record are not listed"
DEALS = "5 more findings of P205 planowanie-ends-early in this record are not listed"


def test_listed_findings_hide_no_other_rule(archive: Kifu) -> None:
    expected = {"F007": 1, "F104": MOST, "S003": 1}
    assert codes(archive, "a.json") == (1, expected, [f"error: {COMMENTS}"])
    expected = {"F007": 1, "P101": 1, "P205": MOST}
    assert codes(archive, "b.json") == (1, expected, [f"error: {DEALS}"])


def test_unlisted_findings_are_ignored_along_with_the_listed_ones(archive: Kifu) -> None:
    for chosen in (["--ignore=F104"], ["--per-file-ignores=a*:F104"]):
        assert codes(archive, "a.json", *chosen) == (1, {"S003": 1}, [])
    for chosen in (["--ignore=P2"], ["--select=P1"]):
        assert codes(archive, "b.json", *chosen) == (1, {"P101": 1}, [])
    archive.write({"only.json": ONLY})
    assert codes(archive, "only.json", "--ignore", "P205") == (0, {}, [])
    assert codes(archive, "only.json", "--select", "M") == (0, {}, [])


@pytest.mark.parametrize("chosen", ["--ignore=F007", "--severity=F007=note", "--select=P205"])
def test_its_own_code_makes_no_difference(archive: Kifu, chosen: str) -> None:
    archive.write({"only.json": ONLY})
    expected = {"F007": 1, "P205": MOST}
    assert codes(archive, "only.json", chosen) == (1, expected, [f"error: {DEALS}"])


def test_it_is_as_severe_as_what_is_left_out(archive: Kifu) -> None:
    status, count, more = codes(archive, "a.json", "--severity", "F104=note")
    assert (status, count["S003"], more) == (1, 1, [f"note: {COMMENTS}"])
    archive.write({"only.json": ONLY})
    assert codes(archive, "only.json", "--severity=P205=warning")[::2] == (0, [f"warning: {DEALS}"])
    assert codes(archive, "only.json", "--severity=P205=warning", "--strict")[0] == 1


def test_no_baseline_accepts_what_is_not_listed(archive: Kifu) -> None:
    written = archive("validate", "a.json", "b.json", "--write-baseline", "known.json", code=FEW)
    assert (written.status, written.out.count("error F007")) == (1, 2)
    assert f"{2 * MOST + 2} known findings written" in written.err
    assert "F007" not in Path(archive.folder, "known.json").read_text()
    baseline = ("--baseline", "known.json")
    assert codes(archive, "a.json", "b.json", *baseline)[:2] == (1, {"F007": 2})
    # As the docs advise, ignore the rule in files that will not be fixed.
    chosen = ("--per-file-ignores=a.json:F104", "--per-file-ignores=b.json:P205")
    assert codes(archive, "a.json", "b.json", *baseline, *chosen) == (0, {}, [])
    archive.write({"b.json": deals(MOST + 5, OUTSIDE, OUTSIDE)})
    assert codes(archive, "b.json", *baseline, *chosen) == (1, {"P101": 1}, [])


def test_fixes_are_made_until_nothing_is_left_out(run: Kifu) -> None:
    empty = comments(MOST + 5, colour=1).replace(MINE, "\n#")  # the other comments have no fix
    run.write({"a.json": empty})
    assert codes(run, "--fix", "--unsafe-fixes", "a.json") == (1, {"S003": 1}, [])
    assert "#" not in Path(run.folder, "a.json").read_text()


def test_a_record_with_an_error_left_out_is_not_sound_for_other_commands(archive: Kifu) -> None:
    for command in (["fmt", "--check"], ["convert", "--to", "goita/gibo"]):
        assert archive(*command, "a.json", code=FEW).status != 0


def test_where_nobody_looks_further_it_says_so(run: Kifu) -> None:
    """The ignored rule has more schema violations than are explained."""
    extra = {f"key {number}": number for number in range(3 * MOST)}
    run.write({"a.json": goita(MODEL_A | extra)})
    written = run("validate", "a.json", "--ignore=S003", "--write-baseline", "known.json", code=FEW)
    assert (written.status, written.out.count("error F009")) == (1, 1)
    chosen = ("--select", "G", "--ignore", "F", "--baseline", "known.json")
    assert codes(run, "a.json", *chosen) == (1, {"F009": 1}, [])
