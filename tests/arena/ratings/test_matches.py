"""The winner of a match in each game's records."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.arena.ratings import match_result, results_of
from kifu.replayer.replay.match import replay

from ...loops import all_of

NAMES = {"goita": ("A", "B", "C", "D"), "mighty": ("A", "B", "C", "D", "E")}


def generated(name: str, seed: str) -> Any:
    record = replayer.game(name).generate(Random(seed))
    return replace(record, players=NAMES[name])


def test_files_without_records_are_not_rated() -> None:
    with pytest.raises(TypeError):
        match_result(None)


@all_of("number", range(8))
def test_a_match_of_goita_is_won_by_a_team(number: int) -> None:
    record = generated("goita", f"ratings/{number}")
    found = match_result(record)
    assert found is not None
    *_, last = replay(replayer.game("goita"), record)
    assert found.points == tuple(replayer.game("goita").rules(record).returns(last.steps[-1].state))
    assert found.sides == (0, 1, 0, 1)
    winners = {"A", "C"} if found.points[0] > found.points[1] else {"B", "D"}
    assert len(results_of(found)) == 4
    for each in results_of(found):
        assert ({each.white, each.black} & winners) == {
            each.white if each.score == 2 else each.black
        }


def test_a_match_of_goita_without_scores() -> None:
    record = generated("goita", "ratings/1")
    unscored = replace(record, rounds=tuple(replace(each, score=None) for each in record.rounds))
    assert match_result(unscored) == match_result(record)


def test_a_match_of_goita_that_is_not_over() -> None:
    record = generated("goita", "ratings/2")
    assert match_result(replace(record, rounds=record.rounds[:-1])) is None
    played = next(each for each in record.rounds if each.record)
    last = replace(played, score=(0, 0), record=played.record[:4], winner=None, result=None)
    cut = replace(record, rounds=(*record.rounds[:-1], last))
    assert match_result(cut) is None
    assert match_result(replace(record, rounds=())) is None


@pytest.mark.parametrize("number", range(5))
def test_a_match_of_mighty_goes_by_its_totals(number: int) -> None:
    record = generated("mighty", f"ratings/{number}")
    found = match_result(record)
    assert found is not None
    *_, last = replay(replayer.game("mighty"), record)
    assert found.points == last.steps[-1].state.totals
    assert len(results_of(found)) == 10
    untold = replace(record, deals=tuple(replace(each, totals=None) for each in record.deals))
    assert match_result(untold) == found


def test_a_match_of_mighty_that_is_not_over() -> None:
    record = generated("mighty", "ratings/0")
    tricks = record.deals[-1].tricks
    last = replace(record.deals[-1], tricks=tricks[:-1], result=None)
    assert tricks
    assert match_result(replace(record, deals=(*record.deals[:-1], last))) is None
    assert match_result(replace(record, deals=())) is None
    gap = replace(record.deals[0], gap=True, totals=None)
    assert match_result(replace(record, deals=(gap,))) is None


def test_without_names_there_are_no_results() -> None:
    record = replace(generated("goita", "ratings/3"), players=None)
    found = match_result(record)
    assert found is not None
    assert found.names is None
    assert results_of(found) == []


def test_a_text_says_the_same_as_its_record() -> None:
    record = generated("goita", "ratings/4")
    again = kifu.loads(kifu.dumps(record))
    assert match_result(again) == match_result(record)
