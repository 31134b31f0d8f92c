"""Text typed while no studio answers is restored, or reported as lost."""

from collections.abc import Callable
from typing import Any

from ...campaign import in_a_campaign
from .client import Page, Studio, opened, until

BEGIN, END = "# begin", "# end"
LONG = "# long " + "0123456789" * 2500
TEXT = f"""{BEGIN}
12345678,12345679,11112345,11112345,s1,113,2p,3p,431
{END}
"""
FILL = """() => {
    for (let size = 2 ** 23; size >= 1; size /= 2)
        try { for (let n = 0; ; n++) localStorage.setItem(`${size} ${n}`, "x".repeat(size)); }
        catch {} }"""

Start = Callable[..., Studio]


class Left:
    """A page with text typed after its studio ended, and the restarted studio."""

    def __init__(self, start: Start, visit: Any, text: str) -> None:
        studio = start()
        self.one = opened(studio, "a.txt", TEXT)
        self.page = visit(self.one.sheet["id"], of=studio)
        studio.end()
        self.page.locator("textarea").fill(text)
        self.page.get_by_text("The studio has stopped").wait_for()
        self.port, self.start = str(studio.port), start

    def again(self, elsewhere: str = TEXT) -> tuple[Page, Any]:
        """Restart the studio, change the text elsewhere, and open a new page."""
        kept = "key => !!localStorage.getItem(key)"
        key = f"kifu-draft {self.one.sheet['id']}"
        until(self.page, lambda: self.page.evaluate(kept, key))
        context = self.page.context
        self.page.close()
        studio = self.start("--port", self.port)
        sheet = self.one.sheet["id"]
        one = Page(studio, studio(f"sheets/{sheet}/show"))
        if elsewhere != TEXT:
            one.change("text", text=elsewhere)
        page = context.new_page()
        page.goto(f"{studio.url}#token={studio.token}&sheet={sheet}")
        return one, page


def now(one: Page) -> str:
    text: str = one.ask("show")["text"]
    return text


@in_a_campaign
def test_where_the_same_place_was_changed_since_both_are_kept(start: Start, visit: Any) -> None:
    elsewhere = TEXT.replace(END, "# elsewhere")
    left = Left(start, visit, TEXT.replace(END, "# mine"))
    one, page = left.again(elsewhere)
    page.get_by_text("The same place was changed elsewhere").wait_for()
    assert now(one) == TEXT.replace(END, "# mine")
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: now(one) == elsewhere)


@in_a_campaign
def test_text_typed_just_before_a_reload_is_restored(studio: Studio, visit: Any) -> None:
    """The text had not reached the studio; the browser does not ask before leaving the page."""
    one = opened(studio, "reloaded.txt", TEXT)
    page = visit(one.sheet["id"])
    asked: list[str] = []

    def agree(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.accept()

    def leave(route: Any) -> None:
        """Leave the dialog unanswered."""

    page.on("dialog", agree)
    page.route("**/text", leave)
    page.locator("textarea").fill(TEXT.replace(END, "# mine"))
    page.reload()
    page.unroute("**/text")
    page.get_by_text("has been restored").wait_for()
    until(page, lambda: now(one) == TEXT.replace(END, "# mine"))
    assert asked == []


@in_a_campaign
def test_a_long_text_is_there_again(start: Start, visit: Any) -> None:
    """Edits made elsewhere since then are kept; while storage is full, the page says so."""
    left = Left(start, visit, TEXT)
    left.page.evaluate(FILL)
    left.page.locator("textarea").fill(TEXT.replace(END, LONG))
    left.page.get_by_text("The browser has no room").wait_for()
    assert left.page.locator("textarea").input_value() == TEXT.replace(END, LONG)
    left.page.evaluate("localStorage.clear()")
    left.page.locator("textarea").press("Control+End")
    left.page.keyboard.type("#")
    one, page = left.again(TEXT.replace(BEGIN, "# elsewhere"))
    page.get_by_text("has been restored").wait_for()
    due = TEXT.replace(END, LONG).replace(BEGIN, "# elsewhere") + "#"
    until(page, lambda: now(one) == due == page.locator("textarea").input_value())
    drafts = "Object.keys(localStorage).filter((key) => key.startsWith('kifu-draft '))"
    until(page, lambda: page.evaluate(drafts) == [])
