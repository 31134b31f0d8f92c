"""Views of one game put together: what one of them lacks, another has."""

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.planowanie.record import Record, Result

from .helpers import FIRST, SECOND, fault, game, stopped


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
    # Who saw nothing of a deal is known by the cards that the others saw played.
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
    seen = views(game(FIRST, stopped(["9D", "TD", "QD"], ["AC", None, "JD"]), result=fault(1)))
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
    with pytest.raises(ValueError, match="deal 2: card of player 2 in trick 2 is another"):
        replayer.joined(seen)


def test_of_faults_there_is_one() -> None:
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
    with pytest.raises(ValueError, match="the logs of two seats end with a fault"):
        replayer.joined([mine[0], others[1], mine[2]])
