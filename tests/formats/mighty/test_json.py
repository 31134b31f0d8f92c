"""mighty/json, the canonical notation: what its schema covers, and what it leaves to the rules."""

import json
from random import Random
from typing import Any

import pytest

import kifu
from kifu import formats
from kifu.replayer import game
from kifu.replayer.mighty.options import PRESETS
from kifu.replayer.mighty.record import Record

from ...helpers import Json, codes, marked, only
from ...imports import ROOT
from ...loops import all_of

HANDS = [
    ["SK", "S5", "DA", "HA", "HK", "HQ", "HJ", "H9", "C5", "C3"],
    ["S4", "S3", "D6", "D5", "D4", "H3", "CA", "CK", "C6", "JK"],
    ["SA", "DT", "D8", "D7", "HT", "H5", "H4", "C9", "C8", "C7"],
    ["SQ", "SJ", "ST", "S6", "DK", "DQ", "H7", "H6", "CQ", "CJ"],
    ["S9", "S8", "S7", "DJ", "D9", "D2", "H8", "H2", "CT", "C4"],
]
DEAL: Json = {"dealer": 0, "hands": HANDS, "kitty": ["S2", "D3", "C2"], "bids": []}
PASSED: Json = DEAL | {
    "bids": [[seat, "pass"] for seat in range(5)],
    "result": {"end": "thrown-in"},
}


def match(*deals: Json, **header: Any) -> str:
    """Return a match in mighty/json."""
    return json.dumps({"format": "mighty/json", "version": 1, **header, "deals": deals})


def test_a_deal_thrown_in() -> None:
    assert codes(match(PASSED)) == []
    after = match(PASSED, PASSED | {"dealer": 1, "bids": []})
    assert codes(after) == ["M501", "M405"]


def test_deals_may_be_partial() -> None:
    for key in ("dealer", "hands", "kitty", "bids", "result"):
        partial = {name: value for name, value in PASSED.items() if name != key}
        found = kifu.validate(match(partial))
        assert {each.severity for each in found} <= {"note"}


def test_a_result_need_not_say_what_follows() -> None:
    record = kifu.loads(match(PASSED | {"result": {"payoffs": [0] * 5}}), type=Record)
    assert codes(kifu.dumps(record)) == []
    assert codes(match(PASSED | {"result": {"payoffs": [4, -1, -1, -1, -1]}})) == ["M407"]


SCORED: Json = {"president": 1, "contract": "15H", "friend_player": 2}


def test_a_result_whose_play_nobody_wrote_down() -> None:
    """A score sheet: whatever can be computed is checked, and the rest is a gap."""

    def scored(**result: Any) -> list[str]:
        return codes(match(SCORED | {"result": result}))

    paid = [-1100, 2200, 1100, -1100, -1100]
    assert scored(end="won", points=15, score=1100, payoffs=paid) == ["M601"]
    assert scored(points=15, payoffs=paid) == ["M601"]
    assert scored(end="lost", points=15) == ["M601", "M405"]
    assert scored(end="won", points=15, score=1300) == ["M601", "M406"]
    assert scored(points=15, payoffs=[1, 0, 0, 0, -1]) == ["M601", "M407"]
    assert scored(payoffs=[1, 0, 0, 0, 0]) == ["M601", "M407"]
    told = kifu.validate(match({"result": {"end": "won"}}))[0].message
    assert told.endswith("the auction, the president, the play")


@all_of(
    ("deal", "told", "at"),
    [
        ({"dealr": 0}, 'S003 the key "dealr" is unknown; did you mean "dealer"?', '"dealr"'),
        ({"dealer": "P0"}, 'S002 expected a whole number, found "P0"', '"P0"'),
        ({"kitty": "S2 D3 C2"}, 'S002 expected a list, found "S2 D3 C2"', '"S2 D3 C2"'),
        ({"kitty": ["S2", None, "C2"]}, "S002 expected a string, found null", "null"),
        ({"result": {"end": "draw"}}, 'S004 expected "won", "lost"', '"draw"'),
        ({"result": {"payoffs": [1, 2]}}, "S005 expected a list of 5 values, found 2", "["),
        ({"kitty": ["S2", "D3", "♣2"]}, "M003 '♣2' is not a card: write C2", '"♣2"'),
        ({"kitty": ["S2", "D3", "C10"]}, "M003 'C10' is not a card: write CT", '"C10"'),
        ({"dealer": 7}, "M006 7 is not a player: players are 0 to 4", "7"),
    ],
)
def test_errors_have_their_places(deal: Json, told: str, at: str) -> None:
    text = json.dumps(json.loads(match(DEAL | deal)), indent=1, ensure_ascii=False)
    finding = only(text)
    assert f"{finding.code} {finding.message}".startswith(told)
    assert marked(text, finding).startswith(at)


@pytest.mark.parametrize("preset", PRESETS)
def test_all_options_are_stored(preset: str) -> None:
    record = kifu.loads(match(DEAL, rules={"preset": preset, "mult_run": 3}), type=Record)
    stored = json.loads(kifu.dumps(record))["rules"]
    options = PRESETS[preset]
    assert stored.keys() == set(options.__struct_fields__)
    assert (stored["preset"], stored["mult_run"]) == (preset, 3)
    assert stored["base"] == options.base


def test_one_line_holds_a_match() -> None:
    record = game("mighty").generate(Random(1))
    (line,) = formats.notation("mighty/json").texts([record], lines=True)
    assert kifu.loads(line, type=Record) == record == kifu.loads(kifu.dumps(record), type=Record)
    assert "\n" not in line.rstrip("\n")


def test_a_wrong_value_is_quoted_as_written() -> None:
    text = (ROOT / "examples/mighty/deal.json").read_text()
    (found,) = kifu.validate(text.replace('"caller_when_clubs": "H3"', '"caller_when_clubs": "♥3"'))
    assert found.message == 'expected "H3" or "S3", found "♥3"'
