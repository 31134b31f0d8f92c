"""Annotations are shown, compared, hidden in views, and reported when lost."""

import json
from typing import Any

import pytest

from kifu.formats.interface.replay_schema import replay_schema

from ..command import Kifu
from ..helpers import MODEL_A, Json, goita

NOTED: Json = MODEL_A | {
    "record": "87-0",
    "winner": -1,
    "ended": {"how": "resignation", "by": 1, "text": "no king"},
    "annotations": [
        {"ply": 1, "glyphs": [6], "after": ["too\nearly"], "time_used": 2.5},
        {"after": ["short"]},
    ],
    "variations": [{"ply": 1, "actions": ["81"], "annotations": [{"ply": 1, "before": ["or"]}]}],
}
TEXT = goita(NOTED, annotations=[{"after": ["first match"]}])


@pytest.fixture
def noted(run: Kifu) -> Kifu:
    (run.folder / "noted.json").write_text(TEXT, "utf-8")
    return run


def test_a_conversion_names_each_kind_with_its_number(noted: Kifu) -> None:
    found = noted("convert", "--to", "goita/table", "noted.json")
    assert found.status == 0
    for said in (
        "cannot hold comments: what people wrote about the play (4)",
        "cannot hold glyphs: glyphs such as ! and ? (1)",
        "cannot hold times: times used and left (1)",
        "cannot hold endings: how rounds ended outside play (1)",
    ):
        assert said in found.err
    assert noted("convert", "--strict", "--to", "goita/table", "noted.json").status == 1
    (noted.folder / "again.json").write_text(TEXT, "utf-8")
    twice = noted("convert", "--to", "goita/table", "noted.json", "again.json").err
    assert "comments: what people wrote about the play (8) (2 records: " in twice


def test_comments_are_lost_on_passes_only(run: Kifu) -> None:
    notes = [{"ply": ply, "after": ["well seen"]} for ply in (1, 2, 3)]
    record = goita(MODEL_A | {"record": "8700", "winner": -1, "annotations": notes})
    found = run("convert", "--to", "goita/yaml", "-", stdin=record.encode())
    assert found.out.count("# well seen") == 1
    assert "cannot hold comments on passes: what people wrote about the play (2)\n" in found.err
    assert "cannot hold comments:" not in found.err


def test_comments_of_the_text_are_named(run: Kifu) -> None:
    written = run("convert", "--to", "goita/yaml", "-", stdin=goita(MODEL_A).encode()).out
    commented = written.replace("uchidashi:", "# fine\n   uchidashi:") + "# the end\n"
    for target in ("goita/json", "goita/yaml", "goita/history"):
        found = run("convert", "--to", target, "-", stdin=commented.encode())
        assert "comments after # are left out (1)" in found.err
        assert ("cannot hold comments" in found.err) == (target == "goita/history")
        assert found.status == 0
        strict = run("convert", "--strict", "--to", target, "-", stdin=commented.encode())
        assert (strict.status, strict.stdout) == (1, b"")
    assert "behind #" not in run("convert", "--to", "goita/json", "-", stdin=written.encode()).err


def test_comments_of_what_cannot_be_read(run: Kifu) -> None:
    written = run("convert", "--to", "goita/yaml", "-", stdin=goita(MODEL_A).encode()).out
    broken = written.replace("uchidashi: 0", "uchidashi: a: 0  # one") + "# two\n"
    found = run("convert", "--to", "goita/json", "-", stdin=broken.encode())
    assert "F201" in found.err
    assert "internal error" not in found.err


def test_a_difference_of_annotations_is_one(noted: Kifu) -> None:
    (noted.folder / "other.json").write_text(TEXT.replace("short", "long"), "utf-8")
    found = noted("diff", "noted.json", "other.json")
    assert (found.status, found.out.count("\n")) == (1, 1)
    assert "round 1, annotations" in found.out
    noted("convert", "--to", "goita/table", "-o", "other.txt", "noted.json")
    other = noted("diff", "noted.json", "other.txt")
    assert (other.status, other.out) == (0, "")
    assert "comments" in other.err


def test_a_view_names_what_it_leaves_out(noted: Kifu) -> None:
    found = noted("view", "--player", "0", "noted.json")
    assert "comments (5), glyphs (1)" in found.err
    (played,) = json.loads(found.out)["rounds"]
    assert played["annotations"] == [{"ply": 1, "time_used": 2.5}]
    assert played["ended"] == {"how": "resignation", "by": 1}


def test_a_replay_shows_notes_and_the_end(noted: Kifu) -> None:
    whole = noted("replay", "noted.json").out
    for line in (
        "  on the match: first match",
        "  on ply 1: ?!; too early; 2.5 s used",
        "  on the round: short",
        "  player 1 resigned: no king",
        "  on ply 1: before it: or",
    ):
        assert f"{line}\n" in whole
    assert "too early" in noted("replay", "--ply", "1", "noted.json").out
    assert "too early" not in noted("replay", "--ply", "2", "noted.json").out


def test_a_replay_has_notes_as_json(noted: Kifu) -> None:
    import jsonschema

    validator: Any = jsonschema.Draft202012Validator(replay_schema(["goita"]))
    whole = json.loads(noted("replay", "--output-format", "json", "noted.json").out)
    validator.validate(whole)
    (played,) = whole["rounds"]
    assert whole["annotations"] == [{"after": ["first match"]}]
    assert (played["annotations"], played["ended"]) == (NOTED["annotations"], NOTED["ended"])
    assert played["variations"][0]["annotations"] == [{"ply": 1, "before": ["or"]}]
    one = json.loads(noted("replay", "--ply", "1", "--output-format", "json", "noted.json").out)
    validator.validate(one)
    assert [each["ply"] for each in one["rounds"][0]["annotations"]] == [1]


def test_a_branch_keeps_what_is_noted(noted: Kifu) -> None:
    found = noted("branch", "--round", "1", "--ply", "1", "noted.json", "77")
    (played,) = json.loads(found.out)["rounds"]
    assert (played["annotations"], played["ended"]) == (NOTED["annotations"], NOTED["ended"])
    assert len(played["variations"]) == 2


def test_duplicates_do_not_look_at_annotations(noted: Kifu) -> None:
    (noted.folder / "bare.json").write_text(goita(MODEL_A | {"record": "87-0", "winner": -1}))
    found = noted("validate", "--duplicates", "noted.json", "bare.json")
    assert "R002" in found.out


def test_formats_say_what_they_keep(run: Kifu) -> None:
    said = json.loads(run("formats", "--output-format", "json").out)
    kept = {each["id"]: each["keeps"] for each in said}
    assert kept["leduc/json"] == [
        "comments",
        "glyphs",
        "times",
        "evaluations",
        "losses",
        "marks",
        "properties",
        "endings",
    ]
    assert kept["goita/table"] == []
