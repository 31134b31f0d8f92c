"""Variations in a game in which all players declare at once."""

import json
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest

import kifu
from kifu import cli
from kifu.replayer.planowanie.record import Record
from kifu.replayer.rules import IllegalAction

from ...helpers import Json, codes, only
from ...imports import ROOT
from ...loops import all_of
from .helpers import FIRST, GAME, SECOND, but, fault, game, stopped

PLAY = ["TD", "QD", "9D", "JD", "AC", "KC"]
"""The second deal as played: plies 4 to 9, after three declarations."""


def varied(*variations: Json, deal: Json = SECOND, **header: object) -> str:
    """Return the game with variations in its second deal."""
    return game(FIRST, deal | {"variations": list(variations)}, **header)


def replayed(text: str) -> Any:
    return kifu.replay(kifu.loads(text, type=Record))[1]


def test_the_plies_of_a_deal() -> None:
    main = replayed(game())
    assert [step.ply for step in main.steps] == [0, 1, 4, 5, 6, 7, 8, 9, 0]
    assert (main.plies, GAME.plies(kifu.loads(game(), type=Record))) == (9, 6 + 9)
    for ply in (1, 2, 3):
        assert main.at(ply).actions == {0: "1", 1: "0", 2: "1"}
    assert list(main.positions) == list(range(1, 11))
    assert main.at(10).state.totals == (5, 2, 4)


def test_all_declare_otherwise() -> None:
    text = varied({"ply": 1, "actions": ["0", "2", "0", *PLAY]})
    assert codes(text) == []
    (other,) = replayed(text).variations
    assert (other.plies, other.shared) == (9, 1)
    assert other.steps[-1].over
    assert other.steps[-1].state.totals == (3, 0, 2)
    assert replayed(text).steps[-1].state.totals == (5, 2, 4)


@pytest.mark.parametrize("said", [["0", "0", "1"], ["1", "0", "2"], ["1", "1", "1"]])
def test_one_of_them_may_differ(said: list[str]) -> None:
    assert codes(varied({"ply": 1, "actions": said})) == []


@all_of(
    ("variation", "code", "pointer", "ply", "player"),
    [
        ({"ply": 1, "actions": ["1", "0", "1", *PLAY[:2]]}, "V003", "/actions/0", 1, None),
        ({"ply": 1, "actions": ["1", "0"]}, "V002", "/actions/0", 1, None),
        ({"ply": 1, "actions": ["0"]}, "V002", "/actions/0", 1, None),
        ({"ply": 2, "actions": ["1", "1"]}, "V001", "/ply", 2, None),
        ({"ply": 3, "actions": ["0"]}, "V001", "/ply", 3, None),
        ({"ply": 0, "actions": ["0", "0", "0"]}, "V001", "/ply", None, None),
        ({"ply": 10, "actions": ["TD"]}, "V001", "/ply", 10, None),
        ({"ply": -1, "actions": ["TD"]}, "V001", "/ply", -1, None),
        ({"ply": 1, "actions": ["0", "3", "x"]}, "P101", "/actions/1", 2, 1),
        ({"ply": 1, "actions": ["0", "0", "TD"]}, "P101", "/actions/2", 3, 2),
        ({"ply": 4, "actions": ["0"]}, "P005", "/actions/0", 4, 1),
        ({"ply": 4, "actions": ["QD"]}, "P104", "/actions/0", 4, 1),
        ({"ply": 4, "actions": ["TD"]}, "V003", "/actions/0", 4, None),
        ({"ply": 5, "actions": ["JD", "AC"]}, "P105", "/actions/1", 6, 0),
        (
            {"ply": 4, "actions": ["KC", "QD", "AC", "9D", "TD", "JD", "9C"]},
            "V002",
            "/actions/6",
            10,
            None,
        ),
    ],
)
def test_wrong_variations(
    variation: Json, code: str, pointer: str, ply: int | None, player: int | None
) -> None:
    finding = only(varied(variation))
    assert (finding.code, finding.pointer) == (code, f"/deals/1/variations/0{pointer}")
    assert (finding.round, finding.ply, finding.player) == (2, ply, player)


def test_it_is_said_what_is_taken_at_once() -> None:
    told = only(varied({"ply": 3, "actions": ["0"]})).message
    assert told == "ply 3 is made at the same time as ply 1: start the variation of round 2 there"
    told = only(varied({"ply": 1, "actions": ["0", "0"]})).message
    assert told == "player 2 has no action: players 0, 1 and 2 act at the same time"


def test_variations_of_variations() -> None:
    deeper: Json = {"ply": 7, "actions": ["9D", "TD", "JD"]}
    line: Json = {"ply": 1, "actions": ["0", "0", "0", "KC", "QD", "AC"], "variations": [deeper]}
    main = replayed(varied(line))
    assert codes(varied(line)) == []
    ((below,),) = [each.variations for each in main.variations]
    assert (below.path, below.plies, below.steps[-1].over) == ((1, 1), 9, True)
    line["variations"] = [{"ply": 2, "actions": ["1", "1"]}]
    assert only(varied(line)).pointer == "/deals/1/variations/0/variations/0/ply"


def test_a_line_may_go_on_where_the_record_stops() -> None:
    """Some players have declared, and the record does not say what the others would declare."""
    waiting = but(stopped(), declarations=[1, None, None])
    for deal in (waiting, but(waiting, declarations=None)):
        text = varied({"ply": 1, "actions": ["1", "0", "1", *PLAY]}, deal=deal, result=fault(1))
        assert codes(text) == []
    text = varied({"ply": 6, "actions": ["9D"]}, deal=stopped([None, "TD", "QD"]), result=fault(0))
    assert codes(text) == []
    assert replayed(text).variations[0].steps[-1].state.turn == 2


def test_a_line_that_goes_on_where_the_record_breaks_a_rule_is_not_judged() -> None:
    revoked = stopped(["AC", "TD", "QD"])
    assert codes(varied({"ply": 7, "actions": ["x"]}, deal=revoked)) == ["P105"]
    assert codes(varied({"ply": 6, "actions": ["9D"]}, deal=revoked)) == ["P105"]
    assert codes(varied({"ply": 6, "actions": ["x"]}, deal=revoked)) == ["P105", "P005"]


def test_a_broken_variation_does_not_spoil_the_rest_of_its_game() -> None:
    text = varied({"ply": 4, "actions": ["x"]}, result={"end": "complete", "totals": [0, 0, 0]})
    assert codes(text) == ["P005", "P204"]


def test_variations_of_a_malformed_deal_are_judged_if_its_tricks_can_be_read() -> None:
    wrong = {"variations": [{"ply": 4, "actions": ["KD"]}]}
    assert codes(game(but(FIRST, **wrong), SECOND)) == ["P104"]
    assert codes(game(but(FIRST, clocks=[1, 2], **wrong), SECOND)) == ["S002", "P104"]
    tricks = [{"lead": 0, "cards": ["9C", "AD"], "winner": 0}]
    assert codes(game(but(FIRST, tricks=tricks, **wrong), SECOND)) == ["P004"]


def test_lines_of_what_a_player_knew() -> None:
    """In a view, other players may hold any unseen card."""
    record = kifu.view(
        kifu.loads(game(FIRST, stopped([None, "TD", None]), result=fault(2)), type=Record), 0
    )
    for card in ("QD", "AD", "KC"):
        other = kifu.branch(record, 5, [card], round=2)
        assert codes(kifu.dumps(other)) == []
        assert kifu.view(other, 0) == record
    for card in ("TD", "9D", "AC"):
        with pytest.raises(IllegalAction) as refused:
            kifu.branch(record, 5, [card], round=2)
        assert refused.value.rule.code == "P104"


# Branch


def test_branch_and_branch_again() -> None:
    record = kifu.loads(game(), type=Record)
    other = kifu.branch(record, 1, ["0", "0", "0", "TD", "QD"], round=2, name="nobody")
    other = kifu.branch(other, 4, ["KC", "JD", "AC"], round=2, path=[1])
    other = kifu.branch(other, 1, ["0", "0", "0"])
    assert [len(each.variations) for each in other.deals] == [1, 1]
    (line,) = other.deals[1].variations
    assert (line.name, line.actions[:3]) == ("nobody", ("0", "0", "0"))
    assert line.variations[0].actions == ("KC", "JD", "AC")
    assert codes(kifu.dumps(other)) == []
    assert kifu.loads(kifu.dumps(other), type=Record) == other
    for player in range(3):
        assert kifu.view(other, player) == kifu.view(record, player)


def test_impossible_branches() -> None:
    record = kifu.loads(game(), type=Record)
    with pytest.raises(IllegalAction, match="ply 2: player 1 declares 3: expected 0 to 2"):
        kifu.branch(record, 1, ["0", "3", "0"], round=2)
    with pytest.raises(ValueError, match="continues with the same action"):
        kifu.branch(record, 1, ["1", "0", "1"], round=2)
    with pytest.raises(ValueError, match="player 2 has no action"):
        kifu.branch(record, 1, ["0", "0"], round=2)
    with pytest.raises(ValueError, match="at least one action"):
        kifu.branch(record, 1, [], round=2)
    said = ["0", "0", "0"]
    for ply, number, path in [(2, 2, []), (10, 2, []), (1, 2, [1]), (1, 3, []), (1, 0, [])]:
        with pytest.raises(IndexError):
            kifu.branch(record, ply, said, number, path)


# The command line


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command, and return its exit status and output."""

    def invoke(text: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
        return cli.run(arguments), capsys.readouterr().out

    return invoke


def test_kifu_branch(run: Run) -> None:
    at = ("branch", "-", "--round", "2", "--ply")
    status, out = run(game(), *at, "1", "2", "0", "0", "KC")
    assert status == 0
    assert kifu.loads(out, type=Record).deals[1].variations[0].actions == ("2", "0", "0", "KC")
    assert run(game(), *at, "1", "2", "0", "3") == (1, "")
    assert run(game(), *at, "1", "2", "0") == (1, "")
    assert run(game(), *at, "2", "2", "0", "0") == (2, "")


def test_kifu_replay_at_a_ply(run: Run) -> None:
    """All declarations belong to one moment, whichever ply is requested."""
    text = varied({"ply": 1, "actions": ["0", "2", "0", *PLAY]})
    for ply in range(1, 11):
        at = ("replay", "-", "--round", "2", "--ply", str(ply), "--output-format", "json")
        status, out = run(text, *at)
        ((step,),) = [each["steps"] for each in json.loads(out)["rounds"]]
        assert status == 0
        assert step["ply"] == (1 if ply <= 3 else ply if ply <= 9 else 0)
        assert ply > 3 or step["actions"] == {"0": "1", "1": "0", "2": "1"}
    for ply in (0, 11, -1):
        assert run(game(), "replay", "-", "--round", "2", "--ply", str(ply)) == (2, "")


def test_kifu_replay_shows_all_lines(run: Run) -> None:
    text = varied({"ply": 1, "actions": ["0", "2", "0", *PLAY], "name": "greedy"})
    status, out = run(text, "replay", "-")
    assert status == 0
    assert "variation 1 (greedy), from ply 1" in out


# One wrong hand


def example() -> Json:
    found: Json = json.loads((ROOT / "examples" / "planowanie" / "game.json").read_text("utf-8"))
    return found


def wrong(record: Json) -> list[tuple[str, str | None]]:
    return [(each.code, each.pointer) for each in kifu.validate(json.dumps(record))]


@pytest.mark.parametrize("card", ["KC", "AD", "TH"])
def test_a_card_missing_in_a_hand_is_reported_once(card: str) -> None:
    """The main line and both variations play the missing card."""
    record = example()
    hand = record["deals"][2]["hands"][0]
    hand[hand.index(card)] = "9D"
    ((code, where),) = wrong(record)
    assert (code, where is not None and where.startswith("/deals/2/tricks/")) == ("P104", True)


def unplayed() -> Json:
    """Return a record whose deal has only variations, which play cards that are in no hand."""
    record = example()
    del record["result"], record["deals"][2]["points"], record["deals"][2]["tricks"]
    leaves = {"ply": 4, "actions": ["QD", "AD", "9C"]}
    others = {"ply": 4, "actions": ["9H", "TH", "9C"]}
    record["deals"][2]["variations"] = [leaves, others]
    return record


def test_variations_alone_tell_it_once() -> None:
    assert wrong(unplayed()) == [("P104", "/deals/2/variations/0/actions/2")]


def test_a_deal_that_was_played_shows_its_hands() -> None:
    """Each variation then has its own slip."""
    record = example()
    record["deals"][2]["variations"] = unplayed()["deals"][2]["variations"]
    found = wrong(record)
    assert [code for code, _ in found if code[0] == "P"] == ["P104", "P104"]
