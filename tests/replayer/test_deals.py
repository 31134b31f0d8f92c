"""The deals a player cannot tell apart, in every game with hidden cards, at any ply."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import replayer
from kifu.replayer.game import Game, Unsupported
from kifu.replayer.goita.record import Record
from kifu.replayer.replay.match import replay_round

from ..helpers import MODEL_A, RANDOM, goita

GAMES = ["goita", "leduc", "mighty", "planowanie"]
EACH = 5
"""The number of games generated for each random case."""


def errors(record: Any) -> list[str]:
    """Return the codes of the errors in a record once written."""
    found = kifu.validate(kifu.dumps(record))
    return [finding.code for finding in found if finding.severity == "error"]


def moment(game: Game[Any, Any], rng: Random) -> tuple[Any, int, int, int]:
    """Return a random match with a player, a round and a ply."""
    record = game.generate(rng)
    number = rng.randint(1, len(game.rounds(record)))
    plies = [ply for ply in replay_round(game, record, number).positions if ply]
    return record, rng.randrange(game.rules(record).players), rng.choice(plies or [0]), number


@pytest.mark.parametrize("name", GAMES)
@given(rng=RANDOM)
def test_views_stay_clean_wherever_they_are_cut(name: str, rng: Random) -> None:
    game = replayer.game(name)
    assert game.beliefs is not None
    for _ in range(EACH):
        record, player, ply, number = moment(game, rng)
        if not ply:
            continue
        found = replay_round(game, record, number)
        steps = found.steps[: found.steps.index(found.at(ply)) + 1]
        cut = kifu.view(game.beliefs.cut(record, number, steps), player)
        assert errors(cut) == []


@pytest.mark.parametrize("name", GAMES)
@given(rng=RANDOM)
def test_drawn_deals_are_sound_and_look_the_same(name: str, rng: Random) -> None:
    game = replayer.game(name)
    record, player, ply, number = moment(game, rng)
    if not ply:
        return
    left = kifu.deals(record, player, ply, number)
    assert left.count() > 0
    drawn = left.sample(rng)
    assert drawn.view is None
    assert errors(drawn) == []
    assert kifu.view(drawn, player) == left.seen
    view = kifu.deals(kifu.view(record, player), player, ply, number)
    assert (view.seen, view.count()) == (left.seen, left.count())


def test_a_whole_record_leaves_one_deal() -> None:
    record = kifu.loads(goita(MODEL_A), type=Record)
    left = kifu.deals(record, None, 5)
    assert left.count() == 1
    assert left.sample(Random(1)).rounds[0].hands == record.rounds[0].hands


def test_observations_leave_fewer_deals() -> None:
    for name in GAMES:
        game = replayer.game(name)
        record = game.generate(Random(4))
        plies = [ply for ply in replay_round(game, record, 1).positions if ply]
        counts = [kifu.deals(record, 0, ply).count() for ply in plies]
        assert counts == sorted(counts, reverse=True)


def test_draws_of_goita_with_fouls() -> None:
    hands = ["12346888", "12345888", "44556678", "56777888"]
    foul = {"hands": hands, "record": "81000", "fouls": [{"ply": 1, "rule": "G104"}]}
    record = kifu.loads(goita(foul))
    for player in range(4):
        left = kifu.deals(record, player, 5)
        for seed in range(5):
            assert errors(left.sample(Random(seed))) == []


def test_draws_of_goita_after_a_round_that_a_foul_ended() -> None:
    hands = ["12346888", "12345888", "44556678", "56777888"]
    for action, rule in (("81", "G104"), ("85", "G103")):
        ended = {
            "hands": hands,
            "record": action,
            "fouls": [{"ply": 1, "rule": rule}],
            "result": {"end": "foul", "points": 30},
            "winner": 1,
        }
        following = {"hands": hands, "dealer": 1, "score": [0, 30], "record": "850"}
        record = kifu.loads(goita(ended, following))
        assert errors(record) == []
        for player in range(4):
            left = kifu.deals(record, player, 2, 2)
            for seed in range(5):
                assert errors(left.sample(Random(seed))) == []


def test_records_without_deals() -> None:
    record = kifu.loads(goita(MODEL_A))
    with pytest.raises(IndexError, match="has plies 1 to 13, not 99"):
        kifu.deals(record, 0, 99)
    with pytest.raises(IndexError, match="there is no round 2"):
        kifu.deals(record, 0, 1, 2)
    with pytest.raises(ValueError, match="no player 4"):
        kifu.deals(record, 4, 1)
    with pytest.raises(ValueError, match="view of player 1"):
        kifu.deals(kifu.view(record, 1), 0, 1)


def test_a_game_that_says_nothing_of_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayer.game("goita"), "beliefs", None)
    with pytest.raises(Unsupported, match="goita does not support counting"):
        kifu.deals(kifu.loads(goita(MODEL_A)), 0, 1)
