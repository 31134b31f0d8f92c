"""What is wrong with a game in SGF, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time

import pytest

import kifu
from kifu.formats.go.sgf import events, syntax
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text

from ...command import Kifu
from ...helpers import codes, data, only, repaired
from ...loops import all_of

HEAD = "(;FF[4]GM[1]SZ[9]\n"

KINDS = {
    "bracket-open": "O702",
    "charset-undeclared": "F023",
    "colour-twice": "O202",
    "date-impossible": "O006",
    "handicap-differs": "O005",
    "komi-form": "O713",
    "move-and-setup": "O708",
    "no-game": "O701",
    "point-occupied": "O103",
    "property-repeated": "O706",
    "result-form": "O715",
    "setup-after-move": "O207",
    "stray-character": "O705",
    "suicide": "O105",
    "superko": "O106",
}
"""The rules for kinds of slips in the shared examples; `size-form` has several."""


def test_the_verdicts_on_the_shared_examples_come_out() -> None:
    for line in (data("records") / "sgf.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        found = [
            (each.code, each.severity, each.line, each.ply) for each in kifu.validate(case["text"])
        ]
        if case["verdict"] == "clean":
            assert not found, case
            continue
        ((code, *place),) = found
        assert place == [case["verdict"], case["line"], case["ply"]], case
        assert code == KINDS.get(case["kind"], code), case


SLIPS = {
    # a text, and the codes, lines and columns of its findings
    ("()", "O701 1:1"),
    ("((;SZ[9];B[aa]))", "O701 1:1"),
    (HEAD + ";B[aa];W[bb]", "O702 2:12"),
    (HEAD + ";B[aa]\n(;SZ[9];B[bb];W[bb])", "O702 2:6, O103 3:15"),
    (HEAD + ";B[aa]))", "O703 2:8"),
    (HEAD + ";B[aa])(", "O702 2:8"),
    (HEAD + ";B[aa])\n(", "O702 3:1"),
    (HEAD + ";B[aa]);W[bb])", "O703 2:7"),
    (HEAD + ";B[aa]C[good)", "O704 2:8"),
    (HEAD + ";B[aa]C[see [3d] for more];W[bb])", "O705 2:16"),
    (HEAD + ";B[aa] and so on ;W[bb])", "O705 2:8"),
    (HEAD + ";b[aa];W[bb])", "O705 2:2"),
    (HEAD + ";B[aa](;W[bb])(;W[cc]);B[dd])", "O705 2:23"),
    (HEAD + ";B(aa);W[aa])", "O705 2:3, O103 2:8"),
    (HEAD + ";B[ee](W[bb];B[ee])", "O705 2:7, O103 2:14"),
    (HEAD + ";Baa];W[aa])", "O705 2:3, O103 2:7"),
    (HEAD + ";Baa[];W[aa])", "O705 2:3, O103 2:8"),
    (HEAD + ";B[aa;]W[aa])", "O705 2:6, O103 2:8"),
    ("(;SZ[9]RU[NZ]RU2[x];B[aa];W[aa])", "O705 1:14, O103 1:27"),
    (HEAD + ";B[aa]X1[c];W[aa])", "O705 2:7, O103 2:13"),
    (HEAD + ";B1[aa];W[aa])", "O705 2:3, O103 2:9"),
    (HEAD + ";B[aa]AB2[cc];W[aa])", "O705 2:7, O103 2:15"),
    (HEAD + "B;[aa];W[aa])", "O705 2:1, O103 2:8"),
    (HEAD + ";B[aa][W[bb];B[aa])", "O705 2:7, O103 2:14"),
    (HEAD + ";B[cc];WW[aa];B[aa])", "O705 2:9, O103 2:15"),
    (HEAD + ";B[cc]GMW[aa];B[aa])", "O705 2:7, O103 2:15"),
    ("(;SZSZ[9];B[aa];W[aa])", "O705 1:5, O103 1:17"),
    ("(;;FF[4]SZ[9];B[aa];W[aa])", "O705 1:3, O103 1:21"),
    (";FF[4]SZ[9];B[aa])", "O705 1:1"),
    ("(SZ[9];B[aa])", "O705 1:2"),
    (HEAD + ";B[aa]TR[aa]TR[bb])", "O706 2:13"),
    (HEAD + ";B[aa]W[bb];B[cc])", "O707 2:7"),
    (HEAD + ";B[aa][bb];W[cc])", "O707 2:8"),
    (HEAD + ";B[aa]AE[cc];W[cc])", "O708 2:7"),
    (HEAD + ";B[aa]PL[W];W[cc])", "O708 2:7"),
    ("(;SZ[9]AB[aa]B[bb];W[cc])", "O708 1:8"),
    ("(;SZ[9];B[bb]C[x;W[cc]PL[W];B[dd])", "O725 1:17"),
    (HEAD + ";B[aa];W[cc]PL[W];B[dd])", "O708 2:13"),
    (HEAD + ";B[aa];W[cc]PL[W];W[dd])", "O708 2:13"),
    (HEAD + ";B[aa]PL[B];W[cc])", "O708 2:7"),
    (HEAD + ";PL[W]B[aa];W[cc])", "O708 2:2"),
    (HEAD + ";B[aa]FF[4])", "O709 2:7"),
    (HEAD + ";B[c3];W[c3])", "O710 2:4, O710 2:10"),
    (HEAD + ";B[aa]LB[cc])", "O710 2:10"),
    (HEAD + ";B[aa]TR[jj])", "O102 2:10"),
    (HEAD + ";B[aa]AR[bb:bb])", "O710 2:10"),
    (HEAD + ";B[aa]LN[aa:bb][cc:cc])", "O710 2:17"),
    (HEAD + ";B[aa]GB[3])", "O711 2:10"),
    (HEAD + ";B[aa]V[good])", "O711 2:9"),
    ("(;CA[my own]SZ[9];B[aa])", "O711 1:6"),
    ("(;FF[5]SZ[9];B[aa])", "O711 1:6"),
    ("(;SZ[9]ST[9];B[aa])", "O711 1:11"),
    ("(;SZ[9]AB[cc:aa];W[ee])", "O711 1:11"),
    (HEAD + ";B[aa]TR[bb:bb])", "O711 2:10"),
    (HEAD + ";B[aa]TE[1]C[x]BM[1])", "O716 2:16"),
    (HEAD + ";B[aa]GB[1]UC[1])", "O716 2:12"),
    (HEAD + ";B[aa]CR[bb]SQ[cc][aa:bb])", "O717 2:20"),
    (HEAD + ";B[aa]TR[bb][cc][bb])", "O717 2:18"),
    (HEAD + ";B[aa]LB[bb:1][bb:2])", "O717 2:16"),
    (HEAD + ";B[aa]AR[bb:cc][bb:cc])", "O717 2:17"),
    ("(;SZ[9x9];B[aa])", "O712 1:6"),
    ("(;SZ[19.5];B[aa])", "O712 1:6"),
    ("(;SZ[53];B[aa])", "O001 1:6"),
    ("(;SZ[0]DD[];B[aa]TR[aa])", "O001 1:6"),
    ("(;KM[7,5];B[aa])", "O713 1:6"),
    ("(;HA[two]AB[cc][gg];W[aa])", "O714 1:6"),
    ("(;HA[1];B[aa])", "O003 1:6"),
    ("(;HA[0];B[aa])", "O714 1:6"),
    ("(;SZ[9][7];B[ii])", "O711 1:9"),
    ("(;SZ[9]HA[2];AB[cc];W[aa])", "O004 1:11"),
    ("(;SZ[9]HA[2];AB[cc]AW[dd];W[aa])", "O005 1:11"),
    ("(;FF[4]RE[Black];B[aa])", "O715 1:11"),
    ("My game (a good one):\n" + HEAD + ";B[aa])", "O721 1:1"),
    (";" + HEAD + ";B[aa])", "O721 1:1"),
    (")" + HEAD + ";B[aa])", "O721 1:1"),
    ("Here it is:\n" + HEAD + ";B[aa])", "O721 1:1"),
    (HEAD + ";Black[aa];W[bb])", "O722 2:2"),
    ("(;SZ[9]B[aa];W[bb])", "O723 1:8"),
    ("(;SZ[9:9];B[aa])", "O724 1:6"),
    (HEAD + ";B[aa]C[good;W[bb];B[cc];W[dd])", "O725 2:13"),
    ("(;SZ[9]C[good\n;B[aa]C[x];W[bb])", "O725 1:14"),
    ("(;FF[4]CA[UTF-8AP[Sabaki:0.33.4]SZ[9];B[aa])", "O725 1:16"),
    ("(;SZ[9]EV[Cup\nRE[B+R]PB[Ada];B[aa])", "O725 1:14"),
    ("(;SZ[9]PB[AdaPW[Bo];B[aa])", "O725 1:14"),
    ("(;SZ[9]RU[JapaneseKM[6.5]RE[B+3.5];B[aa])", "O725 1:19"),
    ("(;SZ[9]PB[AdaAB[cc];W[aa])", "O725 1:14"),
    ("(;SZ[9]PB[AdaAB[cc][dd];W[aa])", "O725 1:14"),
    ("(;SZ[9]PB[AdaRE[B+R]TR[aa]TR[bb];B[aa])", "O725 1:14, O706 1:27"),
    ("(;SZ[9]C[root\nPB[Ada]PW[Bo]RE[B+R];B[aa])", "O725 1:14"),
    (HEAD + ";B[aa]C[goodTR[bb][cc];W[bb])", "O725 2:13"),
    (HEAD + ";B[aa]N[goodBL[30];W[bb])", "O725 2:13"),
    ("(;SZ[9]DT[2001-01-01PB[x];B[aa])", "O007 1:11"),
    ("(;SZ[9]HA[2]AB[c3][gg];W[cc];B[cc])", "O710 1:16"),
    ("(;SZ[9];B[aa];AB[bb][x];W[cc];W[cc])", "O710 1:22"),
    ("(;SZ[52];B[];AE[aa:ZZ][aa:ZZ])", "O711 1:14"),
    ("(;GM[2]SZ[8];B[d3];B[d3])", "O731 1:3"),
    ("(;GM[Go]SZ[9];B[aa];W[aa])", "O711 1:6, O103 1:21"),
    ("(;SZ[9]AB[aa]AW[aa];B[bb])", "O107 1:17"),
    ("(;SZ[9]KM[6.5]RE[B+3];B[bb])", "O301 1:18"),
    ("(;SZ[9]KM[6.5]RE[Draw];B[bb];W[];B[])", "O301 1:18"),
    ("(;SZ[9]KM[6.5]RE[0];B[bb];W[])", "O301 1:18"),
    ("(;SZ[9]KM[6]RE[B+500];B[bb];W[];B[])", "O301 1:16"),
    ("(;GM[2])\n(;SZ[9];B[aa];W[aa])", "O731 1:3, O103 2:15"),
    # a missing bracket after a value of any form
    (HEAD + ";B[ee];W[gc;B[cg];W[cc];B[cc])", "O705 2:12, O103 2:25"),
    (HEAD + ";B[ee]BL[30;W[cc]WL[30];B[cc])", "O705 2:12, O103 2:25"),
    (HEAD + ";B[ee]CR[aa;W[cc]WL[30];B[cc])", "O705 2:12, O103 2:25"),
    (HEAD + ";B[ee]CR[aa][bb;W[cc];B[cc])", "O705 2:16, O103 2:23"),
    (HEAD + ";B[ee]TE[1C[x];W[ee])", "O705 2:11, O103 2:16"),
    (HEAD + ";B[ee]LB[aa:x;W[cc]WL[30];B[dd])", "O725 2:14"),
    ("(;SZ[9]KM[6.5RE[B+R];B[ee];W[ee])", "O705 1:14, O103 1:28"),
    ("(;SZ[9]AB[aa][bb;B[ee];W[ee])", "O705 1:17, O103 1:24"),
    # a bracket and what is next to it changed places
    (HEAD + ";B[]aa;W[aa])", "O705 2:4, O103 2:8"),
    ("(;SZ[9]KM[6.]5;B[aa];W[aa])", "O705 1:13, O103 1:22"),
    ("(;FF[4CA][UTF-8]SZ[9];B[aa];W[aa])", "O705 1:7, O103 1:29"),
    ("(;GM[1SZ][2];B[aa];W[bb];B[aa])", "O705 1:7, O103 1:26"),
    (HEAD + ";B;aa];W[aa])", "O705 2:3, O103 2:8"),
    # a `;` stands for something else
    (HEAD + ";B[a]BM[1];W[bb])", "O710 2:4"),
    ("(;FF[4];[UTF-8]GM[1]SZ[9];B[aa];W[aa])", "O705 1:9"),
    ("(;FF[4]SZ[9;KM[7];B[aa];W[aa])", "O705 1:12, O103 1:25"),
    # the size of the board is its first value
    ("(;SZ[2][7];B[ba];W[aa];B[ab];W[aa])", "O711 1:9, O105 1:30"),
    # brackets are mended whatever other properties there are
    (HEAD + ";B[ee];W[aa]LB[cc:1];Bdd];W[dd])", "O705 2:23, O103 2:27"),
    (HEAD + ";B[ee];W[aa]LB[cc:1];B[dd];W{ce];B[dd])", "O705 2:29, O103 2:34"),
    (HEAD + ";B[ee];W[aa]LB[cc:1];B[dd],W[ce];B[dd])", "O705 2:27, O103 2:34"),
    (HEAD + ";B[ee];W[ee];B[cg)", "O103 2:8, O705 2:18"),
    (HEAD + ";B[ce][text];W[ce])", "O707 2:8, O103 2:14"),
    ("(;SZ[9]AB[aa]bb][cc];B[bb])", "O705 1:14, O103 1:22"),
    (HEAD + ";B[ee](;W[aa];B[bb]))(;W[cc];B[cc]))", "O703 2:21, O103 2:30"),
    (HEAD + ";B[ee](;W[aa];B[bb]))(;W[cc];B[dd])(;W[ff]))", "O703 2:21"),
    (HEAD + ";B[ee](;W[aa];B[bb]))\n(;W[cc];B[cc]))", "O703 2:21, O103 3:9"),
    (HEAD + ";B[ee]\n(;W[aa];B[bb])\n;W[cc];B[dd])\n(;W[ff];B[ff]))", "O705 4:1, O103 5:9"),
    (HEAD + ";B[ee](;W[aa];B[bb])(;W[cc]);W[ff];B[ff]))", "O705 2:29, O103 2:36"),
    ("(;SZ[9];B[aa](;W[bb]))(;SZ[9];B[aa];W[aa]))", "O103 1:37, O703 1:43"),
    # each wrong stone is reported; play goes on if it is clear which stones are set up
    ("(;SZ[9]AB[aa][aa];B[bb];W[bb](;B[cc];W[cc])(;B[cc];W[cc]))", "O107 1:15, O103 1:25"),
    ("(;SZ[9]AB[aa][aa];B[bb](;W[bb])(;W[cc];B[bb]))", "O107 1:15, O103 1:26, O103 1:40"),
    ("(;SZ[9]HA[2]AB[cc][cc];W[gg];B[gg])", "O107 1:20, O103 1:30"),
    # what does not depend on the stones is checked in any case
    ("(;SZ[9]AB[aa][jj];W[bb];B[jj])", "O102 1:15, O102 1:25"),
    ("(;SZ[9]AB[aa]AW[aa];B[bb](;W[jj])(;W[cc];B[jj]))", "O107 1:17, O102 1:28, O102 1:42"),
    ("(;SZ[9]AB[aa]\n[bb][zz][yy]\nAW[aa];B[bb])", "O102 2:6, O102 2:10, O107 3:4"),
    ("(;SZ[9]AB[aa][zz];B[bb];W[bb])", "O102 1:15"),
    ("(;SZ[9]AB[zz];W[aa];B[bb])", "O102 1:11"),
    ("(;SZ[9]AB[zz]PL[W];B[aa];W[bb];W[cc])", "O102 1:11, O201 1:20, O202 1:32"),
    ("(;SZ[9]HA[2];AB[zz][cc];W[aa];B[bb];B[dd])", "O102 1:17, O202 1:37"),
    ("(;SZ[9];B[aa];AB[zz];W[bb];B[bb];W[cc])", "O102 1:18"),
    ("(;SZ[9];B[aa];AB[zz];W[bb];B[cc];B[dd];W[jj])", "O102 1:18, O202 1:34, O102 1:40"),
    ("(;SZ[9];B[aa];AB[bb]AW[bb]PL[W];B[cc];W[jj])", "O207 1:14, O107 1:24, O201 1:33, O102 1:39"),
    ("(;SZ[9];B[aa];AB[x]C[?];AW[bb];B[cc];W[jj])", "O710 1:18, O207 1:24, O102 1:38"),
    ("(;SZ[9];B[aa];AB[zz];B[];W[];B[bb])", "O102 1:18, O203 1:30"),
    ("(;SZ[9];B[aa]AB[zz];W[cc];B[cc])", "O708 1:14, O102 1:17"),
    ("(;SZ[9]KM[6.5]RE[B+3];B[aa];AB[zz];W[bb];B[jj])", "O301 1:18, O102 1:32, O102 1:42"),
    ("(;SZ[9];B[aa](;AB[zz];W[bb](;B[jj])(;B[bb]))(;W[aa]))", "O102 1:19, O102 1:30, O103 1:47"),
    ("(;SZ[9];B[aa](;W[bb])(;AB[zz];W[cc](;B[dd])(;B[cc]))(;W[aa]))", "O102 1:27, O103 1:55"),
    (
        "(;SZ[9];B[aa])(;SZ[9];B[aa];AB[zz];W[bb];W[jj])(;SZ[9];B[aa];W[aa])",
        "O102 1:32, O102 1:42, O103 1:62",
    ),
    ("(;SZ[19x]AB[ZZ][aa][aa])", "O712 1:6, O107 1:21"),
    # what is unreadable does not hide other variations, nor the moves before it
    (HEAD + ";B[ee](;W[g];B[hh])(;W[ee];B[cc]))", "O710 2:11, O103 2:22"),
    (HEAD + ";B[ee](;W[g](;B[a])(;B[b]))(;W[ee]))", "O710 2:11, O710 2:17, O710 2:24, O103 2:30"),
    (HEAD + ";B[ee];W[g](;B[ee])(;B[ee]))", "O710 2:10"),
    (HEAD + ";B[ee](;W[gc;B[cg];W[cc])(;W[ee];B[cc]))", "O705 2:13, O103 2:28"),
    (HEAD + ";B[ee](;W[dd]);B[dd](;W[ee]))", "O705 2:15, O103 2:23"),
    (HEAD + ";B[ee];W[ee];AB[bb][x])", "O103 2:8, O710 2:21"),
    (HEAD + ";B[ee];W[ee]C[abc)", "O103 2:8, O704 2:14"),
    (HEAD + ";B[ee];W[ee] xx [dd];W[ee])", "O103 2:8, O705 2:14"),
    # a property that cannot be read is one slip, and may have been a move
    (HEAD + ";B[ee];W]dd];B[dd])", "O705 2:8"),
    (HEAD + ";B[ee];][dd];B[dd])", "O705 2:8"),
    # without its name, the size of the board is unknown
    ("(;FF[4]GM[1][2];B[aa];W[bb];B[aa])", "O711 1:14"),
    ("(;FF[4]GM[1]][2];B[aa];W[bb];B[aa])", "O705 1:13"),
}


@all_of("text, expected", sorted(SLIPS))
def test_one_slip_is_one_finding_at_its_place(text: str, expected: str) -> None:
    found = [f"{each.code} {each.line}:{each.column}" for each in kifu.validate(text)]
    assert ", ".join(found) == expected


@all_of("start", ["(ab", "([", "((", "(KM"])
def test_something_in_place_of_the_first_semicolon_is_one_finding(start: str) -> None:
    text = f"{start}FF[4]SZ[9];B[aa];W[aa])"
    found = kifu.validate(text, "go/sgf")
    assert [(each.code, each.column) for each in found] == [("O705", 2), ("O103", len(start) + 18)]
    assert repaired(text, found[:1]) == f"(;{text[len(start) :]}"


def test_a_first_semicolon_after_ff_is_one_finding() -> None:
    found = kifu.validate("(FF;[4]SZ[9];B[aa];W[aa])", "go/sgf")
    assert [(each.code, each.column) for each in found] == [("O705", 2), ("O103", 20)]


SOUND = [
    "(;;B[aa])",
    "( ; SZ[9]\r\n ; B[aa]\r\n\r\n; W [bb] )\r\n",
    "(;SZ[9](;B[aa];W[bb])(;C[a comment only])(;B[cc]))",
    "(;FF[4]SZ[9];B[aa]CR[aa]LB[aa:1]AR[aa:bb][bb:aa]TE[1]GB[1]HO[1]TB[aa]TW[aa])",
    "(;SZ[21];B[tt];W[bb];B[])",
    "(;SZ[9:7]RU[NZ];B[ig];W[aa])",
    "(;SZ[9];B[aa]XX[anything [ here][and \\] here])",
    "(;SZ[9]AB[aa:cc]PL[W]TB[][dd];W[dd]VW[])",
    "(;SZ[9]RE[]DT[1996-05-06,07]HA[2]AB[cc][gg];W[bb])",
    "(;SZ[9];B[aa])(;SZ[9];B[aa])\n\n(;SZ[9];B[aa])",
    "(;SZ[9];B[aa];C[after];;W[bb])",
    "(;SZ[9];B[aa]C[Ada [3d\\]: write TR[bb\\], not AI[1];W[bb]TR[aa]C[TR[bb])",
    "(;SZ[9]PB[a PRO[1\\]]PW[b PW[2]EV[RE[3\\]]RE[B+R]GN[AI[1];B[aa])",
]


@all_of("text", SOUND)
def test_sound_texts_have_no_findings(text: str) -> None:
    assert codes(text) == []


@all_of(
    "text, fixed",
    [
        (";B[aa]C[not finished", ";B[aa]C[not finished])"),
        (";B[aa](;W[bb]C[oh\n", ";B[aa](;W[bb]C[oh]))\n"),
        (";B[aa](;W[bb]C[oh))\n", ";B[aa](;W[bb]C[oh]))\n"),
        (";B[aa];W[bb", ";B[aa];W[bb])"),
        (";B[aa]C[a [b] c", ";B[aa]C[a [b\\] c])"),
    ],
)
def test_the_value_in_which_a_file_ends_can_be_closed(run: Kifu, text: str, fixed: str) -> None:
    run.write({"a.sgf": "(;SZ[9]" + text})
    assert run("validate", "--fix", "--unsafe-fixes", "a.sgf").status == 0
    assert (run.folder / "a.sgf").read_text("utf-8") == "(;SZ[9]" + fixed


def test_a_node_has_up_to_100_000_values() -> None:
    for count, found in ((100_000, []), (100_001, ["F003"])):
        values = "[]" * (count - 1)
        for head, more in (("SZ[9]", []), ("KM[a]", ["O713"])):  # the second one is read slowly
            assert codes(f"(;{head};B[aa]XX{values})", "go/sgf") == more + found


@all_of(
    "wrong, right",
    [
        ("B[aa];W(bb)", "B[aa];W[bb]"),
        ("B[aa];Wbb]", "B[aa];W[bb]"),
        ("B[aa];Wbb[]", "B[aa];W[bb]"),
        ("B[aa;]W[bb]", "B[aa];W[bb]"),
        ("B[aa}C[x];W[bb]", "B[aa]C[x];W[bb]"),
        ("B[aa],W[bb]", "B[aa];W[bb]"),
        ("B[aa][W[bb]", "B[aa];W[bb]"),
        ("B[aa](W[bb]", "B[aa];W[bb]"),
        ("B[aa]W;[bb]", "B[aa];W[bb]"),
        ("B[aa]BL[30;W[bb]", "B[aa]BL[30];W[bb]"),
    ],
)
def test_misspelt_brackets_are_read_as_they_were_meant(wrong: str, right: str) -> None:
    found = kifu.validate(f"{HEAD};{wrong};B[aa])")
    fix = found[0].fix
    assert [each.code for each in found][:2] == ["O705", "O103"]
    assert fix is not None
    assert mended(Text(f"{HEAD};{wrong};B[aa])"), fix) == f"{HEAD};{right};B[aa])"


def test_a_text_that_hides_another_slip_is_an_error() -> None:
    assert only("(;SZ[9];B[aa]C[x;W[bb];B[cc])").severity == "warning"
    assert only("(;SZ[9]C[good\n;B[aa]C[x];W[bb])").severity == "error"


@all_of(
    "text, fixed",
    [
        ("(;W[cc];B[ff]C[hi)\n(;W[dd];B[hh])", "(;W[cc];B[ff]C[hi])\n(;W[dd];B[hh])"),
        ("(;W[cc];B[ff]C[hi :))\n(;W[dd];B[hh])", "(;W[cc];B[ff]C[hi :)])\n(;W[dd];B[hh])"),
        ("(;W[cc];B[ff]C[(hi))\n(;W[dd];B[hh])", "(;W[cc];B[ff]C[(hi)])\n(;W[dd];B[hh])"),
        ("(;W[dd]C[hi(;B[gg];W[hh]))", "(;W[dd]C[hi](;B[gg];W[hh]))"),
    ],
)
def test_a_bracket_that_ends_a_text_keeps_the_variations(text: str, fixed: str) -> None:
    text, fixed = (f"{HEAD};B[ee]{each}(;W[gg];B[hh]))" for each in (text, fixed))
    finding = only(text)
    assert finding.code == "O725"
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    at = len(HEAD) + edit.column - 1
    assert text[:at] + edit.text + text[at:] == fixed
    assert codes(fixed) == []


def test_results_in_chinese_and_japanese_have_a_fix() -> None:
    for said, right in (("黑中盘胜", "B+R"), ("白中押し勝ち", "W+R"), ("黒３目半勝ち", "B+3.5")):
        text = f"(;FF[4]CA[UTF-8]GM[1]SZ[9]RE[{said}];B[ee])"
        finding = only(text)
        assert finding.code == "O715"
        assert finding.fix is not None
        assert finding.fix.safe
        assert mended(Text(text), finding.fix) == text.replace(said, right)


def test_old_results_and_annotations_are_only_warnings() -> None:
    assert only("(;FF[3]SZ[9];B[aa]BM[1]TE[1])").severity == "warning"
    assert only("(;FF[3]RE[Black resigns];B[aa])").severity == "warning"


def test_a_node_with_too_many_values_is_a_single_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (events, syntax):
        monkeypatch.setattr(module, "MOST_IN_NODE", 50)
    for slips in ("AB[zz]", "TR(aa)", "C[a]", f"LB{'[aa]' * 60}"):
        for root in ("", ";B[aa]"):
            found = kifu.validate(f"(;FF[4]GM[1]SZ[9]{root}{slips * 60};W[bb])")
            assert [each.code for each in found if each.code != "O705"] == ["F003"]
    assert codes(f"(;FF[4]GM[1]SZ[9];B[aa]{'CR[bb]' * 4};W[bb])") == ["O706", "O717"] * 3


@all_of(
    "wrong, right",
    [
        ("SZ[9x9]", "SZ[9]"),
        ("SZ[9 * 7]", "SZ[9:7]"),
        ("KM[6,5]", "KM[6.5]"),
        ("KM[６．５]", "KM[6.5]"),
        ("RE[b+3,5]", "RE[B+3.5]"),
        ("RE[W + resign]", "RE[W+Resign]"),
        ("RE[Jigo]", "RE[0]"),
        ("TM[1h 30 min.]", "TM[5400]"),
        ("TM[40 分]", "TM[2400]"),
        ("AB[cc:aa]", "AB[aa:cc]"),
        ("PL[white]AB[cc]", "PL[W]"),
    ],
)
def test_other_spellings_of_values_have_safe_fixes(wrong: str, right: str) -> None:
    finding = next(each for each in kifu.validate(f"(;FF[4]{wrong};C[])") if each.fix)
    assert finding.severity == "error"
    assert finding.fix is not None
    assert finding.fix.safe
    assert [each.text for each in finding.fix.edits] == [right[3:-1]]


@all_of("said", ["HA[0]", "HA[]", "KM[]", "TM[ ]"])
def test_a_property_of_the_game_that_says_nothing_can_be_removed(said: str) -> None:
    (finding,) = kifu.validate(f"(;FF[4]{said}SZ[9];B[aa])")
    assert finding.fix is not None
    assert finding.fix.safe
    assert finding.fix.message == f"remove {said}"
    two = kifu.validate(f"(;FF[4]{said}[2]SZ[9];B[aa])")
    assert [each.fix for each in two if each.column == finding.column] == [None]


HOSTILE: dict[str, Callable[[int], str]] = {
    "deep": lambda size: "(;SZ[9]" + "(;B[aa]" * size,
    "closed": lambda size: "(;SZ[9]" + "(;B[aa]" * size + ")" * size + ")",
    "open": lambda size: "(" * size,
    "branches": lambda size: "(;SZ[9]" + "(;B[aa])" * size + ")",
    "values": lambda size: "(;SZ[9];B[aa]XX" + "[a]" * size + ")",
    "text": lambda size: "(;SZ[9];B[aa]C[" + "[;B[aa" * size + "])",
    "never closed": lambda size: "(;SZ[9]" + ";C[a" * size,
    "properties": lambda size: "(;SZ[9]" + "XX[a]" * size + ")",
    "stray": lambda size: "(;SZ[9];" + "a B[] x]" * size + ")",
    "letters": lambda size: "(;SZ[9];" + "a" * size + ")",
    "spaces": lambda size: "(;SZ[9];B" + " " * size + "(" + " " * size,
    "passes": lambda size: "(;SZ[9]" + ";B[]" * size + ")",
    "rectangles": lambda size: "(;SZ[52]" + ";AE[aa:ZZ]" * size + ")",
    "set-ups": lambda size: "(;SZ[9]" + ";AE[aa]" * size + "(;B[aa])" * size + ")",
    "nested set-ups": lambda size: "(;SZ[9]" + ";AE[aa]" * size + "(;C[a]" * size + ")" * size,
    "closed early": lambda size: "(;SZ[9];B[aa])" + "(;B[aa])" * size + "[" * size,
    "games": lambda size: "(;SZ[9];B[aa])" * size,
}
"""Texts that take long to read if the time is not linear in their length."""


def test_hostile_texts_take_linear_time() -> None:
    for name, made in HOSTILE.items():
        text, begun = made(300), process_time()
        found = kifu.validate(text)
        assert process_time() - begun < 30, name  # most take less than one, on an idle machine
        assert len(found) < 2000, name


def test_no_other_property_is_suggested() -> None:
    for text in ("(;SZ[9];B[ee]AW[cc];W[gg])", "(;SZ[9];B[ee]BL[abc])", "(;SZ[9];B[ee]LB[cc])"):
        (outcome,) = kifu.outcomes(text)
        errors = [each for each in kifu.suggest(outcome) if each.severity == "error"]
        assert len(errors) == 1
        assert not errors[0].suggestions
