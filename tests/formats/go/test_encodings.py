"""Encodings of SGF: declared, guessed and kept."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.replayer.go.record import Record

from ...campaign import sample
from ...command import Kifu
from ...helpers import codes, only
from ...loops import all_of
from .games import game, tree
from .mutations import CHARSETS

SGF = formats.notation("go/sgf")


def test_games_in_any_charset_survive_json() -> None:
    rng = Random(2)
    for _ in range(sample(10)):
        name, said = rng.choice([*CHARSETS.items()])
        text = game(rng).replace("CA[UTF-8]", "").replace("(;", f"(;CA[{name}]", 1)
        text = text.replace("C[hi]", f"C[{said}]").replace("name]", f"{said}\\]]")
        (reading,) = kifu.read(text.encode(name), "go/sgf")
        assert reading.record is not None
        again = kifu.loads(kifu.dumps(reading.record, "go/json"))
        assert tree(SGF.write(again)) == tree(text), text


def test_a_text_that_is_no_longer_ascii_declares_its_encoding() -> None:
    for text in ("(;GM[1]SZ[9];B[aa])", "(;FF[4]SZ[9]GM[1];B[aa])", "(;SZ[9]C[CA[x];B[aa])"):
        record = kifu.loads(text, type=Record)
        (line,) = record.rounds
        noted = replace(line, annotations=(kifu.Annotation(ply=1, after=("好棋 😀",)),))
        after = kifu.dumps(replace(record, rounds=(noted,)), "go/sgf")
        assert after.count("CA[UTF-8]") == 1
        assert [each.code for each in kifu.validate(after.encode())] == []


def test_a_fix_keeps_all_other_bytes(run: Kifu) -> None:
    names = {"gb18030": "柯洁", "shift_jis": "依田ソ", "utf-8": "Rémi", "iso8859-1": "Rémi"}
    names |= {"euc_kr": "박정환", "euc_jp": "羽根", "big5": "陳耀燁功"}
    text = "( ;CA[{0}] SZ [9:9]PB[{1}]\r\n\r\n;Black[aa] ;W [bb]XX[][]C[{1}\\\n] )\r\n"
    texts = {f"{name}.sgf": text.format(name, said).encode(name) for name, said in names.items()}
    run.write(texts)
    assert run("validate", "--fix", *texts).status == 0
    for name, before in texts.items():
        fixed = (run.folder / name).read_bytes()
        assert fixed == before.replace(b"9:9", b"9").replace(b"Black", b"B")


def test_an_undeclared_encoding_is_declared_by_fmt(run: Kifu) -> None:
    run.write({"a.sgf": "(;SZ[9]PB[柯洁];B[aa])"})
    assert "F023" in run("validate", "a.sgf").out
    again = run("validate", "--fix", "a.sgf")
    assert again.out.count("F023") == 1
    assert "1 warning\n" in again.err
    assert run("fmt", "a.sgf").status == 0
    assert (run.folder / "a.sgf").read_text("utf-8") == "(;CA[UTF-8]SZ[9]PB[柯洁]\n;B[aa])\n"
    assert run("validate", "a.sgf").out == ""


@all_of(
    "name, said",
    [
        ("gb18030", "柯洁"),
        ("big5", "陳耀燁"),
        ("euc_jp", "羽根"),
        ("euc_kr", "박정환"),
        ("cp1252", "é"),
    ],
)
def test_declared_encodings_are_read(name: str, said: str) -> None:
    data = f"(;FF[4]CA[{name}]SZ[9]PB[{said}];B[aa])".encode(name)
    assert codes(data) == []
    assert kifu.loads(data).players == (said, "")  # type: ignore[attr-defined]


@all_of(
    "name, said",
    [
        ("gb18030", "中国围棋甲级联赛第三轮时越柯洁"),
        ("big5", "黑棋在這裡下得很好，白棋不行了"),
        ("euc_jp", "羽根直樹九段の対局です"),
        ("shift_jis", "羽根直樹九段の対局です"),
        ("euc_kr", "한국바둑리그 박정환 이세돌"),
    ],
)
def test_undeclared_encodings_are_guessed_if_they_are_certain(name: str, said: str) -> None:
    data = f"(;FF[4]SZ[9]PB[{said}];B[aa])".encode(name)
    assert codes(data) == ["F022"]
    assert kifu.loads(data).players == (said, "")  # type: ignore[attr-defined]


def test_an_uncertain_encoding_is_the_one_that_the_standard_prescribes() -> None:
    data = "(;FF[4]SZ[9]PB[柯洁];B[aa])".encode("gb18030")
    assert only(data).message.startswith("read as iso8859-1")


@all_of(
    ("name", "said"),
    [
        ("euc_jp", "井山裕太 本因坊戦 良い手"),
        ("euc_jp", "井山裕太"),
        ("euc_jp", "藤沢秀行"),
        ("euc_jp", "趙治勲"),
        ("cp932", "趙治勲"),
        ("big5", "橋本宇太郎"),
        ("gb18030", "石田芳夫"),
    ],
)
def test_a_few_bytes_that_look_like_utf_8_do_not_hide_the_prescribed_encoding(
    name: str, said: str
) -> None:
    data = f"(;FF[4]SZ[9]PB[{said}];B[aa])".encode(name)
    assert only(data).message.startswith("read as iso8859-1")


def test_damaged_utf_8_is_one_error(run: Kifu) -> None:
    data = "(;FF[4]SZ[9]PB[井山裕太]PW[Rémi];B[aa])".encode().replace("太".encode(), b"\xe5\xa4")
    run.write({"a.sgf": data})
    for option in ((), ("--fix",)):
        ran = run("validate", *option, "a.sgf")
        assert ran.out.count("F002") == 1
        assert "F0" not in ran.out.replace("F002", "")


def test_a_wrong_declaration_is_an_error() -> None:
    assert codes("(;CA[GB2312]SZ[9]PB[柯洁];B[aa])".encode()) == ["F021"]
    assert codes("(;SZ[9]PB[Rémi];B[aa])".encode("latin-1")) == []


def test_a_declaration_without_its_bracket_still_holds() -> None:
    for name in ("UTF-8", "GB18030"):
        assert codes(f"(;CA[{name}AP[x]SZ[9]PB[柯洁];B[aa])".encode(name)) == ["O725"]
