"""A view shows exactly what its player was shown."""

from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu.replayer.planowanie.record import Deal, Record, Result
from kifu.testing.trajectories import check_hidden

from ...helpers import RANDOM, Json, codes, only
from ...imports import ROOT
from .helpers import FIRST, GAME, SECOND, but, cut, fault, game, moment, places, plies, stopped

ValueT = TypeVar("ValueT")


def is_finished(deal: Deal) -> bool:
    return deal.points is not None


def played(deal: Deal, seat: int) -> set[str | None]:
    """Return the cards that a seat played face up."""
    return {trick.cards[seat] for trick in deal.tricks} - {None}


def all_declared(deal: Deal) -> bool:
    return None not in (deal.declarations or (None,))


@given(rng=RANDOM)
def test_a_view_is_what_was_shown(rng: Random) -> None:
    record = moment(rng)
    for player in range(record.seats):
        view = kifu.view(record, player)
        assert (view.view, view.seed) == (player, None)
        bare = replace(record, view=player, deals=view.deals, seed=None, result=view.result)
        assert view == bare
        for deal, seen in zip(record.deals, view.deals, strict=True):
            is_shown(deal, seen, player)


def is_shown(deal: Deal, seen: Deal, player: int) -> None:
    """Check one deal of a view against the whole deal."""
    assert (seen.tricks, seen.points) == (deal.tricks, deal.points)
    for seat, (hand, known) in enumerate(zip(deal.hands or (), seen.hands or (), strict=True)):
        assert len(known) == len(hand)
        if seat == player:
            assert known == hand
        else:
            assert set(known) - {"??"} == played(deal, seat)
            assert known.count("??") == len(hand) - len(played(deal, seat))
    if all_declared(deal):
        assert seen.declarations == deal.declarations
    elif seen.declarations is None:
        assert (deal.declarations or {player: None})[player] is None
    else:
        due = [
            each if seat == player else None for seat, each in enumerate(deal.declarations or ())
        ]
        assert list(seen.declarations) == due
    own = [each if seat == player else () for seat, each in enumerate(deal.clocks or ())]
    assert list(seen.clocks or ()) == own


@given(rng=RANDOM)
def test_views_are_right_and_final(rng: Random) -> None:
    record = moment(rng)
    assert codes(kifu.dumps(record)) == []
    for player in range(record.seats):
        view = kifu.view(record, player)
        assert codes(kifu.dumps(view)) == []
        assert kifu.view(view, player) == view == kifu.loads(kifu.dumps(view), type=Record)


@given(rng=RANDOM)
def test_views_at_every_ply_of_a_deal(rng: Random) -> None:
    """A player's knowledge of a deal only ever grows."""
    whole = GAME.generate(rng)
    number = rng.randrange(len(whole.deals))
    for player in range(whole.seats):
        before: list[set[str]] = [set() for _ in range(whole.seats)]
        for ply in range(plies(whole.deals[number]) + 1):
            view = kifu.view(cut(whole, number, ply, Random(0)), player)
            now = [set(hand) - {"??"} for hand in view.deals[number].hands]
            assert all(one <= two for one, two in zip(before, now, strict=True))
            before = now
        assert before == [set(hand) for hand in whole.deals[number].hands]


@given(rng=RANDOM)
def test_views_of_all_players_never_disagree(rng: Random) -> None:
    """Together they tell the whole game, and none contradicts another."""
    record = moment(rng)
    views = [kifu.view(record, player) for player in range(record.seats)]
    for number, deal in enumerate(record.deals):
        seen = [view.deals[number] for view in views]
        hidden = {"hands": None, "declarations": None, "clocks": None}
        assert {replace(each, **hidden) for each in seen} == {replace(deal, **hidden)}
        for seat, hand in enumerate(deal.hands or ()):
            known = [set((each.hands or ())[seat]) - {"??"} for each in seen]
            assert set[str]().union(*known) == set(hand)
            said = [(each.declarations or (None,) * record.seats)[seat] for each in seen]
            assert together(said) == (deal.declarations or (None,) * record.seats)[seat]
            clocks = [(each.clocks or ())[seat] or None for each in seen]
            assert (together(clocks) or ()) == (deal.clocks or ())[seat]
    results = {view.result for view in views}
    if record.result is not None and record.result.end == "fault":
        assert results == {record.result, Result(end="stopped", totals=record.result.totals)}
    else:
        assert results == {record.result}


def together(values: list[ValueT | None]) -> ValueT | None:
    """Return the value shared by all, ignoring unknown values."""
    (one,) = {each for each in values if each is not None} or {None}
    return one


@given(rng=RANDOM)
def test_hidden_things_do_not_change_the_view(rng: Random) -> None:
    record = moment(rng)
    for player in range(record.seats):
        other = otherwise(record, player, rng)
        assert kifu.view(other, player) == kifu.view(record, player)


def otherwise(record: Record, player: int, rng: Random) -> Record:
    """Change everything in the game that is hidden from a player."""
    result = record.result
    if result is not None and result.end == "fault" and result.player != player:
        others = [seat for seat in range(record.seats) if seat != player]
        reply = rng.choice([None, "", "AC", "5"])
        result = replace(result, player=rng.choice(others), reason="malformed", reply=reply)
    deals = tuple(otherwise_dealt(record, deal, player, rng) for deal in record.deals)
    return replace(record, seed=rng.randrange(99), deals=deals, result=result)


def otherwise_dealt(record: Record, deal: Deal, player: int, rng: Random) -> Deal:
    """Exchange a deal's hidden cards for others that could have been played in the same way."""
    known = {*(deal.hands or ())[player], *(card for trick in deal.tricks for card in trick.played)}
    deck = [rank + suit for suit in record.deck.suits for rank in record.deck.ranks]
    hidden = [card for card in deck if card not in known]
    for _ in range(20):
        rng.shuffle(hidden)
        rest = iter(hidden)
        hands = tuple(
            hand if seat == player else tuple(c if c in known else next(rest) for c in hand)
            for seat, hand in enumerate(deal.hands or ())
        )
        hands = tuple(
            hand if seat == player else tuple(rng.sample(hand, len(hand)))
            for seat, hand in enumerate(hands)
        )
        changed = replace(
            deal,
            hands=hands,
            declarations=said_otherwise(deal, player, rng),
            clocks=tuple(
                each if seat == player else (rng.randrange(9), None)
                for seat, each in enumerate(deal.clocks or ())
            ),
        )
        if is_playable(record, changed):
            return changed
    return deal


def said_otherwise(deal: Deal, player: int, rng: Random) -> tuple[int | None, ...] | None:
    """Return different declarations for the other players, unless all have been revealed."""
    said = deal.declarations
    if said is None or all_declared(deal):
        return said
    other = [each if seat == player else rng.choice([None, 0, 1]) for seat, each in enumerate(said)]
    if None not in other:
        other[rng.choice([seat for seat in range(len(said)) if seat != player])] = None
    return tuple(other)


def is_playable(record: Record, deal: Deal) -> bool:
    """Return whether the play of a deal breaks no rule."""
    deals = tuple(deal if other.tricks == deal.tricks else other for other in record.deals)
    replayed = kifu.replay(replace(record, deals=deals))
    return all(each.breach is None for each in replayed)


def test_there_are_other_worlds_with_the_same_view() -> None:
    rng = Random(1)
    pairs = [(record, otherwise(record, 0, rng)) for record in map(moment, [rng] * 40)]
    assert sum(one.deals[-1].hands != other.deals[-1].hands for one, other in pairs) > 15
    spoken = [(one.deals[-1].declarations, other.deals[-1].declarations) for one, other in pairs]
    assert sum(one != other for one, other in spoken) > 3


# Single cases


def test_a_finished_game_hides_nothing() -> None:
    """A view of a finished game may have its hands written in any order."""
    record = kifu.loads(game(), type=Record)
    for player in range(3):
        view = kifu.view(record, player)
        hands = [[set(hand) for hand in deal.hands] for deal in view.deals]
        assert hands == [[set(hand) for hand in deal.hands] for deal in record.deals]
        assert codes(game(view=player)) == []


def test_an_early_declaration_is_known_only_to_its_player() -> None:
    text = game(FIRST, but(stopped(), declarations=[1, None, 2]), result=fault(1, "timeout"))
    record = kifu.loads(text, type=Record)
    said = [kifu.view(record, player).deals[1].declarations for player in range(3)]
    assert said == [(1, None, None), None, (None, None, 2)]
    assert codes(text) == []


def test_only_who_is_at_fault_knows_why() -> None:
    text = game(FIRST, stopped([None, "TD", None]), result=fault(2, "invalid", "AC"))
    record = kifu.loads(text, type=Record)
    results = [kifu.view(record, player).result for player in range(3)]
    assert results == [Result(end="stopped"), Result(end="stopped"), record.result]


@pytest.mark.parametrize(
    "deal",
    [
        but(stopped([None, "TD", None]), hands=[["9D", "AC"], ["TD", "??"], ["QD", "??"]]),
        but(stopped([None, "TD", None]), hands=[["9D", "AC"], ["KC", "TD"], ["??", "??"]]),
        but(stopped(), hands=[["9D", "AC"], ["??"] * 2, ["??"] * 2], declarations=[None, 0, None]),
        but(
            stopped(),
            hands=[["9D", "AC"], ["??"] * 2, ["??"] * 2],
            declarations=None,
            clocks=[[5], [5], []],
        ),
    ],
    ids=["card", "hand", "declaration", "clock"],
)
def test_views_with_too_much(deal: dict[str, object]) -> None:
    finding = only(game(FIRST, deal, view=0, result={"end": "stopped", "totals": [2, 0, 1]}))
    assert (finding.code, finding.pointer) == ("P301", "/view")


@pytest.mark.parametrize("own", [["??", "??"], ["9D", "??"]])
@pytest.mark.parametrize("cards", [[None, "TD", None], ["9D", "TD", "QD"]], ids=["none", "own"])
def test_a_view_does_not_hide_the_hand_of_its_player(
    own: list[str], cards: list[str | None]
) -> None:
    others = [["TD", "??"], ["QD", "??"] if cards[2] else ["??", "??"]]
    deal = but(stopped(cards), hands=[own, *others])
    finding = only(game(FIRST, deal, view=0, result={"end": "stopped", "totals": [2, 0, 1]}))
    assert (finding.code, finding.pointer) == ("P301", "/view")
    assert "deal 2 hides the hand of player 0" in finding.message


def test_a_view_does_not_hide_the_hand_of_its_player_in_the_end() -> None:
    finding = only(game(but(FIRST, hands=[["??"], ["AD"], ["KD"]]), SECOND, view=0))
    assert "deal 1 hides the hand of player 0" in finding.message


def test_a_view_of_a_deal_that_its_player_did_not_see() -> None:
    untold = {"hands": [["??"] * 2] * 3}
    assert codes(game(FIRST, untold, view=0, result={"end": "stopped"})) == []


def test_a_view_may_not_know_the_seed_nor_the_fault_of_another() -> None:
    hidden = but(SECOND, hands=[["9D", "AC"], ["??"] * 2, ["??"] * 2])
    dealt = but(hidden, declarations=None, tricks=None, points=None)
    assert codes(game(FIRST, dealt, view=0, result={"end": "stopped"})) == []
    assert codes(game(FIRST, dealt, view=0, result=fault(0, "crashed"))) == []
    assert codes(game(FIRST, dealt, view=0, result=fault(1, "crashed"))) == ["P301"]
    assert places(game(FIRST, dealt, view=0, result=None, seed=7)) == [("P301", "/seed")]


def test_a_view_is_checked_as_far_as_it_goes() -> None:
    """A hidden card breaks no rule as long as it could be the one played."""

    def found(cards: list[str | None], *hands: list[str]) -> list[str]:
        deal = but(stopped(cards), hands=[["9D", "AC"], *hands])
        ended = {"end": "stopped", "totals": [2, 0, 1]}
        return codes(game(FIRST, deal, view=0, result=ended))

    assert found([None, "TD", "QD"], ["TD", "??"], ["QD", "??"]) == []
    assert found([None, "TD", "QD"], ["??", "??"], ["QD", "??"]) == ["P301"]
    assert found([None, "TD", "AC"], ["TD", "??"], ["??", "??"]) == ["P104"]
    assert found([None, "TD", "TD"], ["TD", "??"], ["??", "??"]) == ["P104"]
    assert found([None, "TD", "KC"], ["TD", "??"], ["KC", "QD"]) == ["P105"]


def test_views_of_views() -> None:
    view = kifu.view(kifu.loads(game(), type=Record), 1)
    assert kifu.view(view, 1) == view
    with pytest.raises(ValueError, match="view of player 1"):
        kifu.view(view, 2)
    for player in (-1, 3):
        with pytest.raises(ValueError, match="no player"):
            kifu.view(kifu.loads(game(), type=Record), player)


@pytest.mark.parametrize("player", [2, 3])
def test_a_view_of_nobody(player: int) -> None:
    text = game({}, seats=2, plan=[[1, 0]], view=player, result=None)
    finding = only(text)
    assert (finding.code, finding.pointer) == ("P007", "/view")


def test_unplayable_records_have_no_view() -> None:
    revoked = stopped(["AC", "TD", "QD"])
    for wrong in (game(but(FIRST, hands=[["9C"]])), game(FIRST, revoked), game(seats=5)):
        with pytest.raises(ValueError, match=r"."):
            kifu.view(kifu.loads(wrong, type=Record), 0)


def test_deals_that_hardly_anything_is_known_of() -> None:
    unknown = but(SECOND, hands=None)
    begun = but(stopped([None, "TD", None]), hands=None)
    said = but(unknown, tricks=None, points=None)
    bare: Json = {}
    for deals in ([bare], *([FIRST, last] for last in (bare, unknown, begun, said))):
        record = kifu.loads(game(*deals, result=None), type=Record)
        for player in range(3):
            view = kifu.view(record, player)
            assert codes(kifu.dumps(view)) == []
            assert kifu.view(view, player) == view


def test_deals_that_a_player_does_not_know_of_are_left_out() -> None:
    """A view of a view is the same view, even for a damaged record."""
    record: Record = kifu.loads(game(FIRST, SECOND, view=0), type=Record)
    untold = [
        replace(deal, hands=tuple(("??",) * len(hand) for hand in deal.hands or ()), tricks=())
        for deal in record.deals
    ]
    untold = [replace(deal, declarations=None, points=None) for deal in untold]
    spoilt = replace(record, deals=tuple(untold), result=None)
    assert kifu.view(spoilt, 0).deals == ()


def test_boards_name_a_player_at_fault_only_to_that_player() -> None:
    check_hidden(kifu.load(ROOT / "examples/planowanie/fault.json"))


def test_boards_do_not_show_declarations_to_a_seat_before_all_have_declared() -> None:
    deal = but(FIRST, declarations=[1, None, 0], tricks=None, points=None)
    check_hidden(kifu.loads(game(deal, result={"end": "unfinished"}), type=Record))
