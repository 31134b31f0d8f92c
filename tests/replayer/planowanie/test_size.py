"""Large games and numbers, on which a quadratic algorithm would never finish."""

from __future__ import annotations

from random import Random

import pytest

import kifu
from kifu import replayer
from kifu.findings.limits import MOST_FINDINGS as MOST
from kifu.replayer.planowanie.generate import play
from kifu.replayer.planowanie.record import Deck, Planned, Record
from kifu.replayer.planowanie.rules import PlanowanieRules
from kifu.replayer.planowanie.state import State
from kifu.replayer.replay.match import replay_round

from ...campaign import sample
from ...helpers import Json, codes, only
from .helpers import FIRST, GAME, but, game

DEALS = min(sample(500), 2000)
WIDE = "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))


@pytest.fixture(scope="module")
def long() -> Record:
    """A game of many deals."""
    plan = tuple(Planned(1 + number % 2, number % 2) for number in range(DEALS))
    return play(PlanowanieRules(Deck("9TJQKA", "CD"), 2, plan), Random(1))


def start(record: Record, number: int) -> State:
    """Return the state at the beginning of a deal."""
    return replay_round(replayer.game("planowanie"), record, number).steps[0].state


def test_many_deals_are_checked(long: Record) -> None:
    assert codes(kifu.dumps(long)) == []


def test_many_deals_are_replayed(long: Record) -> None:
    replayed = kifu.replay(long)
    assert len(replayed) == DEALS
    assert long.result is not None
    assert replayed[-1].steps[-1].state.totals == long.result.totals


def test_the_last_of_many_deals_is_replayed_first(long: Record) -> None:
    """That deal begins with the totals of all deals before it."""
    record = kifu.loads(kifu.dumps(long), type=Record)
    totals = start(record, DEALS).totals
    assert totals == tuple(map(sum, zip(*(deal.points for deal in long.deals[:-1]), strict=True)))


def test_many_deals_are_seen_by_one_player(long: Record) -> None:
    view = kifu.view(long, 1)
    assert codes(kifu.dumps(view)) == []


def test_many_deals_that_cannot_be_played() -> None:
    malformed: Json = {"hands": []}
    for deal, number_wrong in ((malformed, DEALS + 100), (FIRST, 0)):
        text = game(*[deal] * (DEALS + 100), plan=[[1, 0]] * DEALS, result=None)
        found = codes(text)
        assert found.count("P207") == 1
        assert len(found) == number_wrong + 1
        record = kifu.loads(text, type=Record)
        for number in range(DEALS + 1, DEALS + 101):
            with pytest.raises(ValueError, match=rf"only {DEALS} are planned|there are 0"):
                start(record, number)


def test_totals_go_on_over_a_deal_that_stops() -> None:
    stopped = but(FIRST, tricks=None, points=None)
    record = kifu.loads(game(FIRST, stopped, FIRST, plan=[[1, 0]] * 3, result=None), type=Record)
    assert [start(record, number).totals for number in (1, 2, 3)] == [
        (0, 0, 0),
        (2, 0, 1),
        (2, 0, 1),
    ]


def test_a_plan_of_many_deals() -> None:
    text = game(FIRST, plan=[[1, 0]] * (4 * DEALS), result=None)
    assert codes(text) == ["P205"]
    assert len(kifu.replay(kifu.loads(text, type=Record))) == 1
    *listed, more = codes(game(FIRST, plan=[[0, 0]] * (4 * DEALS)))
    assert (listed, more) == (["P003"] * MOST, "F007")


@pytest.mark.parametrize(
    "deck",
    [
        {"ranks": WIDE, "suits": WIDE},
        {"ranks": WIDE + WIDE, "suits": "CD"},
        {"ranks": WIDE[:501], "suits": "CD"},
    ],
)
def test_a_deck_of_too_many_cards(deck: Json) -> None:
    for cards in (1, 500, 10**8, 2**53):
        finding = only(game({}, deck=deck, plan=[[cards, 0]], result=None))
        assert (finding.code, finding.pointer) == ("P001", "/deck")


def test_the_largest_deck() -> None:
    """Four players with 250 cards each: all follow suit, and player 3 always plays the highest."""
    ranks, suits = WIDE[:500], "CD"
    hands = [[rank + suit for suit in suits for rank in ranks[seat::4]] for seat in range(4)]
    tricks = [{"cards": cards, "winner": 3} for cards in zip(*hands, strict=True)]
    deal = {"hands": hands, "declarations": [0] * 4, "tricks": tricks, "points": [250] * 4}
    header: Json = {"deck": {"ranks": ranks, "suits": suits}, "seats": 4, "plan": [[250, 0]]}
    text = game(deal, **header, result={"end": "complete", "totals": [250] * 4})
    assert codes(text) == []
    record = kifu.loads(text, type=Record)
    for player in range(4):
        assert codes(kifu.dumps(kifu.view(record, player))) == []
    moment = kifu.replay(record)[0].at(5).state
    assert len(GAME.rules(record).legal_actions(moment, 0)) == 250


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**15])
def test_large_numbers(number: int) -> None:
    for deal in (
        but(FIRST, declarations=[number, 0, 0]),
        but(FIRST, points=[number, 0, 0]),
        but(FIRST, tricks=[{"cards": ["9C", "AD", "KD"], "lead": number}]),
        but(FIRST, tricks=[{"cards": ["9C", "AD", "KD"], "winner": number}]),
    ):
        assert len(codes(game(deal, plan=[[1, 0]], result=None))) == 1
    clocks = [[number, number], [None, None], []]
    found = codes(game(but(FIRST, clocks=clocks), plan=[[1, 0]], result=None))
    assert found == (["P210"] * 2 if number < 0 else [])
    ended = {"end": "complete", "totals": [number, 0, 0]}
    assert codes(game(FIRST, plan=[[1, 0]], result=ended)) == ["P204"]
