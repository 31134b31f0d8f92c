"""The component in a browser: what it shows, how it is controlled, and that it is safe."""

import gzip
import json
import re
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kifu
from kifu import replayer
from kifu.browser.page import LANGUAGES, component, page
from kifu.replayer.replay.trajectory import (
    Trajectory,
    TrajectoryStep,
    actions_values,
    trajectories,
)
from kifu.replayer.scene.scene import seen_by

from ..campaign import few, in_a_campaign
from ..chromium import node
from ..imports import ROOT
from .accessibility import small_targets, violations
from .conftest import Open
from .documents import of_file, of_text

GAMES = {
    "leduc": "leduc/match.json",
    "goita": "goita/match.json",
    "mighty": "mighty/deal.json",
    "planowanie": "planowanie/game.json",
}
WORDS = {"en": "Legal", "ko": "가능한 수", "ja": "打てる手", "pl": "Dozwolone"}


def of_example(name: str, player: int | None = None) -> str:
    return page(of_file(ROOT / "examples" / name, player), "example")


def example(name: str) -> dict[str, Any]:
    return of_file(ROOT / "examples" / name)


def place(shown: Any) -> dict[str, Any]:
    found: dict[str, Any] = shown.eval_on_selector("kifu-board", "board => board.place")
    return found


def press(shown: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        shown.keyboard.press(key)
    return place(shown)


def focus(shown: Any) -> None:
    shown.locator(".playground").first.focus()


# Display


@pytest.mark.parametrize("game", few(GAMES, 1))
def test_every_step_equals_the_replay(game: str, show: Open) -> None:
    document = of_file(ROOT / "examples" / GAMES[game])
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
    """A document only says which are gone; a capture brings one back."""
    moves = ["ba", "aa", "ab", "ca", "cb", "tt", "dd"]
    text = "".join(f";{'BW'[at % 2]}[{move}]" for at, move in enumerate(moves))
    variation = "(;B[gg];W[aa])(;B[tt];W[tt])"
    text = f"(;FF[4]GM[1]SZ[7]{text}{variation})"
    document = of_text(text)
    main = document["records"][0]["replay"]["rounds"][0]
    assert any("without" in legal for step in main["steps"] for legal in step["legal"].values())
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


@pytest.mark.parametrize("name", few(GAMES, 2))
def test_a_seat_is_shown_what_the_scenes_say(name: str, show: Open) -> None:
    """The page hides the same from each seat as `seen_by`, in the main lines and in variations."""
    path = ROOT / "examples" / GAMES[name]
    game, record = replayer.game(name), kifu.load(path)
    scenes: Any = replayer.scenes(name)
    shown = show(page(of_file(path), name))
    for seat in range(game.rules(record).players):
        found = shown.eval_on_selector("kifu-board", SEEN, seat)
        due = [
            [
                [seen_by(scenes.scene(step.position), seat), _seen_actions(line, step, seat)]
                for step in line.steps
            ]
            for main in trajectories(game, record)
            if isinstance(main, Trajectory)
            for line in main.tree()
        ]
        assert json.loads(found) == json.loads(msgspec.json.encode(due))


def test_a_wrong_record_is_also_shown_as_a_seat_saw_it(show: Open) -> None:
    text = "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"
    shown = show(page(of_text(text), "wrong"), "#round=1&step=3")
    assert "G105" in shown.locator(".findings").inner_text()
    shown.get_by_label("Seen by").select_option("0")
    assert "G105" not in shown.locator(".findings").inner_text()
    hands = shown.eval_on_selector(
        "kifu-board", "board => board.lines[0].seen.get(0)[3].scene.seats.map(({ hand }) => hand)"
    )
    assert [set(hand) == {"9"} for hand in hands] == [False, True, True, True]


SEEN = """async (board, seat) => {
  const found = [], add = async (line) => {
    found.push(line.seen.get(seat).map(({ scene, actions }) => [scene, actions]));
    for (const each of line.variations) {
      board.place = { path: each.path };
      await board.updateComplete;
      await add(each);
    }
  };
  for (const line of board.lines) {
    board.place = { round: line.round, path: [], step: 0, seat };
    await board.updateComplete;
    await add(line);
  }
  return JSON.stringify(found);
}"""


def _seen_actions(
    line: Trajectory[Any, Any], step: TrajectoryStep[Any], seat: int
) -> dict[str, str] | None:
    seen = {**(step.actions or {}), **line.shown(step)}
    own = {key: each for key, each in (step.actions or {}).items() if key == seat}
    return None if step.actions is None else actions_values(seen | own)


def test_a_game_that_is_not_drawn_is_shown_as_text(
    show: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: dict[str, Any] = {}
    monkeypatch.setattr("kifu.replayer.scenes", nothing.get)
    monkeypatch.setattr("kifu.browser.document._looks", nothing.get)
    document = of_file(ROOT / "examples/goita/match.json")
    document["records"][0]["replay"]["game"] = "another"
    shown = show(page(document, "another"), "#round=4&step=6")
    assert "round 4, ply 6" in shown.locator("pre.text").inner_text()
    focus(shown)
    assert press(shown, "ArrowRight")["step"] == 7


@pytest.mark.parametrize("language", few(LANGUAGES, 1))
def test_it_speaks_the_language_of_the_reader(language: str, show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=10", language)
    assert shown.locator(".legal h3").inner_text() == WORDS[language]
    assert shown.locator(".root").get_attribute("lang") == language


def test_the_view_of_a_seat_hides_what_it_did_not_see(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=2&seat=1")
    names = shown.locator(".seat.at2 .hand [role=img]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    assert names == ["hidden piece"] * 8
    laid = shown.locator(".seat.at3 .laid [role=img]").first
    assert laid.get_attribute("aria-label") == "hidden piece, face-down"
    shown.get_by_label("Seen by").select_option("Everybody")
    assert shown.locator(".table [aria-label^='hidden']").count() == 0


@in_a_campaign
@pytest.mark.parametrize(
    ("name", "at", "seat", "who", "secret", "hidden"),
    few(
        [
            ("goita/match.json", "#round=4&step=2", 1, "Chiyo", "lays silver", "lays hidden piece"),
            (
                "mighty/deal.json",
                "#round=1&step=7",
                3,
                "Player 0",
                "bury: two",
                "bury: hidden, hidden",
            ),
        ],
        1,
    ),
)
def test_moves_are_hidden_from_a_seat_as_hands_are(
    name: str, at: str, seat: int, who: str, secret: str, hidden: str, show: Open
) -> None:
    """Check the list of moves, variations, announcements and text that can be copied."""
    shown = show(of_example(name), at)

    def labels_shown() -> str:
        labels: list[str] = shown.locator(".stage [aria-label], .stage [title]").evaluate_all(
            "all => all.map(each => [each.ariaLabel, each.title].join())"
        )
        return "\n".join([*labels, *shown.locator(".stage, [role=status]").all_inner_texts()])

    secrets = labels_shown().count(secret)
    assert secrets
    shown.get_by_label("Seen by").select_option(str(seat))
    focus(shown)
    press(shown, "ArrowLeft", "ArrowRight")
    assert labels_shown().count(secret) < secrets
    own = shown.locator("button.move").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert [each for each in own if secret in each and who in each] == []
    assert "Botan keeps" not in shown.locator(".root").inner_text()
    assert shown.locator("[role=status]").inner_text().startswith(f"{who}: {hidden}")
    shown.get_by_role("button", name="Share").click()
    assert shown.locator("dialog").get_by_role("button", name="Copy").count() == 1  # the link


@in_a_campaign
def test_the_trump_of_planowanie_is_shown_by_its_sign_and_its_name(show: Open) -> None:
    shown = show(of_example("planowanie/game.json"))
    assert shown.locator(".beside .fact").first.inner_text().split("\n") == ["Trump", "♣ clubs"]


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
    "goita, by a foul": (partial(of_text, FOUL), 1, ["foul: Botan", "Aki: 50 points"]),
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


# Controls


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


@in_a_campaign
def test_keys_step_through_a_record(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=0")
    shown.locator(".playground").wait_for()
    press(shown, "End", "PageDown", "ArrowDown")
    assert place(shown) == PLACE | {"round": 4}  # not focused
    focus(shown)
    assert press(shown, "ArrowRight", "ArrowRight")["step"] == 2
    assert press(shown, "ArrowLeft")["step"] == 1
    assert press(shown, "End")["step"] > 20
    assert press(shown, "Home")["step"] == 0
    assert press(shown, "End", "Home", "PageDown", "PageDown")["step"] == 2
    assert press(shown, "ArrowDown")["path"] == [1]
    assert press(shown, "ArrowDown")["path"] == [1, 1]
    assert press(shown, "ArrowUp", "ArrowUp")["path"] == []


def test_page_down_jumps_ten_steps_in_a_round_without_parts(show: Open) -> None:
    """A record of one round does not number it, either."""
    moves = "".join(f";{'BW'[at % 2]}[{'abc'[at // 9]}{'abcdefghi'[at % 9]}]" for at in range(25))
    shown = show(page(of_text(f"(;GM[1]FF[4]SZ[9]{moves};B[aa])"), "board"))
    focus(shown)
    jumps = [press(shown, key)["step"] for key in ("PageDown", "PageDown", "PageDown", "PageUp")]
    assert jumps == [10, 20, 25, 15]
    finding = shown.locator(".findings .finding small")
    assert "ply 26" in finding.inner_text()
    assert "Round" not in finding.inner_text()


def test_players_of_a_large_goban_are_never_under_the_bar(show: Open) -> None:
    """At its end, with a comment on the game and a refused move, too."""
    comment = "A comment on the whole game. " * 30
    shown = show(page(of_text(f"(;GM[1]FF[4]SZ[19]C[{comment}];B[aa];W[];B[]RE[B+3])"), "board"))
    shown.eval_on_selector("kifu-board", "board => board.playable = true")
    foot, to = shown.locator(".foot"), "(board, step) => board.place = { step }"
    for width in (1280, 800):
        shown.eval_on_selector("kifu-board", to, 1)
        shown.set_viewport_size({"width": width, "height": 800})
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


@in_a_campaign
def test_only_the_board_with_the_focus_hears_keys(show: Open) -> None:
    document = json.dumps(of_file(ROOT / "examples/leduc/match.json"))
    board = f'<script type="application/json">{document}</script>'
    two = "".join(f'<kifu-board linked id="{each}">{board}</kifu-board>' for each in "ab")
    shown = show(f"<!doctype html><meta charset=utf-8>{two}<script>{component()}</script>")
    shown.locator("#b .playground").focus()
    press(shown, "ArrowRight")
    steps = shown.locator("kifu-board").evaluate_all("all => all.map(each => each.place.step)")
    assert steps == [2, 3]
    assert shown.url.endswith("#b:round=1&step=3")
    shown.reload()
    steps = shown.locator("kifu-board").evaluate_all("all => all.map(each => each.place.step)")
    assert steps == [2, 3]


def test_a_link_leads_to_its_moment(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=9&variation=1.1&seat=2")
    due = {"record": 1, "round": 4, "path": [1, 1], "step": 9, "seat": 2}
    assert place(shown) == due
    shown.reload()
    assert place(shown) == due
    focus(shown)
    press(shown, "ArrowLeft")
    shown.reload()
    assert place(shown) == due | {"step": 8}


def test_steps_are_announced(show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=9")
    focus(shown)
    press(shown, "ArrowRight")
    said = shown.locator("[role=status]")
    assert said.inner_text() == "Player 0: ace of diamonds. Player 1 to act"
    shown.get_by_label("Language").select_option("pl")
    shown.locator(".root[lang=pl]").wait_for()
    assert said.inner_text() == ""
    shown.locator("kifu-board").evaluate(
        "board => { board.data = structuredClone(board.data); return board.updateComplete; }"
    )
    assert said.inner_text() == ""  # the record is unchanged
    press(shown, "ArrowRight")
    assert said.inner_text() == "Gracz 1: piątka karo. Ruch: Gracz 2"


@in_a_campaign
def test_clicking_the_move_played_steps_on_and_other_choices_are_reported(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=10")
    shown.evaluate("addEventListener('kifu-action', event => window.chosen = event.detail)")
    choices = shown.locator(".legal").get_by_role("button")
    choices.nth(0).click()
    assert shown.evaluate("[chosen.player, chosen.action, chosen.ply]") == [1, "0", 10]
    assert place(shown)["step"] == 10
    shown.locator(".choice.done").click()
    assert place(shown)["step"] == 11


@in_a_campaign
def test_illegal_actions_have_a_reason(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=1&step=10")
    shown.get_by_text("Illegal, and why").click()
    assert "G105" in shown.locator(".refused").inner_text()


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
def test_a_collection_has_an_index(show: Open) -> None:
    lines = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines(keepends=True)
    shown = show(page(of_text("".join(lines[:3])), "collection"))
    assert shown.get_by_label("Record").locator("option").count() == 3
    shown.get_by_label("Record").select_option(index=2)
    assert place(shown)["record"] == 3


def test_many_records_are_listed_searched_and_filtered(show: Open, component_folder: Path) -> None:
    """The list has players, results and errors, also of records that are not unpacked yet."""
    lines = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines()[:12]
    records = [json.loads(each) for each in lines]
    for number, each in enumerate(records):
        each |= {"title": f"League {number}", "players": ["Aki", "Botan", "Chiyo", f"D{number}"]}
    records[7]["rounds"][0]["winner"] = 3 - records[7]["rounds"][0]["winner"]
    shown = show(page(of_text("\n".join(map(json.dumps, records))), "collection"))
    shown.get_by_role("button", name="Record").click()
    entries = shown.locator(".entry")
    assert entries.count() == 12
    assert "Match won by Botan · D0 (150 : 130)" in entries.first.inner_text()
    assert violations(shown, component_folder) == []
    shown.keyboard.type("league d11")
    assert entries.count() == 1
    shown.get_by_label("Search").fill("")
    shown.get_by_label("Show").select_option("with errors")
    assert "error" in entries.inner_text()
    entries.click()
    assert place(shown)["record"] == 8
    assert shown.locator("dialog").count() == 0
    assert shown.locator("h2").inner_text() == "League 7"


def test_unreadable_records_show_their_findings(show: Open) -> None:
    shown = show(page(of_text("12345678,12345679,111123"), "unread"))
    assert shown.locator(".unread").count() == 1
    assert shown.locator(".finding").count() >= 1


@in_a_campaign
def test_it_plays_by_itself(show: Open) -> None:
    shown = show(of_example("leduc/match.json"), alone=True)
    shown.clock.install(time=0)
    shown.clock.pause_at(3600)  # from here on, only the test advances time
    shown.get_by_role("button", name="Play").click()
    shown.clock.run_for(1199)
    assert place(shown)["step"] == 2
    shown.clock.run_for(1 + 2 * 1200)
    assert place(shown)["step"] == 5
    shown.get_by_role("button", name="Pause").click()
    shown.clock.run_for(9000)
    assert place(shown)["step"] == 5


def test_the_pace_is_remembered_and_a_finished_trick_stays_to_be_seen(show: Open) -> None:
    """After the fifth card, the second trick begins a second later than the pace alone says."""
    shown = show(of_example("mighty/deal.json"), "#round=1&step=12", alone=True)
    shown.clock.install(time=0)
    shown.clock.pause_at(3600)
    shown.get_by_role("button", name="Play", exact=True).click()
    shown.get_by_role("slider", name="Pace").fill("0.5")
    shown.clock.run_for(1000)
    assert place(shown)["step"] == 14  # all have played
    shown.clock.run_for(1499)
    assert place(shown)["step"] == 14
    shown.clock.run_for(1)
    assert place(shown)["step"] == 15
    shown.reload()
    shown.get_by_role("button", name="Play", exact=True).click()
    assert shown.get_by_role("slider", name="Pace").input_value() == "0.5"


def test_what_comes_can_be_hidden_and_guessed(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=8&variation=1")
    moves = shown.locator(".move")
    assert moves.count() > 20
    shown.get_by_role("button", name="Hide what comes").click()
    assert moves.count() == 9  # the last one is hidden
    assert moves.last.inner_text().split() == ["hidden", "?"]
    assert shown.locator(".choice.done").count() == 0
    shown.get_by_role("button", name="Show what comes").click()
    played = shown.locator(".choice.done").get_attribute("aria-label")
    shown.get_by_role("button", name="Hide what comes").click()
    shown.locator(".legal > summary").click()
    choices = shown.locator(".legal > .choices > .choice")
    other = [each for each in choices.all() if each.get_attribute("aria-label") != played]
    other[0].click()
    assert "Another move was played here." in shown.locator(".foot").inner_text()
    choices.and_(shown.get_by_label(played, exact=True)).click()
    assert place(shown)["step"] == 9
    assert moves.count() == 10


def test_a_hidden_move_is_guessed_on_a_goban(show: Open) -> None:
    values = json.loads((ROOT / "examples/go/game.json").read_text("utf-8"))
    values["rounds"][0]["annotations"].append({"after": ["So White loses the corner."]})
    shown = show(page(of_text(json.dumps(values)), "goban"), "#round=1&step=9")
    assert "loses the corner" in shown.locator(".about").inner_text()
    shown.get_by_role("button", name="Hide what comes").click()
    assert shown.locator(".about").count() == 0
    shown.locator(".place[aria-label^=A1]").click()
    assert "Another move was played here." in shown.locator(".foot").inner_text()
    shown.locator(".place[aria-label^=D7]").focus()
    shown.keyboard.press("Escape")
    shown.get_by_role("button", name="Show what comes").click()
    assert shown.locator(".place").count() == 0
    played = shown.locator(".choice.done").get_attribute("aria-label").split()[-1]
    shown.get_by_role("button", name="Hide what comes").click()
    shown.locator(f".place[aria-label^={played}]").click()
    assert place(shown)["step"] == 10


def test_the_move_before_a_variation_is_the_current_one_where_it_begins(show: Open) -> None:
    shown = show(of_example("go/game.json"), "#round=1&step=10&variation=1")
    here = shown.locator(".move.here")
    assert here.inner_text().split() == ["10", "Bo", "H6"]
    shown.get_by_role("button", name="Step back").click()
    assert here.inner_text().split() == ["9", "Ada", "C4"]


def test_keys_step_at_once_if_the_page_has_one_board(show: Open) -> None:
    html = of_example("leduc/match.json")
    shown = show(html)
    shown.locator(".playground").wait_for()  # the record is unpacked
    press(shown, "ArrowRight", "j", "ArrowLeft", "End")  # End scrolls the page
    assert place(shown)["step"] == 3
    shown = show(html.replace("<main>", "<main><kifu-board></kifu-board>"))
    shown.locator(".playground").wait_for()
    press(shown, "ArrowRight")
    assert shown.eval_on_selector("kifu-board[linked]", "board => board.place.step") == 2


def test_players_with_equal_names_are_told_apart_by_their_numbers(show: Open) -> None:
    values = json.loads((ROOT / "examples/goita/match.json").read_text("utf-8"))
    values["players"] = ["Aki", "rules", "rules", "Botan"]
    shown = show(page(of_text(json.dumps(values)), "equal"), "#round=1&step=3")
    options = shown.get_by_label("Seen by").locator("option").all_inner_texts()
    assert options == ["Everybody", "Aki", "①\u00a0rules", "②\u00a0rules", "Botan"]
    assert shown.locator(".seat .name", has_text="rules").all_inner_texts() == ["rules"] * 2


def test_legal_actions_are_listed_only_for_a_seat_that_acts(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=9")
    for seat in range(4):
        shown.eval_on_selector("kifu-board", "(board, seat) => board.place = { seat }", seat)
        acts = "acts" in (shown.locator(".seat.at0").get_attribute("class") or "")
        assert shown.locator(".legal").count() == acts


def test_points_that_are_dimmed_are_listed_once(show: Open) -> None:
    shown = show(page(of_text("(;GM[1]FF[4]SZ[9]DD[aa];B[bb])"), "board"))
    said = shown.locator(".root").inner_text()
    assert said.count("dimmed") == 1
    assert "DD" not in said


def test_a_seat_does_not_see_what_comes(show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=12&seat=1")
    assert shown.locator(".move").count() == 13
    shown.get_by_role("button", name="Show what comes").click()
    assert shown.locator(".move").count() > 60


# Safety

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


# Accessibility and size


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
    shown.set_viewport_size({"width": 300, "height": 800})  # as if the page had margins
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
