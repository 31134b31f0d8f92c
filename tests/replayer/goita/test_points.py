"""The score of a round, for each way it can end."""

import pytest

import kifu

from ...helpers import Json, codes, dealt, goita, only
from ...loops import all_of

POINTS = dict(zip("12345678", (50, 40, 40, 30, 30, 20, 20, 10), strict=True))

# The dealer leads four times, and all others pass.
LAST_PAIRS = {
    "81": 50, "82": 40, "83": 40, "84": 30, "85": 30, "86": 20, "87": 20, "18": 10,
    "11": 100, "22": 80, "33": 80, "44": 60, "55": 60, "66": 40, "77": 40, "88": 20,
}  # fmt: skip


def out(last: str) -> Json:
    """Return a round that the dealer wins with this last pair."""
    fillers = [piece for piece in "45675674567" if piece not in last][:6]
    before = "".join(fillers)
    record = "".join(before[at : at + 2] + "000" for at in (0, 2, 4)) + last
    return {"hands": dealt(before + last), "record": record, "winner": 0}


def received(last: str, attack: str) -> Json:
    """Return a round that player 1 wins by receiving player 2's attack."""
    hand = "87" + "87" + "85" + last
    first, second, third = (each for each in dealt(hand, 3)[:3])
    partner = next(each for each in (first, second, third) if "5" in each and attack in each)
    others = [each for each in (first, second, third) if each is not partner]
    return {
        "dealer": 1,
        "hands": [others[0], hand, partner, others[1]],
        "record": "870008700085" + "5" + attack + "00" + last,
        "winner": 1,
    }


def shi(hand: str, seat: int) -> Json:
    return {"hands": dealt(hand, seat), "record": "", "winner": seat}


def points(played: Json, **rules: object) -> int:
    """Return the points of a round, after checking that no other number is accepted."""
    text = goita(played, rules=rules)
    assert codes(text) == []
    (replayed,) = kifu.replay(kifu.loads(text))
    scored: int = replayed.steps[-1].state.outcome.points
    end = replayed.steps[-1].state.outcome.end
    assert codes(goita(played | {"result": {"end": end, "points": scored}}, rules=rules)) == []
    wrong = goita(played | {"result": {"end": end, "points": scored + 10}}, rules=rules)
    assert only(wrong).code == "G204"
    return scored


@all_of(("last", "scored"), LAST_PAIRS.items())
def test_the_last_attack_scores_and_a_pair_doubles(last: str, scored: int) -> None:
    assert points(out(last)) == scored


def test_every_piece_scores() -> None:
    assert {last[1]: scored for last, scored in LAST_PAIRS.items() if last[0] != last[1]} == POINTS


@pytest.mark.parametrize("piece", "46")
def test_a_received_pair_does_not_double(piece: str) -> None:
    played = received(piece * 2, piece)
    assert points(played) == POINTS[piece]
    assert points(played, received_pair_doubles=True) == 2 * POINTS[piece]


def test_a_king_receives_and_the_last_attack_counts() -> None:
    assert points(received("14", "6")) == 30


SHI = {
    "88888821": 50, "88888877": 40, "88888867": 20, "88888844": 60, "88888811": 100,
    "88888881": 100, "88888882": 80, "88888887": 40, "88888886": 40, "88888888": 100,
}  # fmt: skip


@all_of(("hand", "scored"), SHI.items())
@all_of("seat", range(4))
def test_six_shi_or_more_win_at_once(hand: str, scored: int, seat: int) -> None:
    assert points(shi(hand, seat)) == scored


def test_seven_shi_score_once_by_option() -> None:
    assert points(shi("88888884", 2)) == 60
    assert points(shi("88888884", 2), seven_shi_doubles=False) == 30
    assert points(shi("88888844", 2), seven_shi_doubles=False) == 60
    assert points(shi("88888888", 2), seven_shi_doubles=False) == 100


FIVE_AND_FIVE: Json = {
    "hands": ["11288888", "24456777", "33488888", "45556667"],
    "record": "",
    "goshi": [0, 2],
}


@pytest.mark.parametrize("winner", [0, 2])
def test_five_shi_with_both_partners_win_the_match(winner: int) -> None:
    played = FIVE_AND_FIVE | {"winner": winner}
    assert points(played) == 150
    assert points(played, double_goshi_points=200) == 200
    assert points(played, double_goshi_points=0) == 0


@pytest.mark.parametrize("winner", [1, 3])
def test_neither_opponent_of_two_fives_has_won(winner: int) -> None:
    assert codes(goita(FIVE_AND_FIVE | {"winner": winner})) == ["G201"]


def test_nothing_is_played_in_a_deal_that_is_decided() -> None:
    assert codes(goita(shi("88888821", 1) | {"record": "0"})) == ["G109"]
    assert codes(goita(FIVE_AND_FIVE | {"record": "81"})) == ["G109"]
