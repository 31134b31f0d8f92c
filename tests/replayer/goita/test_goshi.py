"""Five し: declared, decided by the partner, thrown in or played."""

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ...helpers import Json, codes, dealt, goita, goita_2015, only, repaired
from ...loops import all_of

FIVE: Json = {"hands": dealt("12388888"), "record": "", "goshi": [0]}
CROSSED: Json = {
    "hands": ["12345677", "12345677", "45688888", "45688888"],
    "record": "",
    "goshi": [2, 3],
}
REDEAL: Json = {"result": {"end": "redeal"}}


def test_a_deal_with_five_may_be_played_or_thrown_in() -> None:
    assert codes(goita(FIVE)) == []
    assert codes(goita(FIVE | {"record": "82"})) == []
    assert codes(goita(FIVE | REDEAL)) == []


@pytest.mark.parametrize("dealer", range(4))
def test_the_partner_decides(dealer: int) -> None:
    for seat in range(4):
        played = FIVE | {"hands": dealt("12388888", seat), "goshi": [seat], "dealer": dealer}
        (replayed,) = kifu.replay(kifu.loads(goita(played | REDEAL), type=Record))
        decision = replayed.at(0)
        assert decision.actions == {(seat + 2) % 4: "redeal"}
        (replayed,) = kifu.replay(kifu.loads(goita(played), type=Record))
        assert replayed.at(0).actions is None
        assert not replayed.steps[-1].over


@pytest.mark.parametrize(("more", "word"), [(REDEAL, "redeal"), ({"record": "82"}, "play on")])
def test_the_decision_is_one_row_for_programs_that_learn(more: Json, word: str) -> None:
    record = kifu.loads(goita(FIVE | more))
    encoding = kifu.encoding(record)
    rows = encoding.rows(record)
    assert encoding.names[rows.arrays["action"][0]] == word
    legal = zip(encoding.names, rows.arrays["mask"], strict=False)
    assert [name for name, is_legal in legal if is_legal] == ["redeal", "play on"]
    assert rows.arrays["seat"][0] == 2


def test_a_redeal_has_no_winner_and_no_plies() -> None:
    assert codes(goita(FIVE | REDEAL | {"winner": 1})) == ["G201"]
    assert codes(goita(FIVE | REDEAL | {"record": "82"})) == ["G203"]
    assert codes(goita(FIVE | {"result": {"end": "redeal", "points": 10}})) == ["G204"]


def test_a_redeal_needs_five() -> None:
    four = {"hands": dealt("12348888"), "record": "", "goshi": []}
    assert codes(goita(four | REDEAL)) == ["G404"]
    six = {"hands": dealt("12888888"), "record": "", "goshi": [], "winner": 0}
    assert codes(goita(six | REDEAL)) == ["G404"]


def test_five_in_both_teams_may_be_decided_either_way() -> None:
    assert codes(goita(CROSSED | REDEAL)) == []
    assert codes(goita(CROSSED | {"record": "76"})) == []
    assert codes(goita(CROSSED)) == []


@pytest.mark.parametrize(("dealer", "decides"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_with_five_in_both_teams_the_partner_of_the_first_from_the_dealer_decides(
    dealer: int, decides: int
) -> None:
    thrown_in = kifu.loads(goita(CROSSED | REDEAL | {"dealer": dealer}), type=Record)
    assert kifu.replay(thrown_in)[0].at(0).actions == {decides: "redeal"}


def test_five_in_both_teams_are_thrown_in_by_option() -> None:
    always = {"cross_goshi": "redeal"}
    assert codes(goita(CROSSED | REDEAL, rules=always)) == []
    assert codes(goita(CROSSED | {"record": "76"}, rules=always)) == ["G405"]
    assert codes(goita(CROSSED, rules=always)) == []
    assert codes(goita(FIVE | {"record": "82"}, rules=always)) == []


WRONG: dict[str, tuple[Json, list[str]]] = {
    "not declared": (FIVE | {"goshi": []}, ["G402"]),
    "neither declared": (CROSSED | {"goshi": []}, ["G402", "G402"]),
    "one not declared": (CROSSED | {"goshi": [3]}, ["G402"]),
    "twice": (FIVE | {"goshi": [0, 0]}, ["G403"]),
    "twice, and another not at all": (CROSSED | {"goshi": [3, 3]}, ["G403"]),
    "without five": (FIVE | {"goshi": [0, 1]}, ["G401"]),
    "the wrong player": (FIVE | {"goshi": [1]}, ["G401"]),
    "no player": (FIVE | {"goshi": [0, 4]}, ["G006"]),
    "with six": (
        {"hands": dealt("12888888"), "record": "", "goshi": [0], "winner": 0},
        ["G401"],
    ),
}


@all_of("case", WRONG.values())
def test_wrong_declarations(case: tuple[Json, list[str]]) -> None:
    played, found = case
    assert sorted(codes(goita(played))) == found


@pytest.mark.parametrize("write", [goita, goita_2015])
def test_declarations_are_mended_all_at_once(write: object) -> None:
    assert callable(write)
    for goshi in ([], [3], [3, 3], [2, 2, 2]):
        text = str(write(CROSSED | {"goshi": goshi}))
        mended = repaired(text, kifu.validate(text))
        assert codes(mended) == []
        assert kifu.loads(mended, type=Record).rounds[0].goshi == (2, 3)


def test_declarations_left_out_mean_nobody_in_json() -> None:
    for text in (goita(FIVE), goita_2015(FIVE)):
        silent = text.replace(', "goshi": [0]', "")
        assert silent != text
        finding = only(silent)
        assert finding.code == "G402"
        assert codes(repaired(silent, [finding])) == []


def test_declarations_unknown_are_no_fault() -> None:
    assert codes(goita(FIVE | {"goshi": None})) == []
    history = kifu.dumps(kifu.loads(goita(FIVE), type=Record), "goita/history")
    assert codes(history) == []


def test_an_empty_record_of_2015_is_a_redeal_only_before_the_same_deal_again() -> None:
    again = dealt("12344678")
    played = {"hands": again, "record": "84"}

    def ends(*rounds: Json) -> list[str]:
        text = goita_2015(*rounds)
        assert [code for code in codes(text) if code != "G601"] == []
        return [each.result.end for each in kifu.loads(text, type=Record).rounds]

    assert ends(FIVE, played) == ["redeal", "unfinished"]
    assert ends(FIVE) == ["unfinished"]
    assert ends(FIVE, played | {"dealer": 3, "record": "88"}) == ["unfinished", "unfinished"]
    assert ends(FIVE, played | {"score": [10, 0]}) == ["unfinished", "unfinished"]
    assert ends({"hands": again, "record": ""}, played) == ["unfinished", "unfinished"]


def test_where_any_hand_may_be_wrong_nothing_is_said_of_five_shi() -> None:
    hands = ["12366788", "34788888", "34788888", "12455667"]
    assert codes(goita({"hands": hands, "record": "", "goshi": [2]})) == ["G003"]
    assert codes(goita({"hands": hands, "record": "", "goshi": []})) == ["G003"]
