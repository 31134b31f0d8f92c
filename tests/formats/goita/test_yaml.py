"""goita/yaml: the YAML of ごいたオンライン."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.formats import CannotHold
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text
from kifu.replayer.goita.game import GAME
from kifu.replayer.goita.record import Record
from kifu.replayer.play.changes import bare

from ...helpers import (
    MODEL_A,
    MODEL_B,
    Json,
    codes,
    dealt,
    goita,
    marked,
    only,
    records_of,
    repaired,
)
from ...loops import all_of
from .slip import Slip

EXAMPLES = Path(__file__).parents[3] / "examples"

HEAD = """\
version: 1.0
p0: "Alice"
p1: "Bob"
p2: "Carol"
p3: "Dave"
log:
"""

FIRST = """\
 - hand:
     p0: "王玉飛金金香しし"
     p1: "飛角金銀馬香しし"
     p2: "角金銀馬香ししし"
     p3: "銀銀馬馬香ししし"
   uchidashi: 0
   score: [0,0]
   game:
    - ["0","し","金"]
    - ["0","し","金"]
    - ["0","香","飛"]
    - ["0","王","王"]
"""

SECOND = """\
 - hand:
     p0: "王飛角金銀馬香し"
     p1: "玉飛角金銀馬香し"
     p2: "金銀馬香しししし"
     p3: "金銀馬香しししし"
   uchidashi: 0
   score: [100,0]
   game:
"""

MATCH = HEAD + FIRST
LEAK = '    - ["0","香","飛"]\n    - ["0","王","王"]\n'
GOES_ON = '    - ["0","し","馬"]\n    - ["1","馬","銀"]\n'


def clean(text: str) -> list[str]:
    """Return the codes of a text, except the one for an unfinished round."""
    return [code for code in codes(text) if code != "G605"]


def test_plays_and_the_passes_between_them() -> None:
    assert codes(MATCH) == []
    record = kifu.loads(MATCH, type=Record)
    (played,) = record.rounds
    assert record.players == ("Alice", "Bob", "Carol", "Dave")
    assert played.hands == ("11244788", "23456788", "34567888", "55667888")
    assert played.record == "84000840007200011"
    assert (played.winner, played.score, played.goshi) == (0, (0, 0), None)
    assert played.kings == "王玉王玉"


def test_it_is_written_as_the_program_writes_it() -> None:
    assert kifu.dumps(kifu.loads(MATCH, type=Record), "goita/yaml") == MATCH


@all_of("newline", ["\n", "\r\n", "\r"])
@all_of("bom", ["", "\ufeff"])
def test_line_ends_and_bom(newline: str, bom: str) -> None:
    text = bom + (HEAD + FIRST.replace("0,0", "5,0")).replace("\n", newline)
    finding = only(text)
    assert (finding.code, finding.line, finding.column) == ("G502", 13, 11)
    assert (
        kifu.loads(text, type=Record).rounds[0].record
        == kifu.loads(MATCH, type=Record).rounds[0].record
    )


OTHER_STYLES = {
    "plain": MATCH.replace('"', ""),
    "single quotes": MATCH.replace('"', "'"),
    "numbers in quotes": MATCH.replace("version: 1.0", 'version: "1.0"'),
    "rows in blocks": MATCH.replace('["0","し","金"]', '- "0"\n      - し\n      - 金'),
    "rows on one line": HEAD
    + FIRST.partition("   game:")[0]
    + '   game: [["0","し","金"],["0","し","金"],["0","香","飛"],["0","王","王"]]\n',
    "numbers plain": MATCH.replace('["0"', "[0"),
    "with remarks": MATCH.replace("\n", " # yes\n"),
    "hands on one line": MATCH.replace(
        FIRST[: FIRST.index("   uchidashi")],
        " - hand: {p0: 王玉飛金金香しし, p1: 飛角金銀馬香しし, p2: 角金銀馬香ししし,"
        " p3: 銀銀馬馬香ししし}\n",
    ),
    "a document of its own": "---\n" + MATCH + "...\n",
    "keys in quotes": MATCH.replace("uchidashi:", '"uchidashi":').replace("hand:", "'hand':"),
    "玉 in a move": MATCH.replace('"王","王"', '"玉","王"'),
}


@all_of("text", OTHER_STYLES.values())
def test_other_styles_of_yaml_say_the_same(text: str) -> None:
    assert text != MATCH
    assert codes(text) == []
    assert bare(GAME, kifu.loads(text, type=Record)) == kifu.loads(MATCH, type=Record)


# Names


NAMES = ["1.50", "007", "1e3", "0x1F", "yes", "~x", "王", "a: b", "-", "#1", "2015-04-01", "12:30"]


@all_of("name", NAMES)
def test_names_that_look_like_something_else(name: str) -> None:
    for written in (f'"{name}"', f"'{name}'", name):
        if written in ("-", "#1", "a: b"):
            continue
        text = MATCH.replace('"Alice"', written)
        assert codes(text) == []
        assert kifu.loads(text, type=Record).players[0] == name


def test_names_may_be_empty() -> None:
    text = MATCH.replace('"Bob"', '""').replace('"Carol"', "")
    assert codes(text) == []
    assert kifu.loads(text, type=Record).players == ("Alice", "", "", "Dave")


@pytest.mark.parametrize("key", ["version", "p0", "p1", "p2", "p3"])
def test_a_key_that_is_always_there_may_not_be_missing(key: str) -> None:
    assert codes(re.sub(rf"^{key}:.*\n", "", MATCH, flags=re.MULTILINE)) == ["S001"]


def test_one_round_may_not_lack_its_score() -> None:
    text = (EXAMPLES / "goita/online.yaml").read_text(encoding="utf-8")
    (error,) = kifu.validate(text.replace("   score: [0,60]\n", ""))
    assert (error.code, error.round, error.message) == ("S001", 2, 'the key "score" is missing')
    assert codes(re.sub(r" *score:.*\n", "", text)) == []


@pytest.mark.parametrize(
    ("right", "written"),
    [("game", "gane"), ("hand", "hnad"), ("log", "lgo"), ("p2", "p22"), ("score", "scroe")],
)
def test_a_misspelt_key_is_one_finding_and_read_as_meant(right: str, written: str) -> None:
    text = (EXAMPLES / "goita/online.yaml").read_text(encoding="utf-8")
    wrong = re.sub(rf"\b{right}:", f"{written}:", text, count=1)
    (error,) = kifu.validate(wrong)
    assert error.code == "S003"
    assert error.fix is not None
    assert mended(Text(wrong), error.fix) == text


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_names_of_any_characters_come_back(name: str) -> None:
    record: Record = kifu.loads(MATCH, type=Record)
    named = replace(record, players=(name, "Bob", name, ""))
    text = kifu.dumps(named, "goita/yaml")
    assert kifu.loads(text, "goita/yaml", type=Record) == named


# Rows left over from the previous round


def test_leaked_rows_are_reported_and_removed() -> None:
    text = HEAD + FIRST + SECOND + LEAK + GOES_ON
    findings = [each for each in kifu.validate(text) if each.code != "G605"]
    assert [each.code for each in findings] == ["G604"]
    (finding,) = findings
    assert (finding.round, finding.line, finding.pointer) == (2, 27, "/log/1/game/0")
    assert "the first 2 rows" in finding.message
    mended = repaired(text, findings)
    assert mended == HEAD + FIRST + SECOND + GOES_ON
    assert clean(mended) == []
    assert kifu.loads(text, type=Record) == kifu.loads(mended, type=Record)


def test_all_rows_may_be_leaked() -> None:
    text = HEAD + FIRST + SECOND + LEAK
    assert sorted(codes(text)) == ["G604", "G605"]
    mended = repaired(text, kifu.validate(text))
    assert codes(mended) == ["G605"]
    assert kifu.loads(mended, type=Record).rounds[1].record == ""


IN_LINE = GOES_ON.strip().replace("\n    - ", ",").removeprefix("- ")
LEAK_IN_LINE = LEAK.strip().replace("\n    - ", ",").removeprefix("- ")
NESTED = '    -\n      - "0"\n      - "香"\n      - "飛"\n    - - "0"\n      - "王"\n      - "王"\n'
NESTED_INSIDE = '    - - "0"\n      - "香"\n      - "飛"\n    - - "0"\n      - "王"\n      - "王"\n'


def test_rows_are_taken_away_only_where_their_lines_hold_nothing_else() -> None:
    for rows, mendable in (
        (f"    [{LEAK_IN_LINE},\n    {IN_LINE}]\n", False),
        (NESTED + GOES_ON, False),
        (NESTED_INSIDE + GOES_ON, True),
    ):
        text = HEAD + FIRST + SECOND + rows
        (finding,) = [each for each in kifu.validate(text) if each.code != "G605"]
        assert finding.code == "G604"
        assert (finding.fix is not None) == mendable
        assert clean(repaired(text, [finding])) == ([] if mendable else ["G604"])


def test_rows_that_fit_are_not_leaked() -> None:
    """The first row repeats the last row of the previous round, but is legal where it is."""
    again = FIRST.replace("[0,0]", "[100,0]").replace('["0","し","金"]', '["0","王","王"]', 1)
    rows = again.partition("   game:\n")[0] + '   game:\n    - ["0","王","王"]\n'
    assert codes(HEAD + FIRST + rows) == ["G605"]


def test_rows_that_help_nothing_are_not_taken_for_leaked() -> None:
    text = HEAD + FIRST + SECOND + LEAK + '    - ["0","し","し"]\n'
    assert clean(text) == ["G103"]


# Errors and their places

WRONG = {
    "the wrong player opens": Slip(
        old='["0","し","金"]', new='["1","し","金"]', code="G101", marked='"1"'
    ),
    "no such player": Slip(old='["0","し","金"]', new='["4","し","金"]', code="G006", marked='"4"'),
    "no player": Slip(old='["0","し","金"]', new='["x","し","金"]', code="G006", marked='"x"'),
    "a full-width player": Slip(
        old='["0","し","金"]', new='["０","し","金"]', code="G006", marked="０"
    ),
    "no piece": Slip(old='["0","し","金"]', new='["0","歩","金"]', code="G004", marked='"歩"'),
    "a digit": Slip(old='["0","し","金"]', new='["0","し","4"]', code="G004", marked='"4"'),
    "not in hand": Slip(old='["0","香","飛"]', new='["0","香","角"]', code="G103", marked='"角"'),
    "a digit in a hand": Slip(old="王玉飛", new="王玉2", code="G004", marked="2"),
    "a full-width digit in a hand": Slip(old="王玉飛", new="王玉２", code="G004", marked="２"),
    "a letter in a hand": Slip(old="王玉飛", new="王玉x", code="G004", marked="x"),
    "a hidden piece": Slip(old="王玉飛", new="王玉裏", code="G004", marked="裏"),
    "a short hand": Slip(old="王玉飛", new="王玉", code="G002", marked="王玉金金香しし"),
    "another deck": Slip(old="王玉飛", new="王飛飛", code="G003", marked="飛"),
    "dealer 4": Slip(old="uchidashi: 0", new="uchidashi: 4", code="G006", marked="4"),
    "dealer -1": Slip(old="uchidashi: 0", new="uchidashi: -1", code="G006", marked="-1"),
    "an impossible score": Slip(old="[0,0]", new="[0,-10]", code="G502", marked="[0,-10]"),
    "no dealer": Slip(old="   uchidashi: 0\n", new="", code="S001", marked=""),
    "a dealer in words": Slip(
        old="uchidashi: 0", new="uchidashi: east", code="S002", marked="east"
    ),
    "a short row of a game": Slip(
        old='"0","香","飛"', new='"0","香"', code="S005", marked='["0","香"]'
    ),
    "an unknown key": Slip(
        old="uchidashi", new="uchidasi: 0\n   uchidashi", code="S003", marked="uchidasi"
    ),
    "another version": Slip(old="version: 1.0", new="version: 2.0", code="S004", marked="2.0"),
    "a duplicate key": Slip(
        old="uchidashi: 0", new="uchidashi: 0\n   uchidashi: 0", code="F102", marked="u"
    ),
    "a tag": Slip(old="uchidashi: 0", new="uchidashi: !!int 0", code="F202", marked="!"),
    "an anchor": Slip(old="uchidashi: 0", new="uchidashi: &a 0", code="F202", marked="&"),
    "an alias": Slip(old="uchidashi: 0", new="uchidashi: *a", code="F202", marked="*"),
    "a tab": Slip(old="   uchidashi", new="\tuchidashi", code="F201", marked="\t"),
    "an unclosed bracket": Slip(old="[0,0]", new="[0,0", code="F201", marked=""),
    "a control character": Slip(old="Alice", new="Ali\x07ce", code="F201", marked="\x07"),
    "a NUL": Slip(old="Alice", new="\x00", code="F201", marked="\x00"),
    "a number as a key": Slip(
        old="   uchidashi", new="   1: 2\n   uchidashi", code="F201", marked="1"
    ),
}


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("quick", [True, False], ids=["libyaml", "PyYAML alone"])
def test_errors_are_marked(case: Slip, quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not quick:
        monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader, raising=False)
    text = MATCH.replace(case.old, case.new, 1)
    assert text != MATCH
    finding = only(text, "goita/yaml")
    assert finding.code == case.code
    assert marked(text, finding).startswith(case.marked)


def test_a_broken_row_ends_what_is_read_of_a_round() -> None:
    text = HEAD + FIRST + SECOND + '    - ["0","し","馬"]\n    - ["9","し","馬"]\n'
    assert codes(text) == ["G006"]
    with pytest.raises(kifu.RecordError, match="G006"):
        kifu.loads(text, type=Record)


def test_kings_of_one_kind() -> None:
    text = MATCH.replace("王玉飛", "王王飛")
    assert codes(text) == []
    assert kifu.loads(text, type=Record).rounds[0].kings == ""
    assert kifu.dumps(kifu.loads(text, type=Record), "goita/yaml") == text


# Missing and unfinished rounds


def test_an_unfinished_round_is_noted() -> None:
    finding = only(HEAD + SECOND.replace("[100,0]", "[0,0]") + GOES_ON)
    assert (finding.code, finding.severity, finding.line) == ("G605", "note", 15)


def test_a_gap_shows_as_a_jump_in_score() -> None:
    again = FIRST.replace("[0,0]", "[140,0]")
    assert codes(HEAD + FIRST + again) == ["G505"]
    assert codes(HEAD + FIRST + FIRST.replace("[0,0]", "[90,0]")) == ["G501"]


def test_rounds_without_plays_are_left_out() -> None:
    six: Json = {"hands": dealt("88888867"), "record": "", "winner": 0}
    six |= {"result": {"end": "shi", "points": 20}}
    after = MODEL_A | {"score": [20, 0]}
    record = kifu.loads(goita(six, after), type=Record)
    text = kifu.dumps(record, "goita/yaml")
    assert [each.score for each in kifu.loads(text, type=Record).rounds] == [(20, 0)]
    assert any(each.startswith("special rounds") for each in kifu.lost(record, "goita/yaml"))
    with pytest.raises(CannotHold):
        kifu.dumps(kifu.loads(goita(six), type=Record), "goita/yaml")


def test_the_last_passes_of_an_open_round_are_lost() -> None:
    record = kifu.loads(goita({"hands": MODEL_B["hands"], "record": "17-0-0"}), type=Record)
    lost = [each.partition(":")[0] for each in kifu.lost(record, "goita/yaml")]
    assert "last passes" in lost
    assert kifu.loads(kifu.dumps(record, "goita/yaml"), type=Record).rounds[0].record == "17"


# Several documents


def test_every_document_is_a_match() -> None:
    text = MATCH + "---\n" + MATCH.replace("Alice", "Ann")
    records = records_of(text, Record)
    assert [each.players[0] for each in records if each.players] == ["Alice", "Ann"]
    assert codes(text + "---\n") == []
    assert codes("---\n---\n" + text) == []
    assert codes("# nothing\n---\n", "goita/yaml") == ["F006"]


def test_a_broken_document_hides_nothing_before_and_behind_it() -> None:
    broken = MATCH.replace("王玉飛", "王飛飛")
    text = broken + "---\nlog: [\n---\n" + broken
    assert codes(text) == ["G003", "F201", "G003"]


def test_other_values_are_no_match() -> None:
    for text in ("1", "a", "[1, 2]", "{}", "log: 1", "log: []", "log: [1]", "a: {b: [c]}"):
        assert set(codes(text, "goita/yaml")) <= {"S001", "S002", "S003", "S005"}
        assert codes(text, "goita/yaml")


@pytest.mark.parametrize("quick", [True, False], ids=["libyaml", "PyYAML alone"])
def test_nesting_is_bounded(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not quick:
        monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader, raising=False)
    for opening in ("[", "{a: ", "- ", "? "):
        assert codes("log: \n " + opening * 5_000, "goita/yaml") in (["F106"], ["F201"])


def test_aliases_cannot_explode() -> None:
    layers = "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
    assert codes("a0: &a0 x\n" + layers, "goita/yaml") == ["F202"]


def without_first_play(number: int) -> str:
    """Return the example without the first play of a round."""
    parts = (EXAMPLES / "goita/online.yaml").read_text(encoding="utf-8").split("   game:\n")
    parts[number] = parts[number].partition("\n")[2]
    return "   game:\n".join(parts)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_missing_first_play_is_one_finding(number: int) -> None:
    (error,) = [each for each in kifu.validate(without_first_play(number)) if each.round]
    # Only the first play shows who deals the first round.
    assert (error.code, error.round) == ("G111" if number == 1 else "G101", number)


def test_a_piece_too_many_in_a_play_is_no_other_piece() -> None:
    (error,) = kifu.validate(MATCH.replace('["0","香","飛"]', '["0","8馬","飛"]'))
    assert (error.code, error.fix) == ("G004", None)
    assert error.message == "'8馬' is not a piece: expected one of 王玉飛角金銀馬香し"
