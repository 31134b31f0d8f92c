"""Errors in a game and their places, beyond one example per rule."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

import kifu

from ...helpers import Json, codes, marked, only
from ...loops import all_of
from .helpers import COMPLETE, FIRST, SECOND, but, fault, game, places, stopped

EARLY: Json = {"end": "stopped", "totals": [2, 0, 1]}


def second(**changes: object) -> str:
    """Return the game with different values in its second deal."""
    return game(FIRST, but(SECOND, **changes))


def tricks(*cards: Sequence[str | None], **marks: int) -> list[Json]:
    """Return the tricks of a deal, with marks on the last one."""
    found: list[Json] = [{"cards": each} for each in cards]
    found[-1] |= marks
    return found


FULL: list[list[str | None]] = [["9D", "TD", "QD"], ["AC", "KC", "JD"]]


def test_the_game_is_right() -> None:
    assert codes(game()) == []


# Places


class Slip(NamedTuple):
    """Changes to the second deal, and the only finding about them.

    `at` is the start of the text that the finding marks.
    """

    changes: Json
    code: str
    pointer: str
    at: str
    ply: int | None = None
    player: int | None = None


SLIPS = {
    "too high a declaration": Slip(
        {"declarations": [1, 0, 3]}, "P101", "/declarations/2", "3", ply=3, player=2
    ),
    "a declaration below zero": Slip(
        {"declarations": [-1, 7, 3]}, "P101", "/declarations/0", "-1", ply=1, player=0
    ),
    "a declaration is missing": Slip(
        {"declarations": [1, None, 1]}, "P102", "/declarations", "[1, null, 1]"
    ),
    "a card of somebody else": Slip(
        {"tricks": tricks(["9D", "KD", "QD"])}, "P104", "/tricks/0/cards/1", '"KD"', ply=4, player=1
    ),
    "a player is skipped": Slip(
        {"tricks": tricks(["9D", None, "QD"])}, "P103", "/tricks/0/cards/2", '"QD"', ply=4, player=2
    ),
    "suit is not followed": Slip(
        {"tricks": tricks(["AC", "TD", "QD"])}, "P105", "/tricks/0/cards/0", '"AC"', ply=6, player=0
    ),
    "a hidden card is played": Slip(
        {"tricks": tricks(["9D", "??", "QD"])}, "P005", "/tricks/0/cards/1", '"??"', ply=4, player=1
    ),
    "a card outside the deck": Slip(
        {"tricks": tricks(["9D", "10D", "QD"])},
        "P005",
        "/tricks/0/cards/1",
        '"10D"',
        ply=4,
        player=1,
    ),
    "a card is played twice": Slip(
        {"tricks": tricks(FULL[0], ["9D", "KC", "JD"])},
        "P104",
        "/tricks/1/cards/0",
        '"9D"',
        ply=8,
        player=0,
    ),
    "another leader": Slip(
        {"tricks": tricks(*FULL, lead=0)}, "P201", "/tricks/1/lead", "0", player=0
    ),
    "another winner": Slip(
        {"tricks": tricks(*FULL, winner=2)}, "P202", "/tricks/1/winner", "2", player=2
    ),
    "other points": Slip({"points": [3, 2, 4]}, "P203", "/points", "[3, 2, 4]"),
    "an extra trick": Slip({"tricks": tricks(*FULL, [None] * 3)}, "P207", "/tricks/2", "{"),
    "a hand too small": Slip(
        {"hands": [["9D", "AC"], ["TD", "KC"], ["QD"]]}, "P004", "/hands/2", "["
    ),
    "a card in two hands": Slip(
        {"hands": [["9D", "AC"], ["TD", "9D"], ["QD", "JD"]]}, "P006", "/hands/1/1", '"9D"'
    ),
    "an invalid card in a hand": Slip(
        {"hands": [["9D", "AC"], ["TD", "KC"], ["QD", "D J"]]}, "P005", "/hands/2/1", '"D J"'
    ),
    "a hand is missing": Slip({"hands": [["9D", "AC"], ["TD", "KC"]]}, "P004", "/hands", "["),
    "declarations of two players": Slip(
        {"declarations": [1, 0]}, "P004", "/declarations", "[1, 0]"
    ),
    "points of four players": Slip({"points": [3, 2, 3, 0]}, "P004", "/points", "[3, 2, 3, 0]"),
    "clocks of two players": Slip({"clocks": [[1], [2]]}, "P004", "/clocks", "[[1], [2]]"),
    "an extra time": Slip(
        {"clocks": [[9, 8, 7, 6], [], [9, 8, 7]]}, "P004", "/clocks/0", "[9, 8, 7, 6]", player=0
    ),
    "a time is missing": Slip(
        {"clocks": [[9, 8], [], [9, None, 7]]}, "P004", "/clocks/0", "[9, 8]", player=0
    ),
    "a negative time": Slip(
        {"clocks": [[9, 8, -7], [], []]}, "P210", "/clocks/0/2", "-7", player=0
    ),
    "a trick of two players": Slip(
        {"tricks": tricks(["9D", "TD"])}, "P004", "/tricks/0/cards", '["9D", "TD"]'
    ),
    "an invalid winner": Slip({"tricks": tricks(*FULL, winner=3)}, "P007", "/tricks/1/winner", "3"),
    "an invalid leader": Slip({"tricks": tricks(*FULL, lead=-1)}, "P007", "/tricks/1/lead", "-1"),
}


@all_of("case", SLIPS)
def test_errors_have_their_places(case: str) -> None:
    slip = SLIPS[case]
    text = second(**slip.changes)
    finding = only(text)
    assert (finding.code, finding.pointer) == (slip.code, f"/deals/1{slip.pointer}")
    assert (finding.round, finding.ply, finding.player) == (2, slip.ply, slip.player)
    assert marked(text, finding).startswith(slip.at)


def test_a_hidden_card_may_follow_suit() -> None:
    """A player with one known card of the suit may play another that was hidden."""
    hands = [["9D", "AC"], ["TD", "KC"], ["JD", "??"]]
    assert codes(second(hands=hands)) == []
    assert codes(second(hands=hands, tricks=tricks(["9D", "TD", "QC"]))) == ["P105"]


def test_one_row_does_not_show_the_number_of_players() -> None:
    short = {"hands": [["9C"], ["AD"]], "declarations": [1, 1]}
    assert places(game(short, result=None)) == [
        ("P004", "/deals/0/hands"),
        ("P004", "/deals/0/declarations"),
    ]


def test_lines_and_columns() -> None:
    text = game().replace('"deals"', '\n"deals"').replace('["9D", "TD"', '["9D",\n  "KD"')
    finding = only(text)
    assert (finding.line, finding.column, finding.end_column) == (3, 3, 7)


@all_of(
    ("header", "code", "pointer"),
    [
        ({"deck": {"ranks": "", "suits": "CD"}}, "P001", "/deck"),
        ({"deck": {"ranks": "9TJQKA", "suits": ""}}, "P001", "/deck"),
        ({"deck": {"ranks": "9TJQKA", "suits": "CDC"}}, "P001", "/deck"),
        ({"deck": {"ranks": "9T QKA", "suits": "CD"}}, "P001", "/deck"),
        ({"deck": {"ranks": "9T\u2028QKA", "suits": "CD"}}, "P001", "/deck"),
        ({"deck": {"ranks": "9TJQKA", "suits": "C\u0000"}}, "P001", "/deck"),
        ({"deck": {"ranks": "9TJQKA", "suits": "C\u0085"}}, "P001", "/deck"),
        ({"seats": 0}, "P002", "/seats"),
        ({"seats": 1}, "P002", "/seats"),
        ({"seats": 5}, "P002", "/seats"),
        ({"seats": -(2**53)}, "P002", "/seats"),
        ({"seats": 2**53}, "P002", "/seats"),
        ({"players": ["Ala", "Ola"]}, "P002", "/players"),
        ({"seats": 0, "players": ["Ala", "Ola", "Ela"]}, "P002", "/seats"),
        ({"plan": []}, "P003", "/plan"),
        ({"plan": [[1, 0], [0, 1]]}, "P003", "/plan/1/0"),
        ({"plan": [[1, 0], [-2, 1]]}, "P003", "/plan/1/0"),
        ({"plan": [[1, 0], [2**53, 1]]}, "P003", "/plan/1/0"),
        ({"plan": [[1, 0], [5, 1]]}, "P003", "/plan/1/0"),
        ({"plan": [[1, 0], [2, 3]]}, "P003", "/plan/1/1"),
        ({"plan": [[1, -1], [2, 1]]}, "P003", "/plan/0/1"),
    ],
)
def test_an_error_of_a_game_is_reported_alone(header: Json, code: str, pointer: str) -> None:
    assert places(game(**header)) == [(code, pointer)]


def test_all_errors_of_a_game_are_reported() -> None:
    wrong = game(deck={"ranks": "99", "suits": "CD"}, seats=7, players=[])
    assert codes(wrong) == ["P001", "P002", "P002"]
    assert codes(game(plan=[[0, 3], [9, 9]])) == ["P003"] * 2


def test_the_plan_of_the_tournament_is_for_four() -> None:
    assert places(game(FIRST, deck=None, plan=None)) == [("P003", "/plan/3/1")]
    told = game({}, deck=None, plan=None, seats=None, result=None)
    assert places(told) == [("P205", "/result")]


def test_a_deal_that_is_not_planned() -> None:
    assert places(game(FIRST, SECOND, FIRST)) == [("P207", "/deals/2")]
    with pytest.raises(ValueError, match="this is deal 3, but only 2 are planned"):
        kifu.replay(kifu.loads(game(FIRST, SECOND, FIRST)))


# Custom decks


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [("CD", "DC"), ("?=", "#\\"), ("=?", '"'), ("\U0001f0a1\u200b\u0301", "♠♥"), ("01", "-1")],
)
def test_any_characters_make_a_deck(ranks: str, suits: str) -> None:
    low, high = ranks[0] + suits[-1], ranks[1] + suits[-1]
    deal = {
        "hands": [[low], [high]],
        "declarations": [0, 1],
        "tricks": [{"lead": 0, "cards": [low, high], "winner": 1}],
        "points": [1, 2],
    }
    header: Json = {"deck": {"ranks": ranks, "suits": suits}, "seats": 2, "plan": [[1, 0]]}
    assert codes(game(deal, **header, result={"end": "complete", "totals": [1, 2]})) == []
    deal["hands"] = [[high], [low]]
    assert codes(game(deal, **header, result=None)) == ["P104"]


# Incomplete deals


def test_a_game_may_stop_if_it_says_who_is_at_fault() -> None:
    deals = [
        {},
        but(SECOND, declarations=None, tricks=None, points=None),
        but(stopped(), declarations=[None, 0, None]),
        stopped(),
        stopped([None, "TD", None]),
        stopped(["9D", "TD", "QD"]),
        stopped(["9D", "TD", "QD"], [None, None, "JD"]),
    ]
    for deal in deals:
        ended = {"totals": [2, 0, 1]}
        assert codes(game(FIRST, deal, result=fault(0) | ended)) == []
        assert places(game(FIRST, deal, result=ended)) == [("P205", "/result")]
        assert places(game(FIRST, deal, result=EARLY)) == [("P205", "/result")]
        assert places(game(FIRST, deal, result=COMPLETE | ended)) == [("P206", "/result/end")]


def test_a_record_that_says_that_the_game_was_stopped_is_only_not_whole() -> None:
    (said,) = kifu.validate(game(FIRST, stopped(), result=EARLY))
    (unsaid,) = kifu.validate(game(FIRST, stopped(), result={"totals": [2, 0, 1]}))
    assert (said.code, said.severity) == ("P205", "warning")
    assert (unsaid.code, unsaid.severity) == ("P205", "error")


def test_an_unfinished_game_has_no_errors() -> None:
    under_way: Json = {"end": "unfinished", "totals": [2, 0, 1]}
    assert codes(game(FIRST, stopped(), result=under_way)) == []
    assert codes(game(FIRST, result=under_way)) == []
    assert codes(game(FIRST, result=under_way | {"player": 1})) == ["P206"]
    assert places(game(result=under_way | {"totals": [5, 2, 4]})) == [("P206", "/result/end")]
    record = kifu.loads(game(FIRST, stopped(), result=under_way))
    with pytest.raises(kifu.CannotHold, match="unfinished"):
        kifu.dumps(record, "planowanie/log")
    seen = kifu.view(record, 1)
    assert kifu.loads(kifu.dumps(seen, "planowanie/seat-log")) == seen


def test_a_game_that_stops_between_deals() -> None:
    assert codes(game(FIRST, result=fault(2, "crashed"))) == []
    assert codes(game(FIRST, result=None)) == ["P205"]
    assert codes(game(result=None)) == []


def test_totals_count_finished_deals() -> None:
    deal = stopped(["9D", "TD", "QD"])
    text = game(FIRST, deal, result=fault(0) | {"totals": [2, 0, 2]})
    finding = only(text)
    assert (finding.code, finding.pointer) == ("P204", "/result/totals")
    assert "must be 2 0 1" in finding.message
    assert codes(game(deal, plan=[[2, 1]], result=fault(0) | {"totals": [0, 0, 0]})) == []
    assert codes(game(result=COMPLETE | {"totals": [5, 2]})) == ["P204"]
    assert codes(game(result={"end": "complete"})) == []


def test_points_of_a_deal_that_is_not_finished() -> None:
    deal = stopped(["9D", "TD", "QD"]) | {"points": [0, 0, 1]}
    assert places(game(FIRST, deal, result=fault(0))) == [("P203", "/deals/1/points")]


def test_another_deal_follows_one_that_stops() -> None:
    assert places(game(stopped(deal=FIRST), SECOND)) == [("P205", "/deals/0")]
    silent = but(FIRST, declarations=None, tricks=None, points=None)
    assert places(game(silent, SECOND)) == [("P205", "/deals/0")]


@pytest.mark.parametrize(
    "cards",
    [
        [[None, "TD", None], ["9D", None, "QD"]],
        [[None, "TD", None], [None, None, "QD"]],
        [[None, None, None], ["9D", "TD", "QD"]],
        [[None, "TD", "QD"], ["AC", "KC", "JD"]],
    ],
)
def test_another_trick_follows_one_that_stops(cards: list[list[str | None]]) -> None:
    text = game(FIRST, stopped(*cards), result=fault(0))
    assert places(text) == [("P205", "/deals/1/tricks/0")]


def test_a_winner_of_a_trick_that_is_not_complete() -> None:
    deal = but(stopped(), tricks=[{"cards": [None, "TD", "QD"], "winner": 2}])
    text = game(FIRST, deal, result=fault(0))
    assert places(text) == [("P202", "/deals/1/tricks/0/winner")]


def test_the_rest_of_a_deal_may_be_unknown() -> None:
    """Unrecorded hands are taken to hold whatever is played, if possible."""
    assert codes(game(FIRST, but(SECOND, hands=None))) == []
    twice = but(SECOND, hands=None, tricks=tricks(FULL[0], ["AC", "KC", "QD"]))
    assert places(game(FIRST, twice)) == [("P104", "/deals/1/tricks/1/cards/2")]
    assert codes(game(FIRST, but(SECOND, points=None))) == []


# Causes of later errors


def test_a_wrong_lead_explains_what_follows() -> None:
    led = tricks(FULL[0], ["AC", "KC", None], lead=0)
    assert places(second(tricks=led)) == [("P201", "/deals/1/tricks/1/lead")]
    led = tricks(["9D", None, None], lead=0)
    assert places(game(FIRST, but(stopped(), tricks=led))) == [("P201", "/deals/1/tricks/0/lead")]


def test_a_wrong_winner_says_nothing_of_the_next_lead() -> None:
    won = [{"cards": FULL[0], "winner": 1}, {"cards": FULL[1], "lead": 2}]
    assert places(second(tricks=won)) == [("P202", "/deals/1/tricks/0/winner")]


def test_each_deal_is_judged_by_itself() -> None:
    """Wrong marks affect neither the next deal, nor its points, nor the totals."""
    one, two = but(FIRST, points=[1, 0, 1]), but(SECOND, points=[3, 2, 4])
    text = game(one, two, result={"end": "complete", "totals": [9, 9, 9]})
    points = [("P203", "/deals/0/points"), ("P203", "/deals/1/points")]
    assert places(text) == [*points, ("P204", "/result/totals")]
    added = [4, 2, 5]
    assert places(text.replace("[9, 9, 9]", str(added))) == points


def test_play_after_a_broken_rule_is_judged() -> None:
    """The next deal is checked, and so are the totals, against the sums of the recorded points."""
    one, two = but(FIRST, declarations=[1, 2, 0]), but(SECOND, points=[3, 2, 4])
    text = game(one, two, result={"end": "complete", "totals": [9, 9, 9]})
    broken = [("P101", "/deals/0/declarations/1"), ("P203", "/deals/1/points")]
    assert places(text) == [*broken, ("P204", "/result/totals")]
    for first, second in ((one, two), (one, SECOND)):
        added = [sum(each) for each in zip(first["points"], second["points"], strict=True)]
        assert "P204" not in codes(text.replace("[9, 9, 9]", str(added)))


def test_marks_are_compared_up_to_a_broken_rule() -> None:
    broken = tricks(FULL[0], ["AC", "KC", "QD"])
    broken[0]["winner"] = 0
    found = places(second(tricks=broken))
    assert found == [
        ("P202", "/deals/1/tricks/0/winner"),
        ("P104", "/deals/1/tricks/1/cards/2"),
    ]


def test_clocks_of_cards_that_are_missing_are_one_slip() -> None:
    clocks, cut = [[9, 8, 7], [9, 8, 7], [9, 8, 7]], SECOND["tricks"][:1]
    missing = but(SECOND, tricks=cut, points=None, clocks=clocks)
    assert places(game(FIRST, missing)) == [("P206", "/result/end")]
    assert places(game(FIRST, missing, result=EARLY)) == [
        ("P004", "/deals/1/clocks/0"),
        ("P205", "/result"),
    ]
