"""The layout of the studio's page, and its focus: on any window, everything can be reached."""

from pathlib import Path
from typing import Any

import pytest

from kifu.browser.page import LANGUAGES

from ...campaign import in_a_campaign
from ..accessibility import violations
from ..steering import resize
from .client import RULES, Studio, new, until


@in_a_campaign
def test_the_focus_goes_where_one_goes_on(visit: Any, studio: Studio) -> None:
    page = visit(new(studio, "leduc", seed="focus").sheet["id"])
    focused = """() => {
        let found = document.activeElement;
        while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
        return found.className || found.textContent.trim(); }"""
    page.get_by_role("button", name="New game").click()
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate(focused).endswith("New game")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator("kifu-board .playground:focus").wait_for()
    assert page.locator(".says").bounding_box()["height"] < 40, "the message fits on one line"


def test_the_board_is_one_tab_stop_away(visit: Any, studio: Studio) -> None:
    for seed in range(3):
        new(studio, "leduc", seed=f"{seed}")
    page = visit(new(studio, "go", seed="skip").sheet["id"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("kifu-board .playground:focus").wait_for()
    page.keyboard.press("Tab")  # to pass
    page.keyboard.press("Tab")
    page.locator("kifu-board .place:focus").wait_for()


def test_the_board_can_be_shown_alone(visit: Any, studio: Studio) -> None:
    page = visit(new(studio, "goita", seed="1").sheet["id"])
    resize(page, 1280, 720)
    text, moves = page.locator("studio-editor"), page.locator("kifu-board .moves")
    board = page.get_by_role("button", name="Board", exact=True)
    text.wait_for()
    small = page.locator("kifu-board").bounding_box()["width"]
    board.click()
    text.wait_for(state="hidden")
    assert page.locator("kifu-board").bounding_box()["width"] > 1.4 * small
    table = page.locator("kifu-board .playground").bounding_box()
    assert moves.bounding_box()["x"] > table["x"] + table["width"]
    page.get_by_role("button", name="Text", exact=True).click()
    text.wait_for()
    resize(page, 390, 844)
    assert not page.locator("kifu-board").is_visible()
    board.click()
    page.locator("kifu-board").wait_for()


COVERED = """board => {
  const button = board.renderRoot.activeElement, box = button.getBoundingClientRect();
  const there = (y) => {
    let root = document, found = null;
    for (;;) {
      found = root.elementFromPoint(box.left + 9, y);
      if (!found?.shadowRoot || found.shadowRoot === root) return found;
      root = found.shadowRoot;
    }
  };
  return [box.top + 3, box.bottom - 3].some((y) => !button.contains(there(y)));
}"""
"""Whether something covers a part of the button with the focus, or it is outside the window."""


def test_no_bar_covers_the_button_with_the_focus(visit: Any, studio: Studio) -> None:
    page = visit(new(studio, "mighty", seed="1").sheet["id"])
    resize(page, 844, 390)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("kifu-board .playground:focus").wait_for()
    for seat in range(4):
        page.locator(f"kifu-board .seat.acts.at{seat}").wait_for()
        while "pass" not in (page.locator("kifu-board button:focus").all_inner_texts() or [""])[0]:
            page.keyboard.press("Tab")
            page.locator("kifu-board button:focus").wait_for()
            assert not page.locator("kifu-board").evaluate(COVERED)
        page.keyboard.press("Enter")


def test_the_bar_covers_all_of_the_title_or_nothing(visit: Any, studio: Studio) -> None:
    page = visit(new(studio, "mighty", seed="1", title="A league").sheet["id"])
    resize(page, 1280, 800)
    for scroll in (0, 9999):
        page.evaluate("to => scrollTo(0, to)", scroll)
        page.locator("kifu-board").evaluate("board => board.reveal()")
        bar, title = (page.locator(each).bounding_box() for each in (".state", "kifu-board h2"))
        table = page.locator("kifu-board .playground").bounding_box()
        end = bar["y"] + bar["height"]
        assert title["y"] >= end or title["y"] + title["height"] <= end
        assert end <= table["y"] < 120


def test_the_button_for_the_next_deal_is_in_sight_on_a_phone_on_its_side(
    visit: Any, studio: Studio
) -> None:
    page = visit(new(studio, "leduc", levels=[None, None], seed="1").sheet["id"])
    resize(page, 844, 390)
    next_deal = page.get_by_role("button", name="Deal the next round")
    board = page.locator("kifu-board")
    while not next_deal.count():
        before = board.evaluate("board => board.place.step")
        board.locator(".offers button").first.click()
        until(page, lambda before=before: board.evaluate("board => board.place.step") > before)
    for scroll in (200, 9999):
        page.evaluate("to => scrollTo(0, to)", scroll)
        said, button = page.locator(".says").bounding_box(), next_deal.bounding_box()
        assert said["height"] <= button["y"] < button["y"] + button["height"] <= 390


def test_the_board_is_in_sight_on_a_phone(visit: Any, studio: Studio) -> None:
    page = visit(new(studio, "mighty", seed="1").sheet["id"])
    for width, height in ((844, 390), (667, 375), (390, 844)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        table, bar = (page.locator(f"kifu-board {each}") for each in (".table", ".controls"))
        top, end = table.bounding_box()["y"], bar.bounding_box()["y"]
        assert end - top > height / 4
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@in_a_campaign
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_page(
    dark: bool, width: int, visit: Any, studio: Studio, component_folder: Path
) -> None:
    """The first page, a match against programs with all its panels open, and a dialog."""
    one = new(studio, "mighty", levels=[RULES] * 5, seed="axe")
    for sheet in (None, one.sheet["id"]):
        page = visit(sheet, width=width, dark=dark)
        shut = page.locator("details:not([open]) > summary")
        shut.evaluate_all("all => all.map(each => each.click())")
        assert violations(page, component_folder) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").wait_for()
    assert violations(page, component_folder) == []


LONG = (
    "A match that was played on a Sunday in the old club house by the river, with all five founders"
)


@in_a_campaign
def test_all_has_room_on_a_telephone_in_every_language(visit: Any, studio: Studio) -> None:
    for seed in range(4):
        new(studio, "leduc", seed=f"{seed}")
    one = new(studio, "mighty", title=LONG, seed="narrow")
    page = visit(one.sheet["id"], width=360)
    for language in LANGUAGES:
        page.locator(".top select").select_option(language)
        page.locator(f"kifu-board .root[lang={language}]").wait_for()
        for row in (
            ".bar > button",
            ".sides > button",
            ".controls > :not(.jumpBack, .jumpForward)",
        ):
            tops = page.locator(row).evaluate_all(
                "all => all.map(each => each.getBoundingClientRect().top)"
            )
            assert len(tops) >= 4
            assert len(set(tops)) == 1, (language, row)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        title = page.locator("kifu-board h2")
        assert title.get_attribute("title") == LONG
        assert title.inner_text() == LONG
        assert title.bounding_box()["height"] < 64
    for width in (700, 360):
        resize(page, width, 900)
        left, right, start, end = page.evaluate(PLACES)
        assert left <= start < end <= right, "the sheet's tab is visible"


@in_a_campaign
def test_messages_hide_nothing_below(visit: Any, studio: Studio) -> None:
    """Even a long message on a scrolled page hides nothing."""
    new(studio, "leduc", title="名人戦" * 30, seed="long")
    page = visit(new(studio, "mighty", seed="below").sheet["id"], width=900)
    page.locator("studio-tabs li").filter(has_text="名人戦").last.locator(".close").click()
    page.get_by_text("is closed. It is kept").wait_for()
    page.evaluate("scrollTo(0, 300)")
    page.screenshot()  # draw a frame, so that resize observers run
    said, *below = (page.locator(each).bounding_box() for each in (".says", ".state", ".sides"))
    assert said["height"] > 40
    assert [each["y"] for each in below if each["y"] < said["y"] + said["height"] - 1] == []


PLACES = """() => {
  const tabs = document.querySelector("kifu-studio").shadowRoot.querySelector("studio-tabs");
  const place = selector => tabs.shadowRoot.querySelector(selector).getBoundingClientRect();
  const [all, tab] = [place("ul"), place("li:has([aria-current])")];
  return [all.left, all.right, tab.left, tab.right];
}"""
"""Left and right edges of the tab bar, and of the current sheet's tab with its button."""
