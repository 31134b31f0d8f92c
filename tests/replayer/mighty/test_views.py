"""A view shows exactly what its player was shown."""

import json
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.mighty.record import Deal, Record
from kifu.testing.trajectories import check_hidden

from ...helpers import RANDOM, codes, only
from ...imports import ROOT
from .cuts import cut, plies
from .helpers import SPADES, dealt, passed, run, text
from .oracle import CARDS

GAME = replayer.game("mighty")
SEATS = range(5)
UNKNOWN = ("??",) * 10


def moment(rng: Random) -> Record:
    """Return a random match up to any ply of one of its deals."""
    record: Record = GAME.generate(rng)
    *before, last = record.deals[: rng.randint(1, len(record.deals))]
    return replace(record, deals=(*before, cut(last, rng.randint(0, plies(last)))))


def shown(deal: Deal, player: int) -> Deal:
    """Return a deal with only what a player was shown of it."""
    claims = [bid.player for bid in deal.bids or () if bid.call == "misdeal"]
    assert deal.hands is not None
    open_to_all = [player, *claims]
    presides = deal.president == player
    return replace(
        deal,
        hands=tuple(deal.hands[seat] if seat in open_to_all else UNKNOWN for seat in SEATS),
        kitty=deal.kitty if presides else UNKNOWN[:3],
        discard=deal.discard if presides or deal.discard is None else UNKNOWN[:3],
    )


@given(rng=RANDOM)
def test_a_view_is_what_was_shown(rng: Random) -> None:
    record = moment(rng)
    for player in SEATS:
        view = kifu.view(record, player)
        due = tuple(shown(deal, player) for deal in record.deals)
        assert view == replace(record, view=player, deals=due)
        assert codes(kifu.dumps(view)) == codes(kifu.dumps(record)) == []


@given(rng=RANDOM)
def test_views_of_all_players_never_disagree(rng: Random) -> None:
    record = moment(rng)
    views = [kifu.view(record, player) for player in SEATS]
    for number, deal in enumerate(record.deals):
        seen = [view.deals[number] for view in views]
        bare = {replace(each, hands=None, kitty=None, discard=None) for each in seen}
        assert bare == {replace(deal, hands=None, kitty=None, discard=None)}
        for seat, hand in enumerate(deal.hands or ()):
            assert {each.hands[seat] for each in seen} - {UNKNOWN} == {hand}
        assert {each.kitty for each in seen} <= {deal.kitty, UNKNOWN[:3]}
        assert {each.discard for each in seen} <= {deal.discard, UNKNOWN[:3]}


@given(rng=RANDOM)
def test_hidden_things_do_not_change_the_view(rng: Random) -> None:
    record = moment(rng)
    for player in SEATS:
        other = otherwise(record, player, rng)
        if not codes(kifu.dumps(other)):
            assert kifu.view(other, player) == kifu.view(record, player)


def otherwise(record: Record, player: int, rng: Random) -> Record:
    """Swap cards in the last deal that are hidden from a player."""
    *before, deal = record.deals
    view = shown(deal, player)
    played = [play[:2] for trick in deal.tricks for play in trick.played]
    known = {*played, *sum(view.hands or (), ()), *(view.kitty or ()), *(view.discard or ())}
    hidden = [card for card in CARDS if card not in known]
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(swap.get(card, card) for card in cards)

    changed = replace(
        deal,
        hands=tuple(map(swapped, deal.hands or ())),
        kitty=swapped(deal.kitty or ()),
        discard=None if deal.discard is None else swapped(deal.discard),
    )
    return replace(record, deals=(*before, changed))


def test_there_are_other_worlds_with_the_same_view() -> None:
    rng = Random(1)
    pairs = [(record, otherwise(record, 0, rng)) for record in map(moment, [rng] * 30)]
    others = [other for one, other in pairs if one != other and not codes(kifu.dumps(other))]
    assert len(others) > 15


# Single cases


def test_the_president_sees_kitty_and_discard() -> None:
    record = kifu.loads(text(run()), type=Record)
    for player in SEATS:
        deal = kifu.view(record, player).deals[0]
        assert (deal.kitty == deal.discard == ("S5", "S4", "S3")) == (player == 0)


def test_a_misdeal_is_shown() -> None:
    piles = dealt("S2 S3 S4 S5 S6 S7 S8 S9 ST SA")
    claim = passed(0, bids=[[0, "misdeal"]], hands=piles[:5], kitty=piles[5])
    view = kifu.view(kifu.loads(text(claim, rules={"misdeal": "half-point"}), type=Record), 3)
    assert view.deals[0].hands == (tuple(piles[0]), UNKNOWN, UNKNOWN, tuple(piles[3]), UNKNOWN)


@pytest.mark.parametrize(("friend", "tricks"), [("DA", 1), ("D5", 10)])
def test_a_friend_is_named_once_revealed(friend: str, tricks: int) -> None:
    """This holds even if the record names the friend in an unfinished deal."""
    for count in (tricks - 1, tricks):
        deal = run(friend=friend, friend_player=3)
        record = kifu.loads(text(deal | {"tricks": deal["tricks"][:count]}), type=Record)
        seen = kifu.view(record, 1).deals[0].friend_player
        assert seen == (3 if count == tricks else None)


def test_a_friend_who_was_named_by_seat_is_shown_at_once() -> None:
    rules = {"friend_modes": ["seat"]}
    deal = passed(bids=[[0, "15N"], *([seat, "pass"] for seat in range(1, 5))])
    deal |= {"discard": SPADES[5], "contract": "15N", "friend": "P3"}
    for begun in ([], [{"cards": ["SA", None, None, None, None]}]):
        for named, due in (({"friend_player": 3}, 3), ({}, None)):
            record = kifu.loads(text(deal | named | {"tricks": begun}, rules=rules), type=Record)
            for player in SEATS:
                view = kifu.view(record, player)
                assert view.deals[0].friend_player == due
                assert codes(kifu.dumps(view)) == []


def test_a_view_hides_no_result_that_was_shown() -> None:
    """This holds even if nothing else of the deal was recorded."""
    result = {"end": "won", "points": 20, "score": 2100}
    whole = run(friend="DA", friend_player=3, result=result)
    for left_out in ((), ("tricks",), tuple(whole.keys() - {"result"})):
        part = {key: value for key, value in whole.items() if key not in left_out}
        record = kifu.loads(text(part), type=Record)
        view = kifu.view(record, 4)
        assert view.deals[0].result == record.deals[0].result
        assert view.deals[0].friend_player == record.deals[0].friend_player
        assert not {"M403", "M602", "S004"}.intersection(codes(kifu.dumps(view)))


def test_a_deal_of_which_only_variations_are_known() -> None:
    record = kifu.loads(text({"variations": [{"ply": 1, "actions": ["15H"]}]}), type=Record)
    assert codes(kifu.dumps(kifu.view(record, 0))) == []


@pytest.mark.parametrize(("field", "since"), [("hand", 0), ("kitty", 0), ("discard", 1)])
def test_a_view_that_hides_what_its_player_was_shown(field: str, since: int) -> None:
    """Hide one card, or all of them, at various times after the player was shown them."""
    whole = GAME.generate(Random(2))
    deal = next(each for each in whole.deals if each.tricks)
    first, last = len(deal.bids or ()) + since, plies(deal)
    for ply in (first, first + 1, first + 5, last):
        view = kifu.view(replace(whole, deals=(cut(deal, ply),)), deal.president or 0)
        assert codes(kifu.dumps(view)) == []
        values = json.loads(kifu.dumps(view))
        (seen,) = values["deals"]
        cards = seen["hands"][view.view] if field == "hand" else seen[field]
        for count in (1, len(cards)):
            cards[:count] = ["??"] * count
            finding = only(json.dumps(values))
            assert (finding.code, finding.pointer) == ("M602", "/view")
            assert f"it hides the {field}" in finding.message


def test_a_claimed_misdeal_is_not_hidden() -> None:
    piles = dealt("S2 S3 S4 S5 S6 S7 S8 S9 ST SA")
    hands = [["??"] * 10, *piles[1:2], *[["??"] * 10] * 3]
    claim = passed(0, bids=[[0, "misdeal"]], hands=hands, kitty=["??"] * 3)
    finding = only(text(claim, view=1, rules={"misdeal": "half-point"}))
    assert finding.code == "M602"
    assert "the hand of P0" in finding.message


def test_missing_values_are_not_hidden() -> None:
    """A missing key means that the value was not recorded, in views as in other records."""
    view = kifu.view(kifu.loads(text(run(friend="DA", friend_player=3)), type=Record), 0)
    (deal,) = view.deals
    for key in ("hands", "kitty", "discard", "bids", "friend_player"):
        left = replace(view, deals=(replace(deal, **{key: None}),))
        assert "M602" not in codes(kifu.dumps(left))


def test_cards_that_nobody_wrote_down_are_left_out() -> None:
    hands = [run()["hands"][0], *[UNKNOWN] * 4]
    unknown = run(hands=hands, kitty=UNKNOWN[:3], discard=UNKNOWN[:3])
    record = kifu.loads(text(unknown), type=Record)
    for player, known in ((0, (None, None)), (1, (UNKNOWN[:3], UNKNOWN[:3]))):
        view = kifu.view(record, player)
        assert (view.deals[0].kitty, view.deals[0].discard) == known
        assert (view.deals[0].hands is None) == (player == 1)
        assert codes(kifu.dumps(view)) == []


def test_views_of_views() -> None:
    view = kifu.view(kifu.loads(text(run()), type=Record), 1)
    assert kifu.view(view, 1) == view
    with pytest.raises(ValueError, match="view of player 1"):
        kifu.view(view, 2)
    with pytest.raises(ValueError, match="no player"):
        kifu.view(view, 5)


def test_unplayable_records_have_no_view() -> None:
    for wrong in (passed(bids=[[0, "12S"]]), passed(hands=dealt()[:4])):
        with pytest.raises(ValueError, match=r"."):
            kifu.view(kifu.loads(text(wrong), type=Record), 0)


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_card_in_the_hand_of_a_view_is_reported_there(seed: int) -> None:
    rng = Random(seed)
    checked = 0
    while checked < 3:
        record = GAME.generate(rng)
        player = rng.randrange(5)
        values = json.loads(kifu.dumps(kifu.view(record, player), "mighty/json"))
        for number, deal in enumerate(values["deals"]):
            tricks = deal.get("tricks", ())
            if len(tricks) < 10 or None in tricks[-1]["cards"]:
                continue
            hand = deal["hands"][player]
            own = [trick["cards"][player].rstrip("!")[:2] for trick in tricks]
            others = [
                card[:2]
                for trick in tricks
                for seat, card in enumerate(trick["cards"])
                if seat != player and card[:2] not in (*hand, *deal["kitty"])
            ]
            at = rng.choice([at for at, card in enumerate(hand) if card in own])
            hand[at] = rng.choice(others)
            (found,) = kifu.validate(json.dumps(values), "mighty/json")
            assert (found.code, found.pointer) == ("M302", f"/deals/{number}/hands/{player}/{at}")
            checked += 1
            break


def test_boards_do_not_show_a_friend_too_early() -> None:
    """The record does not say how the friend was named."""
    check_hidden(kifu.load(ROOT / "examples/mighty/table.gibo"))
