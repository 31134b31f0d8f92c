"""Missing values in a table: which are inferred, and which are reported as gaps."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.mighty.cards import Cards
from kifu.replayer.mighty.examples import finished, match
from kifu.replayer.mighty.record import Deal, Record, Trick

from ...helpers import RANDOM, codes
from ...loops import all_of
from .cuts import cut, plies
from .helpers import dealt, passed, run, text

GAME = replayer.game("mighty")

WHOLE: Deal = kifu.loads(match(finished()).content(), type=Record).deals[0]
"""The hand-made deal: P0 plays 15♥ with P2, the holder of ♠A, and wins."""

BARE = tuple(replace(trick, lead=None, winner=None) for trick in WHOLE.tricks)
LEADS = (0, 0, 1, 2, 0, 0, 1, 0, 0, 0)

FIELDS = (
    *("dealer", "totals", "hands", "kitty", "bids", "president", "discard", "contract"),
    *("friend", "friend_player", "result"),
)


def gibo(*deals: Deal, **header: Any) -> str:
    """Return a match in mighty/gibo."""
    return kifu.dumps(Record(deals=deals, **header), "mighty/gibo")


def understood(**said: Any) -> Deal:
    """Return what is inferred about the deal from these values alone."""
    found: Deal = kifu.loads(gibo(Deal(**said)), type=Record).deals[0]
    return found


def gaps(**said: Any) -> str:
    """Return the message about missing values."""
    (finding,) = (each for each in kifu.validate(gibo(Deal(**said))) if each.code == "M601")
    return finding.message


# A whole table


def test_leads_and_winners_tell_president_and_trump() -> None:
    deal = understood(tricks=WHOLE.tricks)
    assert (deal.president, deal.contract, deal.friend_player) == (0, "?H", None)


def test_the_trump_and_the_president_tell_leads_and_winners() -> None:
    deal = understood(tricks=BARE, president=0, contract="?H")
    assert tuple(trick.lead for trick in deal.tricks) == LEADS
    assert tuple(trick.winner for trick in deal.tricks) == (*LEADS[1:], 0)


def test_without_any_mark_only_what_is_certain_is_said() -> None:
    deal = understood(tricks=BARE)
    assert (deal.president, deal.contract) == (None, None)
    assert "the trump (♠ or ♥ or N would fit)" in gaps(tricks=BARE)
    for found, true in zip(deal.tricks, WHOLE.tricks, strict=True):
        assert found.lead in (None, true.lead)
        assert found.winner in (None, true.winner)


def test_the_buried_cards_are_those_that_were_not_played() -> None:
    assert set(understood(tricks=BARE).discard or ()) == set(WHOLE.discard or ())


def test_hands_are_those_who_played_them_but_for_the_presidents() -> None:
    hands = understood(tricks=WHOLE.tricks).hands
    assert hands is not None
    assert hands[0] == ("??",) * 10
    assert [set(hand) for hand in hands[1:]] == [set(hand) for hand in (WHOLE.hands or ())[1:]]


def test_kitty_and_hand_of_the_president_tell_one_another() -> None:
    assert WHOLE.hands is not None
    deal = understood(tricks=WHOLE.tricks, kitty=WHOLE.kitty)
    assert deal.hands is not None
    assert set(deal.hands[0]) == set(WHOLE.hands[0])
    others = (("??",) * 10,) * 4
    deal = understood(tricks=WHOLE.tricks, hands=(WHOLE.hands[0], *others))
    assert set(deal.kitty or ()) == set(WHOLE.kitty or ())
    assert [set(hand) for hand in deal.hands or ()] == [set(hand) for hand in WHOLE.hands]


@pytest.mark.parametrize("left_out", [[], ["score"], ["points", "score"]])
def test_the_payoffs_tell_friend_and_contract(left_out: list[str]) -> None:
    assert WHOLE.result is not None
    result = replace(WHOLE.result, **dict.fromkeys(left_out))
    deal = understood(tricks=WHOLE.tricks, result=result)
    assert (deal.president, deal.contract, deal.friend_player) == (0, "15H", 2)


def test_payoffs_tell_the_president_of_a_table_without_marks() -> None:
    deal = understood(tricks=BARE, result=WHOLE.result)
    assert (deal.president, deal.friend_player) == (0, 2)


def test_the_card_that_was_named_tells_the_friend() -> None:
    assert understood(tricks=WHOLE.tricks, friend="SA").friend_player == 2
    assert understood(tricks=WHOLE.tricks[:2], friend="SA").friend_player is None


def test_everything_that_stays_unknown_is_named() -> None:
    assert gaps(tricks=WHOLE.tricks) == (
        "neither recorded nor inferable: the dealer, the hand dealt to P0, the kitty, "
        "the auction, the points of the contract, how the friend was named"
    )


def test_inferences_are_reported() -> None:
    (note, _) = kifu.validate(gibo(Deal(tricks=WHOLE.tricks)))
    assert (note.code, note.severity) == ("M701", "note")
    assert note.message == (
        "not written down, and inferred: the president (P0), the trump (♥), "
        "the hands of P1, P2, P3, P4, the buried cards (♠2 ♦3 ♣2)"
    )
    (note,) = kifu.validate(gibo(replace(WHOLE, contract=None)))
    assert note.message == "not written down, and inferred: the contract (15♥)"


def test_a_whole_deal_has_no_gaps() -> None:
    assert codes(gibo(WHOLE)) == []


def test_a_row_that_is_not_full_tells_who_leads() -> None:
    first = Trick(cards=(None, "C4", "C2", None, None))
    assert understood(tricks=(first,)).president == 1


def test_of_readings_with_equally_many_errors_the_first_is_reported() -> None:
    first, fourth = (list(BARE[number].cards) for number in (0, 3))
    first[0], fourth[0] = fourth[0], first[0]
    tricks = [*BARE]
    tricks[0], tricks[3] = Trick(cards=tuple(first)), Trick(cards=tuple(fourth))
    text = gibo(Deal(tricks=tuple(tricks)))
    (found,) = (each for each in kifu.validate(text) if each.severity == "error")
    assert (found.code, found.message) == (
        "M303",
        "if P0 is the president: P1 must follow suit: ♥ was led, and the hand has ♥3, so ♦5 is "
        "illegal; otherwise, something else is wrong",
    )


@pytest.mark.parametrize(("lead", "trumps"), [(0, None), (1, "H"), (4, "S or D or C or N")])
def test_the_lead_of_a_trick_under_way_tells_who_won_the_last(
    lead: int, trumps: str | None
) -> None:
    """P1 wins with a trump, otherwise P4 by rank; P0 never does."""
    tricks = [{"cards": ["S5", "H2", "S4", "S6", "S7"]}, {"lead": lead, "cards": [None] * 5}]
    gap, *wrong = kifu.validate(text({"president": 0, "tricks": tricks}))
    assert [each.code for each in wrong] == ([] if trumps else ["M401"])
    if trumps:
        assert ("the trump" in gap.message) == (trumps != "H")
        assert trumps == "H" or f"the trump ({trumps} would fit)" in gap.message


def test_a_score_tells_the_trump() -> None:
    """P0 takes all tricks with spades as trump or in no-trump, which scores twice as much."""
    deal = {"president": 0, "contract": "15?", "friend": "none", "tricks": run()["tricks"]}
    (gap,) = kifu.validate(text(deal))
    assert "the trump (S or N would fit)" in gap.message
    won = {"end": "won", "points": 20, "score": 2100}
    (gap,) = kifu.validate(text(deal | {"result": won}))
    assert "the trump" not in gap.message


AUCTION, PLAY = ("the auction", "the president"), ("the buried cards", "the play")
LEFT_OUT: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "only the dealer": ({}, ()),
    "the burial": ({"discard": ["S5", "S4", "S3"]}, AUCTION),
    "the president": ({"president": 0}, AUCTION[:1]),
    "the contract": ({"contract": "15H"}, (*AUCTION, PLAY[0])),
    "a deal thrown in": ({"result": {"end": "thrown-in"}}, AUCTION[:1]),
    "a deal that was won": ({"result": {"end": "won"}}, (*AUCTION, PLAY[1])),
    "a deal that was not finished": ({"result": {"end": "unfinished"}}, ()),
}


@all_of("case", LEFT_OUT)
def test_decisions_before_the_written_ones_are_missing(case: str) -> None:
    said, missing = LEFT_OUT[case]
    (gap,) = kifu.validate(text({"dealer": 0, **said}))
    names = "the hands dealt to P0, P1, P2, P3, P4", "the kitty", *missing
    assert gap.message == f"neither recorded nor inferable: {', '.join(names)}"


# Missing parts


def test_a_contract_that_is_left_out_is_not_taken_for_what_was_bid() -> None:
    """The president may have changed the contract: only the play can tell."""
    assert understood(bids=WHOLE.bids, tricks=WHOLE.tricks).contract == "15H"
    assert understood(bids=WHOLE.bids, tricks=WHOLE.tricks[:1]).contract is None
    spades = Trick(cards=("SA", "S2", None, None, None))
    assert understood(bids=WHOLE.bids, tricks=(spades,)).contract is None


@pytest.mark.parametrize(("contract", "trump"), [("15?", "15H"), ("?H", "15H"), ("17?", None)])
def test_the_auction_tells_the_rest_of_a_contract(contract: str, trump: str | None) -> None:
    said = {"bids": WHOLE.bids, "tricks": WHOLE.tricks[:1], "contract": contract}
    assert understood(**said).contract == (trump or contract)


def test_an_auction_that_goes_on_has_no_president_yet() -> None:
    deal = run(bids=[[0, "13S"], [1, "14S"], [2, "pass"]])
    part = {key: deal[key] for key in ("dealer", "bids")}
    assert codes(text(part)) == ["M601"]


def test_a_deal_without_its_auction_differs_from_an_unfinished_one() -> None:
    deal = run()
    assert codes(text({key: deal[key] for key in ("discard", "contract")})) == ["M601"]


def test_an_unknown_discard_leaves_open_what_the_president_holds() -> None:
    """♣K may come from the kitty, as nobody knows what was buried."""
    piles = dealt("SA SK SQ SJ ST S9 S8 S7 S6 S5", "", "", "", "", "CK CQ CJ")
    bids = [[0, "15S"], *([seat, "pass"] for seat in range(1, 5))]
    said = passed(hands=piles[:5], kitty=piles[5], bids=bids, contract="15S", friend="none")
    assert codes(text(said | {"tricks": [{"cards": ["CK", None, None, None, None]}]})) == ["M601"]
    assert "M302" in codes(text(said | {"tricks": [{"cards": ["H2", None, None, None, None]}]}))


def test_the_dealer_follows_from_who_bid_first_or_from_the_deal_before() -> None:
    assert understood(bids=WHOLE.bids).dealer == 0
    bare = Deal(tricks=WHOLE.tricks)
    assert kifu.loads(gibo(WHOLE, bare), type=Record).deals[1].dealer == 2
    assert kifu.loads(gibo(WHOLE, replace(bare, gap=True)), type=Record).deals[1].dealer is None


def test_the_dealer_has_to_play_the_minimum() -> None:
    rules = {"first_bidder": "previous-president", "all_pass": "dealer-plays-minimum"}
    bids = [*([seat, "pass"] for seat in range(5)), [3, "13S"]]
    assert codes(text({"bids": bids, "gap": True}, rules=rules)) == ["M601"]


def test_nothing_is_inferred_for_a_view() -> None:
    view = kifu.view(kifu.loads(match(finished()).content(), type=Record), 3)
    assert kifu.loads(kifu.dumps(view, "mighty/gibo"), type=Record) == view


# Random deals with random parts missing


def without_parts(deal: Deal, rng: Random) -> Deal:
    """Return a deal with some values unrecorded, and a gap before it."""
    often = rng.choice([0.1, 0.5, 0.9])
    marked = rng.choice([0, 0.5, 1])
    tricks = tuple(
        replace(
            trick,
            lead=trick.lead if rng.random() < marked else None,
            winner=trick.winner if rng.random() < marked else None,
        )
        for trick in deal.tricks
    )
    gone = [field for field in FIELDS if rng.random() < often]
    return replace(deal, tricks=tricks, gap=True, **dict.fromkeys(gone))


def agrees(found: Cards | None, true: Cards | None) -> bool:
    """Return whether inferred cards are right, in any order, ignoring unknown ones."""
    if found is None or true is None:
        return true is None or found is None
    return set(found) - {"??"} <= set(true) and len(found) == len(true)


@given(rng=RANDOM)
def test_inferences_are_right(rng: Random) -> None:
    record: Record = GAME.generate(rng)
    deal = rng.choice(record.deals)
    deal = cut(deal, rng.choice([plies(deal), rng.randint(1, plies(deal))]))
    written = gibo(without_parts(deal, rng), rules=record.rules)
    assert {"M601", "M701"}.issuperset(codes(written))
    found: Deal = kifu.loads(written, type=Record).deals[0]
    assert found.dealer in (None, deal.dealer)
    assert found.president in (None, deal.president)
    assert found.friend_player in (None, deal.friend_player)
    hands = zip(found.hands or (), deal.hands or (), strict=False)
    assert all(agrees(one, other) for one, other in hands)
    assert agrees(found.kitty, deal.kitty)
    if deal.discard is not None:
        assert agrees(found.discard, deal.discard)
    if deal.contract is not None:
        assert (found.contract or "??")[-1] in ("?", deal.contract[-1])
        assert (found.contract or "??")[:-1] in ("?", deal.contract[:-1])
    for trick, true in zip(found.tricks, deal.tricks, strict=True):
        assert trick.lead in (None, true.lead)
        assert trick.winner in (None, true.winner)


@given(rng=RANDOM)
def test_inferences_lead_to_no_others(rng: Random) -> None:
    record: Record = GAME.generate(rng)
    deal = without_parts(rng.choice(record.deals), rng)
    found = kifu.loads(gibo(deal, rules=record.rules), type=Record)
    assert "M701" not in codes(kifu.dumps(found, "mighty/gibo"))
