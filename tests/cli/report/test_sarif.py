"""SARIF: output follows the official schema and provides what code scanning needs."""

import json
import os
import re
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema_rs
import pytest

import kifu
from kifu.cli.report import Summary, fingerprinted, renderer
from kifu.findings import Finding
from kifu.formats import codes

from ...helpers import DATA
from ...imports import ROOT
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


@pytest.mark.parametrize(
    ("site", "text", "markdown"),
    [
        (None, "the documentation of go, section Rules", None),
        (
            "https://example.org/kifu/",
            "the documentation of go, section Rules (https://example.org/kifu/go/#rules)",
            "[the documentation of go, section Rules](https://example.org/kifu/go/#rules)",
        ),
    ],
)
def test_where_a_rule_comes_from_can_be_read(
    site: str | None, text: str, markdown: str | None
) -> None:
    of_code = {each.code: each for each in kifu.rules()}
    finding = Finding(rule=of_code["O104"], message="taken")
    (run,) = log([finding], Summary(site=site))["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert f"\n\nBasis: {text}, 5.\n\n" in rule["help"]["text"]
    assert f"\n\nBasis: {markdown or text}, 5.\n\n" in rule["help"]["markdown"]


def test_links_lead_to_sections_that_exist() -> None:
    findings = [Finding(rule=each, message="x") for each in kifu.rules()]
    (run,) = log(findings, Summary(site="https://example.org"))["runs"]
    texts = [each["help"]["markdown"] for each in run["tool"]["driver"]["rules"]]
    links = {each for text in texts for each in re.findall(r"//example\.org/(\w+)/#([\w-]+)", text)}
    assert len(links) > 4
    assert not any("docs/" in text for text in texts)
    for page, anchor in links:
        headings = re.findall("^#+ (.*)", (ROOT / "docs" / f"{page}.md").read_text("utf-8"), re.M)
        assert anchor in [each.lower().replace(" ", "-") for each in headings]


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
