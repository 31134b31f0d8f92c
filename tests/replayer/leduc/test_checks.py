"""Each error in a record is reported once, in its place."""

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu import replayer

from ...helpers import codes, marked, only
from ...loops import all_of
from .helpers import FOLDED, SHOWN, Json, hand, match, read

EXAMPLES = Path(__file__).parents[3] / "examples/leduc"


def test_a_sound_match() -> None:
    first, second = FOLDED | {"totals": [-3, 3]}, SHOWN | {"totals": [0, 0]}
    assert codes(match(first, second, players=["Ada", "Bo"])) == []
    assert codes(match()) == ["S005"]
    assert codes(match(FOLDED, SHOWN, hand("raise"))) == []


WRONG: dict[str, tuple[Json, str, str, str]] = {
    "antes": (FOLDED | {"antes": [1, 2]}, "L001", "/antes", "[1, 2]"),
    "a card without a suit": (hand(cards=["K", "Jh"]), "L002", "/cards/0", '"K"'),
    "a card dealt twice": (hand(cards=["Jh", "Jh"]), "L003", "/cards/1", '"Jh"'),
    "a public card dealt twice": (hand("call", "call", "Jh"), "L003", "/actions/2", '"Jh"'),
    "an invalid public card": (hand("call", "call", "1h"), "L002", "/actions/2", '"1h"'),
    "a hidden public card": (hand("call", "call", "??"), "L004", "/actions/2", '"??"'),
    "a check": (hand("check"), "L101", "/actions/0", '"check"'),
    "a fold without a bet": (hand("call", "fold"), "L102", "/actions/1", '"fold"'),
    "a fold after the public card": (
        hand("raise", "call", "Qs", "fold"),
        "L102",
        "/actions/3",
        '"fold"',
    ),
    "a third raise": (hand(*["raise"] * 3), "L103", "/actions/2", '"raise"'),
    "no public card": (hand("call", "call", "call"), "L104", "/actions/2", '"call"'),
    "a public card too early": (hand("raise", "Qs", "call"), "L105", "/actions/1", '"Qs"'),
    "a second public card": (
        hand("call", "call", "Qs", "Qh"),
        "L105",
        "/actions/3",
        '"Qh"',
    ),
    "actions after a fold": (hand("raise", "fold", "Qs"), "L201", "/actions/2", '"Qs"'),
    "actions after the showdown": (
        SHOWN | {"actions": [*SHOWN["actions"], "call"]},
        "L201",
        "/actions/6",
        '"call"',
    ),
    "another end": (FOLDED | {"end": "showdown"}, "L202", "/end", '"showdown"'),
    "an end for an unfinished hand": (
        SHOWN | {"actions": SHOWN["actions"][:-1], "totals": [3, -3]},
        "L202",
        "/end",
        '"showdown"',
    ),
    "returns for an unfinished hand": (
        hand("raise", returns=[1, -1], totals=[1, -1]),
        "L203",
        "/returns",
        "[1, -1]",
    ),
    "totals for an unfinished hand": (
        hand("raise", totals=[1, -1]),
        "L501",
        "/totals",
        "[1, -1]",
    ),
    "returns": (SHOWN | {"returns": [-3, 3]}, "L203", "/returns", "[-3, 3]"),
    "returns, and totals from them": (
        SHOWN | {"returns": [5, -5], "totals": [5, -5]},
        "L203",
        "/returns",
        "[5, -5]",
    ),
    "totals": (SHOWN | {"totals": [3, 3]}, "L501", "/totals", "[3, 3]"),
    "a hidden card outside a view": (hand(cards=["Ks", "??"]), "L004", "/cards/1", '"??"'),
}


@all_of("name", WRONG)
def test_one_slip(name: str) -> None:
    wrong, code, pointer, text = WRONG[name]
    whole = match(FOLDED, wrong if "totals" not in wrong else wrong | {"totals": shifted(wrong)})
    finding = only(whole)
    assert (finding.code, finding.pointer, finding.round) == (code, f"/hands/1{pointer}", 2)
    assert marked(whole, finding) == (text if pointer != "/totals" else str(shifted(wrong)))


def shifted(wrong: Json) -> list[int]:
    """Return the totals of a hand as if it followed one with returns of [-3, 3]."""
    first, second = wrong["totals"]
    return [first - 3, second + 3]


def test_the_player_and_the_ply_are_named_where_a_player_acts() -> None:
    finding = only(match(hand("call", "call", "Qs", "call", "fold")))
    assert (finding.ply, finding.player) == (4, 1)
    finding = only(match(hand("call", "call", "Ks")))
    assert (finding.ply, finding.player) == (None, None)


def test_independent_slips_are_all_reported() -> None:
    first = FOLDED | {"antes": [2, 2], "returns": [-4, 3], "totals": [0, 1]}
    second = hand("fold", antes=[0, 0])
    assert codes(match(first, second)) == ["L001", "L203", "L501", "L102", "L001"]


def test_only_the_last_hand_may_stop_early() -> None:
    finding = only(match(hand("raise"), FOLDED))
    assert (finding.code, finding.pointer, finding.round) == ("L204", "/hands/0/actions", 1)
    assert codes(match(hand("raise", end="fold"), FOLDED)) == ["L202"]


def totals(*each: list[int]) -> str:
    """Return a match of hands that return [3, -3] each, with these totals."""
    return match(*(SHOWN | ({"totals": said} if said else {}) for said in each))


TOTALS: dict[str, tuple[str, list[int]]] = {
    "a slip that is carried on": (totals([3, -3], [5, -6], [8, -9], [11, -12]), [2]),
    "a slip that is corrected": (totals([3, -3], [5, -6], [9, -9]), [2]),
    "a slip corrected later": (totals([4, -3], [7, -6], [9, -9]), [1]),
    "two slips": (totals([3, -3], [5, -6], [9, -8]), [2, 3]),
    "some unrecorded totals": (totals([3, -3], [], [9, -9], [], [15, -14]), [5]),
}


@pytest.mark.parametrize("name", TOTALS)
def test_totals(name: str) -> None:
    text, rounds = TOTALS[name]
    found = kifu.validate(text)
    assert [(each.code, each.round) for each in found] == [("L501", each) for each in rounds]


def test_two_hands_in_the_wrong_order_are_one_slip() -> None:
    one = hand("raise", "fold", totals=[1, -1])
    two, three = SHOWN | {"totals": [4, -4]}, SHOWN | {"totals": [7, -7]}
    assert codes(match(one, two, three)) == []
    assert codes(match(two, one, three)) == ["L501"]
    assert codes(match(two, one, SHOWN | {"totals": [8, -8]})) == ["L501", "L501"]


def test_totals_after_a_hand_that_cannot_be_added_up_are_believed() -> None:
    broken = hand("fold", totals=[7, -7])
    assert codes(match(broken, SHOWN | {"totals": [10, -10]})) == ["L102"]
    assert codes(match(broken, SHOWN | {"totals": [9, -9]})) == ["L102", "L501"]
    unsaid = hand("fold")
    following = SHOWN | {"totals": [20, -20]}, SHOWN | {"totals": [23, -23]}
    assert codes(match(unsaid, *following)) == ["L102"]


def result(text: str) -> Any:
    record = read(text)
    game = replayer.game("leduc")
    return game.match_result(record, game.check(record).ends)


def test_a_view_under_the_number_of_the_other_player() -> None:
    """Each hand gets one finding if its known card is not the one that its viewer would know."""
    own, other = FOLDED | {"cards": ["Ks", "??"]}, FOLDED | {"cards": ["??", "Jh"]}
    assert codes(match(own, own, view=1)) == ["L004", "L004"]
    assert codes(match(other, view=0)) == ["L004"]
    assert codes(match(own, FOLDED, view=0)) == ["L301"]


def test_a_match_is_over_when_its_last_hand_is() -> None:
    found = result(match(FOLDED, FOLDED, SHOWN, players=["Ada", "Bo"]))
    assert (found.names, found.points, found.sides) == (("Ada", "Bo"), (-3, 3), None)
    assert result(match(FOLDED, hand("raise"))) is None


def test_a_view_that_does_not_say_whose_it_is_is_one_error() -> None:
    text = (EXAMPLES / "view.json").read_text("utf-8")
    values = json.loads(text)
    del values["view"]
    assert codes(json.dumps(values)) == ["L004"]


def test_the_end_of_a_hand_determines_what_was_shown() -> None:
    values = json.loads((EXAMPLES / "view.json").read_text("utf-8"))
    for number, known in enumerate(values["hands"]):
        for at in range(len(known["actions"])):
            for change in ([], [known["actions"][at]] * 2):
                actions = [*known["actions"][:at], *change, *known["actions"][at + 1 :]]
                hands = [*values["hands"]]
                hands[number] = known | {"actions": actions}
                assert len(codes(json.dumps(values | {"hands": hands}))) <= 1
