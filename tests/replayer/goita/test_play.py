"""Each rule of play, and which one is reported where an action breaks several."""

import pytest

import kifu

from ...helpers import codes, goita, marked, only

HANDS = ["12345678", "12345678", "44568888", "56778888"]

LEGAL = {
    "nothing was played yet": "",
    "face-down, then an attack": "86",
    "everybody may pass": "86000",
    "who is passed by leads again": "8600075",
    "received with the same kind": "8665",
    "the partner's attack is received": "86065",
    "a king receives 馬": "8618",
    "dashes mean nothing": "-8-6--0-0-0-75-",
}

BROKEN = {
    # action: (record, rule, the characters it is about, ply, player)
    "the opening is a pass": ("0", "G102", "0", 1, 0),
    "who is passed by passes": ("86-0-0-0-0", "G102", "0", 5, 0),
    "no digit": ("x6", "G004", "x", 1, 0),
    "no digit behind": ("8x", "G004", "x", 1, 0),
    "a hidden piece, outside a view": ("96", "G004", "9", 1, 0),
    "a hidden attack": ("89", "G004", "9", 1, 0),
    "the attack is nothing": ("80", "G107", "0", 1, 0),
    "cut inside a play": ("86-0-6", "G108", "6", 3, 2),
    "not in hand": ("86-0-36", "G103", "3", 3, 2),
    "the attack is not in hand": ("88", "G103", "8", 1, 0),
    "received with another kind": ("86-57", "G105", "5", 2, 1),
    "a king receives し": ("78-12", "G106", "1", 2, 1),
    "a king receives 香": ("87-12", "G106", "1", 2, 1),
    "a king attacks": ("81", "G104", "1", 1, 0),
    "a king attacks behind a receiver": ("86-61", "G104", "1", 2, 1),
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
    "one king twice": ("11", "G103", "1"),
}


@pytest.mark.parametrize("record", LEGAL.values(), ids=LEGAL.keys())
def test_legal_play(record: str) -> None:
    assert codes(goita({"hands": HANDS, "record": record})) == []


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN.keys())
def test_each_rule_is_reported_in_its_place(case: tuple[str, str, str, int, int]) -> None:
    record, code, characters, ply, player = case
    text = goita({"hands": HANDS, "record": record})
    finding = only(text)
    assert (finding.code, finding.ply, finding.player) == (code, ply, player)
    assert marked(text, finding) == characters
    assert (finding.round, finding.pointer) == (1, "/rounds/0/record")


@pytest.mark.parametrize("case", FIRST_OF_SEVERAL.values(), ids=FIRST_OF_SEVERAL.keys())
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
