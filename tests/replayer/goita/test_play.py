"""Each rule of play, and which one is reported if an action breaks several."""

from dataclasses import dataclass

import pytest

import kifu
from kifu.replayer.goita.rules import GoitaRules
from kifu.replayer.rules import CHANCE

from ...helpers import codes, goita, marked, only
from ...loops import all_of

HANDS = ["12345678", "12345678", "44568888", "56778888"]

LEGAL = {
    "nothing was played yet": "",
    "face-down, then an attack": "86",
    "everybody may pass": "86000",
    "a player passed by all leads again": "8600075",
    "received with the same kind": "8665",
    "the partner's attack is received": "86065",
    "a king receives 馬": "8618",
    "dashes mean nothing": "-8-6--0-0-0-75-",
}


@dataclass(frozen=True, kw_only=True)
class Broken:
    """A record that breaks a rule, and what the finding says and marks."""

    record: str
    code: str
    marked: str
    ply: int
    player: int


BROKEN = {
    "the opening is a pass": Broken(record="0", code="G102", marked="0", ply=1, player=0),
    "a player passed by all passes": Broken(
        record="86-0-0-0-0", code="G102", marked="0", ply=5, player=0
    ),
    "no digit": Broken(record="x6", code="G004", marked="x", ply=1, player=0),
    "no digit after it": Broken(record="8x", code="G004", marked="x", ply=1, player=0),
    "a hidden piece, outside a view": Broken(record="96", code="G004", marked="9", ply=1, player=0),
    "a hidden attack": Broken(record="89", code="G004", marked="9", ply=1, player=0),
    "the attack is nothing": Broken(record="80", code="G107", marked="0", ply=1, player=0),
    "cut inside a play": Broken(record="86-0-6", code="G108", marked="6", ply=3, player=2),
    "not in hand": Broken(record="86-0-36", code="G103", marked="3", ply=3, player=2),
    "the attack is not in hand": Broken(record="88", code="G103", marked="8", ply=1, player=0),
    "received with another kind": Broken(record="86-57", code="G105", marked="5", ply=2, player=1),
    "a king receives し": Broken(record="78-12", code="G106", marked="1", ply=2, player=1),
    "a king receives 香": Broken(record="87-12", code="G106", marked="1", ply=2, player=1),
    "a king attacks": Broken(record="81", code="G104", marked="1", ply=1, player=0),
    "a king attacks after a receiver": Broken(
        record="86-61", code="G104", marked="1", ply=2, player=1
    ),
}

FIRST_OF_SEVERAL = {
    "digit before hand": ("86-0-3x", "G004", "x"),
    "digit before receiving": ("86-5x", "G004", "x"),
    "first digit before second": ("xy", "G004", "x"),
    "hand before receiving": ("86-0-35", "G103", "3"),
    "hand before second digit": ("86-0-30", "G103", "3"),
    "hand before a missing digit": ("86-0-3", "G103", "3"),
    "receiving before second digit": ("86-50", "G105", "5"),
    "receiving before a missing digit": ("86-5", "G105", "5"),
    "receiving before the second piece": ("86-0-41", "G105", "4"),
    "second piece before the king": ("86-0-61", "G103", "1"),
    "the same king twice": ("11", "G103", "1"),
}


@all_of("record", LEGAL.values())
def test_legal_play(record: str) -> None:
    assert codes(goita({"hands": HANDS, "record": record})) == []


@all_of("case", BROKEN.values())
def test_each_rule_is_reported_in_its_place(case: Broken) -> None:
    text = goita({"hands": HANDS, "record": case.record})
    finding = only(text)
    assert (finding.code, finding.ply, finding.player) == (case.code, case.ply, case.player)
    assert marked(text, finding) == case.marked
    assert (finding.round, finding.pointer) == (1, "/rounds/0/record")


@all_of("case", FIRST_OF_SEVERAL.values())
def test_the_first_of_several_broken_rules_is_reported(case: tuple[str, str, str]) -> None:
    record, code, characters = case
    text = goita({"hands": HANDS, "record": record})
    assert only(text).code == code
    assert marked(text, only(text)) == characters


def test_the_second_of_two_equal_digits_is_the_one_that_is_missing() -> None:
    text = goita({"hands": HANDS, "record": "88"})
    assert only(text).column == text.index('"88"') + 3


def test_only_the_first_broken_action_of_a_round_is_reported() -> None:
    text = goita({"hands": HANDS, "record": "86-57-99-xx"}, {"hands": HANDS, "record": "0"})
    assert codes(text) == ["G105", "G102"]


def test_a_piece_is_played_once() -> None:
    assert codes(goita({"hands": HANDS, "record": "8600086"})) == ["G103"]


def test_a_kept_piece_may_be_played_later() -> None:
    assert codes(goita({"hands": HANDS, "record": "8600075"})) == []


def test_the_turn_goes_round_from_the_dealer() -> None:
    text = goita({"hands": HANDS, "record": "00", "dealer": 3})
    assert (only(text).player, only(text).ply) == (3, 1)
    text = goita({"hands": HANDS, "record": "56-x", "dealer": 3})
    assert (only(text).player, only(text).ply) == (0, 2)


def test_a_dealer_out_of_range() -> None:
    for dealer in (4, -1):
        finding = only(goita({"hands": HANDS, "record": "86", "dealer": dealer}))
        assert (finding.code, finding.pointer) == ("G006", "/rounds/0/dealer")


def test_a_replay_stops_at_the_broken_action() -> None:
    record = kifu.loads(goita({"hands": HANDS, "record": "8657"}))
    (replayed,) = kifu.replay(record)
    breach = replayed.steps[-1].breach
    assert breach is not None
    assert (breach.rule.code, replayed.steps[-1].ply, replayed.plies) == ("G105", 2, 1)
    assert replayed.at(2) is replayed.steps[-1]


def test_nothing_lies_on_the_table_before_the_deal() -> None:
    state = GoitaRules().initial_state()
    assert (state.dealt, state.hands, state.unseen, state.attack) == ((), (), "", "")
    assert (state.turn, state.attacker, state.leading) == (state.dealer, -1, True)
    assert (state.exposed, state.goshi, state.deciding, state.hides(0)) == (False, (), False, False)


@pytest.mark.parametrize("word", ["8", "867", "-1", "x6", "８６"])
def test_only_passes_and_plays_are_carried_out(word: str) -> None:
    rules = GoitaRules()
    state = rules.apply(rules.initial_state(), {CHANCE: " ".join(HANDS)}).state
    assert rules.apply(state, {0: "86"}).state.turn == 1
    with pytest.raises(ValueError, match="is not a pass or a play"):
        rules.apply(state, {0: word})
