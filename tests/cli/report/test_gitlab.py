"""GitLab Code Quality reports."""

import json

from kifu.cli.report import Summary, renderer

from .findings import everything


def test_fields_that_gitlab_needs() -> None:
    findings = everything()
    text = "".join(renderer("gitlab")(findings, Summary()))
    issues = json.loads(text.encode("utf-8", "backslashreplace"))
    assert len({each["fingerprint"] for each in issues}) == len(issues) == len(findings)
    levels = {"error": "major", "warning": "minor", "note": "info"}
    for finding, issue in zip(findings, issues, strict=True):
        assert issue["check_name"] == finding.code
        assert issue["severity"] == levels[str(finding.severity)]
        assert finding.name in issue["description"]
        assert issue["location"]["path"] == (finding.path or "")
        assert issue["location"]["positions"]["begin"]["line"] == (finding.line or 1)


def test_nothing_is_an_empty_list() -> None:
    assert json.loads("".join(renderer("gitlab")([], Summary()))) == []
