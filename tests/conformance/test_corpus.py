"""The corpus in `conformance/` is up to date, and lists what kifu finds in its files."""

import json
import subprocess
import sys
from typing import Any

import jsonschema
import pytest

import kifu
from kifu import formats

from ..command import Kifu
from ..imports import ROOT

CORPUS = ROOT / "conformance"
INDEX: dict[str, Any] = json.loads((CORPUS / "index.json").read_text("utf-8"))
FILES: list[dict[str, Any]] = INDEX["files"]


def test_it_is_what_would_be_made() -> None:
    made = subprocess.run(
        [sys.executable, CORPUS / "make.py", "--check"], capture_output=True, encoding="utf-8"
    )
    stale = (
        "`python conformance/make.py` makes these anew, once it is certain that they should be:\n"
    )
    assert made.stdout + made.stderr == "", stale + made.stdout
    assert made.returncode == 0


def test_its_index_follows_its_schema() -> None:
    schema = json.loads((CORPUS / "index.schema.json").read_text("utf-8"))
    validator: Any = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    assert not list(validator.iter_errors(INDEX))
    assert list(validator.iter_errors({**INDEX, "version": 2}))


def test_every_notation_has_sound_and_broken_files() -> None:
    has = {(each["notation"], each["valid"]) for each in FILES}
    assert has >= {(each.id, valid) for each in formats.notations() for valid in (True, False)}


def test_every_rule_has_a_file_or_a_reason() -> None:
    found = {each["code"] for file in FILES for each in file["findings"]}
    assert found | INDEX["left_out"].keys() == {each.code for each in kifu.rules()}
    assert not found & INDEX["left_out"].keys()


def test_an_index_entry_is_shown_as_it_is() -> None:
    page = (CORPUS / "README.md").read_text("utf-8")
    shown = json.loads(page.split("```json")[1].split("```")[0])
    assert shown in FILES


@pytest.mark.parametrize("notation", [each.id for each in formats.notations()])
def test_the_command_finds_what_is_expected(run: Kifu, notation: str) -> None:
    files = [each for each in FILES if each["notation"] == notation and not each["duplicates"]]
    found = findings(run, files, "--format", notation)
    assert found == [each["findings"] for each in files]


def test_sound_files_say_themselves_what_they_are(run: Kifu) -> None:
    files = [each for each in FILES if each["valid"] and "cut-" not in each["path"]]
    found = findings(run, [each for each in files if not each["duplicates"]])
    assert found == [each["findings"] for each in files if not each["duplicates"]]


def test_input_that_is_not_a_record(run: Kifu) -> None:
    files = [each for each in FILES if each["notation"] is None]
    assert findings(run, files) == [each["findings"] for each in files]


def test_the_same_match_in_several_records(run: Kifu) -> None:
    for file in (each for each in FILES if each["duplicates"]):
        assert findings(run, [file], "--duplicates") == [file["findings"]]


PLACE = ("record", "line", "column", "end_line", "end_column", "round", "ply", "player")


def findings(run: Kifu, files: list[dict[str, Any]], *options: str) -> list[list[dict[str, Any]]]:
    """Return what the command finds in each file, in the form of the index."""
    paths = [str(CORPUS / each["path"]) for each in files]
    command = ("validate", "--isolated", "--suggest", "0", "--output-format", "json")
    done = run(*command, *options, *paths)
    found: dict[str, list[dict[str, Any]]] = {each: [] for each in paths}
    for each in json.loads(done.stdout)["findings"]:
        place = {key: each[key] for key in PLACE if each.get(key) is not None}
        found[each["path"]].append({"code": each["code"], "severity": each["severity"], **place})
    return list(found.values())
