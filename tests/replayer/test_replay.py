"""Replays: their steps, and how they are found by ply."""

from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.goita.record import Record
from kifu.replayer.goita.state import State
from kifu.replayer.replay.round import RoundReplay
from kifu.replayer.rules import Chance, Decision, IllegalAction, Terminal

from ..helpers import MODEL_A, MODEL_B, Json, dealt, goita
from ..loops import all_of


def replayed(played: Json, **rules: object) -> RoundReplay[State]:
    (found,) = kifu.replay(kifu.loads(goita(played, rules=rules), type=Record))
    return found


def test_the_steps_of_a_round() -> None:
    found = replayed(MODEL_A)
    assert found.plies == 13
    assert [step.ply for step in found.steps] == [0, *range(1, 14), 0]
    assert isinstance(found.steps[0].node, Chance)
    assert all(isinstance(step.node, Decision) for step in found.steps[1:-1])
    assert found.steps[-1].over
    assert found.at(13).actions == {0: "11"}
    assert found.at(14) is found.steps[-1]


def test_a_match_that_is_won_has_no_next_round() -> None:
    for played, target, over in [
        (MODEL_A, 150, False),
        (MODEL_A | {"score": [50, 0]}, 150, True),
        (MODEL_A, 100, True),
    ]:
        record = kifu.loads(goita(played, rules={"target": target}), type=Record)
        end = kifu.replay(record)[0].steps[-1]
        assert isinstance(end.node, Terminal)
        assert (replayer.game_of(record).rules(record).next_round(end.state) is None) == over


def test_an_unknown_ply() -> None:
    found = replayed(MODEL_A)
    for ply in (-1, 0, 15, 99):
        with pytest.raises(IndexError, match="plies 1 to 13"):
            found.at(ply)


def test_a_round_that_stops() -> None:
    found = replayed(MODEL_B | {"record": "17-0-0", "winner": -1})
    assert (found.plies, found.at(4).actions) == (3, None)
    assert not found.steps[-1].over
    assert found.breach is None


def test_a_round_that_breaks() -> None:
    found = replayed(MODEL_B | {"record": "17-0-99-0", "winner": -1})
    assert (found.plies, found.at(3).actions) == (2, {2: "99"})
    assert found.breach is not None
    with pytest.raises(IndexError):
        found.at(4)


def test_a_decision_before_the_first_ply() -> None:
    five = {"hands": dealt("12388888"), "record": "82", "goshi": [0]}
    found = replayed(five)
    assert (found.plies, found.at(0).actions, found.at(1).actions) == (
        1,
        {2: "play on"},
        {0: "82"},
    )


def test_the_state_says_what_lies_on_the_table() -> None:
    found = replayed(MODEL_B)
    state = kifu.replay(kifu.loads(goita(MODEL_B), type=Record))[0].at(13).state
    assert (state.turn, state.attack, state.attacker) == (0, "6", 3)
    assert (state.hands[0], state.hands[3]) == ("28", "366888")
    assert not state.exposed
    assert found.number == 1


@all_of("name", ["goita", "leduc", "mighty", "planowanie"])
@all_of("player", [99, 2**31, -(2**70)])
def test_nobody_else_may_do_what_a_player_does(name: str, player: int) -> None:
    record = replayer.generate(name, 4)
    rules = replayer.game(name).rules(record)
    for step in kifu.replay(record)[0].steps:
        if isinstance(step.node, Decision) and step.actions:
            with pytest.raises(IllegalAction):
                rules.verify(step.state, player, next(iter(step.actions.values())))


def test_objects_other_than_records_cannot_be_replayed() -> None:
    anything: Any = "87"
    record = kifu.loads(goita(MODEL_A), type=Record)
    for wrong in ({"hands": record.rounds[0].hands[:3]}, {"dealer": 4}):
        with pytest.raises(ValueError, match=r"three|hands|dealer"):
            kifu.replay(replace(record, rounds=(replace(record.rounds[0], **wrong),)))
    with pytest.raises(TypeError, match="must be a record"):
        kifu.replay(anything)
