"""Annotations on a board in a browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from kifu.browser.page import LANGUAGES, page
from kifu.formats.interface.replay_schema import shared_schema

from ..campaign import few, in_a_campaign
from ..imports import ROOT
from .accessibility import small_targets, violations
from .conftest import Open
from .documents import of_file, of_text

LONG = "<b>A long story</b>. " * 60
HOSTILE = '<img src=x onerror="document.title=1">\u202e'
NOTED: dict[str, Any] = {
    "format": "leduc/json",
    "version": 1,
    "players": ["Ada", "Bo"],
    "annotations": [
        {"after": [f"final {HOSTILE}"], "properties": [{"key": "EV", "values": ["x"]}]}
    ],
    "hands": [
        {
            "cards": ["Ks", "Jh"],
            "actions": ["raise", "call", "Qs"],
            "ended": {"how": "resignation", "by": 1, "text": "a headache"},
            "annotations": [
                {"before": ["the shortest"], "time_left": 3600},
                {
                    "ply": 1,
                    "before": ["why not"],
                    "after": [HOSTILE, LONG],
                    "glyphs": [5, 146],
                    "time_used": 12.5,
                    "time_left": 108,
                    "evaluation": {"score": -1.5, "mate": 3, "depth": 20},
                    "marks": [{"shape": "arrow", "at": ["a", "b"], "colour": "red", "text": "go"}],
                    "properties": [{"key": "KM", "values": ["1", "2"]}, {"key": "N"}],
                },
                {"ply": 2, "time_used": 3},
            ],
            "variations": [
                {"ply": 2, "actions": ["fold"], "annotations": [{"after": ["a pity"]}, {"ply": 2}]}
            ],
        }
    ],
}
FIRST, LAST = "#round=1&step=3", "#round=1&step=9"  # after the first action, and the end


def noted(player: int | None = None) -> str:
    return page(of_text(json.dumps(NOTED), player), "noted")


def seen(found: Any) -> str:
    """Return an element's visible text on one line."""
    return " ".join(found.inner_text().split())


def board(shown: Any) -> str:
    return seen(shown.locator(".root"))


def box(shown: Any) -> Any:
    return shown.locator(".stage > .notes")


def test_comments_are_beside_the_board_and_are_text(show: Open) -> None:
    shown = show(noted())
    assert seen(box(shown)) == ""
    shown.locator(".move", has_text="!?").click()  # the position after it
    assert shown.eval_on_selector("kifu-board", "board => board.place.step") == 3
    assert box(shown).get_attribute("aria-live") == "polite"
    told = seen(box(shown))
    for text in (
        "why not",
        f"Ada: raise !? $146 {HOSTILE}",
        LONG.strip(),
        "a – b (red) “go”",
        "KM",
    ):
        assert text in told
    for text in ("time used: 12.5 s", "time left: 1:48", "for Ada: −1.5 #3", "depth 20"):
        assert text in told
    assert box(shown).evaluate("box => box.scrollHeight > box.clientHeight && box.tabIndex === 0")
    assert shown.locator(".root img").count() == 0
    move = shown.locator(".move.here")
    assert seen(move).endswith("!? $146")
    label = move.get_attribute("aria-label")
    assert label.endswith("Ada: raise, interesting move, $146, comment")
    heading = seen(shown.locator(".about"))
    assert heading.startswith(f"final {HOSTILE} EV x")
    assert "time left: 1:00:00 the shortest" in heading


@in_a_campaign
def test_a_long_comment_is_scrolled_by_keys_which_come_back_to_the_board(show: Open) -> None:
    shown = show(noted(), FIRST)
    box(shown).focus()
    shown.keyboard.press("End")
    shown.wait_for_function(
        "document.querySelector('kifu-board').renderRoot.querySelector('.stage > .notes').scrollTop"
    )
    assert shown.eval_on_selector("kifu-board", "board => board.place.step") == 3
    shown.keyboard.press("ArrowRight")  # this step has only times
    shown.keyboard.press("ArrowLeft")
    shown.keyboard.press("ArrowLeft")  # this step has no annotations
    shown.keyboard.press("Home")
    assert shown.eval_on_selector("kifu-board", "board => board.place.step") == 0


def test_the_last_step_says_how_the_round_ended_outside_play(show: Open) -> None:
    shown = show(noted(), LAST)
    assert seen(shown.locator(".move").last) == "3 Bo resigned"
    assert seen(shown.locator(".move.here")) == "Deal"  # the last action
    assert "Bo resigned" in seen(shown.locator(".now"))
    assert "to act" not in board(shown)
    assert shown.locator(".result").inner_text() == "Bo resigned"
    assert seen(box(shown)) == "a headache"
    assert shown.locator(".legal").count() == 0


def test_words_agree_with_numbers(show: Open) -> None:
    shown = show(noted(), f"{LAST}&variation=1")
    assert shown.locator(".result").inner_text() == "Ada: 1 point"
    for language, won in (("pl", "1 punkt"), ("ko", "1점")):
        shown.eval_on_selector("kifu-board", f"board => board.language = {language!r}")
        shown.locator(".result", has_text=f"Ada: {won}").wait_for()


@in_a_campaign
def test_a_variation_has_comments_of_its_own(show: Open) -> None:
    shown = show(noted(), f"{FIRST}&variation=1")
    assert "Variation 1 a pity" in seen(shown.locator(".about"))
    assert "why not" in seen(box(shown))  # at the same step
    assert "a pity" not in board(show(noted(), FIRST))


@in_a_campaign
@pytest.mark.parametrize("player", few([None, 0], 1))
def test_a_seat_sees_times_and_ends_only(player: int | None, show: Open) -> None:
    for at in (FIRST, LAST):
        shown = show(noted(player), at if player == 0 else f"{at}&seat=0")
        told = board(shown) + str(
            shown.locator(".move").evaluate_all("all => all.map(each => each.ariaLabel)")
        )
        for text in (
            "why not",
            "!?",
            "$146",
            "story",
            "final",
            "headache",
            "pity",
            "depth",
            "KM",
            "comment",
        ):
            assert text not in told
        assert "time left: 1:00:00" in told
        assert ("Bo resigned" in told) == (player == 0 or at == LAST)  # otherwise, it is to come


def test_a_board_without_notes_has_no_room_for_them(show: Open) -> None:
    shown = show(page(of_file(ROOT / "examples/leduc/match.json"), "match"), FIRST)
    assert shown.locator(".about, .noted, .glyphs").count() == 0
    assert box(shown).bounding_box()["height"] == 0


@pytest.mark.parametrize(
    ("language", "width"), few(zip(LANGUAGES, (360, 1000, 360, 1000), strict=True), 1)
)
def test_notes_are_for_everybody(
    language: str, width: int, show: Open, component_folder: Path
) -> None:
    shown = show(noted(), FIRST, language, width, dark=width == 360)
    assert violations(shown, component_folder) == []
    assert small_targets(shown) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    said = board(show(noted(), LAST, language, width))
    assert ("Bo resigned" in said) == (language == "en")


def test_every_shape_and_end_has_a_word_in_each_language() -> None:
    schema = shared_schema("board")["$defs"]
    shapes: list[str] = schema["mark"]["properties"]["shape"]["enum"]
    ends: list[str] = schema["ended"]["properties"]["how"]["enum"]
    words = json.loads((ROOT / "browser/component/src/i18n/words.json").read_text("utf-8"))
    wanted = {*(f"shapes.{each}" for each in shapes), *(f"ends.{each}" for each in ends)}
    assert all(words[language].keys() >= wanted for language in LANGUAGES)
    assert len({tuple(words[language]) for language in LANGUAGES}) == 1


def test_other_spellings_and_fractions_are_shown(show: Open) -> None:
    """Covers games whose actions have several spellings."""
    step: dict[str, Any] = {"ply": 1, "node": "decision", "actors": [0], "legal": {"0": ["e2e4"]}}
    step |= {"actions": {"0": "e2e4"}, "spelled": {"0": {"e2e4": "<i>e4"}}, "breach": None}
    scene: dict[str, Any] = {"seats": []}
    step["scene"] = scene
    end: dict[str, Any] = {"ply": 2, "node": "terminal", "actors": [], "legal": {}, "actions": None}
    end["scene"] = scene
    steps: list[dict[str, Any]] = [step | {"returns": [0, 0]}]
    steps.append(end | {"returns": ["1/2", "-1/2"], "breach": None})
    replay: dict[str, Any] = {"game": "other", "title": None, "players": None, "viewer": None}
    replay["rounds"] = [{"round": 1, "steps": steps}]
    record: dict[str, Any] = {"label": "", "notation": None, "replay": replay}
    record |= {"reasons": [], "findings": [], "texts": {}}
    shown = show(page({"board": 3, "games": {}, "records": [record]}, "spelled"))
    assert seen(shown.locator(".choice")).startswith("<i>e4")
    assert seen(shown.locator(".move").first) == "1 P0 <i>e4"
    shown.eval_on_selector("kifu-board", "board => board.place = { step: 1 }")
    assert "Player 0: 1/2 points; Player 1: −1/2 points" in seen(shown.locator(".now"))
