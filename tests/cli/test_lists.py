import json
import re

import pytest

import kifu
from kifu import formats
from kifu.cli import COMMANDS

from ..command import Kifu


def test_help(run: Kifu) -> None:
    result = run("--help")
    assert result.status == 0
    for name in COMMANDS:
        assert f"\n  {name} " in result.out
        assert run(name, "-h").status == 0
    assert "..." not in result.out.partition("Commands:")[2]


def test_usage_errors(run: Kifu) -> None:
    assert run("nonsense").status == 2
    assert run("validate", "--nonsense").status == 2


def test_formats(run: Kifu) -> None:
    text = run("formats").out
    assert all(f"\n{name} " in f"\n{text}" for name in formats.described())
    assert "title:" in text
    listed = json.loads(run("formats", "--output-format", "json").out)
    assert [each["id"] for each in listed] == list(formats.described())
    assert listed[0]["lacks"] == {}
    assert {"game", "medium", "title", "suffix", "schema", "grammar"} < set(listed[0])


def test_rules(run: Kifu) -> None:
    text = run("rule").out.splitlines()
    assert [line.split()[0] for line in text] == [rule.code for rule in kifu.rules()]
    listed = json.loads(run("rule", "--output-format", "json").out)
    assert [each["name"] for each in listed] == [rule.name for rule in kifu.rules()]


@pytest.mark.parametrize("code", ["G104", "g104", "goita-king-may-not-attack"])
def test_a_rule(run: Kifu, code: str) -> None:
    entry = run("rule", code).out
    assert entry.startswith("G104 goita-king-may-not-attack (error)\n")
    assert "A king attacks too early.\n" in entry
    assert '    {"format":"goita/json",' in entry
    found = json.loads(run("rule", code, "--output-format", "json").out)
    assert found["example"]["notation"] == "goita/json"


@pytest.mark.parametrize("code", ["F105", "F007", "M405", "G104"])
def test_a_rule_shows_what_is_found_in_its_example(run: Kifu, code: str) -> None:
    _, _, report = run("rule", code).out.partition("\n\n`kifu validate` reports:\n")
    place, message = report.splitlines()[:2]
    assert re.match(rf"    example\S*: (error|warning) {code} ", place)
    assert message.startswith("      ")
    if code == "M405":  # The example is too long to be shown up to the mistake.
        assert '"result":{"end":"lost"' in report


@pytest.mark.parametrize("code", ["F002", "F003", "F004", "F005", "F020"])
def test_examples_that_are_large_or_no_text(run: Kifu, code: str) -> None:
    entry = run("rule", code)
    assert entry.status == 0
    assert len(entry.out) < 2000
    assert entry.out.replace("\n", "").isprintable()


def test_an_unknown_rule(run: Kifu) -> None:
    result = run("rule", "goita-king-may-not-atack")
    assert (result.status, result.stdout) == (2, b"")
    assert "goita-king-may-not-attack" in result.err
    assert len(result.err.splitlines()) == 1


def test_schemas(run: Kifu) -> None:
    listed = run("schema").out.splitlines()
    for name, kind in (line.split(maxsplit=1) for line in listed):
        result = run("schema", name)
        assert result.status == 0
        if kind == "JSON Schema":
            assert json.loads(result.out)["$schema"].endswith("2020-12/schema")
        else:
            assert ": " in result.out
    assert {line.split()[0] for line in listed} > set(formats.described())
    assert run("schema", "goita/nothing").status == 2
