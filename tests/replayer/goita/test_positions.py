"""What a player of Goita sees of a position, and when."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.replayer.goita.game import GAME
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.pieces import in_order
from kifu.replayer.goita.position import GoitaPosition
from kifu.replayer.goita.record import Record, Result, Round
from kifu.replayer.goita.state import State
from kifu.replayer.replay.match import replay_round
from kifu.replayer.replay.round import Step
from kifu.testing.trajectories import twin

from ...boards import rounds, trajectory
from ...campaign import examples
from ...helpers import RANDOM
from ...twins import assert_alike, swapped

WON = Record(
    rounds=(
        Round(
            hands=("11244788", "23456788", "34567888", "55667888"),
            record="84000840007200011",
            winner=0,
            result=Result("out", 100),
        ),
    )
)


def recorded(played: Round, steps: Sequence[Step[State]]) -> Round:
    """Return the round made of these steps."""
    actions = [action for step in steps for action in (step.actions or {}).values()]
    outcome = steps[-1].state.outcome
    assert outcome is not None
    assert outcome.points is not None
    return replace(
        played,
        hands=tuple(actions[0].split(" ")),
        record="".join(each for each in actions[1:] if each not in ("redeal", "play on")),
        winner=outcome.winner,
        result=Result(outcome.end, outcome.points),
    )


@given(
    RANDOM, st.integers(0, 3), st.sampled_from([Options(), Options(face_down_king_exposes=True)])
)
@examples(25)
def test_nothing_is_shown_early(rng: Random, player: int, options: Options) -> None:
    generated = GAME.generate(rng)
    number = rng.randint(1, len(generated.rounds))
    record = replace(generated, rules=options, rounds=generated.rounds[:number])
    steps = replay_round(GAME, record, number).steps
    assume(steps[-1].over)
    upto = rng.randrange(len(steps) - 1)
    laid = dict.fromkeys(range(4), "")
    for step in steps[: upto + 1]:
        for seat, action in (step.actions or {}).items():
            if step.ply:
                laid[seat] += action[1:] if step.state.leading else action
    (deal,) = (steps[0].actions or {}).values()

    def redealt(rng: Random) -> str:
        kept = dict(laid)

        def free(seat: int, piece: str) -> bool:
            if seat == player or piece in kept[seat]:
                kept[seat] = kept[seat].replace(piece, "", 1)
                return False
            return True

        return " ".join(map(in_order, swapped(deal.split(" "), free, rng)))

    other = twin(GAME.rules(record), steps, player, upto, rng, redealt)
    twins = replace(record, rounds=(*record.rounds[:-1], recorded(record.rounds[-1], other)))
    assert_alike(GAME, record, twins, player, upto)


@given(RANDOM, st.integers(0, 3))
@examples(8)
def test_a_player_and_everybody_agree(rng: Random, player: int) -> None:
    record = GAME.generate(rng)
    pairs = zip(rounds(record), rounds(record, player), strict=True)
    for everybody, alone in pairs:
        for one, other in zip(everybody.steps, alone.steps, strict=True):
            both: tuple[GoitaPosition, GoitaPosition] = one.position, other.position
            assert both[0].hands == both[1].hands == () or (
                both[0].hands[player] == both[1].hands[player]
            )
            assert both[0].result == both[1].result
            assert one.values()["returns"] == other.values()["returns"]
            for seat in one.actors:
                assert set(one.legal[seat]) <= set(other.legal[seat])


def test_a_position() -> None:
    position = trajectory(WON).at(6).position
    assert (position.phase, position.turn, position.attack, position.attacker) == (
        "play",
        1,
        "4",
        0,
    )
    assert position.hands == ("1127", "23456788", "34567888", "55667888")
    assert [each.pieces for each in position.plays] == ["84", "0", "0", "0", "84"]
    assert position.plays[0].face_down
    assert (position.score, position.result) == (None, None)


def test_the_end() -> None:
    end = trajectory(WON).last.position
    assert (end.phase, end.turn) == ("over", None)
    assert (end.result.end, end.result.winner, end.result.points) == ("out", 0, 100)
    assert not end.result.wins_match


def test_pieces_laid_face_down_are_hidden_until_revealed() -> None:
    for record in (kifu.view(WON, 1), WON):
        seat_1 = trajectory(record, player=1)
        assert seat_1.viewer == 1
        assert seat_1.at(1).actions == {0: "94"}
        assert seat_1.at(13).position.plays[0].pieces == "94"
        # Two kings double the score, so they are revealed.
        assert seat_1.at(13).actions == {0: "11"}
        assert seat_1.last.position.plays[-1].pieces == "11"
    seat_0 = trajectory(WON, player=0)
    assert seat_0.at(1).actions == {0: "84"}


def test_a_seat_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="there is no player 7"):
        rounds(WON, 7)
    # A damaged record may name any viewer.
    nobody = trajectory(replace(WON, view=7))
    assert nobody.viewer is None
    assert nobody.steps[1].position.hands == WON.rounds[0].hands
