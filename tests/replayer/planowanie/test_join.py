"""Views of one game joined together: what one lacks, another has."""

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.planowanie.record import Record, Result

from ...helpers import RANDOM, codes
from .helpers import FIRST, GAME, SECOND, cut, fault, game, plies, stopped


def views(text: str) -> list[Record]:
    record = kifu.loads(text, type=Record)
    return [kifu.view(record, seat) for seat in range(record.seats)]


@pytest.mark.parametrize("short", range(3))
def test_a_view_may_have_fewer_deals(short: int) -> None:
    seen = views(game(FIRST, SECOND))
    whole = replayer.joined(seen)
    seen[short] = replace(seen[short], deals=seen[short].deals[:1], result=None)
    found = replayer.joined(seen)
    first, second = found.deals
    assert first == whole.deals[0]
    assert second.tricks == whole.deals[1].tricks
    assert second.points == whole.deals[1].points
    assert second.hands is not None
    # The hand of a player who saw nothing of a deal follows from the cards others saw played.
    assert sorted(second.hands[short]) == sorted(SECOND["hands"][short])
    assert found.result == whole.result


@pytest.mark.parametrize("knows", [0, 1])
def test_a_hand_is_taken_from_who_saw_most_of_it(knows: int) -> None:
    seen = views(game(FIRST, SECOND))
    hands = seen[1 - knows].deals[1].hands
    assert hands is not None
    unseen = replace(seen[1 - knows].deals[1], hands=(*hands[:2], ("??", "??")))
    seen[1 - knows] = replace(seen[1 - knows], deals=(seen[1 - knows].deals[0], unseen))
    seen[2] = replace(seen[2], deals=seen[2].deals[:1], result=None)
    assert sorted(replayer.joined(seen).deals[1].hands[2]) == sorted(SECOND["hands"][2])


@pytest.mark.parametrize("short", range(3))
def test_a_view_may_stop_in_mid_trick(short: int) -> None:
    """This does not apply to the view of the player at fault, who ended the game."""
    end = fault((short + 1) % 3)
    seen = views(game(FIRST, stopped(["9D", "TD", "QD"], ["AC", None, "JD"]), result=end))
    whole = replayer.joined(seen)
    first, second = seen[short].deals
    last = replace(second.tricks[1], cards=(None, None, "JD"))
    for left in ((second.tricks[0], last), second.tricks[:1], ()):
        seen[short] = replace(seen[short], deals=(first, replace(second, tricks=left)))
        assert replayer.joined(seen) == whole


def test_a_card_that_views_disagree_on() -> None:
    seen = views(game(FIRST, stopped(["9D", "TD", "QD"], ["AC", None, "JD"]), result=fault(1)))
    first, second = seen[2].deals
    other = replace(second.tricks[1], cards=("AC", None, "QD"))
    wrong = replace(second, tricks=(second.tricks[0], other))
    seen[2] = replace(seen[2], deals=(first, wrong))
    with pytest.raises(ValueError, match="deal 2: card of player 2 in trick 2"):
        replayer.joined(seen)


def test_a_game_has_only_one_fault() -> None:
    stop = stopped(["9D", "TD", "QD"], ["AC", None, "JD"])
    seen = views(game(FIRST, stop, result=fault(1, "crashed")))
    others = [replace(each, result=None) for each in seen]
    mine = [
        replace(each, result=Result(end="fault", totals=(2, 0, 1), player=seat, reason="crashed"))
        for seat, each in enumerate(seen)
    ]
    for seat in range(3):
        one = [mine[seat] if each == seat else others[each] for each in range(3)]
        assert replayer.joined(one).result == mine[seat].result
    with pytest.raises(ValueError, match="the logs of two seats each end with a fault"):
        replayer.joined([mine[0], others[1], mine[2]])


ONE_CARD = stopped([None, "TD", None])
ON_A_CARD = fault(2, "timeout") | {"command": "play", "totals": [2, 0, 1]}


@pytest.mark.parametrize("short", [1, 0], ids=["one is whole", "one stops too"])
def test_a_game_does_not_go_on_after_a_fault(short: int) -> None:
    seen = views(game(FIRST, SECOND))
    seen[2] = views(game(FIRST, ONE_CARD, result=ON_A_CARD))[2]
    if not short:
        seen[0] = views(game(FIRST, ONE_CARD, result=ON_A_CARD))[0]
    assert [codes(kifu.dumps(each)) for each in seen] == [[], [], []]
    goes_on = f"the fault of player 2, but continues in the view of player {1 - short}"
    with pytest.raises(ValueError, match=goes_on):
        replayer.joined(seen)


def test_others_may_know_less_about_a_fault_at_the_last_card() -> None:
    end = ON_A_CARD | {"totals": [5, 2, 4]}
    seen = views(game(FIRST, SECOND, result=end))
    seen[0] = views(game(FIRST, stopped(["9D", "TD", "QD"]), result=ON_A_CARD))[0]
    assert codes(kifu.dumps(replayer.joined(seen))) == []


def test_errors_that_only_show_in_the_whole() -> None:
    """Each view may end where it does, but together they rule out that fault."""
    bid = fault(2, "timeout") | {"command": "gen_declare", "totals": [2, 0, 1]}
    seen = views(game(FIRST, stopped(), result=ON_A_CARD | {"player": 0, "command": "declare"}))
    seen[2] = views(game(FIRST, stopped() | {"declarations": [1, 0, None]}, result=bid))[2]
    seen[0] = replace(seen[0], result=seen[1].result)
    assert [codes(kifu.dumps(each)) for each in seen] == [[], [], []]
    with pytest.raises(ValueError, match=r"each of these views is sound, but .* break P206: "):
        replayer.joined(seen)


@given(rng=RANDOM)
def test_sound_views_join_to_a_sound_record(rng: Random) -> None:
    """Views of one game, each cut off anywhere, by its player's fault or another's."""
    whole = GAME.generate(rng)
    cuts = [_cut_anywhere(whole, rng) for _ in range(2)]
    seen = [kifu.view(rng.choice(cuts), seat) for seat in range(whole.seats)]
    assert all(codes(kifu.dumps(each)) == [] for each in seen)
    try:
        found = replayer.joined(seen)
    except ValueError:
        assert cuts[0] != cuts[1]  # views of the same course of play always fit together
    else:
        assert set(codes(kifu.dumps(found))) <= {"P205"}


def _cut_anywhere(whole: Record, rng: Random) -> Record:
    """Cut a game at any moment; any command may be the one left unanswered."""
    number = rng.randrange(len(whole.deals))
    record = cut(whole, number, rng.randint(0, plies(whole.deals[number])), rng)
    if record.result is None or record.result.end != "fault":
        return record
    command = rng.choice([None, "set_cards", "gen_declare", "declare", "gen_move", "play"])
    ended = replace(record, result=replace(record.result, command=command))
    return record if codes(kifu.dumps(ended)) else ended
