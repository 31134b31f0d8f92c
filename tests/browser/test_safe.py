"""Boards are safe, accessible and small."""

import gzip
import json
import re
from html import escape
from pathlib import Path

import pytest

import kifu
from kifu.browser.page import component, page

from ..campaign import few, in_a_campaign
from ..chromium import node
from ..imports import ROOT
from .accessibility import small_targets, violations
from .conftest import Open
from .documents import GAMES, of_example, of_text
from .steering import focus, press, resize

HOSTILE = '</script><img src=x onerror="document.title=1">\u202e<b>${1}</b>'


def test_names_are_text_wherever_they_appear(show: Open) -> None:
    record = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))
    record |= {"title": HOSTILE, "players": [f"{HOSTILE}{seat}" for seat in range(4)]}
    for one in record["rounds"]:
        for variation in one.get("variations", ()):
            variation["name"] = HOSTILE
    text = json.dumps(record)
    shown = show(page(of_text(text), HOSTILE), "#round=4&step=8&variation=1")
    assert shown.title() == HOSTILE
    assert shown.locator("kifu-board h2").inner_text() == HOSTILE
    assert shown.locator("kifu-board :is(img, b > b, header b)").count() == 0
    assert HOSTILE in shown.locator(".branch-name").first.inner_text()
    isolated = shown.locator(".seat .name").evaluate_all("all => all.map(each => each.localName)")
    assert set(isolated) == {"bdi"}


def test_no_markup_is_made_of_text() -> None:
    for path in (ROOT / "browser/component/src").rglob("*.ts"):
        found = re.findall(
            r"innerHTML|unsafe|insertAdjacent|document\.write|\beval\b", path.read_text()
        )
        assert not found, path


@in_a_campaign
def test_it_works_in_a_frame_of_another_page(show: Open) -> None:
    inner = of_example("leduc/match.json")
    shown = show(
        "<!doctype html><meta charset=utf-8>"
        f'<iframe width=900 height=900 sandbox="allow-scripts" srcdoc="{escape(inner)}"></iframe>'
    )
    assert shown.frame_locator("iframe").locator(".playground").count() == 1


LOOKS = [(game, dark, width) for game in GAMES for dark in (False, True) for width in (360, 1000)]
"""Each game in light and dark, narrow and wide."""


@pytest.mark.parametrize(("game", "dark", "width"), few(LOOKS, 1))
def test_axe_finds_nothing(
    game: str, dark: bool, width: int, show: Open, component_folder: Path
) -> None:
    shown = show(of_example(GAMES[game]), "#round=1&step=5", width=width, dark=dark)
    for each in shown.locator("details:not([open]) > summary").all():
        each.click()
    assert violations(shown, component_folder) == []


@in_a_campaign
@pytest.mark.parametrize("game", few(GAMES, 1))
def test_nothing_is_cut_off_on_a_telephone_and_targets_are_large(game: str, show: Open) -> None:
    shown = show(of_example(GAMES[game]), "#round=1&step=5", width=360)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    assert small_targets(shown) == []
    resize(shown, 300, 800)  # as if the page had margins
    focus(shown)
    press(shown, "End")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 300


def test_the_script_is_as_small_as_the_page_about_boards_says() -> None:
    (most,) = set(re.findall(r"(\d+) kB, gzipped", (ROOT / "docs/board.md").read_text("utf-8")))
    assert int(most) == 40
    assert len(gzip.compress(component().encode())) <= 1000 * int(most)


def test_a_board_is_one_short_line_in_a_console() -> None:
    record = kifu.load(ROOT / "examples/goita/match.json")
    assert repr(kifu.board(record)) == "<Board: 'Sunday club, table 2'>"
    assert len(repr(kifu.picture(record, ply=1))) < 100


def test_the_built_file_matches_its_sources(component_folder: Path, tmp_path: Path) -> None:
    built = tmp_path / "built.js"
    node(component_folder, "build.mjs", str(built))
    assert built.read_text("utf-8") == component()
