import csv
import gzip
import io
import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.planowanie.game import GAME as PLANOWANIE
from kifu.replayer.planowanie.record import Result

from ..campaign import in_a_campaign
from ..command import Kifu
from .conftest import HISTORY, KING

FIGURES = """\
[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n
[White "A"]\n[Black "C"]\n[Result "1/2-1/2"]\n\n1/2-1/2\n
[White "B"]\n[Black "C"]\n[Result "0-1"]\n\n0-1\n
[White "D"]\n[Black "A"]\n[Result "0-1"]\n\n0-1\n
[White "D"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n
"""
APART = '[White "Y"]\n[Black "Z"]\n[Result "1-0"]\n\n1-0\n'
WRONG = '[White "Y"]\n[Black "Z"]\n[Result "1/2"]\n\n1/2\n'
TABLE = """\
rank  name   elo    +    -  games  score
   1  A       90  198  171      3    83%
   2  C       69  232  207      2    75%
   3  D      -23  237  237      2    50%
   4  B     -136  179  240      3     0%
"""


def rated(text: bytes) -> dict[str, Any]:
    return {each["name"]: each for each in json.loads(text)["ratings"]}


def goita(seed: str, *names: str) -> str:
    record = replayer.game("goita").generate(Random(seed))
    return kifu.dumps(replace(record, players=names or None))


def test_a_table(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES})
    result = run("rate", "a.pgn")
    assert (result.status, result.out, result.err) == (0, TABLE, "")
    assert run("rate", "-", stdin=FIGURES.encode()).out == TABLE
    assert run("rate", ".").out == TABLE


def test_names_that_look_alike_are_told_apart(run: Kifu) -> None:
    game = '[White "Bob"]\n[Black "B\u043eb"]\n[Result "1-0"]\n\n1-0\n'
    assert '"Bob", "B\\u043eb"' in run("rate", "-", stdin=game.encode()).err


def test_json(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES})
    report = json.loads(run("rate", "a.pgn", "--output-format", "json").stdout)
    assert report["model"] == {"advantage": 0, "draw": 97.3, "prior": 2, "confidence": 0.95}
    assert report["ratings"][0] == {
        "rank": 1,
        "name": "A",
        "elo": 90.41,
        "plus": 197.76,
        "minus": 170.73,
        "games": 3,
        "score": 0.8333,
        "group": 1,
    }
    found = {each["name"]: each["elo"] for each in report["ratings"]}
    assert found == {"A": 90.41, "C": 68.54, "D": -22.84, "B": -136.1}


def test_csv(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES.replace('"A"', '"A, \\"the\\" 王"')})
    rows = list(csv.DictReader(io.StringIO(run("rate", ".", "--output-format", "csv").out)))
    assert rows[0]["name"] == 'A, "the" 王'
    assert [row["elo"] for row in rows] == ["90.41", "68.54", "-22.84", "-136.1"]


def test_the_parameters_of_the_model(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES})
    for option, value in [
        ("--prior", "0.5"),
        ("--draw", "10"),
        ("--advantage", "32.8"),
    ]:
        assert run("rate", "a.pgn", option, value).out != TABLE
    narrow = rated(run("rate", "a.pgn", "--confidence", "0.5", "--output-format", "json").stdout)
    assert narrow["A"]["elo"] == 90.41
    assert narrow["A"]["plus"] < 100
    for bad in (["--prior", "0"], ["--confidence", "1"], ["--draw", "-1"], ["--draw", "nan"]):
        result = run("rate", "a.pgn", *bad)
        assert (result.status, result.stdout) == (2, b"")


def test_input_for_bayeselo(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES})
    result = run("rate", "a.pgn", "--to", "bayeselo-pgn")
    assert (result.status, result.err) == (0, "")
    assert result.out == FIGURES
    again = run("rate", "-", stdin=result.stdout)
    assert again.out == TABLE
    both = run("rate", "a.pgn", "--to", "bayeselo-pgn", "--output-format", "csv")
    assert both.status == 2


def test_a_file_to_write(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES, "kept.txt": "precious"})
    assert run("rate", "a.pgn", "-o", "b.txt").stdout == b""
    assert (run.folder / "b.txt").read_text() == TABLE
    assert run("rate", "a.pgn", "-o", "kept.txt").status == 2
    assert (run.folder / "kept.txt").read_text() == "precious"
    assert run("rate", "a.pgn", "-o", "kept.txt", "--force").status == 0


def test_records_of_matches(run: Kifu) -> None:
    run.write(
        {
            "a.json": goita("1", "Aki", "Botan", "Chiyo", "Daichi"),
            "b.json.gz": gzip.compress(goita("2", "Aki", "Chiyo", "Botan", "Daichi").encode()),
            "more/c.pgn": FIGURES.replace('"D"', '"Aki"'),
        }
    )
    result = run("rate", ".", "--output-format", "json")
    assert (result.status, result.err) == (0, "")
    found = rated(result.stdout)
    assert {name: each["games"] for name, each in found.items()} == {
        "Aki": 6,
        "Botan": 4,
        "Chiyo": 4,
        "Daichi": 4,
        "A": 3,
        "B": 3,
        "C": 2,
    }


def test_a_match_of_mighty(run: Kifu) -> None:
    record = replayer.game("mighty").generate(Random("rate"))
    run.write({"a.json": kifu.dumps(replace(record, players=("A", "B", "C", "D", "E")))})
    found = rated(run("rate", "a.json", "--output-format", "json").stdout)
    assert [each["games"] for each in found.values()] == [4] * 5
    assert sum(each["score"] for each in found.values()) == pytest.approx(2.5)


def test_errors_are_refused_and_named(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES, "king.json": KING, "wrong.pgn": WRONG})
    result = run("rate", "a.pgn", "king.json", "wrong.pgn")
    assert (result.status, result.out) == (1, TABLE)
    first, *rest = result.err.splitlines()
    assert first.startswith("kifu: king.json:2:89: not rated: G104 a king may not attack")
    assert rest[0] == "wrong.pgn:3:10: error F403 pgn-unknown-result"
    strict = run("rate", "--strict", "a.pgn", "king.json")
    assert (strict.status, strict.out) == (1, "")


def test_games_without_a_result_are_counted(run: Kifu) -> None:
    run.write(
        {
            "a.pgn": FIGURES + APART.replace("1-0", "*") + APART.replace("Z", "?"),
            "history.txt": HISTORY,
            "nameless.json": goita("3"),
            "notes.md": "# Notes",
        }
    )
    result = run("rate", ".")
    assert (result.status, result.out) == (0, TABLE)
    assert result.err.splitlines() == [
        "kifu: skipped (not records): 1",
        "kifu: no result (unfinished): 2",
        "kifu: not rated (players without names): 2",
    ]


def test_a_player_at_two_seats(run: Kifu) -> None:
    run.write({"a.json": goita("1", "Aki", "Botan", "Aki", "Daichi"), "b.pgn": FIGURES})
    result = run("rate", "a.json", "b.pgn")
    assert (result.status, result.out) == (1, TABLE)
    assert result.err == ("kifu: a.json: a match was not rated: 'Aki' has two seats in one match\n")


def test_groups_are_ranked_each_for_itself(run: Kifu) -> None:
    result = run("rate", "-", stdin=(APART + FIGURES).encode())
    assert result.status == 0
    assert result.out.startswith("group 1\n" + TABLE + "\ngroup 2\nrank  name")
    assert "2 groups without games between them" in result.last
    listed = run("rate", "-", "--output-format", "json", stdin=(APART + FIGURES).encode())
    found = rated(listed.stdout)
    assert [found[name]["rank"] for name in "AYZ"] == [1, 1, 2]
    assert [found[name]["group"] for name in "AYZ"] == [1, 2, 2]


@in_a_campaign
def test_the_order_of_inputs_does_not_matter(run: Kifu) -> None:
    half = FIGURES.index('[White "B"]')
    run.write({"a.pgn": FIGURES[:half], "b.pgn": FIGURES[half:]})
    for order in (("a.pgn", "b.pgn"), ("b.pgn", "a.pgn")):
        for hashes in ("1", "2"):
            assert run("rate", *order, environment={"PYTHONHASHSEED": hashes}).out == TABLE


@pytest.mark.parametrize("text", ["", "Once upon a time.\n"])
def test_input_without_results(run: Kifu, text: str) -> None:
    run.write({"a.txt": text})
    result = run("rate", "a.txt")
    assert (result.status, result.stdout) == (2, b"")
    assert "F001" in result.err
    assert result.last == "kifu: there are no results to rate"


def test_unreadable_input_does_not_stop_the_rest(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES})
    result = run("rate", "missing.pgn", "a.pgn")
    assert (result.status, result.out) == (2, TABLE)
    assert result.err == "kifu: missing.pgn: No such file or directory\n"


def test_not_every_one_of_many_findings_is_shown(run: Kifu) -> None:
    run.write({"a.pgn": FIGURES + WRONG * 150})
    result = run("rate", "a.pgn")
    assert (result.status, result.out) == (1, TABLE)
    assert result.err.count("F403") == 100
    assert result.last == "kifu: a.pgn: 50 more findings not shown"


def test_many_games(run: Kifu) -> None:
    games = FIGURES * 2000
    found = rated(run("rate", "-", "--output-format", "json", stdin=games.encode()).stdout)
    assert found["A"]["games"] == 6000
    assert found["A"]["plus"] < 10


def test_names_that_look_alike_are_named(run: Kifu) -> None:
    games = APART + APART.replace("Y", "y ") + APART.replace("Y", "Ｙ").replace("Z", "A\u200bb")
    result = run("rate", "-", "--output-format", "json", stdin=games.encode())
    assert result.status == 0
    assert {*rated(result.stdout)} == {"Y", "y ", "Ｙ", "Z", "A\u200bb"}
    line, *_ = result.err.splitlines()
    assert line.endswith('different players: "Y", "y ", "Ｙ"')


def test_names_that_a_terminal_would_obey(run: Kifu) -> None:
    result = run("rate", "-", stdin=APART.replace("Y", "\x1b[31mY").encode())
    assert "\x1b" not in result.out


def test_names_too_long_for_bayeselo(run: Kifu) -> None:
    games = APART.replace("Y", "x" * 70 + "1").replace("Z", "x" * 70 + "2").encode()
    assert run("rate", "-", stdin=games).status == 0
    result = run("rate", "-", "--to", "bayeselo-pgn", stdin=games)
    assert (result.status, result.stdout) == (2, b"")
    assert "63 bytes" in result.err


def test_games_of_planowanie(run: Kifu) -> None:
    """Four players give six results; a fault gives only three, all lost by the player at fault."""
    games = (PLANOWANIE.generate(Random(seed)) for seed in range(100))
    game = next(each for each in games if each.seats == 4)
    names = ("Ala", "Bo", "Cy", "Di")
    whole = replace(game, players=names)
    deal = replace(game.deals[0], declarations=None, tricks=(), points=None, clocks=None)
    fault = Result(
        end="fault", player=2, reason="crashed", command="gen_declare", totals=(0, 0, 0, 0)
    )
    ended = replace(whole, deals=(deal,), result=fault)
    logs = [kifu.dumps(each, "planowanie/log") for each in (whole, ended)]
    run.write({"0.log": logs[0], "1.log": logs[1], "both.log": "".join(logs)})
    counts: list[list[int]] = []
    for name in ("0.log", "1.log", "both.log"):
        result = run("rate", name, "--output-format", "json")
        assert result.status == 0
        rated = {each["name"]: each for each in json.loads(result.out)["ratings"]}
        counts.append([rated[player]["games"] for player in names])
    assert counts == [[3, 3, 3, 3], [1, 1, 3, 1], [4, 4, 6, 4]]
    assert rated["Cy"]["elo"] < rated["Ala"]["elo"] or rated["Cy"]["score"] < 0.5


def test_no_name_is_a_formula(run: Kifu) -> None:
    changed = {'"A"': '"=cmd"', '"B"': '"\x9b\u202e"', '"C"': '" ＝1"'}
    text = FIGURES
    for name, other in changed.items():
        text = text.replace(name, other)
    run.write({"a.pgn": text})
    result = run("rate", "a.pgn", "--output-format", "csv")
    names = {row["name"] for row in csv.DictReader(io.StringIO(result.out))}
    assert names == {"'=cmd", r"\x9b\u202e", "' ＝1", "D"}
    out = run("rate", "a.pgn", "--output-format", "json").out
    assert r'"\u009b\u202e"' in out
    names = {each["name"] for each in json.loads(out)["ratings"]}
    assert names == {"=cmd", "\x9b\u202e", " ＝1", "D"}
