"""Every conversion reports the annotations that the target notation cannot hold."""

import json
from pathlib import Path

import pytest

from kifu import replayer
from kifu.formats.interface.catalog import described

from ..command import Kifu
from ..imports import ROOT

EXAMPLES = {
    game: sorted((ROOT / "examples" / game).glob(name))[0]
    for game, name in {
        "go": "game.json",
        "goita": "match.json",
        "leduc": "match.json",
        "mighty": "deal.json",
        "planowanie": "game.json",
    }.items()
}


HOLDING = ("mighty/gibo",)
"""Notations with room for any comment."""
LOST = {"go/sgf": 1}
"""The number of comments that a notation cannot hold, where some have room."""


def noted(path: Path) -> str:
    """Return a record with a comment on ply 0, which no text can hold, and an evaluation."""
    record = json.loads(path.read_text("utf-8"))
    rounds = record[replayer.game(record["format"].partition("/")[0]).rounds_field]
    rounds[0]["annotations"] = [
        {"ply": 0, "before": ["one\rand"], "evaluation": {"score": 1}},
        {"ply": 1, "after": ["two\rthree", "four\r"]},
    ]
    return json.dumps(record, ensure_ascii=False)


@pytest.mark.parametrize(
    "target",
    [each for each in sorted(described()) if each.partition("/")[2] not in ("json", "seat-log")],
)
def test_a_loss_is_named_with_its_number(target: str, run: Kifu) -> None:
    run.write({"a.json": noted(EXAMPLES[target.partition("/")[0]])})
    found = run("convert", "--to", target, "a.json")
    assert found.status == 0
    comments = f"cannot hold comments: what people wrote about the play ({LOST.get(target, 3)})"
    assert (comments in found.err) == (target not in HOLDING)
    assert "cannot hold evaluations: evaluations of positions (1)" in found.err
    strict = run("convert", "--strict", "--to", target, "a.json")
    assert (strict.status, strict.stdout) == (1, b"")


def test_the_text_of_an_end_is_lost_with_it_and_counted_once(run: Kifu) -> None:
    record = json.loads(EXAMPLES["planowanie"].read_text("utf-8"))
    record["deals"][0]["ended"] = {"how": "agreement", "text": "late"}
    run.write({"a.json": json.dumps(record)})
    found = run("convert", "--to", "planowanie/log", "a.json")
    assert "cannot hold endings: how rounds ended outside play (1)" in found.err
    assert "comments" not in found.err
    assert "comments (1)" in run("view", "--player", "0", "a.json").err


YAML = (ROOT / "examples" / "goita" / "online.yaml").read_text("utf-8")
STRAY = YAML.replace("\n", "  # about nothing\n", 1)
"""A game with a comment after a key; no record can hold such a comment."""


def test_strict_goes_on_with_the_records_that_lose_nothing(run: Kifu) -> None:
    """The first game is refused, and only the second is written."""
    run.write({"two.yaml": f"{STRAY}---\n{YAML}"})
    found = run("convert", "--strict", "--to", "json", "two.yaml")
    assert found.status == 1
    assert found.err.splitlines() == [
        "kifu: two.yaml: comments after # are left out (1)",
        "kifu: left out: 1 of 2 records read",
    ]
    assert len(found.out.splitlines()) > 1


@pytest.mark.parametrize(
    "words",
    [
        ("branch", "a.yaml", "--round", "1", "--ply", "1", "87"),
        ("view", "a.yaml", "--player", "0"),
        ("select", "a.yaml", "--where", "true", "--to", "json"),
        ("convert", "a.yaml", "--to", "json"),
    ],
    ids=lambda words: words[0],
)
def test_every_writer_names_comments_that_are_lost(words: tuple[str, ...], run: Kifu) -> None:
    run.write({"a.yaml": STRAY})
    found = run(*words)
    assert found.status == 0, found.err
    assert "kifu: a.yaml: comments after # are left out (1)\n" in found.err


def test_a_comment_behind_an_answer_is_not_lost(run: Kifu) -> None:
    log = (ROOT / "examples" / "planowanie" / "fault.log").read_text("utf-8")
    log = log.replace("<< 0: =\n", "<< 0: = # well\n", 1)
    run.write({"a.log": log})
    assert "not changed" in run("fmt", "a.log").err
    assert (run.folder / "a.log").read_text("utf-8") == log


SAID = {
    ("<< 0: =\n", "<< 0: = well\n"): "texts of answers",
    (
        ">> 0: set_players",
        ">> 0: hint\n<< 0: ? no\n<< 0: \n>> 0: set_players",
    ): "commands unknown",
    ("180000\n<< 0: =\n", "180000\n<< 0: ?\n"): "refusals",
}


@pytest.mark.parametrize("change", SAID, ids=SAID.get)
def test_comments_of_programs_that_no_record_holds_are_named(
    change: tuple[str, str], run: Kifu
) -> None:
    log = (ROOT / "examples" / "planowanie" / "fault.log").read_text("utf-8")
    run.write({"a.log": log.replace(*change, 1)})
    assert f"kifu: a.log: {SAID[change]}" in run("convert", "--to", "json", "a.log").err
    strict = run("convert", "--strict", "--to", "json", "a.log")
    assert (strict.status, strict.stdout) == (1, b"")
    assert f"a.log: not changed: it would lose {SAID[change]}" in run("fmt", "a.log").err
    assert (run.folder / "a.log").read_text("utf-8") == log.replace(*change, 1)


@pytest.mark.parametrize("name", ["a.yaml", "a.gibo"])
@pytest.mark.parametrize("part", ["match", "round"])
def test_a_comment_that_is_too_long_is_named_and_the_rest_written(
    part: str, name: str, run: Kifu
) -> None:
    game = "goita" if name == "a.yaml" else "mighty"
    record = json.loads(EXAMPLES[game].read_text("utf-8"))
    rounds = record[replayer.game(game).rounds_field]
    noted = record if part == "match" else rounds[0]
    noted["annotations"] = [{"before": ["x" * 99_000, "short"]}]
    run.write({"a.json": json.dumps(record)})
    found = run("convert", "a.json", "-o", name)
    assert found.status == 0
    assert "short" in (run.folder / name).read_text("utf-8")
    held = "x" * 99_000 in (run.folder / name).read_text("utf-8")
    assert ("cannot hold comments: what people wrote about the play (1)" in found.err) != held
    assert run("validate", name).status == 0


def test_a_round_that_stands_twice_is_not_taken_away_with_its_notes(run: Kifu) -> None:
    match = json.loads(EXAMPLES["goita"].read_text("utf-8"))
    first = match["rounds"][0]
    match["rounds"].insert(1, {**first, "annotations": [{"after": ["precious"]}]})
    run.write({"a.json": json.dumps(match, ensure_ascii=False)})
    assert "G506" in run("validate", "a.json").out
    run("validate", "--fix", "--unsafe-fixes", "a.json")
    assert "precious" in (run.folder / "a.json").read_text("utf-8")
