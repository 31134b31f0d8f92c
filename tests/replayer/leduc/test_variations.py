"""Variations with chance events: the public card is one of their actions, but not a ply."""

import pytest

import kifu
from kifu.replayer.rules import IllegalAction

from ...helpers import codes
from .helpers import FOLDED, Json, hand, match, read

RECORD = read(match(FOLDED))


def test_chance_is_an_action_and_no_ply() -> None:
    actions = ["raise", "call", "Kh", "raise", "call"]
    branched = kifu.branch(RECORD, ply=2, actions=actions)
    (variation,) = kifu.replay(branched)[0].variations
    assert [step.ply for step in variation.own] == [2, 3, 0, 4, 5, 0]
    assert variation.plies == 5
    assert variation.at(4).state.public == "Kh"
    assert variation.steps[-1].state.returns == (9, -9)


def test_another_public_card_is_another_line() -> None:
    branched = kifu.branch(RECORD, ply=2, actions=["call", "Js", "call"])
    assert codes(kifu.dumps(branched)) == []
    deeper = kifu.branch(branched, ply=2, actions=["call", "Kh"], path=(1,))
    assert codes(kifu.dumps(deeper)) == []


@pytest.mark.parametrize("actions", [["call"], ["call", "Qs"], ["call", "Qs", "raise"]])
def test_the_same_public_card_is_not(actions: list[str]) -> None:
    with pytest.raises(IllegalAction, match="continues with the same action") as breach:
        kifu.branch(RECORD, ply=2, actions=actions)
    assert breach.value.rule.code == "V003"


WRONG: dict[str, tuple[list[str], str, int]] = {
    "no public card": (["raise", "call", "call"], "L104", 2),
    "a public card dealt twice": (["raise", "call", "Ks"], "L003", 2),
    "a public card dealt twice, after the same action": (["call", "Ks"], "L003", 1),
    "a public card too early": (["raise", "Kh"], "L105", 1),
    "no end": (["fold", "Kh"], "V002", 1),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_variation(name: str) -> None:
    actions, code, at = WRONG[name]
    varied: Json = FOLDED | {"variations": [{"ply": 2, "actions": actions}]}
    (finding,) = kifu.validate(match(varied))
    place = f"/hands/0/variations/0/actions/{at}"
    assert (finding.code, finding.pointer) == (code, place)


def test_a_record_may_stop_before_the_public_card() -> None:
    (replayed,) = kifu.replay(read(match(hand("raise", "call"))))
    assert replayed.positions == range(1, 4)
    assert replayed.at(3) is replayed.steps[-1]
    assert replayed.at(3).node.kind == "chance"


def test_nothing_is_said_of_a_variation_behind_a_wrong_public_card() -> None:
    wrong = hand("raise", "call", "Ks", variations=[{"ply": 3, "actions": ["call"]}])
    assert codes(match(wrong)) == ["L003"]


def test_nobody_is_blamed_for_chance() -> None:
    dealt = {"cards": ["Ks", "Jh"], "actions": ["call", "call", "Qs"]}
    varied = dealt | {"variations": [{"ply": 2, "actions": ["call", "Ks"]}]}
    (finding,) = kifu.validate(match(varied))
    assert (finding.code, finding.round, finding.ply, finding.player) == ("L003", 1, None, None)
    assert finding.pointer == "/hands/0/variations/0/actions/1"
