import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.arena.ratings import GameResult, pair_results

FOUR = ("Ada", "Bo", "Cy", "Di")


def test_a_match_of_four_gives_six_results() -> None:
    assert pair_results(FOUR, [10, -5, 10, 0]) == [
        GameResult("Ada", "Bo", 2),
        GameResult("Ada", "Cy", 1),
        GameResult("Ada", "Di", 2),
        GameResult("Bo", "Cy", 0),
        GameResult("Bo", "Di", 0),
        GameResult("Cy", "Di", 2),
    ]


@pytest.mark.parametrize("points", [(0, 0, 0, 0), (90, 80, 100, 70)])
def test_a_match_ended_by_a_fault_gives_three(points: tuple[int, ...]) -> None:
    assert pair_results(FOUR, points, at_fault=2) == [
        GameResult("Ada", "Cy", 2),
        GameResult("Bo", "Cy", 2),
        GameResult("Cy", "Di", 0),
    ]


def test_partners_have_no_result() -> None:
    found = pair_results(FOUR, [150, 90, 150, 90], sides=[0, 1, 0, 1])
    assert [(each.white, each.black) for each in found] == [
        ("Ada", "Bo"),
        ("Ada", "Di"),
        ("Bo", "Cy"),
        ("Cy", "Di"),
    ]
    assert [each.score for each in found] == [2, 2, 0, 2]


@given(st.lists(st.integers(-100, 100), min_size=2, max_size=6), st.data())
def test_one_result_a_pair(points: list[int], data: st.DataObject) -> None:
    names = [f"P{number}" for number in range(len(points))]
    found = pair_results(names, points)
    assert len(found) == len(points) * (len(points) - 1) // 2
    fault = data.draw(st.integers(0, len(points) - 1))
    faulty = pair_results(names, points, fault)
    assert len(faulty) == len(points) - 1
    assert all((each.black if each.score == 2 else each.white) == names[fault] for each in faulty)


def test_records_without_a_match() -> None:
    with pytest.raises(ValueError, match="points"):
        pair_results(FOUR, [1, 2, 3])
    with pytest.raises(ValueError, match="sides"):
        pair_results(FOUR, [1, 2, 3, 4], sides=[0, 1])
    with pytest.raises(ValueError, match="player from 0 to 3"):
        pair_results(FOUR, [1, 2, 3, 4], at_fault=4)
    with pytest.raises(ValueError, match="'Ada' has two seats"):
        pair_results(["Ada", "Bo", "Ada"], [1, 2, 3])
