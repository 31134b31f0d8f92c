"""The component in other pages: in every order of script, element and data."""

import json
from typing import Any

import pytest

from kifu.browser.page import component, embedded, page

from ..imports import ROOT
from .conftest import Open
from .documents import of_file, of_text

DOCUMENT = of_file(ROOT / "examples/leduc/match.json")
OTHER = of_file(ROOT / "examples/goita/match.json")
SCRIPT = f"<script>{component()}</script>"
INLINE = f'<script type="application/json">{embedded(DOCUMENT)}</script>'
GIVE = f"const board = document.querySelector('kifu-board'); board.data = {embedded(DOCUMENT)};"
MAKE = "document.body.append(document.createElement('kifu-board'));"
FILL = f"board.insertAdjacentHTML('beforeend', {embedded({'html': INLINE})}.html);"

ORDERS = {
    "script, element with JSON": f"{SCRIPT}<kifu-board>{INLINE}</kifu-board>",
    "element with JSON, script": f"<kifu-board>{INLINE}</kifu-board>{SCRIPT}",
    "script in the head": f"<head>{SCRIPT}</head><body><kifu-board>\n {INLINE}\n</kifu-board>",
    "script, element, data": f"{SCRIPT}<kifu-board></kifu-board><script>{GIVE}</script>",
    "element, data, script": f"<kifu-board></kifu-board><script>{GIVE}</script>{SCRIPT}",
    "script, element made, data": f"<body>{SCRIPT}<script>{MAKE}{GIVE}</script>",
    "element made, data, script": f"<body><script>{MAKE}{GIVE}</script>{SCRIPT}",
    "JSON that comes late": (
        f"{SCRIPT}<kifu-board></kifu-board>"
        f"<script>const board = document.querySelector('kifu-board');{FILL}</script>"
    ),
}


def opened(show: Open, html: str) -> Any:
    return show(f"<!doctype html><meta charset=utf-8><title>embedded</title>{html}")


def title(shown: Any) -> str:
    found: str = shown.locator("kifu-board h2").inner_text()
    return found


def test_a_board_is_shown_in_every_order_of_script_element_and_data(show: Open) -> None:
    for order, html in ORDERS.items():
        shown = opened(show, html)
        assert title(shown) == "Four hands", order
        assert shown.locator("kifu-board").bounding_box()["height"] > 200, order


def test_a_place_can_be_set_before_the_script_is_loaded(show: Open) -> None:
    place = "board.place = { round: 2, step: 6 };"
    html = f"<kifu-board></kifu-board><script>{GIVE}{place}</script>{SCRIPT}"
    shown = opened(show, html)
    assert title(shown) == "Four hands"
    found = shown.eval_on_selector("kifu-board", "board => [board.place.round, board.place.step]")
    assert found == [2, 6]


def test_the_language_is_the_nearest_lang_or_else_that_of_the_browser(show: Open) -> None:
    boards = "".join(f"<div{each}><kifu-board>{INLINE}</kifu-board></div>" for each in LANGS)
    shown = opened(show, f"<script>document.documentElement.lang = 'pl'</script>{boards}{SCRIPT}")
    found = shown.locator("kifu-board .moves").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert found == ["Przebieg", "手順", "Moves"]
    assert show(page(DOCUMENT, "board"), language="ko").locator("html[lang=en] :lang(ko)").count()


LANGS = ("", ' lang="ja-JP"', ' lang=""')


def test_data_may_change(show: Open) -> None:
    shown = opened(show, ORDERS["script, element with JSON"])
    assert title(shown) == "Four hands"
    change = "(board, text) => board.querySelector('script').textContent = text"
    shown.eval_on_selector("kifu-board", change, embedded(OTHER))
    shown.locator("kifu-board h2", has_text="Sunday club").wait_for()
    shown.eval_on_selector("kifu-board", "(board, data) => board.data = data", DOCUMENT)
    shown.locator("kifu-board h2", has_text="Four hands").wait_for()


@pytest.mark.parametrize(
    "wrong",
    [
        *('"x"', "5", "[]", "{}", '{"board": 3}', '{"board": 3, "records": 5}'),
        *('{"board": 1, "records": []}', '{"board": 3, "records": []}'),
        '{"board": 3, "records": [{}]}',
    ],
)
def test_wrong_data_shows_a_message_in_its_place(wrong: str, show: Open) -> None:
    shown = opened(show, f"{SCRIPT}<kifu-board></kifu-board>")
    shown.eval_on_selector("kifu-board", "(board, data) => board.data = data", json.loads(wrong))
    message = shown.locator("kifu-board [role=alert]")
    assert "not a board document" in message.inner_text()
    assert '"records": [' in message.inner_text()
    shown.eval_on_selector("kifu-board", "(board, data) => board.data = data", DOCUMENT)
    assert title(shown) == "Four hands"


def test_wrong_json_shows_a_message_in_its_place(show: Open) -> None:
    wrong = '<kifu-board><script type="application/json">{"board": 3,</script></kifu-board>'
    for html in (SCRIPT + wrong, wrong + SCRIPT, SCRIPT + "<kifu-board data='x'></kifu-board>"):
        shown = opened(show, html)
        assert "not a board document" in shown.locator("kifu-board [role=alert]").inner_text()


def test_a_name_changes_no_direction_but_its_own(show: Open) -> None:
    text = (ROOT / "examples/leduc/match.json").read_text("utf-8")
    record = json.loads(text) | {"players": ["\u202eevil\u2069", "Bo"]}
    document = embedded(of_text(json.dumps(record)))
    inside = f'<kifu-board><script type="application/json">{document}</script></kifu-board>'
    shown = opened(show, inside + SCRIPT)
    shown.eval_on_selector("kifu-board", "board => board.place = { round: 1, step: 3 }")
    said = shown.locator("kifu-board .now bdi").first.inner_text()
    assert "\u2068\u202eevil\u2069" in said
    assert said.count("\u2068") == said.count("\u2069")
