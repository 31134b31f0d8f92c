"""Comments that ignore findings: `kifu: ignore G505`."""

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.findings import Finding
from kifu.formats.text.comments import names
from kifu.repair import mended

from ..command import Kifu
from ..imports import ROOT

YAML = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
WRONG_YAML = YAML.replace("score: [0,60]", "score: [0,50]")
WRONG_LINE = "   score: [0,50]\n"
JSON = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))
GIBO = (ROOT / "examples/mighty/match.gibo").read_text("utf-8")
LOG = (ROOT / "examples/planowanie/fault.log").read_text("utf-8")


def codes(text: str) -> list[str]:
    return [each.code for each in kifu.validate(text)]


def commented(line: str) -> str:
    return WRONG_YAML.replace(WRONG_LINE, line)


def wrong_json(**noted: Any) -> str:
    """Return a match whose second round begins with a wrong score, with annotations on parts."""
    match = json.loads(json.dumps(JSON))
    first, second, third = match["rounds"][:3]
    second["score"] = [0, 30]
    parts = {"match": match, "first": first, "second": second, "third": third}
    for name, said in noted.items():
        parts[name]["annotations"] = [{"after": [said]}]
    return json.dumps(match)


@pytest.mark.parametrize(
    "lines",
    [
        "   score: [0,50] # kifu: ignore G501\n",
        "   score: [0,50] # kifu: ignore goita-score-does-not-follow -- as in the source\n",
        "   # kifu: ignore G501\n   score: [0,50]\n",
        "   #Kifu:ignore G501\n   score: [0,50]\n",
        "# kifu: ignore G501\n\n   # Another comment\n   score: [0,50]\n",
    ],
)
def test_on_its_line_or_alone_before_it(lines: str) -> None:
    assert codes(WRONG_YAML) == ["G501"]
    assert codes(commented(lines)) == []


def test_on_another_line_it_ignores_nothing() -> None:
    assert codes(commented(f"{WRONG_LINE}   # kifu: ignore G501\n")) == ["G501"]


def test_other_rules_are_not_ignored() -> None:
    assert codes(commented("   score: [0,50] # kifu: ignore G505\n")) == ["G501"]


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        ("# kifu: ignore G501", "R021"),
        ("# kifu: ignore", "R022"),
        ("# kifu: ignore G501, Z999", "R022"),
        ("# kifu: ignore R021", "R021"),
        ("# kifu: ignore G501 as in the source", "R022"),
        ("# kifu: ignored G501", None),
        ("# kifu: ignore R002", None),
    ],
)
def test_comments_without_effect(comment: str, code: str | None) -> None:
    found = kifu.validate(YAML.replace("score: [0,60]", f"score: [0,60] {comment}"))
    assert [each.code for each in found] == ([] if code is None else [code])
    assert all((each.line, each.column) == (32, 18) for each in found)


def test_only_the_unused_names_are_removed(run: Kifu) -> None:
    line = "   score: [0,50] # kifu: ignore G104, G501 -- as in the source\n"
    run.write(
        {"a.yaml": commented(line), "b.yaml": YAML.replace("log:", "log: # kifu: ignore G104")}
    )
    run("validate", "--fix", ".")
    assert "ignore G501 -- as in the source\n" in (run.folder / "a.yaml").read_text("utf-8")
    assert (run.folder / "b.yaml").read_text("utf-8") == YAML
    assert run("validate", "--strict", ".").status == 0


def test_a_reason_is_not_removed_with_its_comment(run: Kifu) -> None:
    line = "   score: [0,60] # kifu: ignore G104, G501 -- as in the source\n"
    text = YAML.replace("   score: [0,60]\n", line)
    run.write({"a.yaml": text})
    run("validate", "--fix", "a.yaml")
    assert (run.folder / "a.yaml").read_text("utf-8") == text
    run("validate", "--fix", "--unsafe-fixes", "a.yaml")
    assert (run.folder / "a.yaml").read_text("utf-8") == YAML


@pytest.mark.parametrize("style", [{"separators": (",", ":")}, {"indent": 2}])
@pytest.mark.parametrize(
    ("noted", "left"),
    [
        ([{"ply": 2, "after": ["kifu: ignore G104"]}], None),
        ([{"ply": 2, "after": ["kifu: ignore G104", "well"]}], [{"ply": 2, "after": ["well"]}]),
        ([{"ply": 2, "after": ["well", "kifu: ignore G104"]}], [{"ply": 2, "after": ["well"]}]),
        (
            [{"ply": 2, "before": ["kifu: ignore G104"], "glyphs": [1]}],
            [{"ply": 2, "glyphs": [1]}],
        ),
        (
            [{"ply": 2, "after": ["kifu: ignore G104"]}, {"ply": 3, "after": ["well"]}],
            [{"ply": 3, "after": ["well"]}],
        ),
        (
            [{"after": ["kifu: ignore G104, R002 -- as it is"]}],
            [{"after": ["kifu: ignore R002 -- as it is"]}],
        ),
    ],
)
def test_a_fix_in_json(noted: list[Any], left: list[Any] | None, style: dict[str, Any]) -> None:
    match, expected = json.loads(json.dumps(JSON)), json.loads(json.dumps(JSON))
    match["rounds"][0]["annotations"] = noted
    if left is not None:
        expected["rounds"][0]["annotations"] = left
    fixed = mended(json.dumps(match, **style).encode())
    assert json.loads(fixed.after) == expected


def test_an_ignored_error_may_hide_what_another_comment_ignores() -> None:
    first, later = '["1","し","馬"]', '["3","角","香"]'
    wrong, slip = '["1","飛","馬"]', '["3","飛","香"]'
    (hidden,) = kifu.validate(YAML.replace(later, slip, 1))
    (seen,) = kifu.validate(YAML.replace(first, wrong, 1).replace(later, slip, 1))
    assert seen.line != hidden.line
    text = YAML.replace(first, f"{wrong} # kifu: ignore {seen.code}", 1)
    assert codes(text.replace(later, f"{slip} # kifu: ignore {hidden.code}", 1)) == []


def test_each_record_of_a_file_has_its_own() -> None:
    ignored = commented("   score: [0,50] # kifu: ignore G501\n")
    assert codes(f"{YAML}---\n{ignored}---\n{YAML}") == []
    assert codes(f"{WRONG_YAML}---\n{ignored}") == ["G501"]
    unused = YAML.replace("score: [0,60]", "score: [0,60] # kifu: ignore G501")
    assert codes(f"{unused}---\n{YAML}") == ["R021"]


@pytest.mark.parametrize(
    ("part", "left"), [("match", 0), ("second", 0), ("first", 1), ("third", 1)]
)
def test_annotations_are_about_what_they_annotate(part: str, left: int) -> None:
    assert codes(wrong_json(**{part: "kifu: ignore G501"})) == ["G501"] * left


def test_an_unused_annotation(run: Kifu) -> None:
    noted = json.loads(json.dumps(JSON))
    noted["rounds"][0]["annotations"] = [{"ply": 2, "after": ["kifu: ignore G104"]}]
    (found,) = kifu.validate(json.dumps(noted))
    assert (found.code, found.pointer) == ("R021", "/rounds/0/annotations/0/after/0")
    lines = [json.dumps(each, separators=(",", ":")) for each in (JSON, noted, JSON)]
    run.write({"a.jsonl": "".join(f"{each}\n" for each in lines)})
    for jobs in ("1", "2"):
        result = run("validate", "--jobs", jobs, "a.jsonl")
        assert result.err.count("R021") + result.out.count("R021") == 1


def test_texts_with_line_comments() -> None:
    gibo = GIBO.replace("Totals: 0 0 0 0 0", "Totals: 5 0 0 0 0", 1)
    (wrong,) = errors(gibo)
    line = gibo.splitlines()[(wrong.line or 1) - 1]
    assert errors(gibo.replace(line, f"# kifu: ignore {wrong.code}\n{line}", 1)) == []
    assert "R021" in codes(f"# kifu: ignore P104\n{LOG}")


@pytest.mark.parametrize(
    ("right", "wrong", "noted"),
    [
        ("♥J   ♦T\n", "♥J   ♦6\n", "M004"),
        ("Totals: -2600 -1300 1300 1300 1300", "Totals: -2600 -1300 1300 1300 1305", "M502"),
    ],
)
def test_a_conversion_to_json_ignores_the_same(
    run: Kifu, right: str, wrong: str, noted: str
) -> None:
    text = GIBO.replace(right, wrong, 1)
    (found,) = errors(text)
    assert found.code == noted
    line = text.splitlines()[(found.line or 1) - 1]
    comments = f"# kifu: ignore {noted} -- as on paper\n##\n# kifu: ignore M999\n"
    run.write({"a.gibo": text.replace(line, f"# Well.\n##\n{comments}{line}", 1)})
    done = run("convert", "a.gibo", "--to", "json")
    assert done.status == 0
    assert [each.code for each in kifu.validate(done.out) if each.severity != "note"] == ["R022"]
    assert f'"kifu: ignore {noted} -- as on paper"' in done.out
    assert '"Well."' in done.out


def test_comments_in_yaml_that_are_not_about_plays_are_converted(run: Kifu) -> None:
    comment = "# kifu: ignore {} -- as in the source"
    score = f"   {comment.format('G501')}\n{WRONG_LINE}"
    hands = '    p0: "飛飛金金しししし"\n', '    p0: "飛飛飛金しししし"'
    text = commented(score).replace(hands[0], f"{hands[1]}  {comment.format('G003')}\n")
    run.write({"a.yaml": text})
    done = run("convert", "a.yaml", "--to", "json")
    assert (done.status, done.err) == (0, "")
    assert done.out.count("as in the source") == 2
    assert errors(text) == errors(done.out) == []


@pytest.mark.parametrize(
    ("name", "target", "old", "new"),
    [
        ("a.yaml", "yaml", "   score: [0,60]\n", f"   {{}}\n{WRONG_LINE}"),
        ("a.gibo", "gibo", "Score: -1300\n", "{}\nScore: -1200\n"),
    ],
)
def test_a_conversion_from_json_puts_comments_above_their_lines(
    run: Kifu, name: str, target: str, old: str, new: str
) -> None:
    code, sound = ("G501", YAML) if target == "yaml" else ("M406", GIBO)
    text = sound.replace(old, new.format(f"# kifu: ignore {code} -- as in the source"), 1)
    run.write({name: text})
    run.write({"a.json": run("convert", name, "--to", "json").out})
    done = run("convert", "a.json", "--to", target)
    assert (done.status, done.out) == (0, text)


def errors(text: str) -> list[Finding]:
    return [each for each in kifu.validate(text) if each.severity == "error"]


def test_an_ignored_error_is_not_fixed_and_still_makes_a_record_wrong(run: Kifu) -> None:
    text = commented("   score: [0,50] # kifu: ignore G501\n")
    run.write({"a.yaml": text})
    assert run("validate", "--fix", "--unsafe-fixes", "a.yaml").status == 0
    assert (run.folder / "a.yaml").read_text("utf-8") == text
    (outcome,) = kifu.outcomes(text)
    assert (outcome.findings, outcome.is_wrong) == ([], True)


def test_commands_that_need_a_sound_record_refuse_it(run: Kifu) -> None:
    run.write({"a.json": wrong_json(match="kifu: ignore G501")})
    assert run("validate", "a.json").status == 0
    assert run("rate", "a.json").status == 2
    form = run("fmt", "--check", "a.json")
    assert (form.status, form.out) == (0, "")
    assert "a.json: not changed: a comment in it ignores errors" in form.err


def test_a_match_that_occurs_twice(run: Kifu) -> None:
    noted = JSON | {"annotations": [{"after": ["kifu: ignore R002"]}]}
    run.write({"a.json": json.dumps(JSON), "b.json": json.dumps(noted)})
    assert "R002" not in run("validate", "--duplicates", "a.json", "b.json").out
    assert "R002" in run("validate", "--duplicates", "b.json", "a.json").out


def test_syntax_errors_can_be_ignored(tmp_path: Path) -> None:
    text = YAML.replace('["0","し","し"]', '["0","し","し"]] # kifu: ignore F201')
    without = [each.code for each in kifu.validate(text.replace(" # kifu: ignore F201", ""))]
    assert without == ["F201"]
    assert codes(text) == []


def test_names() -> None:
    assert names("kifu: ignore G505") == ("G505",)
    assert names("see kifu: ignore G505") is None
