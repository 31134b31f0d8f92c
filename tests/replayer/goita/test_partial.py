"""Records with hidden pieces that are not any player's view."""

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ...helpers import MODEL_A, Json, codes, goita

HANDS = "88xxxxxx,xxxxxxxx,xxxxxxxx,xxxxxxxx"
LAST = f"{HANDS},s1,1x1,2p,3p,4p,1x1,2p,3p,4p,1x1,2p,3p,4p,1x2"


def test_a_hidden_last_piece_leaves_the_points_open() -> None:
    record = kifu.loads(LAST, type=Record)
    assert record.view == "partial"
    assert kifu.replay(record)[0].steps[-1].state.outcome.points is None
    assert (record.rounds[0].winner, record.rounds[0].result) == (0, None)


def test_so_no_score_is_blamed_for_them() -> None:
    text = kifu.convert(f"{LAST}\n12345678,12345679,11112345,11112345,s1", to="goita/json")
    for score in ("[20, 0]", "[40, 0]", "[990, 0]"):
        before, after = '"dealer": 0, "hands"', f'"dealer": 0, "score": {score}, "hands"'
        head, first, second = text.partition(before)[0], *text.split(before)[1:]
        scored = f'{head}"dealer": 0, "score": [0, 0], "hands"{first}{after}{second}'
        assert [each.code for each in kifu.validate(scored) if each.code == "G501"] == []


ENDS: dict[str, Json] = {
    "winner": {"winner": 0},
    "result": {"result": {"end": "shi", "points": 40}},
    "both": {"winner": 0, "result": {"end": "double-goshi", "points": 150}},
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
def test_hidden_pieces_may_have_ended_a_round_without_plies(end: Json) -> None:
    hidden = ["99999999"] * 4
    assert codes(goita({"hands": hidden, "goshi": None, **end}, view="partial")) == []
    # This is impossible if everything is seen, a ply was made, or one's own view would show it.
    seen = {"hands": MODEL_A["hands"], **end}
    assert codes(goita(seen, view="partial")) != []
    assert codes(goita({"hands": hidden, "goshi": None, "record": "97", **end}, view="partial"))
    own = ["12345678", *hidden[1:]]
    assert codes(goita({"hands": own, "goshi": None, **end}, view=0)) != []
