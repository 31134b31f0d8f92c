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


def comment(ply: int | None, text: str, at: Any = None, path: tuple[int, ...] = ()) -> Values:
    about = {"round": 1, "path": path, "ply": ply}
    return {"about": about, "shown": START, "comment": {"text": text, "at": at}}


def test_comments_are_added_edited_and_deleted(studio: Studio) -> None:
    page = opened(studio, "noted.json", leduc())
    before = page.text
    page.change("annotate", **comment(1, "a fine\n<b>bluff</b>", [0, "after", 0]))
    assert notes(page)[0]["after"] == ["a fine\n<b>bluff</b>", "or not"]
    assert page.place == START
    page.change("annotate", **comment(1, "", [0, "before", 0]))
    page.change("annotate", **comment(1, "", [0, "after", 1]))
    page.change("annotate", **comment(1, "", [0, "after", 0]))
    assert notes(page) == [{"ply": 1, "glyphs": [6]}, {"after": ["short"]}]
    page.change("annotate", **comment(2, "too dear"))
    assert {"ply": 2, "after": ["too dear"]} in notes(page)
    page.change("annotate", **comment(None, "stopped"))
    assert {"after": ["short", "stopped"]} in notes(page)
    page.change("annotate", **comment(None, "", [0, "after", 0], (1,)))
    assert notes(page, (1,)) == []
    page.change("annotate", **comment(2, "here", path=(1,)))
    assert notes(page, (1,)) == [{"ply": 2, "after": ["here"]}]
    page.change("annotate", **comment(1, "shared"))
    assert notes(page)[0]["after"] == ["shared"]
    match = {"about": {"round": None}, "shown": START, "comment": {"text": "the first match"}}
    page.change("annotate", **match)
    assert page.record["replay"]["annotations"] == [{"after": ["the first match"]}]
    page.change("annotate", about=comment(1, "")["about"], shown=START, glyphs=[3, 14])
    assert notes(page)[0] == {"ply": 1, "after": ["shared"], "glyphs": [3, 14]}
    assert page.record["findings"] == []
    for _ in range(11):
        page.change("undo")
    assert page.text == before


def test_glyphs_and_marks_are_kept_in_the_text_and_losses_refused(studio: Studio) -> None:
    text = "(;FF[4]GM[1]SZ[9]C[root]\n;B[ee]TR[aa]C[first];W[gc]\n(;B[dd])\n(;B[cc]))\n"
    page = opened(studio, "marks.sgf", text)

    def mark(shape: str, *at: str, ply: int | None = 2, **more: Any) -> Values:
        about = {"round": 1, "ply": ply}
        return {"about": about, "shown": START, "mark": {"shape": shape, "at": at} | more}

    page.change("annotate", **mark("circle", "ee"))
    page.change("annotate", **mark("arrow", "ee", "gc"))
    page.change("annotate", **mark("label", "aa", text="A"))
    page.change("annotate", about={"round": 1, "ply": 2}, shown=START, glyphs=[3])
    assert page.text == text.replace("W[gc]", "W[gc]TE[2]CR[ee]AR[ee:gc]LB[aa:A]")
    page.change("annotate", **mark("circle", "ee"))
    page.change("annotate", **mark("square", "aa", ply=1))  # its node has an order of its own
    assert ";B[ee]C[first]SQ[aa];W[gc]" in page.text
    page.change(
        "annotate",
        about={"round": None},
        shown=START,
        comment={"text": "so", "at": [0, "after", 0]},
    )
    assert "C[so]" in page.text
    before = page.text
    red = mark("circle", "gc", colour="red")
    refused = page.ask("annotate", **red)
    assert refused["error"].startswith("go/sgf cannot hold the colours of marks: draw it without")
    assert refused["canonical"] == "go/json"
    refused = page.ask("annotate", **mark("dot", "gc"))
    assert refused["error"].startswith("go/sgf cannot hold marks of the shape dot")
    for wrong in (
        mark("circle", "zz"),
        mark("arrow", "ee"),
        mark("arrow", "ee", "ee"),
        mark("dot"),
        mark("star", "ee"),
        mark("dot", "ee", ply=99),
        red | {"about": {"round": 7}},
        {"about": {"round": 1, "ply": 1}, "shown": START, "glyphs": [256]},
    ):
        assert page.ask("annotate", **wrong)["error"]
        assert studio.status in (400, 409, 422)
    assert page.ask("annotate", **red | {"version": 1})["stale"]
    assert page.ask("show")["text"] == before
    page.change("annotate", **red, canonical=True)
    assert page.sheet["notation"] == "go/json"
    assert "the text is now go/json" in page.answer["notice"]
    page.change("undo")
    assert page.text == before
    huge = "<b>" + "長い\n" * 350_000
    page.change("annotate", **comment(2, huge))
    assert huge in notes(page)[1]["after"]
    assert page.sheet["notation"] == "go/sgf"


def test_variations_are_moved_up_and_promoted(studio: Studio) -> None:
    page = opened(studio, "tree.sgf", "(;GM[1]FF[4]SZ[9];B[ee](;W[gc];B[cc])(;W[aa])(;W[bb]))\n")
    page.change("move", round=1, path=[2], step=2)
    assert page.place == {"round": 1, "path": [1], "step": 2}
    assert page.text == "(;GM[1]FF[4]SZ[9]\n;B[ee]\n(;W[gc];B[cc])\n(;W[bb])\n(;W[aa]))\n"
    assert page.ask("move", round=1, path=[1])["error"]
    page.change("move", round=1, path=[2], step=2, promote=True)
    assert page.text == "(;GM[1]FF[4]SZ[9]\n;B[ee]\n(;W[aa])\n(;W[bb])\n(;W[gc];B[cc]))\n"
    assert page.place["path"] == []
    assert page.ask("move", round=1, path=[9], promote=True)["error"]


def test_variations_in_sgf_may_begin_anywhere(studio: Studio) -> None:
    """A later variation comes first in the text; the page still shows the one that was played."""
    page = opened(studio, "tree.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[gc];B[cc])\n")
    for step, action in ((1, "W aa"), (2, "B bb"), (0, "B hh")):
        where: Values = {"round": 1, "path": [], "step": step}
        page.change("play", place=where, actions={str(step % 2): action})
        assert page.step({**page.place, "step": step})["actions"] == {str(step % 2): action}
    place = page.place
    page.change("undo")
    page.change("redo")
    assert page.place == place
    assert page.sheet["notation"] == "go/sgf"
    assert "(;W[gc]\n(;B[cc])\n(;B[bb]))\n(;W[aa]))\n(;B[hh]))" in page.text


def test_a_name_is_written_in_sgf_and_a_coloured_mark_is_offered_in_json(
    studio: Studio, visit: Any
) -> None:
    one = opened(studio, "tree.sgf", "(;GM[1]FF[4]SZ[9];B[ee](;W[gc])(;W[aa]))\n")
    page = visit(one.sheet["id"])
    page.locator("kifu-board .branch .move").first.click()
    page.get_by_role("button", name="Name the variation").click()
    page.locator("dialog").get_by_role("textbox").fill("idea")
    page.keyboard.press("Enter")
    page.get_by_text("Variation 1: idea").first.wait_for()
    assert "(;W[aa]N[idea])" in sheet_text(studio, one)
    page.locator("kifu-board .place").nth(4).click(button="right", modifiers=["Shift"])
    rewrite = page.get_by_role("button", name="Rewrite the text as go/json")
    rewrite.wait_for()
    assert one.ask("show")["sheet"]["notation"] == "go/sgf"
    rewrite.click()
    until(page, lambda: one.ask("show")["sheet"]["notation"] == "go/json")


def test_a_comment_is_written_in_the_notation_of_the_text(studio: Studio) -> None:
    before = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    page = opened(studio, "online.yaml", before)
    page.change("annotate", **comment(1, "so it begins"))
    assert not page.answer["notice"]
    assert page.text.replace("# so it begins", "").split() == before.split()
    page.change("annotate", **comment(1, "", [0, "after", 0]))
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
    assert "there is no ply 9" in page.ask("annotate", **comment(9, "x"))["error"]
    for at in ([7, "after", 0], [0, "after", 7], [0, "before", -1]):
        assert page.ask("annotate", **comment(1, "x", at))["error"]
        assert studio.status == 409
    assert page.ask("annotate", **comment(1, "x", [0, "ply", 0]))["error"]
    assert studio.status == 400
    line = opened(studio, "line.txt", "12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    refused = line.ask("annotate", **comment(1, "x"))
    assert studio.status == 422
    assert "goita/history cannot hold comments" in refused["error"]
    assert refused["canonical"] == "goita/json"
    hidden = new(studio, "leduc", seat=0, seed="hidden")
    assert "hidden" in hidden.ask("annotate", **comment(1, "x"))["error"]


def test_comments_of_one_record_of_several(studio: Studio) -> None:
    line = json.dumps(json.loads(leduc()))
    page = opened(studio, "two.jsonl", f"{line}\n{line}\n")
    page.answer = page.ask("show", record=2)
    page.change("annotate", **comment(1, "mine", [0, "after", 0]))
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
    page.change("annotate", **comment(None, "a pity"))
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
    page.get_by_role("button", name="Annotate").click()
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
    assert fields.last.input_value() == "short"
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
    until(page, lambda: fields.evaluate("field => field.getRootNode().activeElement === field"))
    page.keyboard.type("second")
    page.keyboard.press("Control+Enter")
    board.locator(".stage > .notes").get_by_text("second").wait_for()
    board.get_by_role("button", name="Step back").click()
    page.get_by_text("Comments: ply 1").wait_for()
    assert fields.input_value() == "first"


def test_marks_glyphs_and_variations_are_edited_on_the_page(studio: Studio, visit: Any) -> None:
    text = "(;GM[1]FF[4]SZ[9];B[ee];W[gc](;B[gg])(;B[cc]))\n"
    one = opened(studio, "marks.sgf", text)
    page = visit(one.sheet["id"])
    board, place = page.locator("kifu-board"), page.locator("kifu-board .place")
    board.get_by_role("button", name="Step back").click()

    def text_has(part: str) -> None:
        until(page, lambda: part in sheet_text(studio, one))

    def centre(row: int, column: int) -> tuple[float, float]:
        box = place.nth(9 * row + column).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    place.nth(0).click(button="right")
    text_has("W[gc]CR[aa]")
    page.mouse.move(*centre(4, 4))
    page.mouse.down(button="right")
    page.mouse.move(*centre(2, 6))
    assert board.locator(".grid > path.drawn").count() == 1
    page.mouse.up(button="right")
    text_has("AR[ee:gc]")
    page.get_by_role("button", name="Annotate").click()
    page.get_by_role("button", name="triangle").click()
    place.nth(1).click()  # does not play
    text_has("TR[ba]")
    shade = board.locator(".preview").evaluate("each => getComputedStyle(each).opacity")
    assert shade == "0"  # nor does it look as if it did
    place.nth(1).focus()
    page.keyboard.press("Enter")
    until(page, lambda: "TR" not in sheet_text(studio, one))
    page.get_by_role("button", name="label").click()
    place.nth(1).click()
    text_has("LB[ba:A]")
    page.get_by_role("button", name="arrow").click()
    page.get_by_label("Place").fill("a1 J9")
    page.get_by_label("Place").press("Enter")
    text_has("[ai:ia]")
    page.get_by_label("Place").fill("<b>z99")
    page.get_by_label("Place").press("Enter")
    page.get_by_text("There is no such place: <b>z99").wait_for()
    page.get_by_role("button", name="arrow").click()  # a click plays again
    page.get_by_role("button", name="very good move").click()
    text_has("TE[2]")
    before = sheet_text(studio, one)
    place.nth(0).click(button="right", modifiers=["Shift"])
    page.get_by_role("button", name="Rewrite the text as go/json").click()
    text_has('"colour": "red"')
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: sheet_text(studio, one) == before)
    board.locator(".branch .move").first.click()
    page.get_by_role("button", name="Promote").click()
    text_has("(;B[cc])\n(;B[gg])")
    page.get_by_role("button", name="Promote").wait_for(state="detached")
    one.answer = one.ask("show")
    saved = Path(one.ask("save", name="annotated.sgf")["saved"]).read_text("utf-8")
    assert saved == one.text


def sheet_text(studio: Studio, one: Page) -> str:
    found: str = studio(f"sheets/{one.sheet['id']}/show", {"record": 1, "round": 1})["text"]
    return found
