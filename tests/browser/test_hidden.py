"""What a board in a browser hides: from a seat, and from a reader who guesses the next move."""

import json
from typing import Any

import msgspec
import pytest

import kifu
from kifu import replayer
from kifu.browser.page import page
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.replay.trajectory_step import TrajectoryStep, actions_values
from kifu.replayer.scene.scene import seen_by

from ..campaign import few, in_a_campaign
from ..imports import ROOT
from .conftest import Open
from .documents import GAMES, of_example, of_file, of_text
from .steering import focus, place, press


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


def test_legal_actions_are_listed_only_for_a_seat_that_acts(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=9")
    for seat in range(4):
        shown.eval_on_selector("kifu-board", "(board, seat) => board.place = { seat }", seat)
        acts = "acts" in (shown.locator(".seat.at0").get_attribute("class") or "")
        assert shown.locator(".legal").count() == acts


def test_a_seat_does_not_see_what_comes(show: Open) -> None:
    shown = show(of_example("mighty/deal.json"), "#round=1&step=12&seat=1")
    assert shown.locator(".move").count() == 13
    shown.get_by_role("button", name="Show later moves").click()
    assert shown.locator(".move").count() > 60


def test_what_comes_can_be_hidden_and_guessed(show: Open) -> None:
    shown = show(of_example("goita/match.json"), "#round=4&step=8&variation=1")
    moves = shown.locator(".move")
    assert moves.count() > 20
    shown.get_by_role("button", name="Hide later moves").click()
    assert moves.count() == 9  # the last one is hidden
    assert moves.last.inner_text().split() == ["hidden", "?"]
    assert shown.locator(".choice.done").count() == 0
    shown.get_by_role("button", name="Show later moves").click()
    played = shown.locator(".choice.done").get_attribute("aria-label")
    shown.get_by_role("button", name="Hide later moves").click()
    shown.locator(".legal > summary").click()
    choices = shown.locator(".legal > .choices > .choice")
    other = [each for each in choices.all() if each.get_attribute("aria-label") != played]
    other[0].click()
    assert "Another move was played here." in shown.locator(".foot").inner_text()
    choices.and_(shown.get_by_label(played, exact=True)).click()
    assert place(shown)["step"] == 9
    assert moves.count() == 10
    said = shown.locator(".now"), shown.locator("[role=status]")
    assert all("✓ Right!" in each.inner_text() for each in said)
    focus(shown)
    press(shown, "ArrowLeft", "ArrowRight")
    assert not any("Right!" in each.inner_text() for each in said)


def test_a_page_for_guessing_hides_what_comes_from_the_beginning(show: Open) -> None:
    example = ROOT / "examples/mighty/deal.json"
    shown = show(page(of_file(example), "quiz", guess=True), "#round=1&step=12")
    assert shown.locator(".move").count() == 13
    for text in ("keep the joker", "whoever wins first"):  # the names of variations
        assert text not in shown.locator(".root").inner_text()
    variation = shown.get_by_label("Variation")
    assert variation.locator("option").all_inner_texts() == ["Main line", "Variation 2"]
    focus(shown)
    assert press(shown, "ArrowDown", "ArrowDown")["path"] == [2]
    shown.get_by_role("button", name="Show later moves").click()
    assert variation.locator("option").count() == 4
    record = kifu.load(example)
    assert " guess>" in kifu.board(record, guess=True).html
    assert " guess>" not in kifu.board(record).html


def test_a_list_of_records_to_be_guessed_hides_their_results(show: Open) -> None:
    archive = ROOT / "examples/goita/archive.jsonl"
    shown = show(page(of_file(archive), "quiz", guess=True))
    shown.get_by_label("Record").click()
    entry = shown.locator(".entry").first
    assert "won by" not in entry.inner_text()
    shown.get_by_label("Search").fill("won by")
    assert entry.count() == 0
    shown.get_by_role("button", name="Close").click()
    shown.get_by_role("button", name="Show later moves").click()
    shown.get_by_label("Record").click()
    assert "won by" in entry.inner_text()


def test_a_hidden_move_is_guessed_on_a_goban(show: Open) -> None:
    values = json.loads((ROOT / "examples/go/game.json").read_text("utf-8"))
    values["rounds"][0]["annotations"].append({"after": ["So White loses the corner."]})
    shown = show(page(of_text(json.dumps(values)), "goban"), "#round=1&step=9")
    assert "loses the corner" in shown.locator(".about").inner_text()
    shown.get_by_role("button", name="Hide later moves").click()
    assert shown.locator(".about").count() == 0
    shown.locator(".place[aria-label^=A1]").click()
    assert "Another move was played here." in shown.locator(".foot").inner_text()
    shown.locator(".place[aria-label^=D7]").focus()
    shown.keyboard.press("Escape")
    shown.get_by_role("button", name="Show later moves").click()
    assert shown.locator(".place").count() == 0
    played = shown.locator(".choice.done").get_attribute("aria-label").split()[-1]
    shown.get_by_role("button", name="Hide later moves").click()
    shown.locator(f".place[aria-label^={played}]").click()
    assert place(shown)["step"] == 10
