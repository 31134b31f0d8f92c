"""goita/table: the table of the 2015 proposal."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.formats import CannotHold
from kifu.replayer.goita.record import Record

from ...campaign import few
from ...helpers import MODEL_A, MODEL_B, codes, goita, marked, only, records_of, repaired
from ...loops import all_of
from .slip import Slip

# Both tables exactly as in the proposal, trailing spaces included.
TABLE_A = """\
player hand
0. Alice(dealer) 王玉香香香香しし
1. Bob 飛飛金金金金しし
2. Carol 角銀銀銀銀ししし
3. Dave 角馬馬馬馬ししし
turn Alice Bob Carol Dave
1st ☗し☖香 なし なし なし
2nd ☗し☖香 なし なし なし
3rd ☗香☖香 なし なし なし
4th ☗王☖玉
""".replace("玉\n", "玉      \n")
HISTORY_LINE = "12345678,12345679,11112345,11112345,s1,113"
TABLE_B = """\
player hand
0. Alice(dealer) 王玉飛香香香しし
1. Bob 飛金金金金銀しし
2. Carol 角銀銀銀馬ししし
3. Dave 角馬馬馬香ししし
turn Alice Bob Carol Dave
1st ☗王☖香 なし なし なし
2nd ☗玉☖香 なし なし なし
3rd ☗し☖香 なし なし ☖香☖馬
4th なし なし なし ☗し☖馬
5th なし なし なし ☗し☖馬
6th なし なし ☖馬☖銀 なし
7th なし なし ☗し☖銀 なし
8th なし なし ☗し☖銀 なし
9th なし ☖銀☖金 なし なし
10th なし ☗し☖金 なし なし
11th なし ☗し☖金 なし なし
12th なし ☗金☖飛
""".replace("飛\n", "飛    \n")
TITLE = "モデルゲームA(最短)"
HANDS = """\
player hand
0. A 王飛角金銀馬香し
1. B 玉飛角金銀馬香し
2. C 金銀馬香しししし
3. D 金銀馬香しししし
"""


@all_of("title", ["", TITLE + "\n"])
@all_of("newline", ["\n", "\r\n", "\r"])
@all_of("game", ["A", "B"])
def test_the_tables_of_the_proposal(title: str, newline: str, game: str) -> None:
    table, model = (TABLE_A, MODEL_A) if game == "A" else (TABLE_B, MODEL_B)
    text = (title + table).replace("\n", newline)
    assert codes(text) == []
    record = kifu.loads(text, type=Record)
    (played,) = record.rounds
    assert record.title == (TITLE if title else None)
    assert record.players == ("Alice", "Bob", "Carol", "Dave")
    assert (played.hands, played.record) == (tuple(model["hands"]), model["record"])
    assert (played.dealer, played.winner, played.score, played.goshi) == (
        0,
        model["winner"],
        None,
        None,
    )
    written = kifu.dumps(record, "goita/table")
    assert written == "\n".join(line.rstrip() for line in (title + table).split("\n"))


def test_kings_are_distinguished() -> None:
    assert kifu.loads(TABLE_A, type=Record).rounds[0].kings == "王玉王玉"
    assert (
        kifu.loads(TABLE_A.replace("☗王☖玉", "☗玉☖王"), type=Record).rounds[0].kings == "王玉玉王"
    )
    assert kifu.loads(TABLE_A.replace("玉", "王"), type=Record).rounds[0].kings == ""


@pytest.mark.parametrize("dealer", range(4))
def test_columns_stand_from_the_dealer_on(dealer: int) -> None:
    hands = [MODEL_A["hands"][(seat - dealer) % 4] for seat in range(4)]
    played = MODEL_A | {"hands": hands, "dealer": dealer, "winner": dealer}
    names = ["Alice", "Bob", "Carol", "Dave"]
    record = kifu.loads(goita(played, players=names), type=Record)
    text = kifu.dumps(record, "goita/table")
    assert f"turn {' '.join(names[dealer:] + names[:dealer])}\n" in text
    assert f"{dealer}. {names[dealer]}(dealer) " in text
    assert codes(text) == []
    assert kifu.loads(text, type=Record).rounds[0].dealer == dealer
    unnamed = kifu.dumps(replace(record, players=None), "goita/table")
    assert f"turn {' '.join('01230123'[dealer : dealer + 4])}\n" in unnamed
    assert codes(unnamed) == []


def test_a_position_may_have_no_turns() -> None:
    dealt = HANDS.replace("0. A ", "0. A(dealer) ")
    for text in (dealt, dealt + "turn A B C D\n"):
        assert codes(text) == []
        assert kifu.loads(text, type=Record).rounds[0].record == ""


def test_somebody_deals() -> None:
    assert only(HANDS).message == "no player is marked with (dealer)"
    found = only(HANDS + "turn C D A B\n")
    assert found.message.startswith("(dealer) is missing after C:")
    assert (
        repaired(HANDS + "turn C D A B\n", [found])
        == HANDS.replace("2. C", "2. C(dealer)") + "turn C D A B\n"
    )


def test_hidden_values_of_a_view() -> None:
    view = kifu.view(kifu.loads(TABLE_B, type=Record), 1)
    text = kifu.dumps(view, "goita/table")
    assert "0. Alice(dealer) 裏裏裏裏裏裏裏裏" in text
    assert "1st ☗裏☖香 なし なし なし" in text
    assert codes(text) == []
    assert kifu.loads(text, type=Record) == view


# Names and titles

NAMES = [
    "a b",
    '"',
    '"x"',
    "(dealer)",
    "Alice(dealer)",
    "王",
    "王玉",
    "turn",
    "1st",
    "なし",
    "☗し☖香",
]
MORE_NAMES = ["", " ", "a\nb", "a\\b", "0.", "---", "player hand", "\u3000", "\u2028", "\x00", "😀"]


@all_of("name", NAMES + MORE_NAMES)
def test_names_that_look_like_something_else(name: str) -> None:
    record: Record = replace(kifu.loads(TABLE_A, type=Record), players=(name, "Bob", name, name))
    text = kifu.dumps(record, "goita/table")
    assert codes(text) == []
    assert kifu.loads(text, type=Record) == record


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(name=ANY_TEXT, title=ANY_TEXT)
def test_names_and_titles_of_any_characters_come_back(name: str, title: str) -> None:
    record: Record = replace(
        kifu.loads(TABLE_A, type=Record), players=(name, "B", name, name), title=title
    )
    text = kifu.dumps(record, "goita/table")
    (reading,) = kifu.read(text, "goita/table")
    assert reading.findings == []
    assert reading.record == record


def test_half_a_character_is_no_name() -> None:
    text = TABLE_A.replace("Alice", r'"\ud83d"')
    assert codes(text) == []
    kifu.dumps(kifu.loads(text, type=Record)).encode()


@all_of(
    "title",
    [
        *("---", "player hand", '"', " x", "x ", "", "a\nb", "1st", "turn"),
        *("<<<<<<< HEAD", ">>>>>>> main", HISTORY_LINE),
    ],
)
def test_titles_that_look_like_something_else(title: str) -> None:
    record: Record = replace(kifu.loads(TABLE_A, type=Record), title=title)
    text = kifu.dumps(record, "goita/table")
    assert kifu.loads(text, type=Record) == record


# Errors and their places

WRONG = {
    "receiving instead of leading": Slip(old="1st ☗王", new="1st ☖王", code="G602", marked="☖"),
    "face-down instead of receiving": Slip(old="☖香☖馬", new="☗香☖馬", code="G602", marked="☗"),
    "the wrong columns": Slip(
        old="turn Alice Bob", new="turn Bob Alice", code="G603", marked="Bob"
    ),
    "another name": Slip(old="turn Alice", new="turn Alicia", code="G603", marked="Alicia"),
    "the wrong turn": Slip(old="2nd ", new="3rd ", code="F301", marked="3rd"),
    "the wrong ending": Slip(old="2nd ", new="2th ", code="F301", marked="2th"),
    "too few columns": Slip(old="なし\n2nd", new="\n2nd", code="F301", marked="1st"),
    "too many columns": Slip(old="なし\n2nd", new="なし なし\n2nd", code="F301", marked="1st"),
    "half a play": Slip(old="1st ☗王☖香", new="1st ☗王", code="F301", marked="☗"),
    "a hidden attack": Slip(old="1st ☗王☖香", new="1st ☗王☖裏", code="F301", marked="☗"),
    "a digit for a piece": Slip(old="1st ☗王☖香", new="1st ☗1☖7", code="F301", marked="1☖7"),
    "no word": Slip(old="なし", new="パス", code="F301", marked="パ"),
    "the seats out of order": Slip(old="1. Bob", new="2. Bob", code="F301", marked="2."),
    "two dealers": Slip(old="Bob ", new="Bob(dealer) ", code="F301", marked="(dealer)"),
    "a word twice": Slip(old="(dealer)", new="(dealerdealer)", code="F301", marked="dealer"),
    "a missing hand": Slip(old="1. Bob 飛金金金金銀しし", new="1. Bob", code="F301", marked=""),
    "a missing player": Slip(old="1. Bob 飛金金金金銀しし\n", new="", code="F301", marked="turn"),
    "no such piece": Slip(old="飛金金金金銀しし", new="飛金金金金銀し歩", code="F301", marked="飛"),
    "a short hand": Slip(
        old="飛金金金金銀しし", new="飛金金金金銀し", code="G002", marked="飛金金金金銀し"
    ),
    "not in hand": Slip(old="1st ☗王☖香", new="1st ☗角☖香", code="G103", marked="角"),
    "received with another kind": Slip(old="☖香☖馬", new="☖馬☖馬", code="G105", marked="馬"),
    "an attacker's pass": Slip(
        old="4th なし なし なし ☗し☖馬", new="4th なし なし なし なし", code="G102", marked="なし"
    ),
}


@all_of("case", WRONG.values())
@all_of("newline", ["\n", "\r\n", "\r"])
def test_errors_are_marked(case: Slip, newline: str) -> None:
    text = TABLE_B.replace(case.old, case.new, 1)
    assert text != TABLE_B
    text = text.replace("\n", newline)
    findings = kifu.validate(text, "goita/table")
    assert findings[0].code == case.code
    assert marked(text, findings[0]).startswith(case.marked.replace("\n", newline))


def test_actions_that_changed_places_are_one_slip() -> None:
    """The marks of such actions are not reported, too."""
    lines = TABLE_B.splitlines()
    for at, line in enumerate(lines[6:], start=6):
        words = line.split()
        for number in range(1, len(words) - 1):
            swapped = [*words[:number], words[number + 1], words[number], *words[number + 2 :]]
            text = "\n".join([*lines[:at], " ".join(swapped), *lines[at + 1 :], ""])
            assert len(kifu.validate(text)) == (words != swapped), text


def test_a_wrong_mark_far_from_an_illegal_play_is_reported() -> None:
    text = TABLE_B.replace("1st ☗王", "1st ☗角").replace("8th なし なし ☗", "8th なし なし ☖")
    assert sorted(codes(text)) == ["G103", "G602"]


def test_wrong_marks_are_mended() -> None:
    text = TABLE_B.replace("☗", "☖")
    findings = kifu.validate(text)
    assert {each.code for each in findings} == {"G602"}
    assert repaired(text, findings) == TABLE_B
    finding = only(TABLE_B.replace("☖香☖馬", "☗香☖馬"))
    assert "expected the mark ☖ (received)" in finding.message


def test_lines_before_the_table() -> None:
    finding = only("one\ntwo\n" + TABLE_A)
    assert (finding.code, finding.line) == ("F301", 2)
    assert codes("turn A B C D\n", "goita/table") == ["F301"]
    assert codes("1st ☗し☖香\n", "goita/table") == ["F301"]


# Several rounds and matches


def test_rounds_stand_one_below_the_other() -> None:
    text = TITLE + "\n" + TABLE_A + "\n\n" + TABLE_B
    assert codes(text) == []
    (record,) = records_of(text, Record)
    assert len(record.rounds) == 2


def test_matches_are_separated() -> None:
    for text in (TABLE_A + "---\n" + TABLE_B, f"A\n{TABLE_A}\nB\n{TABLE_B}"):
        assert codes(text) == []
        records = records_of(text, Record)
        assert [len(each.rounds) for each in records] == [1, 1]


def test_the_same_people_play_all_rounds_of_a_match() -> None:
    text = TABLE_A + TABLE_B.replace("Alice", "Ann")
    assert codes(text) == ["G603"]


def test_a_round_that_cannot_be_read_leaves_the_others_alone() -> None:
    broken = TABLE_A.replace("☗し☖香", "☗し☖角")
    text = broken + TABLE_A.replace("1st", "first") + broken
    assert [(each.code, each.line) for each in kifu.validate(text)] == [
        ("G103", 7),
        ("F301", 17),
        ("G103", 27),
    ]


@all_of("record", ["8", "87-99", "87-9x", "80", "89", "8x"])
def test_invalid_plays_cannot_be_written(record: str) -> None:
    broken = kifu.loads(goita(MODEL_A | {"record": record, "winner": -1}), type=Record)
    with pytest.raises(CannotHold):
        kifu.dumps(broken, "goita/table")


EXAMPLE = (Path(__file__).parents[3] / "examples/goita/table.txt").read_text(encoding="utf-8")
PLAYERS = ("Aki", "Botan", "Chiyo", "Daichi")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_name_mistyped_once_is_one_finding_where_it_stands(name: str) -> None:
    for found in re.finditer(name, EXAMPLE):
        wrong = EXAMPLE[: found.start()] + "Emi" + EXAMPLE[found.end() :]
        (error,) = kifu.validate(wrong)
        line = EXAMPLE.count("\n", 0, found.start()) + 1
        column = found.start() - EXAMPLE.rfind("\n", 0, found.start())
        assert (error.code, error.line, error.column) == ("G603", line, column)


def test_a_pair_of_lines_swapped_is_one_finding() -> None:
    found = EXAMPLE.splitlines(keepends=True)
    for number in range(2, 12):
        if found[number].strip() and found[number + 1].strip():
            swapped = [*found[:number], found[number + 1], found[number], *found[number + 2 :]]
            assert len(kifu.validate("".join(swapped))) == 1


def test_a_damaged_last_turn_is_no_name_of_another_match() -> None:
    for old, new in (("6th なし なし なし ☗銀", "6ht なし なし なし ☗銀"), ("4th ☗し", "4thh ☗し")):
        wrong = EXAMPLE.replace(old, new, 1)
        assert [error.code for error in kifu.validate(wrong)] == ["F301"]


def test_a_name_may_be_the_character_of_a_piece() -> None:
    text = TABLE_A.replace("Alice", "金").replace("Bob", "香")
    assert codes(text) == []
    assert kifu.loads(text, type=Record).players == ("金", "香", "Carol", "Dave")


def test_a_pass_that_cannot_be_makes_no_later_mark_wrong() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith("1st"))
    lines[first:] = ["1st なし ☗し☖香\n"]
    assert codes("".join(lines)) == ["G102"]


def test_a_number_written_twice_is_no_name() -> None:
    plain = re.sub(r"^([0-3]\.) [A-Z]\w+", r"\1 ", TABLE_A, flags=re.MULTILINE)
    plain = plain.replace("turn Alice Bob Carol Dave", "turn 0 1 2 3")
    assert kifu.validate(plain) == []
    finding = only(plain.replace("3. ", "3. 3. "))
    assert (finding.code, finding.line, finding.column) == ("G603", 5, 4)


def test_a_turn_written_twice_is_one_finding() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    for at in (number for number, line in enumerate(lines) if re.match("[1-6](st|nd|th)", line)):
        (error,) = kifu.validate("".join([*lines[: at + 1], *lines[at:]]))
        assert (error.code, error.line) == ("F301", at + 2)


def test_the_head_behind_the_first_player_is_one_finding() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    for at in (number for number, line in enumerate(lines) if line == "player hand\n"):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        (error,) = kifu.validate("".join(swapped))
        assert (error.code, error.line) == ("F301", at + 2)


BREACH = ("3rd なし ☖飛☖王", "3rd なし ☖銀☖王")
"""A slip in the first round of the example, on line 10."""
LINES = EXAMPLE.replace(*BREACH).splitlines(keepends=True)


@pytest.mark.parametrize("number", [3, 4, 7, 8, 9, 11, 14])
@pytest.mark.parametrize("stray", ["blah", "he paused here", "# note", "--"])
def test_a_stray_line_is_one_error_and_hides_nothing_of_its_round(number: int, stray: str) -> None:
    text = "".join([*LINES[: number - 1], f"{stray}\n", *LINES[number - 1 :]])
    assert sorted((each.line, each.code) for each in kifu.validate(text)) == sorted(
        [(number, "F301"), (10 + (number <= 10), "G105")]
    )
    assert not any(reading.whole for reading in kifu.read(text))


def test_a_turn_that_cannot_be_read_at_all_is_one_error() -> None:
    text = "".join([*LINES[:8], "blah\n", *LINES[9:]])
    assert [(each.line, each.code) for each in kifu.validate(text)] == [(9, "F301")]


@pytest.mark.parametrize("between", few(["", " ", "\t "], 1))
def test_a_lost_line_break_is_one_error_and_is_mended(between: str) -> None:
    joined = [at for at in range(1, len(LINES) - 1) if LINES[at].strip() and LINES[at + 1].strip()]
    assert len(joined) > 45
    for at in joined:
        behind = [*LINES[:at], LINES[at].rstrip("\n") + between, *LINES[at + 1 :]]
        found = kifu.validate("".join(behind), "goita/table")
        moved = (10 - (at < 9), "G105")
        assert sorted((each.line, each.code) for each in found) == sorted([(at + 1, "F301"), moved])
        assert repaired("".join(behind), found) == "".join(LINES)


@pytest.mark.parametrize("names", [["0.", "1.", "turn", "1st"], ["王" * 8, "1st", "2.", "金"]])
def test_names_like_the_beginning_of_a_line_need_no_line_break(names: list[str]) -> None:
    for turned in range(4):
        record: Record = replace(
            kifu.loads(EXAMPLE, type=Record), players=tuple(names[turned:] + names[:turned])
        )
        assert codes(kifu.dumps(record, "goita/table")) == []


def test_the_head_behind_the_first_player_of_a_match_without_a_name_is_one_finding() -> None:
    head, first, *rest = TABLE_A.splitlines(keepends=True)
    (error,) = kifu.validate("".join([first, head, *rest]), "goita/table")
    assert (error.code, error.line) == ("F301", 2)


def test_a_line_of_columns_that_cannot_be_read_hides_no_turn() -> None:
    text = "".join(LINES).replace("Chiyo Daichi\n", "ChiyoDaichi\n", 1)
    assert [(each.line, each.code) for each in kifu.validate(text)] == [(7, "F301"), (10, "G105")]


TEN = {
    "Aki(dealer) 王角": "Aki（dealer） 王角",
    "1st ☗し☖し": "1. ☗し☖し",
    "2nd ☖王☖香 なし ☖香☖飛": "2nd ☖王☖香 無し ☖香☖飛",
    "3rd なし ☖飛☖王": "3rd なし ☖飛 ☖王",
    "4th なし ☗金☖金 なし": "4th なし ☗金☖金 -",
    "0. Aki 飛": "0, Aki 飛",
    "turn Daichi Aki": "trun Daichi Aki",
    "5th ☖銀☖し なし": "5th ☖銀☖シ なし",
    "1. Botan(dealer)": "1．Botan(dealer)",
    "1st ☗銀☖し ☖し": "1st ▲銀△し ☖し",
}


def test_ten_slips_are_found_and_fixed_in_one_run() -> None:
    wrong = EXAMPLE
    for right, slip in TEN.items():
        assert right in wrong
        wrong = wrong.replace(right, slip, 1)
    found = kifu.validate(wrong)
    assert len(found) == len(TEN)
    assert all(each.fix is not None and each.fix.safe for each in found)
    assert kifu.loads(repaired(wrong, found)) == kifu.loads(EXAMPLE)


def test_one_kind_of_slip_in_a_line_is_one_finding() -> None:
    wrong = EXAMPLE.replace("6th なし なし なし ☗銀☖銀", "6th - - なし ☗銀☖銀", 1)
    (found,) = kifu.validate(wrong)
    assert (found.line, found.column) == (13, 5)
    assert repaired(wrong, [found]) == EXAMPLE


def test_a_pass_that_is_not_allowed_does_not_make_the_marks_after_it_wrong() -> None:
    for first in ("☗し☖し", "☗金☖金"):
        assert codes(EXAMPLE.replace(first, "なし", 1), "goita/table") == ["G102"]


CHANGED_PLACES = [
    ("なし なし なし", "なな しし なし"),  # two signs around a space
    ("しし\n1. Botan", "し\nし1. Botan"),  # a piece and the line break after it
    ("(dealer)", "(金)"),
    ("なし なし なし", "し なし なし"),
    ("なし なし なし", "2し なし なし"),
    ("5th なし", "な 5thし"),
]


@all_of(("right", "wrong"), CHANGED_PLACES)
def test_one_slip_is_one_finding_with_a_fix(right: str, wrong: str) -> None:
    assert right in EXAMPLE
    text = EXAMPLE.replace(right, wrong, 1)
    (found,) = kifu.validate(text)
    assert repaired(text, [found]) == EXAMPLE


def test_a_doubled_sign_of_a_pass_is_not_another_pass() -> None:
    (found,) = kifu.validate(EXAMPLE.replace("なし なし なし", "なし なしし なし", 1))
    assert (found.code, found.fix) == ("F301", None)
