"""Results read from PGN, and written for BayesElo."""

import gzip
import io
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

import kifu
from kifu.arena.ratings import GameResult, results_of
from kifu.arena.ratings.pgn_results import PgnGame, claims, read, short_names, write
from kifu.findings import Finding, Rule
from kifu.formats.files.detect import detect
from kifu.formats.files.source import Source
from kifu.formats.interface.notation import CannotHold
from kifu.formats.text.grammar import source

from ...loops import all_of

ADA = '[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n'
GRAMMAR = Lark(source("kifu.arena.ratings/pgn_results"), parser="lalr")
RULES = [rule for rule in kifu.rules() if rule.code.startswith("F4")]


def games(text: str | bytes) -> list[PgnGame]:
    data = text.encode() if isinstance(text, str) else text
    return list(read(Source(io.BytesIO(data))))


def findings(text: str | bytes) -> list[Finding]:
    return [finding for each in games(text) for finding in each.findings]


def results(text: str | bytes) -> list[tuple[str, str, int]]:
    found = [results_of(each.result) for each in games(text) if each.result is not None]
    return [(each.white, each.black, each.score) for (each,) in found]


def places(text: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(each.code, each.line, each.column) for each in findings(text)]


@all_of("rule", RULES)
def test_the_example_breaks_exactly_its_rule(rule: Rule) -> None:
    (finding,) = findings(rule.example.content())
    assert finding.rule is rule
    assert finding.line is not None
    assert claims(rule.example.content())


@pytest.mark.parametrize(("result", "score"), [("1-0", 2), ("1/2-1/2", 1), ("0-1", 0)])
def test_results(result: str, score: int) -> None:
    text = ADA.replace("1-0", result) + result
    assert (results(text), findings(text)) == ([("Ada", "Bo", score)], [])


def test_a_game_without_a_result() -> None:
    (game,) = games(ADA.replace("1-0", "*") + "1. e4 *\n")
    assert game == PgnGame(None)


def test_moves_comments_and_other_tags_are_passed_over() -> None:
    text = (
        "\ufeff% an escape [White\n; a comment [Black\n\n"
        '[Event "a \\"b\\" ]"]\n[WhiteElo "1"] [White "Ada"]\n'
        '[Black "Bo"][Result "0-1"] 1. e4 {a 1-0 comment\n[White "Cy"]\n of lines} e5 ; 1-0\n'
        "2. O-O (2. d4 $1) 0-1 \n\n" + ADA + "1-0\n"
    )
    assert results(text) == [("Ada", "Bo", 0), ("Ada", "Bo", 2)]
    assert findings(text) == []


def test_moves_may_be_in_any_encoding_but_names_are_utf_8() -> None:
    assert results(ADA.encode() + b"1. e4 {na\xefve} 1-0\n") == [("Ada", "Bo", 2)]
    (finding,) = findings(ADA.replace("Ada", "Zoë").encode("latin-1") + b"1-0\n")
    assert (finding.code, finding.line, finding.column) == ("F002", 1, 11)


def test_line_ends_of_windows() -> None:
    text = (ADA + "1-0\n").replace("\n", "\r\n")
    assert (results(text), findings(text)) == ([("Ada", "Bo", 2)], [])


def test_games_without_an_end_are_distinguished() -> None:
    """BayesElo would read these three games as one."""
    text = ADA + ADA.replace("Bo", "Cy") + ADA.replace("Bo", "Di")
    assert [black for _, black, _ in results(text)] == ["Bo", "Cy", "Di"]
    assert places(text) == [("F405", 1, 1)]
    moves = ADA + "1. e4 e5\n\n" + ADA + "1-0\n"
    assert len(results(moves)) == 2
    assert places(moves) == [("F405", 1, 1)]


def test_an_error_in_one_game_leaves_the_others() -> None:
    text = ADA + "1-0\n" + ADA.replace("1-0", "1/2") + "1/2\n\n" + ADA + "1-0\n"
    assert len(results(text)) == 2
    assert places(text) == [("F403", 8, 10)]


@all_of(
    ("text", "place"),
    [
        ('[White "Ada]\n', ("F301", 1, 8)),
        (ADA.replace('"Bo"', "Bo") + "1-0", ("F301", 2, 8)),
        (ADA.replace('"Bo"]', '"Bo"') + "1-0", ("F301", 2, 12)),
        ("[White\n", ("F301", 1, 7)),
        ('[White "Ada"]\n\n1. e4 1-0\n', ("F401", 1, 1)),
        ("1. e4 e5 1-0\n", ("F401", 1, 1)),
        (ADA + "1-0 and more\n", ("F401", 5, 4)),
        (ADA.replace("Bo", "Ada") + "1-0", ("F404", 2, 9)),
        (ADA + "{ 1-0\n" + ADA, ("F406", 5, 1)),
        (ADA + "1. e4 0-1\n", ("F407", 5, 7)),
    ],
)
def test_where_it_is_wrong(text: str, place: tuple[str, int, int]) -> None:
    assert places(text) == [place]


@pytest.mark.parametrize("name", ["", "?"])
def test_players_without_a_name(name: str) -> None:
    (game,) = games(ADA.replace("Bo", name) + "1-0\n")
    assert game.findings == ()
    assert game.result is not None
    assert game.result.names is None


def test_damaged_games() -> None:
    text = ADA + "1-0\n\n" + ADA
    packed = gzip.compress(text.encode() * 300, mtime=0)[:-9]
    found = [each.code for each in findings(packed)]
    assert found[-1] == "F004"


@all_of(
    ("head", "claimed"),
    [
        (ADA, True),
        ('\ufeff\n\n; x\n% y\n [ Event "z"]', True),
        ("[White Ada]", True),
        ('["White", "Ada"]', False),
        ("[1, 2]", False),
        ("1. e4 e5", False),
        ("", False),
    ],
)
def test_a_pgn_is_recognised_by_its_first_tag(head: str, claimed: bool) -> None:
    assert claims(head.encode()) is claimed
    assert detect(head.encode()) is None


@given(from_lark(GRAMMAR))
def test_texts_of_the_grammar_are_read(line: str) -> None:
    codes = {each.code for each in findings(line.strip())}
    assert "F301" not in codes


@given(st.text('[]"\\ WhiteBlack', max_size=20))
def test_any_line_is_read_or_reported(line: str) -> None:
    read_game = games(f"[{line}")
    assert all(each.findings for each in read_game)
    assert read_game


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    for each in games(data):
        assert each.result is None or all(f.severity != "error" for f in each.findings)


names = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12
)
name_lists = st.lists(names.filter(lambda name: name != "?"), min_size=2, max_size=4, unique=True)


@given(
    name_lists, st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=6)
)
def test_written_texts_are_read_back(names: list[str], drawn: list[tuple[int, int]]) -> None:
    counts = Counter(
        GameResult(names[seat], names[1 - seat], score)  # type: ignore[arg-type]
        for seat, score in drawn
    )
    text = "".join(write(counts))
    assert findings(text) == []
    assert Counter(GameResult(*each) for each in results(text)) == counts  # type: ignore[arg-type]
    assert text.count("\n\n") == 2 * len(drawn)


def test_quotes_and_backslashes_are_escaped() -> None:
    text = "".join(write({GameResult('a"b', "c\\", 2): 1}))
    assert text.startswith('[White "a\\"b"]\n[Black "c\\\\"]\n')


@pytest.mark.parametrize("name", ["x" * 100, "é" * 40, "王" * 30, "🂡" * 20])
def test_names_are_cut_between_characters(name: str) -> None:
    short = short_names([name])[name]
    assert name.startswith(short)
    assert 60 <= len(short.encode()) <= 63


def test_names_that_would_become_the_same_are_refused() -> None:
    one, other = "x" * 63 + "1", "x" * 63 + "2"
    with pytest.raises(CannotHold, match="63 bytes"):
        list(write({GameResult(one, other, 2): 1}))


def test_characters_that_no_line_can_hold_are_escaped() -> None:
    assert short_names(["a\nb\ud800"])["a\nb\ud800"] == "a\\nb\\ud800"


def test_results_of_variations_are_not_that_of_the_game() -> None:
    text = ADA + "1. e4 (1. d4 (1. c4 0-1) 1/2-1/2\n0-1) e5 1-0\n"
    assert findings(text) == []
    (game,) = games(text)
    assert game.result is not None
    assert [each.score for each in results_of(game.result)] == [2]
    # An unclosed variation ends with its game.
    assert [each.code for each in findings(ADA + "1. e4 (1-0\n" + ADA + "1-0\n")] == ["F405"]
