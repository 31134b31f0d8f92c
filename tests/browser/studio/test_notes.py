"""Annotations in the studio: preserved by every change, and editable."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu import formats, replayer
from kifu.replayer.play.kinds import noted_only_in
from kifu.testing.annotated import annotated

from ...campaign import few, in_a_campaign
from ...helpers import MODEL_A, goita
from ...imports import ROOT
from ..accessibility import violations
from .client import RULES, Page, Studio, Values, new, opened, until

HANDS: list[Values] = [
    {
        "cards": ["Ks", "Jh"],
        "actions": ["raise", "call", "Qs"],
        "annotations": [
            {"ply": 1, "before": ["why"], "after": ["a bluff", "or not"], "glyphs": [6]},
            {"after": ["short"]},
        ],
        "variations": [{"ply": 2, "actions": ["fold"], "annotations": [{"after": ["a pity"]}]}],
    }
]
START: Values = {"round": 1, "path": [], "step": 2}


def leduc(**more: Any) -> str:
    hands = [HANDS[0] | more]
    return json.dumps({"format": "leduc/json", "version": 1, "hands": hands}, indent=1)


def notes(page: Page, path: tuple[int, ...] = ()) -> Any:
    line = page.record["replay"]["rounds"][0]
    for each in path:
        line = line["variations"][each - 1]
    return line.get("annotations", [])


def ended(page: Page) -> Any:
    return page.record["replay"]["rounds"][0].get("ended")


@pytest.mark.parametrize("name", few(["goita", "leduc", "mighty", "planowanie"], 1))
@in_a_campaign
def test_playing_keeps_what_is_noted(studio: Studio, name: str) -> None:
    """Moves, alternative moves, the next deal, undo, redo and conversions all keep annotations."""
    seats = replayer.game(name).rules(replayer.new_record(name)).players
    page = new(studio, name, levels=[RULES] * seats, seed="noted 1")
    for _ in range(3):
        page.go_on()
    game, before = replayer.game(name), kifu.loads(page.text)
    before = annotated(game, before, Random(name))
    place = page.place
    page.change("text", text=formats.canonical_notation(name).write(before))
    page.answer = page.ask("show", place=place)

    def kept() -> bool:
        return not noted_only_in(game, before, kifu.loads(page.text))

    while page.go_on():
        assert kept()
    played = page.text
    step = next(at for at, each in enumerate(page.line()) if each["actors"])
    for seat in page.line()[step]["actors"]:
        chosen = dict(page.line()[step]["actions"])
        for action in page.line()[step]["legal"][str(seat)]:
            page.change("play", place=START | {"step": step}, actions=chosen | {str(seat): action})
            assert kept()
    page.change("undo")
    page.change("redo")
    assert kept()
    page.change("text", text=played)
    if page.answer["goes_on"]:
        page.change("deal")
        assert kept()
    saved = page.ask("save", name=f"{name}-noted.json")
    assert not noted_only_in(game, before, kifu.load(saved["saved"]))


def test_comments_are_added_edited_and_deleted(studio: Studio) -> None:
    page = opened(studio, "noted.json", leduc())
    before = page.text
    page.change("comment", place=START, text="a fine\n<b>bluff</b>", at=[0, "after", 0])
    assert notes(page)[0]["after"] == ["a fine\n<b>bluff</b>", "or not"]
    assert page.place == START
    page.change("comment", place=START, text="", at=[0, "before", 0])
    page.change("comment", place=START, text="", at=[0, "after", 1])
    page.change("comment", place=START, text="", at=[0, "after", 0])
    assert notes(page) == [{"ply": 1, "glyphs": [6]}, {"after": ["short"]}]
    page.change("comment", place=START | {"step": 3}, text="too dear")
    assert {"ply": 2, "after": ["too dear"]} in notes(page)
    page.change("comment", place=START | {"step": 5}, text="stopped")
    assert {"after": ["short", "stopped"]} in notes(page)
    varied: Values = {"round": 1, "path": [1], "step": 4}
    page.change("comment", place=varied, text="", at=[0, "after", 0])
    assert notes(page, (1,)) == []
    page.change("comment", place=varied | {"step": 3}, text="here")
    assert notes(page, (1,)) == [{"ply": 2, "after": ["here"]}]
    page.change("comment", place=varied | {"step": 2}, text="shared")
    assert notes(page)[0]["after"] == ["shared"]
    assert page.record["findings"] == []
    for _ in range(9):
        page.change("undo")
    assert page.text == before


def test_a_comment_is_written_in_the_notation_of_the_text(studio: Studio) -> None:
    before = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    page = opened(studio, "online.yaml", before)
    step = next(at for at, each in enumerate(page.line()) if each["actors"])
    page.change("comment", place=START | {"step": step}, text="so it begins")
    assert not page.answer["notice"]
    assert page.text.replace("# so it begins", "").split() == before.split()
    page.change("comment", place=START | {"step": step}, text="", at=[0, "after", 0])
    assert page.text == before


def test_hands_that_are_dealt_anew_keep_the_notes_of_their_round(studio: Studio) -> None:
    page = new(studio, "mighty", seed="hands")
    round_: Values = json.loads(page.text)
    said = [{"after": ["a problem"]}, {"ply": 0, "before": ["who plays?"]}]
    round_["deals"][0]["annotations"] = said
    page.change("text", text=json.dumps(round_))
    page.answer = page.ask("show")
    page.change("game/rotate", round=1)
    assert notes(page) == said
    round_["deals"][0]["ended"] = {"how": "interruption"}
    page.change("text", text=json.dumps(round_))
    assert "interrupted" in page.ask("game/rotate", round=1)["error"]


def test_comments_that_cannot_be(studio: Studio) -> None:
    page = opened(studio, "noted.json", leduc())
    assert "nobody acts here" in page.ask("comment", place=START | {"step": 0}, text="x")["error"]
    for at in ([7, "after", 0], [0, "after", 7], [0, "before", -1]):
        assert page.ask("comment", place=START, text="x", at=at)["error"]
        assert studio.status == 409
    assert page.ask("comment", place=START, text="x", at=[0, "ply", 0])["error"]
    assert studio.status == 400
    line = opened(studio, "line.txt", "12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    refused = line.ask("comment", place=START | {"step": 1}, text="x")
    assert studio.status == 422
    assert "goita/history cannot hold comments" in refused["error"]
    assert "goita/json" in refused["error"]
    hidden = new(studio, "leduc", seat=0, seed="hidden")
    assert "hidden" in hidden.ask("comment", place=hidden.place, text="x")["error"]


def test_comments_of_one_record_of_several(studio: Studio) -> None:
    line = json.dumps(json.loads(leduc()))
    page = opened(studio, "two.jsonl", f"{line}\n{line}\n")
    page.answer = page.ask("show", record=2)
    page.change("comment", place=START, text="mine", at=[0, "after", 0])
    assert (page.sheet["records"], page.place) == (1, START)
    assert notes(page)[0]["after"] == ["mine", "or not"]


def test_a_round_that_ended_outside_play_does_not_go_on(studio: Studio) -> None:
    end = {"how": "resignation", "by": 1, "text": "a headache"}
    page = opened(studio, "resigned.json", leduc(ended=end))
    assert page.record["findings"] == []
    assert page.answer["next"] is None
    last = START | {"step": 5}
    page.answer = page.ask("show", place=last)
    assert page.answer["next"] is None
    refused = page.ask("play", place=last, actions={"0": "call"})
    assert "player 1 resigned" in refused["error"]
    page.change("play", place=START, actions={"0": "call"})
    assert page.place["path"] == [2]
    assert ended(page) == end
    page.change("name", round=1, path=[2], name="timid")
    page.change("delete", round=1, path=[1])
    page.change("comment", place=last, text="a pity")
    assert ended(page) == end
    saved = page.ask("save", name="resigned-too.json")
    assert json.loads(Path(saved["saved"]).read_text("utf-8"))["hands"][0]["ended"] == end


def test_a_seat_is_shown_times_and_ends_only(studio: Studio) -> None:
    played = MODEL_A | {
        "record": "87-0",
        "winner": -1,
        "ended": {"how": "time", "by": 1, "text": "asleep"},
        "annotations": [{"ply": 1, "after": ["a bluff"], "time_used": 3}],
    }
    page = opened(studio, "seat.json", goita(played))
    page.change("seats", seat=0, levels=[None] * 4)
    assert notes(page) == [{"ply": 1, "time_used": 3}]
    assert ended(page) == {"how": "time", "by": 1}
    assert not any(text in json.dumps(page.answer) for text in ("bluff", "asleep"))


@in_a_campaign
def test_axe_finds_nothing_where_comments_are_edited(
    studio: Studio, visit: Any, component_folder: Path
) -> None:
    page = visit(opened(studio, "noted.json", leduc()).sheet["id"], width=360)
    page.get_by_text("Comments: Round 1").click()
    assert violations(page, component_folder) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_comments_are_edited_on_the_page(studio: Studio, visit: Any) -> None:
    one = opened(studio, "noted.json", leduc())
    page = visit(one.sheet["id"], width=360)
    board, fields = page.locator("kifu-board"), page.locator("studio-comments textarea")
    page.get_by_text("Comments: Round 1").click()
    for _ in range(2):
        board.get_by_role("button", name="Step back").click()
    page.get_by_text("Comments: ply 1").click()
    until(page, lambda: fields.count() == 3)
    fields.nth(1).fill("a fine <b>bluff</b>")
    board.get_by_role("button", name="Step forward").click()
    page.get_by_text("Comments: ply 2").wait_for()
    board.get_by_role("button", name="Step back").click()
    page.get_by_text("Comment 2 (not saved)").wait_for()
    save = page.get_by_role("button", name="Save the comment")
    save.nth(1).click()
    board.locator(".stage > .notes").get_by_text("a fine <b>bluff</b>").wait_for()
    assert save.nth(1).is_disabled()
    fields.nth(2).fill("")
    save.nth(2).click()
    until(page, lambda: fields.count() == 2)
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: fields.count() == 3)
    board.get_by_role("button", name="Last step").click()
    page.get_by_text("Comments: Round 1").wait_for()
    assert fields.input_value() == "short"
    board.get_by_role("button", name="First step").click()
    until(page, lambda: fields.count() == 1)


def test_the_last_move_of_a_line_and_the_line_itself_have_fields(
    studio: Studio, visit: Any
) -> None:
    text = "(;GM[1]FF[4]SZ[9];B[ee]C[first];W[gc])"
    page = visit(opened(studio, "two.sgf", text).sheet["id"])
    board, fields = page.locator("kifu-board"), page.locator("studio-comments textarea")
    page.get_by_text("Comments: Round 1").wait_for()
    page.get_by_text("Comments: ply 2").click()
    fields.fill("second")
    page.get_by_role("button", name="Save the comment").click()
    board.locator(".stage > .notes").get_by_text("second").wait_for()
    board.get_by_role("button", name="Step back").click()
    page.get_by_text("Comments: ply 1").wait_for()
    assert fields.input_value() == "first"
