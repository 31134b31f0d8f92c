"""The model games of the 2015 proposal: the shortest round and the longest."""

import pytest

import kifu

from ...helpers import MODEL_A, MODEL_B, Json, codes, goita, goita_2015, only
from ...loops import all_of


def test_model_game_a_is_sound() -> None:
    assert len(MODEL_A["record"]) == 17
    result = {"end": "out", "points": 100}
    assert codes(goita(MODEL_A | {"result": result})) == []
    assert codes(goita_2015(MODEL_A)) == []


def test_model_game_b_is_sound_but_for_the_winner_it_names() -> None:
    """The proposal writes `"winner":0`; its own table gives the round to Bob, player 1."""
    assert len(MODEL_B["record"]) == 59
    assert codes(goita(MODEL_B | {"result": {"end": "out", "points": 40}})) == []
    finding = only(goita_2015(MODEL_B | {"winner": 0}))
    assert (finding.code, finding.player) == ("G201", 0)
    assert "player 1 wins" in finding.message


@pytest.mark.parametrize(("game", "points"), [(MODEL_A, 100), (MODEL_B, 40)], ids=["A", "B"])
def test_they_are_replayed_to_the_end(game: Json, points: int) -> None:
    (replayed,) = kifu.replay(kifu.loads(goita(game)))
    last = replayed.steps[-1]
    assert last.over
    assert last.state.outcome.points == points
    assert last.state.outcome.winner == game["winner"]


@pytest.mark.parametrize("game", [MODEL_A, MODEL_B], ids=["A", "B"])
def test_every_cut_is_a_position_or_a_fault(game: Json) -> None:
    """A record that stops between actions is valid; one that stops within a pair is not."""
    record, at = game["record"], 0
    while at < len(record):
        open_round = game | {"winner": -1}
        assert codes(goita(open_round | {"record": record[:at]})) == []
        if record[at] != "0":
            assert codes(goita(open_round | {"record": record[: at + 1]})) == ["G108"]
        at += 1 if record[at] == "0" else 2


@all_of("game", [MODEL_A, MODEL_B])
@all_of("more", ["0", "87", "8", "x", "---0"])
def test_nothing_follows_the_end(game: Json, more: str) -> None:
    finding = only(goita(game | {"record": game["record"] + more}))
    assert finding.code == "G109"
    (replayed,) = kifu.replay(kifu.loads(goita(game)))
    assert finding.ply == replayed.plies + 1


@pytest.mark.parametrize("game", [MODEL_A, MODEL_B], ids=["A", "B"])
def test_a_winner_needs_the_whole_record(game: Json) -> None:
    finding = only(goita(game | {"record": game["record"][:-2]}))
    assert (finding.code, finding.pointer) == ("G110", "/rounds/0/winner")
