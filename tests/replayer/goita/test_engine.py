"""The engine, which only accepts valid rounds, agrees with a walk through the same rounds."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.goita.check.recorded import recorded_round, replay
from kifu.replayer.goita.engine.engine import Table, packed, unpacked
from kifu.replayer.goita.engine.playout import draw
from kifu.replayer.goita.generate import generate
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.record import Round
from kifu.replayer.goita.rules import GoitaRules
from kifu.replayer.replay.round import walk

OPTIONS = [
    Options(),
    Options(face_down_king_exposes=True, received_pair_doubles=True, cross_goshi="redeal"),
    Options(both_kings_dealt_suffices=True, last_piece_king_attack=False, seven_shi_doubles=False),
]
HIDDEN = "99999999"


def any_round(rng: Random) -> Round:
    """Return a round with a digit changed, removed or inserted, perhaps as seen by one player."""
    played = rng.choice(generate(rng, special=0.3).rounds)
    own = rng.choice([None, *range(4)])
    if own is not None:
        hands = [hand if seat == own else HIDDEN for seat, hand in enumerate(played.hands)]
        played = replace(played, hands=tuple(hands))
    at = rng.randrange(len(played.record) + 1)
    changed = [played.record[:at], rng.choice("0123456789"), played.record[at + 1 :]]
    return replace(played, record="".join(rng.choice([changed, [played.record]])))


@given(st.integers(0, 2**32).map(Random), st.sampled_from(OPTIONS))
def test_it_comes_to_the_same_end_as_a_walk(rng: Random, options: Options) -> None:
    rules, played = GoitaRules(options), any_round(rng)
    *_, last = walk(rules, recorded_round(rules, played))
    found = replay(rules, played)
    assert found.last is not None
    assert (found.last.ply, found.last.state, found.last.node) == (last.ply, last.state, last.node)
    assert str(found.breach) == str(last.breach)
    assert found.steps[-1].state == last.state


def test_a_copy_is_played_on_apart() -> None:
    table = Table(Options(), 0, ["12345678", "12345679", "11112345", "11112345"], False)
    other = table.copy()
    other.play(87)
    assert other != table
    assert (unpacked(table.hands[0]), unpacked(other.hands[0])) == ("12345678", "123456")
    assert packed("123456") == other.hands[0]


def test_a_player_without_a_legal_play_draws_none() -> None:
    table = Table(Options(), 0, ("2", "3", "4", "5"), False)
    assert table.actions() == []
    with pytest.raises(ValueError, match="nothing to draw from"):
        draw(table, Dice(1))
