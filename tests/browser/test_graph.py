"""The graph of evaluations on a board in a browser."""

import json
from pathlib import Path
from typing import Any

from kifu.browser.page import page

from .accessibility import violations
from .conftest import Open
from .documents import of_text
from .steering import go, place, press

HAND: dict[str, Any] = {
    "cards": ["Ks", "Jh"],
    "actions": ["raise", "call", "Qs", "call", "call"],
    "returns": [3, -3],
    "annotations": [
        {"ply": 1, "evaluation": {"score": 2, "loss": 0, "accuracy": 100}},
        {"ply": 2, "evaluation": {"score": -4}, "glyphs": [4]},
        {"ply": 3, "evaluation": {"mate": 1, "accuracy": 51}, "glyphs": [6]},
        {"ply": 4, "evaluation": {"score": 1, "accuracy": 20}},
    ],
}
RECORD = {"format": "leduc/json", "version": 1, "players": ["Ada", "Bo"], "hands": [HAND]}


def shown_page(show: Open, record: dict[str, Any], **how: Any) -> Any:
    return show(page(of_text(json.dumps(record)), "graph"), **how)


def points(shown: Any) -> str:
    found: str = shown.locator(".area").get_attribute("d")
    return found


def test_evaluations_are_a_graph_that_steps(show: Open, component_folder: Path) -> None:
    shown = shown_page(show, RECORD, width=390, dark=True)
    last = shown.eval_on_selector("kifu-board", "board => board.last() ?? board.place.step")
    # each evaluation is at the position after its ply; a forced win is at the top
    assert points(shown) == f"M3 0L3 -0.5L4 1L{last - 1} -1L{last} -0.25V0"
    assert shown.locator(".g4").get_attribute("d") == "M4 1h0"
    assert shown.locator(".g6").get_attribute("d") == f"M{last - 1} -1h0"
    facts = shown.locator(".graph .facts").inner_text().replace("\xa0", " ").split()
    assert facts == ["↑", "Ada", "+4", "Accuracy", "Ada", "76%", "Accuracy", "Bo", "20%"]
    assert "evaluation for Ada: +1\nAccuracy 20%" in shown.locator(".notes").inner_text()
    slider = shown.get_by_role("slider", name="Evaluations")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    shown.mouse.move(box["x"] + box["width"] * 4.1 / last, middle)
    shown.mouse.down()
    assert place(shown)["step"] == 4
    shown.mouse.move(box["x"] + box["width"] * 2.9 / last, middle)
    assert place(shown)["step"] == 3
    shown.mouse.up()
    shown.mouse.move(box["x"] + 1, middle)
    assert place(shown)["step"] == 3
    slider.focus()
    assert press(shown, "ArrowRight", "ArrowRight")["step"] == 5
    assert slider.get_attribute("aria-valuenow") == "6"
    assert violations(shown, component_folder) == []


def test_the_graph_hides_what_the_reader_does_not_see(show: Open) -> None:
    shown = shown_page(show, RECORD)
    go(shown, 1, 4)
    shown.get_by_role("button", name="Hide later moves").click()
    assert points(shown) == "M3 0L3 -0.5L4 1V0"
    shown.eval_on_selector("kifu-board", "board => board.place = { seat: 1 }")
    shown.get_by_role("button", name="Show later moves").click()
    assert shown.locator(".graph").count() == 0
    assert (
        shown_page(show, {**RECORD, "hands": [{**HAND, "annotations": []}]})
        .locator(".move")
        .count()
    )
    assert shown.locator(".graph").count() == 0
