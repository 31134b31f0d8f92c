"""Slips in tables and deals: each is reported in its place, and nothing is inferred beyond it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.findings import Finding
from kifu.replayer.mighty.examples import finished, match
from kifu.replayer.mighty.record import Deal, Record, Result

from ...helpers import repaired
from ...loops import all_of
from .helpers import TABLE, Json

# The table from the issue: ♦ is trump, and with ♦J in the last row it is valid.
SOUND = """\
R P0~ P1 P2 P3 P4!
1 ♥4 ♥2 ♥Q ♠A* (♥5
2 ♣2 ♣8 ♣Q* (♣3 ♣9
3 ♦5 ♦6 (♦8 ♦A* ♦2
4 ♣T ♣K ♣A* (♣5 ♣7
5 ♦K* ♦9 (♦3 ♦4 ♦Q
6 (♥7 ♥8 ♥A* ♥3 ♥K
7 ♠4 ♠K* (♠3 ♠T ♥6
8 ♠6 (♠9 ♠7 ♠J* ♣6
9 ♠Q ♠8 ♥J (♥9 ♦T*
10 ♠5 ♠2 ♦7 ☆ (♦J*
"""
DEAL = json.loads(match(finished()).content())

EXAMPLES = Path(__file__).parents[3] / "examples"


def errors(text: str, notation: str = "mighty/gibo") -> list[Finding]:
    return [each for each in kifu.validate(text, notation) if each.severity == "error"]


def places(text: str) -> list[tuple[str, int | None, int | None]]:
    return [(each.code, each.line, each.column) for each in errors(text)]


def in_json(play: str) -> str:
    """Return the example deal with a different sixth lead in place of ♣3!."""
    return json.dumps(DEAL).replace('"C3!"', json.dumps(play))


# Wrong under every interpretation


def test_a_table_without_a_header_is_sound() -> None:
    assert errors(SOUND) == []


def test_a_word_that_is_not_a_card_in_the_last_row_is_reported_there() -> None:
    assert places(SOUND.replace("♦J*", "♦10*")) == [("M003", 11, 15)]


@pytest.mark.parametrize("row", range(1, 11))
@pytest.mark.parametrize("column", range(5))
def test_a_word_that_is_not_a_card_is_reported_anywhere(row: int, column: int) -> None:
    for table in (SOUND, TABLE):
        lines = table.split("\n")
        cells = lines[row].split()
        marked = cells[column + 1]
        play = marked.strip("(*")
        cells[column + 1] = marked.replace(play, "♥0")
        lines[row] = " ".join(cells)
        at = len(" ".join(cells[: column + 1])) + 2
        assert places("\n".join(lines)) == [("M003", row + 1, at)]


def test_a_card_that_is_played_twice_is_nobodys_when_others_are_judged() -> None:
    """The second ♠2 in round 9 does not prove that P4 revoked in round 7."""
    bare = SOUND.translate(str.maketrans("", "", "(*!~"))
    assert places(bare.replace("♥9 ♦T", "♥9 ♠2")) == [("M004", 11, 7)]


@pytest.mark.parametrize(
    ("play", "code"), [("(♣X!", "M003"), ("(♣3♠", "M310"), ("(♣3♠!", "M310"), ("(♣3♣!", "M310")]
)
def test_a_slip_in_a_call_of_a_bare_table(play: str, code: str) -> None:
    assert places(TABLE.replace("(♣3!", play)) == [(code, 7, 5)]


def test_all_that_is_no_card_is_reported_in_one_run() -> None:
    found = places(SOUND.replace("♥4", "♥14").replace("♦J*", "♦10*").replace("♣8", "♣8♥"))
    assert found == [("M003", 2, 3), ("M310", 3, 6), ("M003", 11, 15)]


@pytest.mark.parametrize("play", ["C3C", "C3C!", "C3H!", "C3S"])
def test_a_plain_card_that_calls_names_no_suit(play: str) -> None:
    (found,) = errors(in_json(play), "mighty/json")
    assert (found.code, found.pointer) == ("M310", "/deals/0/tricks/5/cards/0")
    gibo = kifu.dumps(kifu.loads(json.dumps(DEAL), type=Record), "mighty/gibo")
    (found,) = errors(gibo.replace("(♣3!", f"({play}"))
    assert found.code == "M310"


@pytest.mark.parametrize(("play", "right"), [("♣3♠", "♣3"), ("C3C!", "C3!")])
def test_a_suit_on_a_plain_card_is_taken_off(play: str, right: str) -> None:
    text = TABLE.replace("♣3!", play)
    (found,) = errors(text)
    assert repaired(text, [found]) == TABLE.replace("♣3!", right)


@pytest.mark.parametrize(
    "field", ["hands/0/1", "hands/4/9", "kitty/2", "discard/0", "tricks/0/cards/2"]
)
def test_words_that_are_no_card_do_not_hide_what_else_is_wrong(field: str) -> None:
    deal: Any = json.loads(json.dumps(DEAL))
    *path, last = (int(each) if each.isdigit() else each for each in f"deals/0/{field}".split("/"))
    pile = deal
    for each in path:
        pile = pile[each]
    pile[last] = "X9"
    found = errors(json.dumps(deal), "mighty/json")
    assert [(each.code, each.pointer) for each in found] == [("M003", f"/deals/0/{field}")]
    deal["deals"][0]["tricks"][8]["winner"] = 1
    pointers = [each.pointer for each in errors(json.dumps(deal), "mighty/json")]
    assert pointers == [f"/deals/0/{field}", "/deals/0/tricks/8/winner"]


@pytest.mark.parametrize(
    ("right", "wrong", "at"),
    [
        ('"C2"], "bids"', '"C2"], "bids"', None),
        ('"kitty": ["S2", "D3", "C2"]', '"kitty": ["S2", "D3C2"]', "kitty/1"),
        ('"friend": "SA"', '"friend": "SA*"', "friend"),
        ('"D5", "D4", "H3"', '"D5D4", "H3"', "hands/1/3"),
    ],
)
def test_consequences_of_a_word_that_is_not_a_card_are_left_out(
    right: str, wrong: str, at: str | None
) -> None:
    whole = json.dumps(DEAL)
    assert right in whole
    found = errors(whole.replace(right, wrong), "mighty/json")
    assert [(each.code, each.pointer) for each in found] == (
        [] if at is None else [("M003", f"/deals/0/{at}")]
    )


# Nothing is inferred beyond a slip


def understood(text: str) -> Deal:
    """Return the deal as inferred from a table, which is what a conversion would write."""
    found: Deal = kifu.loads(text, type=Record).deals[0]
    return found


def test_an_end_that_the_play_contradicts_is_not_inferred() -> None:
    contract = "Contract: 15♥\nFriend: ♠A\n" + TABLE
    assert understood(f"{contract}Score: 1100\n").result == Result(end="won", score=1100)
    for line, code in (("Score: -1100", "M406"), ("Score: 1300", "M406"), ("Points: 12", "M404")):
        text = f"{contract}{line}\n"
        assert [each.code for each in errors(text)] == [code]
        found = understood(text).result
        assert found is not None
        assert found.end is None


def test_a_contract_is_not_inferred_from_a_score_that_the_result_contradicts() -> None:
    won = TABLE + "Result: won\nScore: 1100\nPayoffs: 2200 -1100 1100 -1100 -1100\n"
    assert understood(won).contract == "15H"
    lost = won.replace("won", "lost")
    assert [each.code for each in errors(lost)] == ["M405"]
    assert understood(lost).contract in (None, "?H")
    assert understood(lost).friend_player == 2


def test_no_payoffs_name_a_friend_where_they_contradict_the_score() -> None:
    text = TABLE.replace("~", "") + "Score: 1300\nPayoffs: 2200 -1100 1100 -1100 -1100\n"
    assert errors(text) != []
    found = understood(text)
    assert (found.friend_player, found.contract) == (None, None)


def test_only_what_stands_before_a_slip_is_inferred() -> None:
    bare = TABLE.translate(str.maketrans("", "", "(*!~")).replace("♣3", "♣3!")
    bare = bare.replace("♦4", "♦0")
    head = "Contract: ?♥\n" + bare.replace("P0", "P0!")
    marks = [(trick.lead, trick.winner) for trick in understood(head).tricks]
    assert marks[:3] == [(0, 0), (0, 1), (1, 2)]
    assert understood(TABLE.replace("♥J*", "♥0*")).hands is None
    assert understood(TABLE.replace("♥J*", "♥0*")).discard is None


# A forgotten call

CALLED = """\
R   P0!  P1   P2   P3   P4
1   (♦A* ♦5   ♦T   ♦Q   ♦2
2   (♣3  ☆    ♣9   ♣Q*  ♣4
3   ♣5   ♣K   ♣A*  (♣J  ♣T
"""


def test_a_call_that_was_forgotten() -> None:
    (found,) = errors(CALLED)
    assert (found.code, found.line, found.column) == ("M311", 3, 5)
    assert found.message == "the next plays show that ♣3 calls the joker here: write ♣3!"
    assert repaired(CALLED, [found]).splitlines()[2].split()[1] == "(♣3!"
    assert errors(repaired(CALLED, [found])) == []


@pytest.mark.parametrize("unmarked", ["*", "(", "*("])
def test_marks_need_not_tell_all_of_a_forgotten_call(unmarked: str) -> None:
    first, second, third, last, _ = CALLED.split("\n")
    plain = third.translate(str.maketrans("", "", unmarked.replace("(", "")))
    text = "\n".join([first, second, plain, last.translate(str.maketrans("", "", unmarked)), ""])
    expected = [("M311", 3, 5)] if "(" not in unmarked or "*" not in unmarked else []
    assert places(text)[:1] == expected


def test_a_caller_that_does_not_call_is_not_blamed() -> None:
    quiet = (
        CALLED.replace("☆ ", "☆*").replace("♣Q*", "♣Q").replace("♣K", "(♣K").replace("(♣J", "♣J")
    )
    assert errors(quiet) == []


def test_a_forgotten_call_in_a_whole_deal() -> None:
    deal: Any = json.loads(json.dumps(DEAL))
    tricks = deal["deals"][0]["tricks"]
    tricks[1] = {"lead": 0, "cards": ["C3", "JK", "C9", "CQ", "C4"], "winner": 3}
    tricks[2] = {"lead": 3, "cards": ["C5", "CA", "C7", "CJ", "CT"], "winner": 1}
    deal["deals"][0].update(tricks=tricks[:3], result={"end": "unfinished"})
    del deal["deals"][0]["friend_player"]
    (found,) = errors(json.dumps(deal), "mighty/json")
    assert (found.code, found.pointer) == ("M311", "/deals/0/tricks/1/cards/0")
    mended = repaired(json.dumps(deal), [found])
    assert json.loads(mended)["deals"][0]["tricks"][1]["cards"][0] == "C3!"
    assert errors(mended, "mighty/json") == []


def test_a_card_of_the_kitty_is_played_by_the_president_alone() -> None:
    kitty = "Kitty: ♦5 ♣2 ♠2\nContract: ?♥\n"
    assert [each.code for each in errors(kitty + TABLE)] == ["M302"]
    assert errors(kitty.replace("♦5", "♦A") + TABLE) == []


def test_a_wrong_mark_of_the_friend_explains_points_and_score() -> None:
    """Nothing names the friend, so only the result shows who it was."""
    result = "Points: 15\nScore: 1100\n"
    wrong = TABLE.replace("P2~ ", "P2  ").replace("P3 ", "P3~")
    assert errors(TABLE + result) == []
    wrong = f"{wrong}Payoffs: 2200 -1100 1100 -1100 -1100\n{result}"
    for contract in ("Contract: 15♥\n", "Dealer: P0\n"):
        (error,) = errors(contract + wrong)
        assert (error.code, error.line, error.column) == ("M403", 2, 20)
        assert error.message.endswith("but according to the result, it is P2")


# The marked president, and the player who leads


def test_swapped_marks_are_one_slip() -> None:
    match = (EXAMPLES / "mighty/match.gibo").read_text(encoding="utf-8")
    (found,) = errors(match.replace("P0!  P1~", "P0~  P1!", 1))
    assert (found.code, found.round, found.player) == ("M403", 2, 1)
    assert found.message.endswith("and is marked as the friend: are the marks swapped?")


def test_play_tells_which_of_two_marks_is_wrong() -> None:
    """Had P3 led ♠A, others would have had to follow suit."""
    (found,) = errors(SOUND.replace("P3 P4!", "P3! P4"))
    assert (found.code, found.line, found.column) == ("M403", 1, 13)
    assert found.message == "P3 is marked as the president, but P4 leads the first trick"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_wrong_president_is_one_error(seat: int) -> None:
    head = "R " + " ".join(f"P{each}!" if each == seat else f"P{each}" for each in range(5))
    (found,) = errors(SOUND.replace("R P0~ P1 P2 P3 P4!", head))
    assert (found.code, found.line) == ("M403", 1)


# Values that are impossible in any deal hide nothing else


def changed(**more: Any) -> str:
    """Return the example deal with some values changed, and one player paid too little."""
    deal = json.loads(json.dumps(DEAL))
    (only,) = deal["deals"]
    only["result"]["payoffs"][4] -= 100
    for name, value in more.items():
        *path, last = name.split("_")
        at = only
        for each in path:
            at = at[int(each) if each.isdigit() else each]
        at[int(last) if last.isdigit() else last] = value
    return json.dumps(deal)


@all_of(
    ("slip", "code"),
    [
        ({"hands_1_0": "SK"}, "M004"),
        ({"kitty_0": "S3"}, "M004"),
        ({"hands_1_0": "SK", "hands_2_0": "HA"}, "M004 M004"),
        ({"hands_1": DEAL["deals"][0]["hands"][0]}, "M004"),
        ({"hands_1": DEAL["deals"][0]["hands"][1][1:]}, "M002"),
        ({"hands_1": DEAL["deals"][0]["hands"][1][1:], "kitty": ["S2", "D3", "C2", "S4"]}, "M002"),
        ({"hands": DEAL["deals"][0]["hands"][1:]}, "M001"),
        ({"contract": "15X"}, "M005"),
        ({"bids_2_0": 7}, "M006"),
        ({"tricks_3_winner": 7}, "M006"),
        ({"president": 7}, "M006"),
        ({"dealer": 7}, "M006"),
        ({"dealer": 7, "tricks_3_winner": 7}, "M006 M006"),
    ],
)
def test_impossible_values_do_not_hide_a_wrong_result(slip: Json, code: str) -> None:
    found = [each.code for each in errors(changed(**slip), "mighty/json")]
    assert found == [*code.split(), "M407"]


def test_a_misspelt_card_is_read_as_it_is_meant() -> None:
    """The deal is replayed to its end, so the wrong score is reported, too."""
    deal = finished(result={"score": 1101})
    for wrong, right in (("H10", "HT"), ("HHT", "HT"), ("♥10", "HT")):
        tricks = json.loads(json.dumps(deal["tricks"]))
        assert tricks[8]["cards"][2] == right
        tricks[8]["cards"][2] = wrong
        spelling, score = errors(match(deal | {"tricks": tricks}).content().decode(), "mighty/json")
        assert (spelling.code, spelling.message) == (
            "M003",
            f"{wrong!r} is not a card: write {right}",
        )
        assert score.code == "M406"
