"""Typing and clicking while programs play, in a browser: nothing is lost and nobody is blocked."""

from typing import Any

import pytest

from ...campaign import in_a_campaign
from .client import RULES, Page, Studio, new, until

THINKS = "is thinking"


class Held:
    """Calls from the page that are held back until released."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.routes: list[Any] = []
        self.holds = True

    def hold(self, call: str) -> None:
        """Hold back calls of this kind from now on."""
        self.page.route(f"**/{call}", self._take)

    def _take(self, route: Any) -> None:
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self, call: str) -> Any:
        """Wait until a call is being held back."""
        until(self.page, lambda: self._find(call))
        return self._find(call)[0]

    def let_go(self, call: str) -> None:
        """Release a call and wait for its answer."""
        route = self.wait(call)
        self.routes.remove(route)
        with self.page.expect_response(f"**/{call}"):
            route.continue_()

    def end(self) -> None:
        """Release all calls, and hold back no more."""
        self.holds = False
        for each in self.routes:
            each.continue_()

    def _find(self, call: str) -> list[Any]:
        return [each for each in self.routes if each.request.url.endswith(f"/{call}")]


def now(one: Page) -> str:
    """Return the studio's current text."""
    text: str = one.ask("show")["text"]
    return text


def before_caret(page: Any) -> str:
    found: str = page.locator("textarea").evaluate(
        "area => area.value.slice(0, area.selectionStart)"
    )
    return found


def put_caret(page: Any, behind: str) -> None:
    area = page.locator("textarea")
    area.click()
    area.evaluate(
        """(area, text) => {
        const at = area.value.indexOf(text) + text.length;
        area.setSelectionRange(at, at); }""",
        behind,
    )


Table = tuple[Page, Any, Held]


@pytest.fixture
def table(visit: Any, studio: Studio) -> Table:
    """A match of Goita between programs, the first of which is thinking."""
    one = new(studio, "goita", levels=[RULES] * 4, seed="typing", title="Title")
    page = visit(one.sheet["id"])
    held = Held(page)
    held.hold("respond")
    page.get_by_role("button", name="Let it play").click()
    page.get_by_text(THINKS).wait_for()
    held.wait("respond")
    return one, page, held


@in_a_campaign
def test_text_typed_while_programs_play_stays_in_place(table: Table) -> None:
    one, page, held = table
    put_caret(page, '"title": "Title')
    page.keyboard.type(" and more")
    until(page, lambda: "Title and more" in now(one))
    assert page.get_by_text(THINKS).count()  # clicking in the text does not stop any program
    dealt = now(one)
    held.let_go("respond")
    until(page, lambda: page.locator("textarea").input_value() == now(one) != dealt)
    assert before_caret(page).endswith("Title and more")
    held.wait("respond")
    held.hold("text")
    page.keyboard.type("!")
    held.wait("text")
    composed = page.context.new_cdp_session(page)  # a letter being composed, as in Korean
    composed.send("Input.imeSetComposition", {"text": "ㅎ", "selectionStart": 1, "selectionEnd": 1})
    played = now(one)
    held.let_go("respond")  # at the same time: the text arrives late, based on the old version
    assert now(one) != played
    held.end()
    until(page, lambda: '"title": "Title and more!"' in now(one))
    composed.send("Input.insertText", {"text": "한"})
    until(page, lambda: '"title": "Title and more!한"' in now(one))
    put_caret(page, '"winner"')
    page.get_by_text(THINKS).wait_for(state="detached")
    until(page, lambda: page.locator("textarea").input_value() == now(one))
    assert '"title": "Title and more!한"' in now(one)
    assert before_caret(page).endswith('"winner"')
    one.answer = one.ask("show")
    assert one.record["findings"] == []
    assert one.line()[-1]["node"] == "terminal"


@in_a_campaign
def test_where_both_change_the_same_place_it_is_said(table: Table) -> None:
    """Both changes survive, one of them through Undo."""
    one, page, held = table
    put_caret(page, '"record": "')
    held.hold("text")
    page.keyboard.type("9")
    held.wait("text")
    held.let_go("respond")
    played = now(one)
    held.end()
    page.get_by_text("The same place was changed elsewhere").wait_for()
    assert '"record": "9' in now(one) != played
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: now(one) == played == page.locator("textarea").input_value())


@in_a_campaign
def test_programs_are_stopped_and_it_is_said_why(table: Table) -> None:
    one, page, held = table
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("The programs have stopped.").wait_for()
    held.let_go("respond")  # reaches the studio after the call that stops it
    played = now(one)
    until(page, lambda: page.locator("textarea").input_value() == played)
    page.get_by_role("button", name="Let it play").click()
    held.wait("respond")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("because a change was undone").wait_for()
    board = page.locator("kifu-board")
    assert board.locator("[role=status]").inner_text() == board.locator(".now bdi").inner_text()
    held.let_go("respond")
    page.get_by_role("button", name="Let it play").wait_for()
    assert now(one) != played
    page.get_by_role("button", name="Let it play").click()
    one.answer = one.ask("show")
    one.change("seats", seat=None, levels=[None] * 4)  # in another window
    held.let_go("respond")
    page.get_by_text("program’s move was not played").wait_for()


@in_a_campaign
def test_a_click_is_for_the_moment_at_which_it_was_made(visit: Any, studio: Studio) -> None:
    one = new(studio, "leduc", seed="clicks")
    page = visit(one.sheet["id"])
    page.locator("kifu-board .offers .choice").nth(1).wait_for()
    choices = page.locator("kifu-board .offers .choice")
    choices.evaluate_all("choices => choices.forEach(each => each.click())")
    page.get_by_text("That click was meant for the previous position").wait_for()
    one.answer = one.ask("show")
    assert one.record["replay"]["rounds"][0]["variations"] == []
    assert len(one.line()) > len(one.answer["links"])
