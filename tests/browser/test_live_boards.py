"""Boards on the site's pages, in a browser; `tests/test_site.py` checks what the pages contain."""

import importlib
import sys

import pytest

from ..campaign import in_a_campaign
from ..imports import ROOT
from .conftest import Open


@in_a_campaign
def test_a_board_of_a_page_begins_at_its_place(show: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
    site = importlib.import_module("live_boards")
    mark = "<!-- board examples/goita/match.json round=4 step=9 -->"
    text = site.with_boards("page.md", f"{mark}\n\n{mark}\n").replace("<script src=", "<i data-s=")
    html = f"<!doctype html><title>page</title>{text}<script>{site.script()}</script>"
    shown = show(html)
    shown.wait_for_function("document.querySelectorAll('kifu-board')[1].linked")
    boards = shown.locator("kifu-board")
    assert [each.evaluate("board => board.place.step") for each in boards.all()] == [9, 9]
    assert "#" not in shown.url
    shown.locator(".playground").nth(1).press("ArrowRight")
    assert [each.evaluate("board => board.place.step") for each in boards.all()] == [9, 10]
    fragment = "#board-2:round=2&step=1"
    assert shown.url.endswith("#board-2:round=4&step=10")
    again = show(html, fragment)
    again.wait_for_function("document.querySelectorAll('kifu-board')[1].linked")
    again.wait_for_function("document.querySelectorAll('kifu-board')[1].place.round === 2")
    assert again.locator("kifu-board").first.evaluate("board => board.place.round") == 4
