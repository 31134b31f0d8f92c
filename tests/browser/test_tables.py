"""The games' tables: tricks, and the end of a deal of Mighty."""

import json
from random import Random
from typing import Any

import pytest

import kifu
from kifu.browser.page import page
from kifu.replayer import game as games
from kifu.replayer.mighty.scene import SCENES, formula
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.scene.scenes import Speaker
from kifu.replayer.scene.texts import signed

from ..campaign import few, in_a_campaign
from ..imports import ROOT
from .conftest import Open
from .documents import of_example, of_text
from .steering import go, resize

MIGHTY, PLANOWANIE = "mighty/deal.json", "planowanie/game.json"


@pytest.mark.parametrize(
    ("name", "width"),
    few([(MIGHTY, 360), (MIGHTY, 1000), (PLANOWANIE, 1000), (PLANOWANIE, 360)], 1),
)
def test_cards_of_a_trick_lie_in_front_of_their_players(name: str, width: int, show: Open) -> None:
    """A card lies left, right, above or below, where its player sits, even during a trick."""
    shown = show(of_example(name), "#round=1", width=width)
    found: list[list[Any]] = shown.eval_on_selector(
        "kifu-board",
        """async board => {
          const found = [], line = board.lines.at(-1);
          const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
          const side = (at, middle) => Math.sign(Math.round(at - middle));
          for (let step = 0; step < line.steps.length; step++) {
            board.place = { round: line.round, path: [], step };
            await board.updateComplete;
            const all = query => [...board.renderRoot.querySelectorAll(query)];
            const here = all(".trick").map(each => middle(each.getBoundingClientRect()))[0];
            for (const each of all(".played")) {
              const at = [...each.classList].find(name => name.startsWith("at")).slice(2);
              const [x, y] = middle(each.getBoundingClientRect());
              found.push([+at, side(x, here[0]), side(y, here[1])]);
            }
          }
          return found;
        }""",
    )
    due = {
        MIGHTY: {(0, 0, 1), (1, -1, 1), (2, -1, -1), (3, 1, -1), (4, 1, 1)},
        PLANOWANIE: {(0, 0, 1), (1, -1, -1), (2, 1, -1)},
    }
    assert {tuple(each) for each in found} == due[name]


ROUND = {
    "goita/match.json": {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)},  # counterclockwise
    MIGHTY: {0: (0, 1), 1: (-1, 0), 2: (-1, -1), 3: (1, -1), 4: (1, 0)},
}


@pytest.mark.parametrize("name", ROUND)
def test_players_sit_round_the_table_on_a_phone(name: str, show: Open) -> None:
    """Nothing sticks out of a seat."""
    shown = show(of_example(name), "#round=1&step=9", width=360)
    middle = shown.locator(".table > .centre").bounding_box()
    assert middle is not None
    for number, seat in enumerate(shown.locator(".table > .seat").all()):
        box, (x, y) = seat.bounding_box(), ROUND[name][number]
        across = box["x"] + box["width"] / 2 - middle["x"] - middle["width"] / 2
        assert (across > 5) - (across < -5) == x
        above = box["y"] + box["height"] <= middle["y"] + 1
        below = box["y"] >= middle["y"] + middle["height"] - 1
        assert below - above == y
        wide, high = seat.evaluate("each => [each.scrollWidth, each.scrollHeight]")
        assert (wide, high) <= (box["width"], box["height"])


def test_the_leader_and_winner_of_a_trick_are_named(show: Open) -> None:
    shown = show(of_example(MIGHTY), "#round=1&step=12")
    owners = shown.locator(".trick .owner")
    assert owners.all_inner_texts() == ["P0 leads", "P1", "P2"]
    assert shown.locator(".tricks tbody tr").all_inner_texts() == ["1\t(♦A\t♦5\t♦T\t·\t·"]
    go(shown, 1, 14)
    assert owners.all_inner_texts()[0] == "P0 leads, wins"
    assert shown.locator(".trick .card").first.get_attribute("aria-label") == (
        "Player 0: ace of diamonds, leads, wins"
    )
    assert shown.locator(".tricks tbody tr").all_inner_texts() == ["1\t(♦A★\t♦5\t♦T\t♦Q\t♦2"]


@in_a_campaign
def test_buried_cards_are_gone_for_those_who_saw_them(show: Open) -> None:
    shown = show(of_example(MIGHTY), "#round=1&step=8")
    gone, due = shown.locator(".counter .gone"), {"": 3, "0": 3, "3": 0}
    for seat, count in due.items():
        shown.get_by_label("Seen by").select_option(seat)
        assert gone.count() == count


@in_a_campaign
def test_a_score_of_mighty_adds_up(show: Open) -> None:
    """The terms of a score are listed with signs, factors and cap, and payoffs are labelled."""
    record = json.loads((ROOT / f"examples/{MIGHTY}").read_text("utf-8"))
    record["rules"]["score_cap"] = 1000
    del record["deals"][0]["result"]
    random = [kifu.dumps(games("mighty").generate(Random(seed))) for seed in (7, 8)]
    due: list[str] = []
    for text in (json.dumps(record), *random):
        shown = show(page(of_text(text), "score"))
        for line in trajectories(games("mighty"), kifu.loads(text)):
            assert isinstance(line, Trajectory)
            end = line.last.position.end
            if end is not None and end.score is not None:
                go(shown, line.number, len(line.steps) - 1)
                due.append(Speaker(SCENES, None).text(formula(end.score)))
                facts = shown.locator(".ledger .fact")
                score, payoffs = (facts.filter(has_text=name) for name in ("Score", "Payoffs"))
                assert score.locator("dd").inner_text() == due[-1]
                each = enumerate(map(signed, end.payoffs))
                paid = " · ".join(f"Player\u00a0{seat}\u00a0{points}" for seat, points in each)
                assert payoffs.locator("dd").inner_text() == paid
    assert due[0].endswith("= 1100, capped at 1000")
    assert {"−(14 − 4) × 2 (no-trump) × 2 (backrun) = −40", "−(17 − 10) = −7"} < {*due}


@in_a_campaign
def test_a_friend_who_is_named_by_seat(show: Open) -> None:
    text = (ROOT / f"examples/{MIGHTY}").read_text("utf-8")
    record: Any = kifu.loads(text.replace('"card", "first"', '"seat", "card", "first"'))
    named = kifu.branch(record, 8, ["P3"])
    shown = show(page(of_text(kifu.dumps(named)), "seat"), "#round=1&step=9&variation=3")
    friend = shown.locator(".ledger .fact", has_text="Friend").locator("dd")
    assert friend.inner_text() == "Player\u00a03 → Player\u00a03"
    assert shown.locator(".now bdi").first.inner_text().startswith("Player 0: names Player 3")


LYING = {
    "go/game.json": 20,
    "goita/match.json": 12,
    "leduc/match.json": 7,
    "mighty/won.gibo": 30,
    "planowanie/game.json": 4,
    "planowanie/fault.log": 5,  # four players
}


@pytest.mark.parametrize("name", few(LYING, 3))
def test_a_phone_on_its_side_shows_the_whole_table(name: str, show: Open) -> None:
    shown = show(of_example(name), f"#round=1&step={LYING[name]}")
    for width, height in ((844, 390), (667, 375)):
        resize(shown, width, height)
        bottoms = ".table > *, .table .hand, .played, .grid"
        rects = "all => all.map(each => each.getBoundingClientRect().bottom)"
        bar = shown.locator(".foot").bounding_box()["y"]
        assert max(shown.locator(bottoms).evaluate_all(rects)) <= bar
        assert shown.locator(".table").bounding_box()["y"] >= 0
        names = "all => all.every(each => each.scrollWidth <= each.clientWidth)"
        assert shown.locator(".seat .name").evaluate_all(names)


@pytest.mark.parametrize("name", ["mighty/won.gibo", PLANOWANIE])
def test_the_last_card_of_a_trick_is_marked(name: str, show: Open) -> None:
    shown = show(of_example(name), f"#round=1&step={LYING[name]}")
    marked, listed = shown.locator(".played .new"), shown.locator(".move.here .card")
    assert marked.count() == 1
    assert listed.get_attribute("title") in marked.get_attribute("title")
