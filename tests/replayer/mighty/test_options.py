"""The options and their presets."""

import json
from pathlib import Path
from typing import get_type_hints

import pytest

import kifu
from kifu.replayer.mighty.options import PRESETS, Options, changed, resolved

from ...helpers import codes
from ...loops import all_of
from .helpers import passed, text

DOCUMENTED = (Path(__file__).parents[3] / "docs" / "mighty.md").read_text("utf-8")


def test_every_option_is_documented() -> None:
    names = {*get_type_hints(Options)} - {"preset"}
    assert {name for name in names if f"`{name}`" not in DOCUMENTED} == set()


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_documented_and_named_after_itself(name: str) -> None:
    assert f"| `{name}` |" in DOCUMENTED
    assert PRESETS[name].preset == name


def test_the_preset_of_the_paper_is_the_defaults() -> None:
    assert PRESETS["seed"] == Options()
    assert changed(Options()) == {}


def test_options_of_a_record_override_its_preset() -> None:
    found = resolved({"preset": "pagat", "bid_min": 14, "formula": "seed"})
    assert (found.bid_min, found.formula, found.caller_when_clubs) == (14, "seed", "S3")
    assert changed(found).keys() >= {"bid_min"}
    assert "formula" not in changed(found)


def test_a_record_stores_every_option() -> None:
    written = json.loads(kifu.dumps(kifu.loads(text(passed(), rules={"preset": "league"}))))
    assert written["rules"].keys() == get_type_hints(Options).keys()
    assert (written["rules"]["preset"], written["rules"]["base"]) == ("league", 14)


@all_of(
    "rules",
    [
        {"preset": "house"},
        {"bid_min": "13"},
        {"bid_max": 21},
        {"pass_final": 1},
        {"friend_modes": ["telepathy"]},
        {"joker_dead_in": [1, 1]},
        {"joker_dead_in": [11]},
        {"jokers": 2},
    ],
)
def test_unknown_options_and_values(rules: dict[str, object]) -> None:
    (code,) = codes(text(passed(), rules=rules))
    assert code.startswith("S")


@pytest.mark.parametrize(
    ("preset", "call", "code"),
    [
        ("seed", "13S", None),
        ("pagat", "13S", None),
        ("league", "13S", "M102"),
        ("league", "14S", None),
        ("seed", "misdeal", "M107"),
    ],
)
def test_records_are_checked_under_their_preset(preset: str, call: str, code: str | None) -> None:
    deal = passed() | {"bids": [[0, call]]}
    assert codes(text(deal, rules={"preset": preset})) == ([] if code is None else [code])
