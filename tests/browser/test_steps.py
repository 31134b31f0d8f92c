"""How a reader goes through a record: keys, clicks, links, play, and the list of a collection."""

import json
from pathlib import Path

from kifu.browser.page import component, page

from ..campaign import in_a_campaign
from ..command import Kifu
from ..imports import ROOT
from .accessibility import violations
from .conftest import Open
from .documents import example, of_example, of_file, of_text
from .steering import focus, place, press, resize


@in_a_campaign
def test_keys_step_through_a_record(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=0")
    shown.locator(".playground").wait_for()
    press(shown, "End", "PageDown", "ArrowDown")
    assert place(shown)["step"] == 0  # not focused
    focus(shown)
    assert press(shown, "ArrowRight", "ArrowRight")["step"] == 2
    assert press(shown, "ArrowLeft")["step"] == 1
    assert press(shown, "End")["step"] > 20
    assert press(shown, "Home")["step"] == 0
    assert press(shown, "End", "Home", "PageDown", "PageDown")["step"] == 2
    assert press(shown, "ArrowDown")["path"] == [1]
    assert press(shown, "ArrowDown")["path"] == [1, 1]
    assert press(shown, "ArrowUp", "ArrowUp")["path"] == []
    bottom = shown.locator(".seat.at0 .number").inner_text()
    press(shown, "f")
    assert shown.locator(".seat.at0 .number").inner_text() != bottom


def test_page_down_jumps_ten_steps_in_a_round_without_parts(show: Open) -> None:
    """A record of one round does not number it, either."""
    moves = "".join(f";{'BW'[at % 2]}[{'abc'[at // 9]}{'abcdefghi'[at % 9]}]" for at in range(25))
    shown = show(page(of_text(f"(;GM[1]FF[4]SZ[9]{moves};B[aa])"), "board"))
    focus(shown)
    jumps = [press(shown, key)["step"] for key in ("PageDown", "PageDown", "PageDown", "PageUp")]
    assert jumps == [10, 20, 25, 15]
    finding = shown.locator(".findings .finding small")
    assert "ply 26" in finding.inner_text()
    assert "Round" not in finding.inner_text()


@in_a_campaign
def test_only_the_board_with_the_focus_hears_keys(show: Open) -> None:
    document = json.dumps(example("leduc/match.json"))
    board = f'<script type="application/json">{document}</script>'
    two = "".join(f'<kifu-board linked id="{each}">{board}</kifu-board>' for each in "ab")
    shown = show(f"<!doctype html><meta charset=utf-8>{two}<script>{component()}</script>")
    shown.locator("#b .playground").focus()
    press(shown, "ArrowRight")
    steps = shown.locator("kifu-board").evaluate_all("all => all.map(each => each.place.step)")
    assert steps == [2, 3]
    assert shown.url.endswith("#b:round=1&step=3")
    shown.reload()
    steps = shown.locator("kifu-board").evaluate_all("all => all.map(each => each.place.step)")
    assert steps == [2, 3]


def test_keys_step_at_once_the_only_board_or_the_one_under_the_mouse(show: Open) -> None:
    html = of_example("leduc/match.json")
    shown = show(html)
    shown.locator(".playground").wait_for()  # the record is unpacked
    press(shown, "ArrowRight", "j", "ArrowLeft", "End")  # End scrolls the page
    assert place(shown)["step"] == 3
    shown = show(html.replace("<main>", "<main><kifu-board></kifu-board>"))
    shown.locator(".playground").wait_for()
    press(shown, "ArrowRight")
    assert shown.eval_on_selector("kifu-board[linked]", "board => board.place.step") == 2
    shown.locator("kifu-board[linked] .playground").hover()
    press(shown, "ArrowRight")
    assert shown.eval_on_selector("kifu-board[linked]", "board => board.place.step") == 3
    shown.mouse.move(0, 0)


def test_a_link_leads_to_its_moment(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=9&variation=1.1&seat=2")
    due = {"record": 1, "round": 4, "path": [1, 1], "step": 9, "seat": 2}
    assert place(shown) == due
    shown.reload()
    assert place(shown) == due
    focus(shown)
    press(shown, "ArrowLeft")
    shown.reload()
    assert place(shown) == due | {"step": 8}


def test_steps_are_announced(show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=9")
    focus(shown)
    press(shown, "ArrowRight")
    said = shown.locator("[role=status]")
    assert said.inner_text() == "Player 0: ace of diamonds. Player 1 to act"
    shown.get_by_label("Language").select_option("pl")
    shown.locator(".root[lang=pl]").wait_for()
    assert said.inner_text() == ""
    shown.locator("kifu-board").evaluate(
        "board => { board.data = structuredClone(board.data); return board.updateComplete; }"
    )
    assert said.inner_text() == ""  # the record is unchanged
    press(shown, "ArrowRight")
    assert said.inner_text() == "Gracz 1: piątka karo. Ruch: Gracz 2"


@in_a_campaign
def test_clicking_the_move_played_steps_on_and_other_choices_are_reported(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=10")
    shown.evaluate("addEventListener('kifu-action', event => window.chosen = event.detail)")
    choices = shown.locator(".legal").get_by_role("button")
    choices.nth(0).click()
    assert shown.evaluate("[chosen.player, chosen.action, chosen.ply]") == [1, "0", 10]
    assert place(shown)["step"] == 10
    shown.locator(".choice.done").click()
    assert place(shown)["step"] == 11


@in_a_campaign
def test_a_collection_has_an_index(show: Open) -> None:
    lines = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines(keepends=True)
    shown = show(page(of_text("".join(lines[:3])), "collection"))
    assert shown.get_by_label("Record").locator("option").count() == 3
    shown.get_by_label("Record").select_option(index=2)
    assert place(shown)["record"] == 3


def test_records_without_names_are_numbered_in_the_language_of_the_page(
    show: Open, run: Kifu
) -> None:
    piped = b"".join((ROOT / "examples/goita/archive.jsonl").read_bytes().splitlines(True)[:3])
    shown = show(run("board", "-", stdin=piped).out, "#record=2&round=1", "ko")
    assert shown.locator("h2").inner_text() == "기보 2"
    names = shown.get_by_label("기보").locator("option").all_inner_texts()
    assert [each.strip() for each in names] == ["1.", "2.", "3."]
    wrong = run("board", "-", "--player", "1", stdin=piped + b'{"format": "goita/json"')
    assert wrong.err.startswith("kifu: record 4: part of the record cannot be read")


def test_many_records_are_listed_searched_and_filtered(show: Open, component_folder: Path) -> None:
    """The list has players, results and errors, also of records that are not unpacked yet."""
    lines = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines()[:12]
    records = [json.loads(each) for each in lines]
    for number, each in enumerate(records):
        each |= {"title": f"League {number}", "players": ["Aki", "Botan", "Chiyo", f"Zoë{number}"]}
    records[11]["start_time"] = "2026-03-01T13:00+09:00"
    records[7]["rounds"][0]["winner"] = 3 - records[7]["rounds"][0]["winner"]
    shown = show(page(of_text("\n".join(map(json.dumps, records))), "collection"))
    shown.get_by_role("button", name="Record").click()
    entries = shown.locator(".entry")
    assert entries.count() == 12
    assert "Match won by Botan · Zoë0 (150 : 130)" in entries.first.inner_text()
    assert violations(shown, component_folder) == []
    shown.keyboard.type("league zoe11")
    assert entries.count() == 1
    assert "2026-03-01" in entries.inner_text()
    shown.get_by_label("Search").fill("2026-03")
    assert entries.count() == 1
    shown.get_by_label("Search").fill("")
    shown.get_by_label("Show").select_option("with errors")
    assert "error" in entries.inner_text()
    entries.click()
    assert place(shown)["record"] == 8
    assert shown.locator("dialog").count() == 0
    assert shown.locator("h2").inner_text() == "League 7"


def test_variations_from_sgf_are_numbered_by_where_they_begin(show: Open) -> None:
    shown = show(page(of_text("(;GM[1]SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))"), "board"))
    names = ["Variation 1", "Variation 2"]
    assert shown.locator(".branch-name").all_inner_texts() == names
    chooser = shown.locator("header select").filter(has_text="Variation 2")
    options = chooser.locator("option").all_inner_texts()
    assert [each.strip() for each in options] == ["Main line", *names]
    chooser.select_option(label="Variation 2")
    focus(shown)
    assert press(shown, "End")["path"] == [2]
    assert "D6" in shown.locator(".now").inner_text()


def test_a_finding_leads_to_a_whole_goban_on_a_phone_on_its_side(show: Open) -> None:
    shown = show(page(of_file(ROOT / "docs/broken.sgf"), "ko"), alone=True)
    resize(shown, 844, 390)
    shown.locator(".finding").first.click()
    assert place(shown)["step"] > 10
    shown.wait_for_function("scrollY > 0")
    grid, bar = (shown.locator(each).bounding_box() for each in (".grid", ".foot"))
    assert 0 <= grid["y"] < grid["y"] + grid["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 390
    move = shown.locator(".move.here").bounding_box()  # beside the board, in sight
    assert grid["x"] + grid["width"] < move["x"]
    assert 0 <= move["y"] < move["y"] + move["height"] <= 390


def test_a_phone_shows_a_goban_and_moves_or_what_is_wrong_with_them(show: Open) -> None:
    for name, first in (("examples/go/lesson.sgf", ".moves"), ("docs/broken.sgf", ".finding")):
        shown = show(page(of_file(ROOT / name), "phone"), width=390)
        parts = (shown.locator(each).first for each in (".grid", ".foot", first))
        grid, bar, there = (each.bounding_box() for each in parts)
        assert grid["y"] + grid["height"] <= bar["y"] < there["y"] < 760


def test_a_button_that_is_held_down_steps_on(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=2", alone=True)
    shown.clock.install(time=0)
    shown.clock.pause_at(3600)
    shown.get_by_role("button", name="Step forward").hover()
    shown.mouse.down()
    shown.clock.run_for(750)
    shown.mouse.up()
    assert place(shown)["step"] == 5
    shown.clock.run_for(2000)
    assert place(shown)["step"] == 5
    assert press(shown, "Enter")["step"] == 6
    shown.get_by_role("button", name="Step back").click()
    assert place(shown)["step"] == 5


def test_the_pace_is_remembered_and_a_finished_trick_stays_to_be_seen(show: Open) -> None:
    """After the fifth card, the second trick begins a second later than the pace alone says."""
    shown = show(of_example("mighty/deal.json"), "#round=1&step=12", alone=True)
    shown.clock.install(time=0)
    shown.clock.pause_at(3600)
    shown.get_by_role("button", name="Play", exact=True).click()
    shown.get_by_role("slider", name="Pace").fill("0.5")
    shown.clock.run_for(1000)
    assert place(shown)["step"] == 14  # all have played
    shown.clock.run_for(1499)
    assert place(shown)["step"] == 14
    shown.clock.run_for(1)
    assert place(shown)["step"] == 15
    shown.get_by_role("button", name="Pause").click()
    shown.clock.run_for(9000)
    assert place(shown)["step"] == 15
    shown.reload()
    shown.get_by_role("button", name="Play", exact=True).click()
    assert shown.get_by_role("slider", name="Pace").input_value() == "0.5"
