"""Every rule has an example that breaks it and nothing else, and stands in the documentation."""

import io
import re
from pathlib import Path

import pytest

import kifu
from kifu.findings import Rule, declare

RULES = kifu.rules()
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_example_breaks_exactly_its_rule(rule: Rule) -> None:
    stream = io.BytesIO(rule.example.content())
    stream.name = rule.example.name
    if rule.example.notation is None:
        with pytest.raises(kifu.RecordError):
            kifu.validate(stream)
        return
    findings = kifu.validate(stream, rule.example.notation)
    assert [each.code for each in findings] == [rule.code]
    (finding,) = findings
    assert finding.severity == rule.severity
    assert finding.message
    whole_file = rule.code in ("F004", "F005")
    assert whole_file or (finding.line is not None and finding.column is not None)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_entry_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z][0-9]{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    for text in (rule.means, rule.why, rule.mend):
        assert text.endswith((".", ")"))
        assert "\n" not in text


def test_codes_and_names_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    example = RULES[0].example
    with pytest.raises(ValueError, match="G104"):
        declare(code="G104", name="another-name", means="", why="", mend="", example=example)
    with pytest.raises(ValueError, match="json-syntax"):
        declare(code="F999", name="json-syntax", means="", why="", mend="", example=example)
