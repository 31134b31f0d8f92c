"""Games in SGF that are vouched for: the reader finds nothing in them, and counts the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import kifu
from kifu.formats.files.piece import Piece
from kifu.formats.files.reading import read_piece
from kifu.formats.go.sgf.properties import FORMS
from kifu.formats.go.sgf.quick import records
from kifu.formats.go.sgf.sgf import NOTATION, explained
from kifu.formats.go.sgf.vouch import accept
from kifu.formats.interface.notation import Counts
from kifu.formats.text.text import Text
from kifu.validation.outcome import outcome

from ...campaign import sample
from ...loops import all_of
from .games import game, played

WORDS = [
    *(b"[", b"]", b"(", b")", b";", b"\\", b":", b" ", b"\n", b"B", b"W", b"a", b"z", b"9", b"."),
    *(b"tt", b"HA[2]", b"KM[6.5]", b"C[x", b"RE[B+3]", b"AB[aa]", b"AW[cc:aa]", b"PL[W]", b"KO[]"),
    *(b";W[bb]", b"(;B[cc])", b"TB[aa]", b"TE[1]", b"BM[2]", b"CR[aa]", b"SQ[aa]", b"LB[aa:1]"),
    *(b"SZ[9]", b"FF[3]", b"GM[2]", b"ST[4]", b"DT[2001-13-01]", b"<<<<<<< ", b"\xff", b"CB[aa]"),
]


def read(data: bytes) -> tuple[list[str], list[Counts | None]]:
    """Return the findings and the counts of the reader."""
    found = [outcome(each) for each in read_piece(NOTATION, Piece(data))]
    return [str(wrong) for each in found for wrong in each.unproven], [
        each.counts for each in found
    ]


def changed(data: bytes, rng: Random) -> bytes:
    """Make a slip: insert, remove, replace or repeat something."""
    at = rng.randrange(len(data))
    end = at + rng.choice((0, 0, 1, 1, 2, 5, 20))
    other = rng.randrange(len(data))
    new = rng.choice((b"", rng.choice(WORDS), data[other : other + rng.choice((1, 2, 6, 40))]))
    return data[:at] + new + data[end:]


def texts(rng: Random, count: int) -> Iterator[bytes]:
    """Yield games with and without slips."""
    for _ in range(count):
        yield game(rng).encode()
        sound = played(rng).encode()
        yield sound
        for _ in range(4):
            slip = changed(sound, rng)
            yield slip
            yield changed(slip, rng)


def test_the_reader_finds_nothing_in_what_is_vouched_for() -> None:
    for data in texts(Random(1), sample(12)):
        found = accept(data)
        if found is not None:
            assert read(data) == ([], [found]), data


def test_ordinary_games_are_vouched_for() -> None:
    rng = Random(2)
    for _ in range(sample(20)):
        text = played(rng)
        assert accept(text.encode()) is not None, text


VOUCHED = [
    "(;)",
    "( ;\r\nFF [4]SZ[9:7]\n;B[ig] ;W[] )\n",
    "(;SZ[9]HA[2]AB[cc][gg];W[aa]WL[3.5]OW[2]C[a\\]b \\\\ é]LB[aa:\\:][bb:x]AR[aa:bb][bb:aa])",
    "(;SZ[9]AB[aa:cc]AW[ee]PL[W];W[dd](;B[ff];W[gg])(;B[gg]N[x])(;C[nobody moves]))",
    "(;SZ[9];AB[aa];B[bb]CR[aa]TR[cc:dd]TB[aa]TW[][hh:ii]XX[any][thing [here])",
    "(;SZ[9];AB[aa](;W[bb];B[cc])(;W[cc]))",
    "(;SZ[9]KM[6.5]RU[Chinese]RE[B+74.5];B[aa];W[];B[])",
]
LEFT = [
    # the reader may have something to report
    "(;SZ[9];B[aa];W[aa])",
    "(;SZ[9];B[aa];B[bb])",
    "(;SZ[9];B[aa];AB[bb];W[cc])",
    "(;SZ[9];B[aa](;W[bb])(;W[bb]))",
    "(;SZ[9];B[aa](;W[bb];W[cc]))",
    "(;SZ[9]HA[3]AB[cc][gg];W[aa])",
    "(;SZ[9]KM[6.5]RU[Chinese]RE[B+100.5];B[aa];W[];B[])",
    "(;SZ[3]KM[0]RE[B+8];B[bb];W[];B[]TB[aa:cc])",
    "(;SZ[3]KM[0]RE[B+8];B[bb](;W[];B[]TB[aa:cc])(;W[aa]))",
    "(;SZ[9];B[aa]TE[1]BM[1])",
    "(;SZ[9];B[aa]CC[x];W[bb])",
    "(;SZ[9];B[aa]CR[bb]SQ[aa:cc])",
    "(;SZ[9];B[aa]C[x;W[bb])",
    "(;SZ[9];B[aa])(;SZ[9];B[aa])",
    # just outside the board
    "(;SZ[9:7];B[ah])",
    "(;SZ[9:7];B[ja])",
    "(;SZ[9:7];AB[ag:ah])",
    "(;SZ[9:7];B[aa]LB[ah:x])",
]


@all_of("text", VOUCHED)
def test_sound_games_are_vouched_for(text: str) -> None:
    assert read(text.encode()) == ([], [accept(text.encode())])


PLACES = (
    "(;SZ[9]{};B[cc])",
    "(;SZ[9];B[cc]{};W[dd])",
    "(;SZ[9];{}B[cc]C[x])",
    "(;SZ[9];AB[cc]{};W[dd])",
    "(;SZ[9];B[cc](;W[dd]{})(;W[ee]))",
)
VALUES = (
    *("", "aa", "bb", "tt", "zz", "j", "abc", "aA", "aa:bb", "bb:aa", "aa:aa", "aa:", "aa:xy"),
    *("1", "2", "-1", "0", "1.5", "1.50", "007", ".5", "9:8", "2001-01-01"),
    *("x", "B", "W", "b", "a:b", "é", "x y", "x\\]y", "\\\\"),
    *("aa][bb", "aa][aa", "aa] [bb", "aa:bb][bb:aa", "aa:bb][aa:bb"),
)


@pytest.mark.parametrize("at", range(len(PLACES)))
def test_one_property_is_vouched_for_if_nothing_is_wrong_with_it(at: int) -> None:
    for number, key in enumerate((*FORMS, "XX")):
        of_the_root = key in FORMS and FORMS[key].kind in ("root", "info")
        for value in VALUES[(number + at) % 3 :: 3]:
            text = PLACES[at].format(f"{key}[{value}]")
            wrong, counts = read(text.encode())
            is_left = wrong or key == "KO" or (of_the_root and at > 0)
            assert accept(text.encode()) == (None if is_left else counts[0]), text
            found = records(text)
            if found is not None:
                assert [each.record for each in explained(Text(text))] == found, text


@all_of("text", LEFT)
def test_other_games_are_left_to_the_reader(text: str) -> None:
    assert accept(text.encode()) is None


def test_ordinary_games_have_the_records_that_the_reader_makes() -> None:
    rng, known = Random(3), 0
    for data in texts(rng, sample(12)):
        text = Text(data.decode("latin-1"))
        found = records(text.content)
        if found is not None:
            known += 1
            readings = [*explained(text)]
            assert [each.record for each in readings] == found, data
            assert all(each.whole and not each.findings for each in readings), data
    assert known > sample(12)


def test_a_finding_about_an_ordinary_game_has_its_place() -> None:
    text = "(;SZ[9];B[aa]C[B\\[bb\\]](;W[bb];B[bb])(;W[cc]))\n(;SZ[9];B[aa];W[aa])\n"
    found = [(each.code, each.line, each.column) for each in kifu.validate(text)]
    assert found == [("O103", 1, 32), ("O103", 2, 15)]
