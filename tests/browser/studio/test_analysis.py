"""The analysis of a record in the studio."""

import json
from pathlib import Path
from typing import Any

import kifu

from ...helpers import MODEL_A, goita
from ..accessibility import violations
from .client import Page, Studio, Values, opened

HAND: dict[str, Any] = {"cards": ["Ks", "Jh"], "actions": ["raise", "call", "Kh", "call", "raise"]}
TEXT = json.dumps({"format": "leduc/json", "version": 1, "hands": [HAND]}, indent=3)
PLACE: Values = {"round": 1, "path": [], "step": 2}
LONG = goita(MODEL_A)
"""A game that is not solved, unlike the hand of poker."""
ENDLESS = 1_000_000
"""Playouts that take longer than the test."""


def test_an_analysis_is_one_change(studio: Studio) -> None:
    page: Page = opened(studio, "a.json", TEXT)
    page.answer = page.ask("analyse", shown=PLACE, playouts=40)
    notes = page.record["replay"]["rounds"][0]["annotations"]
    assert [each.get("ply") for each in notes] == [1, 2, 3, 4, None]
    assert all("accuracy" in each["evaluation"] for each in notes[:-1])
    assert "all rounds" in page.ask("analyse", shown=PLACE, playouts=40)["error"]
    page.answer = page.ask("undo", round=1)
    assert page.text == TEXT


def test_a_notation_that_cannot_hold_losses_may_give_way(studio: Studio) -> None:
    text = kifu.dumps(kifu.loads(goita(MODEL_A)), "goita/yaml")
    page = opened(studio, "a.yaml", text)
    assert page.ask("analyse", shown=PLACE, playouts=1)["canonical"] == "goita/json"
    page.answer = page.ask("analyse", shown=PLACE, playouts=1, canonical=True)
    assert page.sheet["notation"] == "goita/json"
    page.answer = page.ask("undo", round=1)
    assert page.text == text


def analysing(studio: Studio, visit: Any) -> tuple[Page, Any]:
    """Begin an analysis on the page that will not end by itself."""
    page: Page = opened(studio, "a.json", LONG)
    shown = visit(page.sheet["id"])
    shown.get_by_role("button", name="Programs").click()
    shown.get_by_label("Playouts").fill(str(ENDLESS))
    shown.get_by_role("button", name="Analyse the record").click()
    shown.get_by_text("Decision 0 of").wait_for()
    return page, shown


def test_an_analysis_can_be_watched_and_cancelled(
    studio: Studio, visit: Any, component_folder: Path
) -> None:
    _, shown = analysing(studio, visit)
    assert violations(shown, component_folder) == []
    shown.get_by_role("button", name="Cancel").click()
    shown.get_by_label("Playouts").fill("40")
    shown.get_by_role("button", name="Analyse the record").click()
    shown.get_by_role("slider", name="Evaluations").wait_for()
    shown.get_by_role("button", name="Undo").click()
    shown.locator(".graph").wait_for(state="detached")


def test_a_change_ends_an_analysis(studio: Studio, visit: Any) -> None:
    page, shown = analysing(studio, visit)
    page.answer = page.ask("text", text=LONG + "\n", apart=True, round=1)
    shown.get_by_text("the record was changed").wait_for()
    assert page.ask("show", round=1)["text"] == LONG + "\n"
