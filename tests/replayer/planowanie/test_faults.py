"""Games that a player ended: who may be at fault, when, and for what."""

from typing import Any

import pytest

from ...helpers import Json, codes
from .helpers import COMPLETE, FIRST, but, fault, game, places, stopped

EARLY: Json = {"end": "stopped", "totals": [2, 0, 1]}

PHASES: dict[str, list[Json]] = {
    "before a deal": [FIRST],
    "declaring": [FIRST, but(stopped(), declarations=[1, None, None])],
    "playing": [FIRST, stopped([None, "TD", None])],
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("player", range(3))
@pytest.mark.parametrize("reason", ["crashed", "timeout", "flood", "unanswered", "malformed"])
def test_any_program_may_end_at_any_time(phase: str, player: int, reason: str) -> None:
    for reply in (None, "", "QD", "1"):
        assert codes(game(*PHASES[phase], result=fault(player, reason, reply))) == []


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        ("before a deal", "gen_move"),
        ("declaring", "gen_move"),
        ("declaring", "set_deck"),
        ("playing", "gen_declare"),
        ("playing", "set_cards"),
    ],
)
def test_the_command_is_one_that_the_game_had_come_to(phase: str, command: str) -> None:
    ended = {**fault(2, "crashed"), "command": command}
    assert places(game(*PHASES[phase], result=ended)) == [("P206", "/result/command")]


@pytest.mark.parametrize("reason", ["invalid", "refused"])
@pytest.mark.parametrize(
    ("phase", "asked"), [("before a deal", []), ("declaring", [0, 1, 2]), ("playing", [2])]
)
def test_only_who_is_asked_answers(reason: str, phase: str, asked: list[int]) -> None:
    for player in range(3):
        found = places(game(*PHASES[phase], result=fault(player, reason)))
        assert found == ([] if player in asked else [("P206", "/result/player")])


@pytest.mark.parametrize(
    ("phase", "reply", "right"),
    [
        ("declaring", "0", True),
        ("declaring", "2", True),
        ("declaring", "3", False),
        ("declaring", "-1", False),
        ("declaring", "02", False),
        ("declaring", "one", False),
        ("declaring", "", False),
        ("playing", "QD", True),
        ("playing", "JD", True),
        ("playing", "AC", False),
        ("playing", "TD", False),
        ("playing", "10D", False),
        ("playing", "QD JD", False),
        ("playing", "??", False),
        ("playing", "\ud7ff" * 9, False),
    ],
)
def test_a_right_answer_is_no_fault(phase: str, reply: str, right: bool) -> None:
    for reason in (None, "invalid"):
        found = places(game(*PHASES[phase], result=fault(2, reason, reply)))
        assert found == ([("P208", "/result/reply")] if right else [])


def test_who_does_not_follow_is_at_fault() -> None:
    deals = [FIRST, stopped([None, "TD", "QD"])]
    assert codes(game(*deals, result=fault(0, "invalid", "AC"))) == []
    assert codes(game(*deals, result=fault(0, "invalid", "9D"))) == ["P208"]


@pytest.mark.parametrize("player", [None, -1, 3, 2**53])
def test_somebody_has_to_be_at_fault(player: int | None) -> None:
    assert places(game(FIRST, result=fault(player, "crashed"))) == [("P206", "/result/player")]


def test_a_game_that_was_played_out_has_no_fault() -> None:
    assert places(game(result=fault(1, "crashed"))) == [("P206", "/result/end")]
    assert places(game(result={"end": "stopped"})) == [("P205", "/result")]


@pytest.mark.parametrize(
    "change", [{"player": 1}, {"reason": "crashed"}, {"command": "play"}, {"reply": "AC"}]
)
def test_only_a_fault_has_somebody_at_fault(change: dict[str, Any]) -> None:
    field = f"/result/{next(iter(change))}"
    assert places(game(result=COMPLETE | change)) == [("P206", field)]
    assert ("P206", field) in places(game(FIRST, result=EARLY | change))
