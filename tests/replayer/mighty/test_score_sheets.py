"""Score sheets: only the results of deals are recorded, and checked from one to the next."""

from __future__ import annotations

from typing import Any

import pytest

import kifu
from kifu.replayer.mighty.record import Record

from ...loops import all_of
from .helpers import dealt, text

WON = [2200, -1100, 1100, -1100, -1100]  # P0 is the president, P2 the friend
LOST = [500, 500, -1000, -500, 500]  # P2 is the president, P3 the friend
ALONE = [-500, -500, -500, 2000, -500]
THROWN = {"end": "thrown-in"}


def codes(*deals: dict[str, Any], **header: Any) -> list[tuple[str, str | None]]:
    found = kifu.validate(text(*deals, **header), "mighty/json")
    return [(each.code, each.pointer) for each in found if each.severity == "error"]


def sheet(dealer: int | None, payoffs: list[int] | None, **more: Any) -> dict[str, Any]:
    """Return a deal with only its result recorded."""
    deal = {} if dealer is None else {"dealer": dealer}
    result = {} if payoffs is None else {"payoffs": payoffs}
    return {**deal, "result": {**result, **more.pop("result", {})}, **more}


def after(*paid: list[int]) -> list[int]:
    return [sum(each) for each in zip(*paid, strict=True)]


def test_a_score_sheet_is_sound() -> None:
    start = [100, 200, -300, 0, 0]
    deals = [
        sheet(1, WON, totals=start),
        sheet(2, LOST, totals=after(start, WON)),
        sheet(3, None, result=THROWN),
        sheet(3, ALONE),
        sheet(3, WON, totals=after(start, WON, LOST, ALONE)),
    ]
    assert codes(*deals) == []
    for number, wrong in ((1, 4), (2, 2), (3, 0), (4, 1)):
        changed = [*deals]
        changed[number] = deals[number] | {"dealer": wrong}
        assert ("M501", f"/deals/{number}/dealer") in codes(*changed)
        changed[number] = changed[number] | {"gap": True}
        assert ("M501", f"/deals/{number}/dealer") not in codes(*changed)


@pytest.mark.parametrize("number", [1, 4])
def test_totals_of_a_score_sheet_are_followed(number: int) -> None:
    deals = [
        sheet(1, WON, totals=[0] * 5),
        sheet(2, LOST, totals=WON),
        sheet(3, None, result=THROWN),
        sheet(3, ALONE),
        sheet(3, WON, totals=after(WON, LOST, ALONE)),
    ]
    assert codes(*deals) == []
    totals = [*deals[number]["totals"]]
    deals[number] |= {"totals": [totals[0] + 100, totals[1] - 100, *totals[2:]]}
    assert codes(*deals) == [("M502", f"/deals/{number}/totals")]
    deals[number]["totals"][1] += 1
    assert codes(*deals) == [("M502", f"/deals/{number}/totals")]


def test_roles_and_contract_of_a_score_sheet_tell_payoffs_and_dealer() -> None:
    played = {
        "president": 0,
        "contract": "15H",
        "friend": "SA",
        "friend_player": 2,
        "result": {"points": 15},
    }
    first = {"dealer": 0, "totals": [0] * 5, **played}
    assert codes(first, sheet(2, None, totals=WON)) == []
    assert codes(first, sheet(1, None, totals=WON)) == [("M501", "/deals/1/dealer")]
    assert codes(first, sheet(2, None, totals=ALONE)) == [("M502", "/deals/1/totals")]


def test_totals_that_were_carried_on_from_wrong_payoffs_are_not_reported_again() -> None:
    played = {"president": 0, "contract": "15H", "friend": "SA", "friend_player": 2}
    wrong = [2000, -1000, 1000, -1000, -1000]
    first = {"totals": [0] * 5, **played, "result": {"points": 15, "payoffs": wrong}}
    assert codes(first, sheet(2, None, totals=wrong)) == [("M407", "/deals/0/result/payoffs")]


def test_payoffs_of_nobody() -> None:
    assert codes(sheet(0, [100, -100, 0, 0, 0])) == [("M407", "/deals/0/result/payoffs")]
    assert codes(sheet(0, WON, result={"score": 1100})) == []
    # When payoffs are consistent, they are five numbers against one: the score is wrong.
    assert codes(sheet(0, WON, result={"score": 1300})) == [("M406", "/deals/0/result/score")]
    assert codes(sheet(0, WON, result={"score": 1101})) == [("M406", "/deals/0/result/score")]


def test_a_score_of_no_contract() -> None:
    assert codes(sheet(0, None, result={"score": 1101})) == [("M406", "/deals/0/result/score")]
    assert codes(sheet(0, None, result={"end": "lost", "score": 1100})) == [
        ("M405", "/deals/0/result/end")
    ]


def test_a_deal_of_which_nothing_is_known_tells_nothing_of_the_next() -> None:
    assert codes(sheet(1, None), sheet(4, None, totals=[0] * 5)) == []
    assert codes(sheet(1, [0] * 5), sheet(4, None)) == []
    assert codes({"result": THROWN}, sheet(4, None)) == []


def test_the_dealer_after_a_deal_of_unknown_sides_is_not_inferred() -> None:
    bids = [[(4 + place) % 5, "pass"] for place in range(5)]
    assert codes(sheet(1, None, result={"end": "won"}), {"bids": bids}, {"dealer": 4}) == []
    assert codes({"dealer": 1}, {"totals": [0] * 5}, {"dealer": 4}) == []


def test_payoffs_name_the_next_dealer() -> None:
    sheets: Record = kifu.loads(text(sheet(1, WON), {"totals": [0] * 5}), type=Record)
    gibo: Record = kifu.loads(kifu.dumps(sheets, "mighty/gibo"), type=Record)
    assert [deal.dealer for deal in gibo.deals] == [1, 2]


def test_a_friend_may_be_named_though_the_play_was_not_written_down() -> None:
    hands = dealt("SA", "SK", "SQ")
    roles: dict[str, Any] = {"president": 2, "contract": "15H", "friend": "SA"}
    for friend, found in ((0, []), (1, [("M403", "/deals/0/friend_player")])):
        assert codes({**roles, "hands": hands[:5], "friend_player": friend}) == found
        assert codes({**roles, "friend_player": friend}) == []
    assert codes({**roles, "friend_player": 2}) == [("M403", "/deals/0/friend_player")]
    assert codes({**roles, "friend": "none", "friend_player": 1}) != []
    buried = {"discard": ["SA", "S2", "S3"], "friend_player": 1}
    assert codes({**roles, **buried}) == [("M403", "/deals/0/friend_player")]


def test_the_first_bidder_is_unknown_if_the_last_president_is() -> None:
    known: dict[str, Any] = {"president": 0, **sheet(0, WON)}
    unknown = sheet(2, None, result={"end": "won"})
    bids = [[4, "14H"]]
    rules = {"preset": "pagat"}
    known["result"]["payoffs"] = [4, -2, 2, -2, -2]
    assert codes(known, unknown, {"dealer": 3, "bids": bids}, rules=rules) == []
    assert codes(known, {"dealer": 2, "bids": bids}, rules=rules) == [("M101", "/deals/1/bids/0")]


def test_the_last_president_before_a_gap_does_not_bid_first_behind_it() -> None:
    known: dict[str, Any] = {"president": 1, "result": {"payoffs": [-2, 4, 2, -2, -2]}}
    thrown_in: dict[str, Any] = {"dealer": 3, "bids": [[s % 5, "pass"] for s in range(3, 8)]}
    rules = {"preset": "pagat"}
    behind = {"dealer": 3, "bids": [[3, "14H"]]}
    assert codes(known, thrown_in | {"gap": True}, behind, rules=rules) == []
    behind["bids"] = [[1, "14H"]]
    found = codes(known, thrown_in | {"gap": True}, behind, rules=rules)
    assert found == [("M101", "/deals/2/bids/0")]


def test_wrong_totals_that_were_carried_on_are_reported_once() -> None:
    start, wrong = [0] * 5, after(WON, [100, -100, 0, 0, 0])
    deals = [sheet(0, WON, totals=start), sheet(2, LOST, totals=wrong)]
    for totals in (after(WON, LOST), after(wrong, LOST)):
        found = codes(*deals, sheet(3, None, totals=totals))
        assert found == [("M502", "/deals/1/totals")]


def test_payoffs_that_do_not_sum_to_zero_are_reported_once() -> None:
    wrong = [3001, -1500, -1500, 1500, -1500]
    found = codes(sheet(4, wrong, friend_player=3, totals=[0] * 5))
    assert found == [("M407", "/deals/0/result/payoffs")]


ROLES: dict[str, Any] = {"president": 0, "friend_player": 2}
PAYOFFS = [("M407", "/deals/0/result/payoffs")]


@pytest.mark.parametrize("paid", [WON, LOST, ALONE, [-2 * each for each in WON]])
def test_payoffs_agree_with_the_marks_of_president_and_friend(paid: list[int]) -> None:
    """Check this with and without a score, for every pair of marks."""
    president = max(range(5), key=lambda seat: abs(paid[seat]))
    value = -min(paid, key=abs)
    friend = next((seat for seat in range(5) if paid[seat] == value), None)
    for marked in range(5):
        fits = marked == president
        assert codes(sheet(None, paid, president=marked)) == ([] if fits else PAYOFFS)
        fits = marked == friend
        assert codes(sheet(None, paid, friend_player=marked)) == ([] if fits else PAYOFFS)
        for other in set(range(5)) - {marked}:
            roles: dict[str, Any] = {"president": marked, "friend_player": other}
            fits = (marked, other) == (president, friend)
            assert codes(sheet(None, paid, **roles)) == ([] if fits else PAYOFFS)


def test_payoffs_agree_with_how_the_friend_was_named() -> None:
    hands = [[*each] for each in dealt("SA", "SK", "SQ")[:5]]  # held by P0 to P2
    named: dict[str, Any] = {"president": 0, "friend": "SQ", "hands": hands}
    assert codes(sheet(None, WON, **named)) == []
    assert codes(sheet(None, WON, **named | {"friend": "SK"})) == PAYOFFS
    assert codes(sheet(None, WON, **named | {"friend": "SA"})) == PAYOFFS
    assert codes(sheet(None, WON, president=0, friend="none")) == PAYOFFS
    assert codes(sheet(None, ALONE, president=3, friend="none")) == []


def test_payoffs_that_no_contract_gives() -> None:
    never = [each // 1100 * 1110 for each in WON]
    assert codes(sheet(None, never)) == PAYOFFS
    assert codes(sheet(None, never, result={"points": 15})) == PAYOFFS
    assert codes(sheet(None, WON, contract="13H")) == []
    assert codes(sheet(None, WON, contract="16H")) == PAYOFFS
    assert codes(sheet(None, WON, result={"end": "lost"})) == [("M405", "/deals/0/result/end")]


def test_payoffs_after_an_auction_are_those_of_a_contract_that_it_leads_to() -> None:
    bids = [[0, "16H"], *([seat, "pass"] for seat in range(1, 5))]
    paid = [2800, -1400, 1400, -1400, -1400]  # 16 points on a bid of 16, or 14 on 13 …
    assert codes(sheet(0, paid, bids=bids)) == []
    assert codes(sheet(0, WON, bids=bids)) == PAYOFFS


def test_the_figure_that_agrees_with_no_other_is_reported() -> None:
    played: dict[str, Any] = {**ROLES, "contract": "15H"}
    right = {"end": "won", "points": 15, "score": 1100}
    assert codes(sheet(None, WON, **played, result=right)) == []
    for field, wrong, code in (
        ("end", "lost", "M405"),
        ("points", 16, "M404"),
        ("points", 21, "M404"),
        ("score", 1300, "M406"),
        ("score", 1, "M406"),
    ):
        found = codes(sheet(None, WON, **played, result=right | {field: wrong}))
        assert found == [(code, f"/deals/0/result/{field}")]
    assert codes(sheet(None, LOST, **played, result=right)) == PAYOFFS


def test_a_deal_with_a_president_was_not_thrown_in() -> None:
    assert codes(sheet(0, None, result=THROWN, president=0)) == [("M405", "/deals/0/result/end")]
    assert codes(sheet(0, [0] * 5, president=0)) == PAYOFFS
    assert codes(sheet(0, [0] * 5, result={"end": "won"})) == [("M405", "/deals/0/result/end")]
    assert codes(sheet(0, None, result=THROWN, friend_player=0)) == [
        ("M405", "/deals/0/result/end")
    ]


@pytest.mark.parametrize("role", ["president", "friend_player"])
def test_without_a_bid_nobody_is_president_or_friend(role: str) -> None:
    passes = [[seat, "pass"] for seat in range(5)]
    assert codes({"bids": passes, role: 2}) == [("M403", f"/deals/0/{role}")]
    assert codes({"bids": passes, role: 2, "result": THROWN}) == [("M403", f"/deals/0/{role}")]
    assert codes({"bids": passes[:3], role: 2}) == [("M105", "/deals/0/bids/2")]


@all_of(
    ("contract", "rules", "fits"),
    [
        ("21H", {}, False),
        ("20H", {}, True),
        ("13?", {}, True),
        ("12?", {}, False),
        ("12N", {}, False),
        ("12N", {"nt_min_offset": -1}, True),
        ("12H", {"nt_min_offset": -1}, False),
        ("18N", {"bid_max": 17}, False),
        ("18N", {"bid_max": 17, "change_cap": 18}, True),
        ("13S", {"preset": "league"}, False),
    ],
)
def test_some_auction_leads_to_a_contract(contract: str, rules: dict[str, Any], fits: bool) -> None:
    rules = {"preset": "seed", **rules}
    expected = [] if fits else [("M203", "/deals/0/contract")]
    assert codes({"contract": contract}, rules=rules) == expected
    cards = ["DA", "D5", "DT", "DQ", "D2"]
    played = {"contract": contract, "tricks": [{"lead": 0, "cards": cards, "winner": 0}]}
    assert codes(played, rules=rules) == expected
    assert codes({"contract": contract, "result": {"points": 20}}, rules=rules) == expected


def test_a_match_begins_with_zeros() -> None:
    first, wrong = sheet(0, WON), [200, -200, 0, 0, 0]
    assert codes(first, sheet(2, LOST, totals=WON)) == []
    assert codes(first, sheet(2, LOST, totals=wrong)) == [("M502", "/deals/1/totals")]
    found = codes(first, sheet(2, LOST), sheet(3, None, totals=WON))
    assert found == [("M502", "/deals/2/totals")]
    assert codes(first | {"gap": True}, sheet(2, LOST, totals=wrong)) == []


def test_a_score_between_known_players_tells_totals_and_dealer() -> None:
    first = sheet(0, None, **ROLES, result={"score": 1100})
    assert codes(first, sheet(2, None, totals=WON)) == []
    assert codes(first, sheet(2, None, totals=LOST)) == [("M502", "/deals/1/totals")]
    assert codes(first, sheet(1, None, totals=WON)) == [("M501", "/deals/1/dealer")]


def test_where_no_dealer_is_written_the_message_says_what_is_known() -> None:
    first, bids = sheet(0, WON), [[1, "pass"], [2, "pass"]]
    (found,) = (
        each
        for each in kifu.validate(text(first, {"bids": bids}), "mighty/json")
        if each.ply is None and each.severity == "error"
    )
    assert (found.code, found.pointer) == ("M501", "/deals/1/bids/0")
    assert found.message == "P1 bids first, as if P1 had dealt, but P2 should deal after deal 1"


def test_a_president_who_is_only_assumed_is_paid_nothing() -> None:
    first = sheet(4, None, friend="SA", friend_player=2, result={"points": 15, "score": 1100})
    assert codes(first, sheet(2, None, totals=WON)) == []
    assert codes(first, sheet(2, None, totals=LOST)) == []


def test_figures_after_a_wrong_one_are_not_reported_again() -> None:
    """The next deal's dealer and totals may follow from either the score or the payoffs."""
    known: dict[str, Any] = {**ROLES, "contract": "15H", "friend": "SA"}
    second = sheet(2, None, totals=WON)
    first = sheet(0, None, **known, result={"points": 16, "score": 1100})
    assert len(codes(first, second)) == 1
    first = sheet(0, None, **known | {"contract": "14H"}, result={"points": 15, "score": 1100})
    assert len(codes(first, second)) == 1
    first = sheet(0, WON, **known | {"friend_player": 3}, result={"points": 15, "score": 1100})
    assert codes(first, second) == PAYOFFS
    first = sheet(0, None, **known | {"friend_player": 0}, result={"points": 15, "score": 1100})
    assert codes(first, second) == [("M403", "/deals/0/friend_player")]


def test_a_wrong_dealer_may_deal_again_after_a_deal_that_was_thrown_in() -> None:
    for again in (2, 3):
        deals = [sheet(0, WON), sheet(3, None, result=THROWN), sheet(again, None)]
        assert codes(*deals) == [("M501", "/deals/1/dealer")]


def test_a_contract_is_no_pass() -> None:
    (found,) = kifu.validate(text({"contract": "pass"}), "mighty/json")
    assert found.message.startswith("'pass' is not a contract: expected a number and a trump")


WRONG_CONTRACT = [("M206", "/deals/0/contract")]


def test_a_contract_that_contradicts_several_figures_is_what_is_wrong() -> None:
    right = {"end": "won", "points": 15, "score": 1100}
    assert codes(sheet(0, WON, **ROLES, contract="14H", result=right)) == WRONG_CONTRACT
    # 16 is more than the 15 points, so the way the deal ended contradicts it too.
    assert codes(sheet(0, WON, **ROLES, contract="16H", result=right)) == WRONG_CONTRACT
    assert codes(sheet(0, None, **ROLES, contract="16H", result=right)) == WRONG_CONTRACT
    known = sheet(0, WON, **ROLES, contract="14H", result=right)
    assert codes(known, sheet(2, None, totals=WON)) == WRONG_CONTRACT


def test_a_score_may_be_reckoned_with_a_contract_out_of_bounds() -> None:
    result = {"end": "lost", "points": 20, "score": -2900}
    out = [("M203", "/deals/0/contract")]
    for contract in ("21H", "21?"):
        assert codes(sheet(0, None, contract=contract, **ROLES, result=result)) == out
    bids = [[0, "15H"], *([seat, "pass"] for seat in range(1, 5))]
    for score in (1100, 1000):  # as if 15 had been played, or 14
        result = {"end": "won", "points": 15, "score": score}
        assert codes(sheet(0, None, bids=bids, contract="14H", **ROLES, result=result)) == out


def test_nothing_follows_from_payoffs_that_contradict_the_mark_of_the_friend() -> None:
    swapped = [2200, -1100, -1100, 1100, -1100]
    second = sheet(2, None, totals=WON)
    assert codes(sheet(0, swapped, **ROLES), second) == PAYOFFS
    assert codes(sheet(0, swapped, friend_player=2), second) == PAYOFFS
    assert codes(sheet(0, WON, friend_player=0)) == PAYOFFS


def test_a_dealer_that_is_only_inferred_is_not_reported() -> None:
    first = sheet(0, WON, president=0, friend="SA", friend_player=0)
    assert codes(first, sheet(None, LOST)) == [("M403", "/deals/0/friend_player")]


def test_a_card_of_the_kitty_is_played_by_nobody_but_the_president() -> None:
    trick = {"lead": 0, "cards": ["D2", "SA", "D3", "D4", "D5"], "winner": 1}
    known: dict[str, Any] = {"president": 0, "contract": "15H", "friend": "first"}
    found = codes(known | {"kitty": ["SA", "S2", "S3"], "tricks": [trick]})
    assert found == [("M302", "/deals/0/tricks/0/cards/1")]
    assert codes(known | {"kitty": ["D2", "S2", "S3"], "tricks": [trick]}) == []


def test_a_side_takes_no_more_than_all_points_in_a_deal_that_is_not_finished() -> None:
    for points, found in ((20, []), (21, [("M404", "/deals/0/result/points")])):
        unfinished = {"end": "unfinished", "points": points}
        assert codes({"dealer": 1, "result": unfinished}) == found


def test_naming_an_own_card_means_no_friend() -> None:
    hands = [["SA", *["??"] * 9], *[["??"] * 10] * 4]
    marked = {"president": 0, "hands": hands, "friend": "SA", "friend_player": 2}
    (found,) = (each for each in kifu.validate(text(marked)) if each.severity == "error")
    assert found.message == "P2 is marked as the friend, but nobody was revealed as the friend"
