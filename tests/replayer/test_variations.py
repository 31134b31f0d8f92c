"""Variations: a different course of play from any ply, replayed and checked."""

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.replayer import game
from kifu.replayer.go.record import Record as GoRecord
from kifu.replayer.goita.record import Record
from kifu.replayer.replay.round import RoundReplay
from kifu.replayer.rules import IllegalAction

from ..helpers import MODEL_B, Json, codes, dealt, goita, only
from ..loops import all_of

EXAMPLES = Path(__file__).parents[2] / "examples"

# A hand-made deal in which nobody receives player 0's attacks, and how player 1 could receive one.
WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
    "winner": 0,
}
OTHER: Json = {"ply": 5, "actions": ["82", "23", "0"], "name": "the rook"}
DEEPER: Json = OTHER | {"variations": [{"ply": 6, "actions": ["0", "0", "0", "17"]}]}
FIVE: Json = {"hands": dealt("12388888"), "record": "82", "goshi": [0]}


def varied(*variations: Json, base: Json = WON) -> str:
    return goita(base | {"variations": variations})


def replayed(*variations: Json, base: Json = WON) -> RoundReplay[Any]:
    (found,) = kifu.replay(kifu.loads(varied(*variations, base=base), type=Record))
    return found


def actions(line: RoundReplay[Any]) -> list[str]:
    return [action for step in line.steps for action in (step.actions or {}).values()][1:]


# Replay


def test_back_and_forth_between_two_lines() -> None:
    main = replayed(OTHER)
    other = main.variations[0]
    assert main.at(5).actions == {0: "84"}
    assert other.at(5).actions == {0: "82"}
    assert other.at(5).state is main.at(5).state
    assert other.at(6).state != main.at(6).state
    assert other.at(6).actions == {1: "23"}
    assert main.at(6).actions == {1: "0"}
    assert (main.plies, other.plies) == (13, 7)


def test_attributes_of_a_variation() -> None:
    main = replayed(OTHER, DEEPER)
    first, second = main.variations
    (deeper,) = second.variations
    assert [each.path for each in main.tree()] == [(), (1,), (2,), (2, 1)]
    assert (main.name, main.ply, main.label) == (None, None, "round 1")
    assert (first.name, first.ply, first.label) == ("the rook", 5, "round 1, variation 1")
    assert (deeper.name, deeper.ply, deeper.label) == (None, 6, "round 1, variation 2.1")
    assert first.title == "round 1, variation 1 (the rook), from ply 5"
    assert first.steps[: first.shared] == main.steps[: first.shared]
    assert [step.ply for step in first.own] == [5, 6, 7, 8]
    assert main.own == main.steps
    assert actions(deeper)[4:] == ["82", "0", "0", "0", "17"]


def test_lines_are_found_by_their_paths() -> None:
    main = replayed(OTHER, DEEPER)
    assert main.variation([]) is main
    assert main.variation((2, 1)) is main.variations[1].variations[0]
    with pytest.raises(IndexError, match="there is no variation 3: round 1 has 2"):
        main.variation((3,))
    with pytest.raises(IndexError, match="there is no variation 0"):
        main.variation((0,))
    with pytest.raises(IndexError, match=r"no variation 1\.1: round 1, variation 1 has none"):
        main.variation((1, 1))


def test_a_variation_may_be_played_to_its_end() -> None:
    end: Json = {"ply": 9, "actions": ["27", "0", "0", "0", "11"]}
    line = replayed(end).variations[0]
    assert line.steps[-1].over
    assert line.steps[-1].state.outcome.points == 100
    assert line.at(14) is line.steps[-1]
    assert codes(varied(end)) == []


def test_an_unfinished_round_may_go_on_in_several_ways() -> None:
    stopped = WON | {"record": "840", "winner": -1}
    (one, two) = replayed(
        {"ply": 3, "actions": ["0", "0"]}, {"ply": 3, "actions": ["51"]}, base=stopped
    ).variations
    assert actions(one) == ["84", "0", "0", "0"]
    assert isinstance(two.breach, IllegalAction)


def test_a_decision_before_the_first_ply() -> None:
    line = replayed({"ply": 0, "actions": ["redeal"]}, base=FIVE).variations[0]
    assert line.at(0).actions == {2: "redeal"}
    assert line.steps[-1].state.outcome.end == "redeal"
    thrown_in = FIVE | {"record": "", "result": {"end": "redeal"}}
    line = replayed({"ply": 0, "actions": ["play on", "83", "0"]}, base=thrown_in).variations[0]
    assert line.plies == 2
    deeper = {"ply": 0, "actions": ["redeal"], "variations": [{"ply": 0, "actions": ["play on"]}]}
    assert codes(varied(deeper, base=FIVE)) == []


def test_a_foul_that_stood_is_shared() -> None:
    foul: Json = {
        "hands": dealt("12345678"),
        "record": "810",
        "fouls": [{"ply": 1, "rule": "G104"}],
    }
    assert codes(varied({"ply": 2, "actions": ["0", "0"]}, base=foul)) == ["V003"]
    other: Json = {"ply": 1, "actions": ["87", "0"]}
    assert codes(varied(other, base=foul)) == []
    # A breach in a variation cannot have gone unnoticed, as nobody played it.
    again: Json = {"ply": 1, "actions": ["81", "0"]}
    assert codes(varied(again, base=foul)) == ["G104"]


def test_a_round_that_a_foul_ended_may_go_on() -> None:
    ended: Json = {
        "hands": dealt("12345678"),
        "record": "81",
        "winner": 1,
        "fouls": [{"ply": 1, "rule": "G104"}],
        "result": {"end": "foul", "points": 30},
    }
    assert codes(varied({"ply": 1, "actions": ["87", "0"]}, base=ended)) == []


# Errors


@all_of(
    ("variation", "code", "pointer", "ply", "player"),
    [
        ({"ply": 5, "actions": ["83"]}, "G103", "/actions/0", 5, 0),
        ({"ply": 5, "actions": ["82", "34"]}, "G105", "/actions/1", 6, 1),
        ({"ply": 5, "actions": ["82", "2"]}, "G108", "/actions/1", 6, 1),
        ({"ply": 5, "actions": ["82", "0", "22"]}, "G103", "/actions/2", 7, 2),
        ({"ply": 5, "actions": ["82", "x"]}, "G004", "/actions/1", 6, 1),
        ({"ply": 5, "actions": ["82", "２3"]}, "G005", "/actions/1", 6, 1),
        ({"ply": 5, "actions": ["", "0"]}, "G004", "/actions/0", 5, 0),
        ({"ply": 5, "actions": ["0"]}, "G102", "/actions/0", 5, 0),
        ({"ply": 14, "actions": ["0"]}, "V001", "/ply", 14, None),
        ({"ply": 0, "actions": ["play on"]}, "V001", "/ply", None, None),
        ({"ply": -1, "actions": ["0"]}, "V001", "/ply", -1, None),
        ({"ply": 9, "actions": ["27", "0", "0", "0", "11", "0"]}, "V002", "/actions/5", 14, None),
        ({"ply": 5, "actions": ["84", "46"]}, "V003", "/actions/0", 5, None),
    ],
)
def test_wrong_variations(
    variation: Json, code: str, pointer: str, ply: int | None, player: int | None
) -> None:
    finding = only(varied(OTHER, variation))
    assert (finding.code, finding.pointer) == (code, f"/rounds/0/variations/1{pointer}")
    assert (finding.round, finding.ply, finding.player) == (1, ply, player)


def test_wrong_variations_of_variations() -> None:
    before: Json = OTHER | {"variations": [{"ply": 4, "actions": ["0"]}]}
    finding = only(varied(before))
    assert (finding.code, finding.pointer) == ("V001", "/rounds/0/variations/0/variations/0/ply")
    assert finding.message.endswith("round 1, variation 1 can start at plies 5 to 8")
    wrong: Json = OTHER | {"variations": [{"ply": 7, "actions": ["0"]}]}
    assert only(varied(wrong)).code == "V003"
    wrong = OTHER | {"variations": [{"ply": 8, "actions": ["0", "0", "x"]}]}
    finding = only(varied(wrong))
    assert finding.pointer == "/rounds/0/variations/0/variations/0/actions/2"


def test_actions_that_cannot_be_judged() -> None:
    """After a broken rule, nothing is reported in that line or in later variations from it."""
    broken = WON | {"record": "84000000", "winner": -1}
    assert codes(varied({"ply": 5, "actions": ["84"]}, base=broken)) == ["G102"]
    later: Json = {"ply": 6, "actions": ["x"], "variations": [{"ply": 7, "actions": ["x"]}]}
    assert codes(varied(later, base=broken)) == ["G102"]
    assert codes(varied({"ply": 2, "actions": ["x"]}, base=broken)) == ["G102", "G004"]
    nowhere: Json = {"ply": 99, "actions": ["x"], "variations": [{"ply": 5, "actions": ["x"]}]}
    assert codes(varied(nowhere)) == ["V001"]
    hands = ["11244788", "23456788", "34567888", "55667887"]
    assert codes(varied(later, base=WON | {"hands": hands})) == ["G003"]


def test_an_action_that_cannot_be_judged_ends_a_line() -> None:
    broken = WON | {"record": "84000000", "winner": -1}
    main = replayed({"ply": 6, "actions": ["0"]}, {"ply": 99, "actions": ["0"]}, base=broken)
    for line in main.variations:
        assert line.own == ()
        assert line.breach is main.breach
    (nowhere,) = replayed({"ply": 99, "actions": ["0"]}).variations
    assert nowhere.breach is not None
    assert nowhere.breach.rule.code == "V001"
    assert list(nowhere.positions) == []


def test_hands_in_dealer_order_are_understood() -> None:
    """Variations are checked against the intended round, but do not help to determine it."""
    base = WON | {"dealer": 1, "winner": 1}
    assert codes(varied(OTHER, base=base)) == ["G007"]
    assert codes(varied(OTHER | {"actions": ["x"]}, base=base)) == ["G007", "G004"]


def test_a_broken_variation_spoils_nothing_else() -> None:
    wrong = WON | {"variations": [{"ply": 5, "actions": ["x"]}]}
    assert codes(goita(wrong, WON | {"score": [100, 0]})) == ["G004"]
    assert codes(goita(wrong, WON | {"score": [90, 0]})) == ["G004", "G501"]


# Views


@pytest.mark.parametrize(
    ("name", "number", "lost", "code"),
    [("mighty/deal.json", 0, "bids", "M105"), ("planowanie/game.json", 2, "declarations", "P102")],
)
def test_no_variation_is_blamed_for_a_round_that_cannot_be_followed(
    name: str, number: int, lost: str, code: str
) -> None:
    values = json.loads((EXAMPLES / name).read_text("utf-8"))
    deal = values["deals"][number]
    assert deal["variations"]
    deal[lost] = deal[lost][:-1] if lost == "bids" else None
    deal = {key: value for key, value in deal.items() if value is not None}
    values["deals"][number] = deal
    assert codes(json.dumps(values)) == [code]


def test_a_view_has_no_variations() -> None:
    record = kifu.loads(varied(OTHER), type=Record)
    bare = kifu.loads(goita(WON), type=Record)
    for player in range(4):
        assert kifu.view(record, player) == kifu.view(bare, player)


def test_views_may_be_varied() -> None:
    view = kifu.view(kifu.loads(goita(MODEL_B), type=Record), 1)
    legal = game("goita").rules(view).legal_actions(kifu.replay(view)[0].at(4).state, 3)
    other = kifu.branch(view, 4, [legal[-1], "0"])
    assert kifu.validate(kifu.dumps(other)) == []
    assert kifu.view(other, 1) == view


# Branch


def test_branch_and_branch_again() -> None:
    record = kifu.loads(goita(WON, WON | {"score": [100, 0]}), type=Record)
    other = kifu.branch(record, 5, ["82", "23", "0"], name="the rook")
    other = kifu.branch(other, 6, ["0", "0", "0", "17"], path=[1])
    assert other.rounds[0] == kifu.loads(varied(DEEPER), type=Record).rounds[0]
    assert other.rounds[1] == record.rounds[1]
    other = kifu.branch(other, 5, ["82"], round=2)
    assert [len(each.variations) for each in other.rounds] == [1, 1]
    assert kifu.loads(kifu.dumps(other), type=Record) == other
    assert kifu.validate(kifu.dumps(other)) == []


def test_impossible_branches() -> None:
    record = kifu.loads(varied(OTHER), type=Record)
    with pytest.raises(IllegalAction, match=r"ply 6: 角 \(3\) cannot receive 飛") as refused:
        kifu.branch(record, 5, ["82", "34"])
    assert refused.value.rule.code == "G105"
    with pytest.raises(ValueError, match="continues with the same action"):
        kifu.branch(record, 5, ["84"])
    with pytest.raises(ValueError, match="at least one action"):
        kifu.branch(record, 5, [])
    with pytest.raises(ValueError, match="over after action 5 of 6"):
        kifu.branch(record, 9, ["27", "0", "0", "0", "11", "0"])
    places: list[tuple[int, list[int]]] = [(14, []), (4, [1]), (5, [2])]
    for ply, path in places:
        with pytest.raises(IndexError):
            kifu.branch(record, ply, ["0"], path=path)
    for number in (0, 2):
        with pytest.raises(IndexError, match=f"no round {number}: the record has 1"):
            kifu.branch(record, 5, ["82"], round=number)
    broken = kifu.loads(goita(WON | {"record": "8400000"}), type=Record)
    with pytest.raises(IndexError, match="no ply 9: round 1 breaks G102"):
        kifu.branch(broken, 9, ["0"])


def test_a_branch_may_be_spelled_as_people_write() -> None:
    record = kifu.loads("(;GM[1]SZ[9];B[cc];W[dd];B[ff])", type=GoRecord)
    other = kifu.branch(record, 2, ["E5", "b pass"])
    assert other.rounds[0].variations[0].actions == ("W ee", "B pass")
    for action in ("E5", "x9y"):
        with pytest.raises(IllegalAction, match=r"^ply 3: "):
            kifu.branch(record, 2, ["E5", action])
