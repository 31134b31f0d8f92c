"""Points, score and payoffs, and the discovery of the friend."""

from itertools import product
from typing import Any

import pytest

import kifu
from kifu.replayer.mighty import examples
from kifu.replayer.mighty.engine.numbers import NO_TRUMP, trump_word
from kifu.replayer.mighty.options import resolved
from kifu.replayer.mighty.rules.scoring import payoffs, score
from kifu.replayer.mighty.rules.state import Contract, Outcome
from kifu.replayer.mighty.scores import Scores

from ...helpers import Json, codes, repaired
from ...loops import all_of
from .helpers import RUN, SPADES, dealt, decided, passed, run, text


def value(contract: str, points: int, solo: bool = False, **options: Any) -> int:
    """Return the score of the president's side for these points."""
    bid = Contract(int(contract[:-1]), contract[-1])
    return score(resolved(options), bid, points, solo).value


@all_of(
    ("contract", "points", "due"),
    [
        ("13H", 13, 500),
        ("15H", 17, 1500),
        ("20N", 20, 2600),
        ("13H", 12, -500),
        ("15H", 13, -1300),
        ("20N", 0, -6400),
    ],
)
def test_the_formula_of_the_paper(contract: str, points: int, due: int) -> None:
    assert value(contract, points) == due


def test_its_terms_are_options() -> None:
    assert value("15H", 17, base=15, risk=7, card=100) == 307
    assert value("14H", 14, preset="league") == 500
    assert value("20H", 20, preset="league") == 2000
    assert value("15N", 15, preset="league") == 2 * 800
    assert value("20N", 3, preset="league") == -3000
    assert value("14H", 14, bid_min=14) == 800


@pytest.mark.parametrize(
    ("contract", "points", "due"),
    [("15D", 16, 5), ("16N", 18, 16), ("17H", 20, 22), ("15D", 14, -1), ("15D", 9, -12)],
)
def test_the_formula_of_pagat(contract: str, points: int, due: int) -> None:
    assert value(contract, points, preset="pagat") == due


def test_a_winner_does_not_pay_in_the_formula_of_pagat() -> None:
    assert value("12N", 12, preset="pagat", nt_min_offset=-1) == 0
    assert value("12N", 15, preset="pagat", nt_min_offset=-1) == 2


@all_of(
    ("contract", "points", "solo", "times"),
    [
        ("15H", 15, False, 1),
        ("15N", 15, False, 2),
        ("15H", 20, False, 3),
        ("15H", 10, False, 1),
        ("15H", 9, False, 5),
        ("15H", 15, True, 7),
        ("15N", 20, True, 42),
        ("15N", 0, True, 70),
    ],
)
def test_multipliers_of_the_score(contract: str, points: int, solo: bool, times: int) -> None:
    factors: dict[str, Any] = {"mult_no_trump": 2, "mult_run": 3, "mult_backrun": 5, "mult_solo": 7}
    for formula in ("seed", "pagat"):
        plain = value(contract, points, solo, formula=formula)
        assert value(contract, points, solo, formula=formula, **factors) == times * plain


@pytest.mark.parametrize(
    ("contract", "points", "due"),
    [("15H", 15, 1100), ("20H", 20, 2000), ("20N", 20, 2600), ("13H", 0, -2000), ("20N", 0, -3000)],
)
def test_a_cap_on_the_score(contract: str, points: int, due: int) -> None:
    assert value(contract, points, score_cap=2000, score_cap_no_trump=3000) == due
    double = value(contract, points, score_cap=2000, score_cap_no_trump=3000, mult_no_trump=2)
    assert double == (due if contract[-1] == "H" else 3000 if due > 0 else -3000)


def test_no_trump_has_the_same_cap_unless_it_has_its_own() -> None:
    assert value("20N", 20, score_cap=2000) == 2000
    assert value("20N", 20, score_cap_no_trump=2500) == 2500
    assert value("20H", 20, score_cap_no_trump=2500) == 2600


def test_a_cap_in_the_head_of_a_gibo() -> None:
    head = "Options: score_cap=2000 score_cap_no_trump=3000\nContract: 20♥\nDealer: P0\n"
    sheet = "R P0! P1 P2~ P3 P4\nResult: won\nPoints: 20\nScore: "
    assert codes(f"{head}{sheet}2000\n") == ["M601"]
    assert codes(f"{head}{sheet}2600\n") == ["M601", "M406"]
    assert codes(f"{head.replace('20♥', '20N')}{sheet}2600\n") == ["M601"]


def test_scores_are_remembered_apart() -> None:
    options = resolved({"mult_solo": 3})
    scores, trumps = Scores(options), {trump: trump_word(trump) for trump in (0, NO_TRUMP)}
    every = product((13, 20), trumps, (0, 12, 20), (False, True))
    found = {each: scores.value(scores.place(*each)) for each in every}
    for (bid, trump, points, solo), due in found.items():
        assert due == score(options, Contract(bid, trumps[trump]), points, solo).value


def test_only_the_highest_multiplier() -> None:
    factors: dict[str, Any] = {"mult_no_trump": 2, "mult_run": 3, "mult_solo": 5}
    factors["multipliers"] = "highest"
    assert value("20N", 20, **factors) == 3 * value("20N", 20)
    assert value("20N", 20, solo=True, **factors) == 5 * value("20N", 20)
    assert value("15H", 15, **factors) == value("15H", 15)


def test_where_a_backrun_begins_is_an_option() -> None:
    assert value("15H", 10, mult_backrun=2, backrun_at=10) == 2 * value("15H", 10)


# Payoffs: P0 takes nine tricks with spades; ♥5 of P2 or ♦5 of P3 may take the last one


def outcome(friend: str, last: str = "JKS", tricks: str = RUN, **options: Any) -> Outcome:
    """Play 15 no-trump with this friend; P0's joker may call a suit in the last trick."""
    modes = ["card", "first", "none", "seat", "last-trick"]
    now = decided(SPADES, "15N", friend=friend, friend_modes=modes, **options)
    found = now.on(f"{tricks} {last} * * * *").state.outcome
    assert found is not None
    return found


ALONE = (4, -1, -1, -1, -1)


@all_of(
    ("friend", "last", "shares"),
    [
        ("none", "JKS", ALONE),
        ("first", "JKS", ALONE),
        ("SK", "JKS", ALONE),
        ("S3", "JKS", ALONE),
        ("JK", "JKS", ALONE),
        ("DA", "JKS", (2, -1, -1, 1, -1)),
        ("C2", "JKS", (2, -1, -1, -1, 1)),
        ("P2", "JKS", (2, -1, 1, -1, -1)),
        ("last", "JKS", ALONE),
        ("last", "JKD", (2, -1, -1, 1, -1)),
    ],
)
def test_the_friend_is_paid_and_who_is_alone_plays_for_four(
    friend: str, last: str, shares: tuple[int, ...]
) -> None:
    found = outcome(friend, last)
    assert found.score is not None
    assert found.payoffs == tuple(share * found.score for share in shares)
    assert found.friend == (shares.index(1) if 1 in shares else None)


def test_the_winner_of_the_first_trick_is_the_friend() -> None:
    piles = dealt("C4", "CA", "C5", "C6", "C7")
    assert decided(piles, "15H", friend="first").on("C4 CA C5 C6 C7").state.friend_player == 1


def test_only_a_declared_game_alone_is_a_solo() -> None:
    plain = outcome("none").score
    assert plain is not None
    assert outcome("none", mult_solo=2).score == 2 * plain
    assert outcome("SK", mult_solo=2).score == outcome("first", mult_solo=2).score == plain


def test_a_friend_is_revealed_by_the_card_and_not_before() -> None:
    now = decided(SPADES, "15N", friend="DK").on("SA S2 HA DA *")
    assert now.state.friend_player is None
    assert now.on("SK CA HK DK").state.friend_player == 3


def test_tricks_of_the_friend_count_for_the_side() -> None:
    cards = zip("AKQJT9876", "56789TJQK", strict=True)
    keeping_the_ace = " ".join(f"S{rank} * * D{other} *" for rank, other in cards)
    assert outcome("P3", "JKD", keeping_the_ace).points == 20
    assert outcome("P2", "JKD", keeping_the_ace).points == 19


BURIED = dealt("CA C8", "", "", "", "", "SK HK D4")


def test_buried_points_count_for_the_president_or_by_option_for_the_defenders() -> None:
    points = [
        decided(BURIED, "13N", buried_points_to=side).on("* " * 50).state.outcome
        for side in ("president", "defenders")
    ]
    one, other = (each.points for each in points if each is not None)
    assert one is not None
    assert other == one - 2


# What a record says about the result


def finished(**result: Any) -> list[str]:
    """Return the codes for a record of nine spades and this result."""
    return codes(text(run(result=result)))


def test_a_result_is_held_against_the_play() -> None:
    payoffs = [8400, -2100, -2100, -2100, -2100]
    assert finished(end="won", points=20, score=2100, payoffs=payoffs) == []
    assert finished(end="lost", points=19, score=1900, payoffs=[0, 0, 0, 0, 0]) == [
        "M405",
        "M404",
        "M407",
    ]


@pytest.mark.parametrize(("friend", "found"), [("none", None), ("DA", 3)])
def test_payoffs_may_follow_from_a_score_that_is_wrong(friend: str, found: int | None) -> None:
    for counted, more in ((2100, []), (2000, ["M406"])):
        for partner, wrong in ((found, []), (4, ["M407"])):
            paid = payoffs(counted, 0, partner)
            deal = run(friend=friend, result={"points": 20, "score": counted, "payoffs": paid})
            assert codes(text(deal)) == [*more, *wrong]


ZEROS = [
    {"end": "thrown-in", "points": 0},
    {"points": 0},
    {"end": "thrown-in", "points": 0, "score": 0, "payoffs": [0] * 5},
]


@pytest.mark.parametrize("result", ZEROS)
def test_a_deal_that_was_thrown_in_counts_nothing(result: Json) -> None:
    assert codes(text(passed(result=result))) == []
    for field, wrong, code in (
        ("points", 1, "M404"),
        ("score", 100, "M406"),
        ("payoffs", [400, -100, -100, -100, -100], "M407"),
    ):
        assert codes(text(passed(result=result | {field: wrong}))) == [code]


def test_the_payoffs_of_a_deal_that_was_thrown_in_can_be_fixed() -> None:
    wrong = text(passed(result={"payoffs": [400, -100, -100, -100, -100]}))
    assert codes(repaired(wrong, kifu.validate(wrong))) == []


def test_points_are_compared_with_the_play_or_else_with_the_score() -> None:
    deal = examples.finished(result={"points": 16})
    for parts, against in ((deal, "took 15"), ({**deal, "tricks": None}, "the score is for 15")):
        known = {key: value for key, value in parts.items() if value is not None}
        (finding,) = kifu.validate(examples.match(known).content())
        assert finding.code == "M404"
        assert finding.message.endswith(against)
