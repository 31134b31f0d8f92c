"""What a board in a browser shows of a record."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import kifu
from kifu import replayer
from kifu.browser.page import LANGUAGES, page
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from ..campaign import few, in_a_campaign
from ..imports import ROOT
from .conftest import Open
from .documents import GAMES, example, of_example, of_text
from .steering import focus, place, press, resize


@pytest.mark.parametrize("game", few(GAMES, 1))
def test_every_step_equals_the_replay(game: str, show: Open) -> None:
    document = example(GAMES[game])
    rounds = document["records"][0]["replay"]["rounds"]
    shown = show(page(document, game))
    found: list[list[Any]] = shown.eval_on_selector(
        "kifu-board",
        """async board => {
          const found = [];
          for (const line of board.lines) {
            for (let step = 0; step < line.steps.length; step++) {
              board.place = { round: line.round, path: [], step };
              await board.updateComplete;
              if (!board.renderRoot.querySelector(".playground > *")) throw "nothing is drawn";
            }
            found.push(line.steps);
          }
          return found;
        }""",
    )
    assert found == json.loads(json.dumps([each["steps"] for each in rounds]))


def test_long_lists_of_legal_actions_are_written_out(show: Open) -> None:
    """A document leaves out those that fill an empty place, unless they are refused."""
    moves = ["ba", "aa", "ab", "ca", "cb", "tt", "dd"]
    text = "".join(f";{'BW'[at % 2]}[{move}]" for at, move in enumerate(moves))
    variation = "(;B[gg];W[aa])(;B[tt];W[tt])"
    text = f"(;FF[4]GM[1]SZ[7]{text}{variation})"
    document = of_text(text)
    main = document["records"][0]["replay"]["rounds"][0]
    assert any("fills" in legal for step in main["steps"] for legal in step["legal"].values())
    shown = show(page(document, "go"))
    found = shown.eval_on_selector(
        "kifu-board",
        """board => {
          const legal = ({ steps }) => steps.map((step) => step.legal);
          const all = (line) => [legal(line), ...line.variations.map(all)];
          return board.lines.map(all);
        }""",
    )
    (line,) = trajectories(replayer.game("go"), kifu.loads(text))
    assert isinstance(line, Trajectory)
    assert found == [_legal(line)]


def _legal(line: Trajectory[Any, Any]) -> list[Any]:
    steps = [{f"{seat}": list(each.legal[seat]) for seat in each.legal} for each in line.steps]
    return [steps, *map(_legal, line.variations)]


@pytest.mark.parametrize(
    ("name", "hand"), [("goita/match.json", "手駒"), ("mighty/deal.json", "手札")]
)
def test_hands_are_called_what_is_in_them(name: str, hand: str, show: Open) -> None:
    shown = show(of_example(name), "", "ja")
    names = shown.locator(".hand").evaluate_all("all => all.map(({ariaLabel}) => ariaLabel)")
    assert set(names) == {hand}


WORDS = {"en": "Legal", "ko": "가능한 수", "ja": "打てる手", "pl": "Dozwolone"}


@pytest.mark.parametrize("language", few(LANGUAGES, 1))
def test_it_speaks_the_language_of_the_reader(language: str, show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=10", language)
    assert shown.locator(".legal h3").inner_text() == WORDS[language]
    assert shown.locator(".root").get_attribute("lang") == language


GOITA = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))

WON = json.dumps(GOITA | {"rules": {"target": 130}})


BY_FOUL = {
    "record": "8238",
    "winner": 0,
    "fouls": [{"ply": 2, "rule": "G105"}],
    "result": {"end": "foul", "points": 50},
}

FOUL = json.dumps(GOITA | {"rounds": [GOITA["rounds"][0] | BY_FOUL]})


ENDS: dict[str, tuple[Callable[[], Any], int, list[str]]] = {
    "goita, by し": (partial(example, "goita/match.json"), 2, ["Chiyo (8×し): 100 points"]),
    "goita, a match": (
        partial(of_text, WON),
        4,
        ["Aki: 30 points", "Match won by Aki · Chiyo (130 : 20)"],
    ),
    "goita, by a foul": (partial(of_text, FOUL), 1, ["foul: Botan bishop pawn", "Aki: 50 points"]),
    "leduc": (partial(example, "leduc/match.json"), 2, ["The pot is split"]),
    "mighty": (partial(example, "mighty/deal.json"), 1, ["President's side: won (15 : 5)"]),
    "planowanie": (
        partial(example, "planowanie/game.json"),
        3,
        [
            "Points: Ala:\u00a00 · Bolek:\u00a02 · Celina:\u00a04",
            "Match won by Celina (Ala:\u00a04 · Bolek:\u00a05 · Celina:\u00a08)",
        ],
    ),
    "planowanie, a fault": (
        partial(example, "planowanie/fault.json"),
        2,
        ["The game ended with a fault by cedar, whose program gave an illegal answer"],
    ),
}


@pytest.mark.parametrize("ending", few(ENDS, 2))
def test_the_last_step_says_how_the_round_and_the_match_ended(ending: str, show: Open) -> None:
    document, number, told = ENDS[ending]
    values = document()
    shown = show(page(values, "ended"), f"#round={number}&step=0")
    focus(shown)
    press(shown, "End")
    assert shown.locator(".centre .result p").all_inner_texts() == told
    assert "; ".join(told) in shown.locator("[role=status]").inner_text()
    move, moves = (shown.locator(each).bounding_box() for each in (".move.here", ".moves"))
    assert move["y"] + move["height"] <= moves["y"] + moves["height"]
    if len(values["records"][0]["replay"]["rounds"][number - 1]["steps"]) > 2:
        press(shown, "ArrowLeft")
        assert shown.locator(".result").count() == 0


PLACE: dict[str, Any] = {"record": 1, "round": 1, "path": [], "step": 0, "seat": None}


@pytest.mark.parametrize("game", few(GAMES, 1))
def test_a_board_opens_where_there_is_something_to_see(game: str, show: Open) -> None:
    shown = show(of_example(GAMES[game]))
    opened = PLACE | {"step": 2 if game == "leduc" else 1}
    assert place(shown) == opened
    assert shown.locator(".hand :is(.card, .piece)").count()
    if game != "mighty":
        shown.get_by_role("combobox", name="Round").select_option("2")
        assert place(shown) == opened | {"round": 2}
    shown.evaluate("location.hash = '#round=1&step=0'")
    shown.wait_for_function("document.querySelector('kifu-board').place.step === 0")
    focus(shown)
    assert press(shown, "ArrowLeft") == PLACE


def test_players_of_a_large_goban_are_never_under_the_bar(show: Open) -> None:
    """At its end, with a comment on the game and a refused move, too."""
    comment = "A comment on the whole game. " * 30
    shown = show(page(of_text(f"(;GM[1]FF[4]SZ[19]C[{comment}];B[aa];W[];B[]RE[B+3])"), "board"))
    shown.eval_on_selector("kifu-board", "board => board.playable = true")
    foot, to = shown.locator(".foot"), "(board, step) => board.place = { step }"
    for width in (1280, 800):
        shown.eval_on_selector("kifu-board", to, 1)
        resize(shown, width, 800)
        shown.locator(".place").first.click()
        foot.locator(".reason").wait_for()
        assert shown.evaluate("scrollY") == 0
        assert shown.locator(".grid").bounding_box()["height"] > 400
        seats = [each.bounding_box() for each in shown.locator(".seat").all()]
        bar = foot.bounding_box()
        assert max(each["y"] + each["height"] for each in seats) < bar["y"]
        shown.eval_on_selector("kifu-board", to, 3)
        result = shown.locator(".result").bounding_box()
        assert result["y"] + result["height"] < bar["y"]


def test_a_printed_page_has_all_moves_and_no_buttons(show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=31")
    moves, hidden = shown.locator(".moves"), [".choosers", ".controls", ".head .control"]
    cut = "list => list.scrollHeight > list.clientHeight"
    assert moves.evaluate(cut)
    shown.emulate_media(media="print")
    try:
        assert not moves.evaluate(cut)
        assert not any(shown.locator(each).is_visible() for each in hidden)
        assert shown.locator(".now").is_visible()
        board = shown.locator("kifu-board")
        board.evaluate("board => board.setAttribute('theme', 'dark')")
        assert board.evaluate("board => getComputedStyle(board).colorScheme") == "light"
    finally:
        shown.emulate_media(media="screen")
    assert all(shown.locator(each).is_visible() for each in hidden)


def test_the_move_before_a_variation_is_the_current_one_where_it_begins(show: Open) -> None:
    shown = show(of_example("go/game.json"), "#round=1&step=10&variation=1")
    here = shown.locator(".move.here")
    assert here.inner_text().split() == ["10", "Bo", "H6"]
    shown.get_by_role("button", name="Step back").click()
    assert here.inner_text().split() == ["9", "Ada", "C4"]


def test_players_with_equal_names_are_told_apart_by_their_numbers(show: Open) -> None:
    values = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))
    values["players"] = ["Aki", "rules", "rules", "Botan"]
    shown = show(page(of_text(json.dumps(values)), "equal"), "#round=1&step=3")
    options = shown.get_by_label("Seen by").locator("option").all_inner_texts()
    assert options == ["Everybody", "Aki", "①\u00a0rules", "②\u00a0rules", "Botan"]
    assert shown.locator(".seat .name", has_text="rules").all_inner_texts() == ["rules"] * 2


def test_points_that_are_dimmed_are_listed_once(show: Open) -> None:
    shown = show(page(of_text("(;GM[1]FF[4]SZ[9]DD[aa];B[bb])"), "board"))
    said = shown.locator(".root").inner_text()
    assert said.count("dimmed") == 1
    assert "DD" not in said


def test_unreadable_records_show_their_findings(show: Open) -> None:
    shown = show(page(of_text("12345678,12345679,111123"), "unread"))
    assert shown.locator(".unread").count() == 1
    assert shown.locator(".finding").count() >= 1


def test_findings_lead_to_their_ply_and_back(show: Open) -> None:
    text = "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"
    shown = show(page(of_text(text), "wrong"))
    shown.locator("button.finding").click()
    assert place(shown)["step"] == 4
    assert shown.locator(".move.here .mark").count() == 1
    assert "G105" in shown.locator(".now").inner_text()
    shown.get_by_text("Back to where you were").click()
    assert place(shown)["step"] == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_a_finding_that_is_clicked_brings_the_board_into_view(width: int, show: Open) -> None:
    wrong = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))
    wrong["rounds"][0]["record"] = "82381"
    shown = show(page(of_text(json.dumps(wrong)), "wrong"), "#round=7&step=3", width=width)
    shown.locator("button.finding").first.click()
    seen = ".view, .move.here" if width == 1280 else ".now"
    tops = shown.locator(seen).evaluate_all(IN_VIEW)
    assert tops
    assert all(tops)


IN_VIEW = """all => all.map(each => each.getBoundingClientRect())
  .map(({top, bottom}) => bottom > 0 && top < innerHeight && (bottom <= innerHeight || top <= 0))"""


@in_a_campaign
def test_illegal_actions_have_a_reason(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=10")
    shown.get_by_text("Illegal, and why").click()
    assert "G105" in shown.locator(".refused").inner_text()
