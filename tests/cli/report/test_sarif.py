"""SARIF: output follows the official schema and provides what code scanning needs."""

import json
import os
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema_rs
import pytest

from kifu.cli.report import Summary, fingerprinted, renderer
from kifu.findings import Finding
from kifu.formats import codes

from ...helpers import DATA
from .findings import everything, of_examples


def log(findings: list[Finding], summary: Summary | None = None) -> Any:
    text = "".join(renderer("sarif")(findings, summary or Summary()))
    return json.loads(text.encode("utf-8", "backslashreplace"))


def test_it_follows_the_official_schema() -> None:
    path = DATA / "sarif" / "sarif-schema-2.1.0.json"
    if not path.exists():
        pytest.skip("official schema not found")
    validator = jsonschema_rs.Draft4Validator(
        json.loads(path.read_text("utf-8")), validate_formats=True
    )
    for summary in (Summary(), Summary(troubles=[("a.json", "a.json: Permission denied")])):
        for findings in ([], everything()):
            assert [str(each) for each in validator.iter_errors(log(findings, summary))] == []


def test_rules_are_linked_to_a_site() -> None:
    findings = everything()
    (run,) = log(findings, Summary(site="https://example.org/kifu"))["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["helpUri"] == f"https://example.org/kifu/rules/{rule['id']}/"


def test_a_result_names_its_rule_its_place_and_its_fix() -> None:
    findings = everything()
    (run,) = log(findings)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert len(run["results"]) == len(findings) > 25
    for finding, result in zip(findings, run["results"], strict=True):
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"] == finding.code
        assert "helpUri" not in rule
        assert finding.rule.mend in rule["help"]["markdown"]
        assert ("locations" in result) == (finding.path is not None)
        for location in result.get("locations", []):
            place = location["physicalLocation"]
            uri = place["artifactLocation"]["uri"]
            assert os.fsdecode(unquote_to_bytes(uri)) == finding.path
            assert uri.isascii()
            assert not set(uri) & set(" <>\n:")
            assert place.get("region", {}).get("startLine") == finding.line
        offered = {
            each.edits for each in (finding.fix, *finding.suggestions) if each and each.edits
        }
        assert len(result.get("fixes", [])) == (len(offered) if finding.path else 0)
    assert any("fixes" in each for each in run["results"])


def test_files_that_could_not_be_read_are_named() -> None:
    summary = Summary(troubles=[("a.json", "a.json: Permission denied")])
    (invocation,) = log([], summary)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == "a.json: Permission denied"


def test_fingerprints_stay_when_lines_and_records_move() -> None:
    findings = list(of_examples())
    before = {mark for _, mark in fingerprinted(findings)}
    moved = [each.but(line=(each.line or 0) + 7, record=9) for each in reversed(findings)]
    assert {mark for _, mark in fingerprinted(moved)} == before
    assert len(before) == len(findings)


def test_a_line_that_a_message_names_may_move() -> None:
    def fingerprint(message: str) -> str:
        ((_, mark),) = fingerprinted([Finding(rule=codes.EMPTY, message=message)])
        return mark

    assert fingerprint("as in lines 4, 5 and 16") == fingerprint("as in lines 5, 6 and 17")
    assert fingerprint("as in line 4") == fingerprint("as in line 14")
    assert fingerprint("as in deal 4") != fingerprint("as in deal 5")


def test_the_same_again_has_another_fingerprint() -> None:
    finding = of_examples()[0]
    assert len({mark for _, mark in fingerprinted([finding] * 3)}) == 3
