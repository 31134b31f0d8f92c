"""Boards played by clicking, and documents replaced during play."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kifu.browser.page import component, page

from ..campaign import few, in_a_campaign
from ..imports import ROOT
from ..plugins.copies import Copy
from .accessibility import small_targets, violations
from .conftest import Open
from .documents import of_file, of_text
from .steering import go

GOITA, LEDUC = "goita/match.json", "leduc/match.json"
MIGHTY, PLANOWANIE, GO = "mighty/deal.json", "planowanie/game.json", "go/game.json"
WRONG = "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"


@cache
def playable(name: str) -> str:
    text = page(of_file(ROOT / "examples" / name), name)
    return text.replace("<kifu-board", "<kifu-board playable")


def opened(show: Open, name: str, fragment: str, **look: Any) -> Any:
    """Open an example on a playable page that records the board's events."""
    shown = show(playable(name), fragment, **look)
    shown.evaluate(
        """for (const name of ["action", "refused", "step"])
          addEventListener(`kifu-${name}`, event => (window[name] ??= []).push(event.detail))"""
    )
    return shown


def click(shown: Any, *names: str, seat: str = ".seat.acts") -> None:
    for name in names:
        shown.locator(seat).get_by_role("button", name=name, exact=True).first.click()


def events_of(shown: Any, event: str, *keys: str) -> list[list[Any]]:
    """Return the given details of each of the board's events."""
    found: list[dict[str, Any]] = shown.evaluate(f"window[{event!r}] ?? []")
    return [[each[key] for key in keys] for each in found]


def chosen(shown: Any) -> list[list[Any]]:
    return events_of(shown, "action", "player", "action")


# Clicks

PLAYS = {
    MIGHTY: [
        (1, 9, ["king of spades"], [0, "SK"]),
        (1, 1, ["Points 14", "14 hearts"], [0, "14H"]),
        (1, 8, ["hearts", "names ace of hearts"], [0, "HA"]),
    ],
    GOITA: [(4, 2, ["knight", "bishop"], [3, "63"]), (4, 2, ["pass"], [3, "0"])],
    PLANOWANIE: [(2, 2, ["nine of diamonds"], [1, "9D"])],
    LEDUC: [(2, 5, ["call"], [0, "call"])],
}


@pytest.mark.parametrize("name", few(PLAYS, 1))
def test_clicks_play(name: str, show: Open) -> None:
    shown = opened(show, name, "")
    for number, step, names, _ in PLAYS[name]:
        go(shown, number, step)
        click(shown, *names)
    assert chosen(shown) == [due for *_, due in PLAYS[name]]


@in_a_campaign
def test_the_event_says_which_of_several_players_acts(show: Open) -> None:
    shown = opened(show, PLANOWANIE, "#round=3&step=1")
    click(shown, "declares 3", seat=".seat[aria-label=Celina]")
    assert chosen(shown) == [[2, "3"]]


def test_cards_to_bury_can_be_taken_back(show: Open) -> None:
    shown = opened(show, MIGHTY, "#round=1&step=6")
    click(shown, "two of spades", "king of spades", "two of clubs")
    click(shown, "five of clubs, not legal")
    assert "Still to pick: 0" in shown.locator(".foot").inner_text()
    click(shown, "king of spades", "three of diamonds")
    pressed = shown.locator(".hand [aria-pressed=true]").evaluate_all(
        "all => all.map(b => b.title)"
    )
    assert pressed == ["two of spades", "three of diamonds", "two of clubs"]
    assert chosen(shown) == []
    click(shown, "bury: two of spades, three of diamonds, two of clubs")
    assert chosen(shown) == [[0, "bury S2 D3 C2"]]


@in_a_campaign
def test_a_joker_that_is_led_asks_for_its_suit(show: Open) -> None:
    shown = opened(show, MIGHTY, "#round=1&step=19")
    click(shown, "joker")
    assert shown.locator(".made button").count() == 4
    shown.keyboard.press("Escape")
    assert shown.locator(".made button").count() == 0
    click(shown, "joker", "joker, asking for hearts")
    assert chosen(shown) == [[1, "JKH"]]


REFUSED = {
    MIGHTY: [(1, 9, "ace of hearts, not legal", [0, "HA", "M305"])],
    GOITA: [
        (4, 2, "rook, not legal", [3, "23", "G105"]),
        (4, 3, "gold, not legal", [0, "42", "G105"]),  # only a pass is legal
    ],
}


@pytest.mark.parametrize("name", few(REFUSED, 1))
def test_illegal_actions_have_a_reason(name: str, show: Open) -> None:
    shown = opened(show, name, "")
    for number, step, thing, due in REFUSED[name]:
        go(shown, number, step)
        click(shown, thing)
        assert events_of(shown, "refused", "player", "action", "code")[-1] == due
        why = " ".join(events_of(shown, "refused", "code", "message")[-1])
        assert shown.locator(".foot .reason").inner_text() == why
        assert shown.locator("[role=status]").inner_text() == why
    assert chosen(shown) == []


def test_one_can_play_with_the_keyboard_alone(show: Open) -> None:
    shown = opened(show, MIGHTY, "#round=1&step=9")
    focused = "document.querySelector('kifu-board').renderRoot.activeElement.ariaLabel"
    shown.locator(".playground").focus()
    for _ in range(3):
        shown.keyboard.press("Tab")
    assert shown.evaluate(focused) == "ace of diamonds"
    shown.keyboard.press("Enter")
    assert chosen(shown) == [[0, "DA"]]
    shown.wait_for_selector(".seat.at1.acts")
    assert shown.evaluate(focused) == "six of diamonds"  # the next player's first legal card


def test_a_grid_is_one_tab_stop_and_arrow_keys_move_on_it(show: Open) -> None:
    """At twice the size as well, where a page is half as wide and high."""
    shown = opened(show, GO, "#round=1&step=2", width=640)
    focused = "document.querySelector('kifu-board').renderRoot.activeElement.ariaLabel"
    places = shown.locator(".place")
    assert places.count() == 81
    assert shown.locator(".place[tabindex='0']").count() == 1
    for _ in range(10):
        shown.keyboard.press("Tab")
        if (shown.evaluate(focused) or "").startswith("Board. Keys"):
            break
    else:
        pytest.fail("the board is more than ten Tab stops away")
    for _ in ("pass", "the grid"):
        shown.keyboard.press("Tab")
    last = shown.evaluate(focused)
    assert "White, not legal" in last, "the last move"
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("ArrowLeft")
    point = shown.evaluate(focused)
    shown.keyboard.press("Shift+Tab")
    shown.keyboard.press("Tab")
    assert shown.evaluate(focused) == point
    shown.keyboard.press("Enter")
    assert len(chosen(shown)) == 1
    shown.keyboard.press("j")
    step = "document.querySelector('kifu-board').place.step"
    assert shown.evaluate(step) == 3
    shown.keyboard.press("Escape")
    shown.keyboard.press("ArrowLeft")
    assert shown.evaluate(step) == 2
    assert shown.evaluate("document.documentElement.scrollWidth") <= 640


@in_a_campaign
def test_nothing_is_playable_unless_asked_for(show: Open) -> None:
    shown = show(page(of_file(ROOT / "examples" / MIGHTY), "deal"), "#round=1&step=9")
    assert shown.locator(".seat button").count() == 0
    shown.eval_on_selector("kifu-board", "board => board.playable = true")
    assert shown.locator(".seat button").count() == 10
    shown.get_by_label("Seen by").select_option("Player 1")  # not the player to act
    assert shown.locator(".seat button").count() == 0


# Accessibility and size

LOOKS = [
    (GOITA, "#round=4&step=2", 360, True),
    (MIGHTY, "#round=1&step=1", 360, False),
    (MIGHTY, "#round=1&step=8", 1000, True),
    (MIGHTY, "#round=1&step=45", 360, True),
    (PLANOWANIE, "#round=2&step=2", 1000, False),
    (LEDUC, "#round=2&step=5", 360, False),
]


@in_a_campaign
@pytest.mark.parametrize(("name", "fragment", "width", "dark"), few(LOOKS, 1))
def test_axe_finds_nothing_and_targets_are_large(
    name: str, fragment: str, width: int, dark: bool, show: Open, component_folder: Path
) -> None:
    shown = opened(show, name, fragment, width=width, dark=dark)
    shown.locator(".seat button").first.click()  # an item or a group is selected
    shown.evaluate("board => board.click()", shown.locator("summary").first.element_handle())
    assert violations(shown, component_folder) == []
    assert small_targets(shown) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


# Documents that are replaced


def with_stubs(document: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a copy of a document with only one round loaded; others keep just their numbers."""
    copy = json.loads(json.dumps(document))
    for record in copy["records"]:
        rounds = record["replay"]["rounds"]
        stubs = [each if each["round"] == number else stub(each["round"]) for each in rounds]
        record["replay"]["rounds"] = stubs
    return copy


def stub(number: int) -> dict[str, Any]:
    return {"round": number, "steps": []}


def state(shown: Any) -> list[Any]:
    found: list[Any] = shown.evaluate(
        """() => {
          const board = document.querySelector("kifu-board");
          const bottom = board.renderRoot.querySelector(".seat.at0 .name").textContent;
          return [board.place, bottom, board.language, board.renderRoot.activeElement.ariaLabel];
        }"""
    )
    return found


@in_a_campaign
def test_a_new_document_leaves_the_rest_as_it_is(show: Open) -> None:
    document = of_file(ROOT / "examples" / GOITA)
    shown = opened(show, GOITA, "#round=4&step=2")
    shown.get_by_label("Language").select_option("polski")
    shown.get_by_label("Obróć stół").click()
    click(shown, "skoczek")
    before = state(shown)
    assert before[1:] == ["Botan", "pl", "skoczek"]
    replace = (
        "([data, place]) => Object.assign(document.querySelector('kifu-board'), {data}, place)"
    )
    shown.evaluate(replace, [document, {}])
    assert state(shown) == before
    assert shown.locator(".thing.picked").count() == 1
    shown.evaluate(replace, [with_stubs(document, 7), {"place": {"round": 7, "step": 2}}])
    assert state(shown)[0] == before[0] | {"round": 7, "step": 2}
    shown.evaluate(replace, [document, {"place": {"round": 1, "step": 3}}])
    assert state(shown)[0] == before[0] | {"round": 1, "step": 3}
    assert state(shown)[1:3] == before[1:3]


def test_a_round_that_is_not_there_yet_is_waited_for(show: Open) -> None:
    document = of_file(ROOT / "examples" / GOITA)
    text = json.dumps(with_stubs(document, 1))
    board = f'<kifu-board><script type="application/json">{text}</script></kifu-board>'
    shown = show(f"<!doctype html><meta charset=utf-8>{board}<script>{component()}</script>")
    shown.evaluate("addEventListener('kifu-step', event => window.step = event.detail)")
    shown.get_by_role("combobox", name="Round").select_option("4")
    assert shown.evaluate("step.round") == 4
    assert shown.locator(".unread").inner_text() == "Loading…"
    shown.eval_on_selector("kifu-board", "(board, data) => board.data = data", document)
    assert shown.locator(".unread").count() == 0


@in_a_campaign
def test_a_finding_in_a_round_that_is_not_there_yet_is_shown_once_it_is(show: Open) -> None:
    document = of_text(f"{WRONG}\n{WRONG}")
    board = "<kifu-board></kifu-board>"
    shown = show(f"<!doctype html><meta charset=utf-8>{board}<script>{component()}</script>")
    give = "(board, data) => board.data = data"
    shown.evaluate("addEventListener('kifu-step', event => window.step = event.detail)")
    shown.eval_on_selector("kifu-board", give, with_stubs(document, 1))
    shown.locator("button.finding", has_text="Round 2").filter(has_text="G105").first.click()
    assert shown.evaluate("[step.round, step.step]") == [2, 0]
    shown.eval_on_selector("kifu-board", give, document)
    shown.wait_for_selector(".move.here .mark")
    assert shown.evaluate("[step.round, step.step]") == [2, 4]


def test_a_number_of_a_range_is_chosen(show: Open, tmp_path: Path) -> None:
    """If there are too many actions for buttons, a field takes a number and rejects bad ones."""
    copy = Copy(tmp_path / "raises", "raises", ROOT / "tests" / "plugins" / "raises")
    record = {"format": "raises/json", "version": 1, "stacks": [{"actions": ["raise 6", "fold"]}]}
    (copy.folder / "game.json").write_text(json.dumps(record))
    board = copy.kifu("board", "game.json").stdout.replace("<kifu-board", "<kifu-board playable")
    shown = show(board, "#round=1&step=1")
    shown.evaluate("addEventListener('kifu-action', e => (window.action ??= []).push(e.detail))")
    field = shown.get_by_role("spinbutton", name="raise")
    assert [field.get_attribute(name) for name in ("min", "max", "step")] == ["12", "1000000", "2"]
    for number, told_by_now in (("13", 0), ("10", 0), ("", 0), ("777778", 1)):
        field.fill(number)
        field.press("Enter")
        assert len(chosen(shown)) == told_by_now
    assert chosen(shown) == [[1, "raise 777778"]]
    assert small_targets(shown) == []
    go(shown, 1, 0)
    assert field.input_value() == "6"
