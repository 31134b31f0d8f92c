"""JUnit XML: one test case per file, as CI servers read it."""

from typing import Any

import pytest

from kifu.cli.report import Summary, renderer
from kifu.findings import Finding
from kifu.formats import codes

from .findings import NAMES, everything

JUnitXml: Any = pytest.importorskip("junitparser").JUnitXml

BAD = Finding(rule=codes.WRONG_TYPE, message="a <b> & ]]> \x1b", path="bad.json", line=1, column=2)
DOUBTFUL = Finding(rule=codes.EMPTY, severity="warning", message="hm", path="doubtful.json")


def cases(findings: list[Finding], summary: Summary) -> dict[str, Any]:
    text = "".join(renderer("junit")(findings, summary)).encode("utf-8", "backslashreplace")
    root: Any = JUnitXml.fromstring(text)
    (suite,) = root
    found = {each.name: each for each in suite}
    assert (root.tests, root.failures, root.errors) == (len(found), *wrong(found.values()))
    return found


def wrong(found: Any) -> tuple[int, int]:
    kinds = [type(result).__name__ for each in found for result in each.result]
    return kinds.count("Failure"), kinds.count("Error")


def test_a_case_for_each_file() -> None:
    summary = Summary(paths=["good.json", "bad.json", "doubtful.json"])
    summary.troubles.append(("closed.json", "closed.json: Permission denied"))
    found = cases([BAD, DOUBTFUL, BAD], summary)
    assert list(found) == ["good.json", "bad.json", "doubtful.json", "closed.json"]
    assert not found["good.json"].result
    (failure,) = found["bad.json"].result
    assert failure.message == "2 findings"
    assert failure.text == f"{BAD}\n{BAD}"
    assert found["doubtful.json"].system_out == str(DOUBTFUL)
    assert not found["doubtful.json"].result
    (error,) = found["closed.json"].result
    assert error.message == "closed.json: Permission denied"


def test_warnings_fail_where_they_do() -> None:
    found = cases([DOUBTFUL], Summary(paths=["doubtful.json"], strict=True))
    assert [each.message for each in found["doubtful.json"].result] == ["1 finding"]


def test_any_text_gives_valid_xml() -> None:
    found = cases(everything(), Summary())
    assert len(found) == len({"", "a.json", *NAMES})
