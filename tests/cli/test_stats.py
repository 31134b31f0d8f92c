"""`kifu stats`: its counts match an independent count; output formats and SQL queries."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import kifu
from kifu import formats, replayer

from ..command import Kifu, heed_signals
from ..helpers import MODEL_A, data, goita
from .conftest import KING, WON

GAMES = ["goita", "leduc", "mighty", "planowanie"]


def matches(game: str, count: int) -> list[Any]:
    return [replayer.game(game).generate(Random(f"stats/{number}")) for number in range(count)]


@pytest.fixture(scope="module")
def records() -> dict[str, list[Any]]:
    return {game: matches(game, 20) for game in GAMES}


@pytest.fixture
def archive(run: Kifu, records: dict[str, list[Any]]) -> Kifu:
    """Random matches of all games, a record that breaks a rule, and a text that is not a record."""
    for game, some in records.items():
        texts = formats.canonical_notation(game).texts(some, lines=True)
        run.write({f"a/{game}.jsonl": "".join(texts)})
    return run


def by_game(run: Kifu, *arguments: str) -> dict[str, Any]:
    report = json.loads(run("stats", *arguments, "--output-format", "json").stdout)
    return {each["game"]: each for each in report["games"]}


def test_totals_against_a_count_in_python(archive: Kifu, records: dict[str, list[Any]]) -> None:
    found = by_game(archive, "a")
    assert list(found) == GAMES
    for game, some in records.items():
        rules = [replayer.game(game).rules(each) for each in some]
        replays = [kifu.replay(each) for each in some]
        rounds = [each for match in replays for each in match]
        of_game = found[game]
        assert of_game["records"] == len(some)
        assert of_game["rounds"] == len(rounds)
        assert of_game["plies"] == sum(each.plies for each in rounds)
        assert of_game["wrong"] == 0
        lengths = {each["plies"]: each["rounds"] for each in of_game["lengths"]}
        assert lengths == Counter(each.plies for each in rounds)
        assert sum(each["rounds"] for each in of_game["results"]) == len(rounds)
        totals = Counter[int]()
        for rule, match in zip(rules, replays, strict=True):
            totals.update(dict(enumerate(rule.returns(match[-1].steps[-1].state))))
        assert {each["player"]: each["points"] for each in of_game["players"]} == {
            player: totals[player] for player in range(max(each.players for each in rules))
        }
        played = sum(each.players * len(match) for each, match in zip(rules, replays, strict=True))
        assert sum(each["times"] for each in of_game["points"]) == played
        summed = sum(each["points"] * each["times"] for each in of_game["points"])
        assert summed == sum(totals.values())


def test_bids_and_declarations_against_the_records(
    archive: Kifu, records: dict[str, list[Any]]
) -> None:
    found = by_game(archive, "a")
    deals = [deal for each in records["mighty"] for deal in each.deals]
    bids = Counter(bid.call for deal in deals for bid in deal.bids)
    assert {each["bid"]: each["times"] for each in found["mighty"]["bids"]} == bids
    declared = Counter(("friend", deal.friend) for deal in deals if deal.friend is not None)
    declared += Counter(("contract", deal.contract) for deal in deals if deal.contract is not None)
    assert declarations(found["mighty"]) == declared
    said = (n for each in records["planowanie"] for deal in each.deals for n in deal.declarations)
    assert declarations(found["planowanie"]) == Counter(("tricks", str(number)) for number in said)
    goshi = sum(len(played.goshi) for each in records["goita"] for played in each.rounds)
    assert declarations(found["goita"]) == {("goshi", "5"): goshi}
    results = Counter(played.result.end for each in records["goita"] for played in each.rounds)
    assert {each["result"]: each["rounds"] for each in found["goita"]["results"]} == results
    dealt = next(each for each in found["goita"]["roles"] if each["role"] == "dealer")
    won = sum(
        played.winner is not None and (played.winner - played.dealer) % 2 == 0
        for each in records["goita"]
        for played in each.rounds
    )
    assert (dealt["won"], dealt["rounds"]) == (won, sum(map(len, rounds_of(records["goita"]))))


def rounds_of(records: list[Any]) -> list[Any]:
    return [each.rounds for each in records]


def declarations(statistics: Any) -> dict[tuple[str, str], int]:
    return {(each["kind"], each["what"]): each["times"] for each in statistics["declarations"]}


def test_options_and_codes_are_counted_by_record(run: Kifu) -> None:
    option = {"rules": {"target": 110}}
    run.write({"a.json": goita(MODEL_A, MODEL_A | {"score": None}, **option), "b.json": KING})
    found = by_game(run, ".")["goita"]
    assert found["options"] == [{"option": "target", "value": "110", "records": 1}]
    assert {"code": "G104", "records": 1, "rounds": 1} in found["codes"]
    assert (found["records"], found["rounds"], found["wrong"]) == (2, 3, found["wrong"])


def test_a_round_whose_replay_an_error_stops_has_no_result(run: Kifu) -> None:
    run.write({"a.sgf": "(;SZ[9]RE[?];B[aa];W[aa])", "b.sgf": "(;SZ[9]RE[?];B[aa];W[bb])"})
    shown = run("stats", ".").out
    assert re.search(r"^unknown +1 ", shown, re.MULTILINE)
    assert re.search(r"^no result +1 ", shown, re.MULTILINE)


def test_a_condition(archive: Kifu) -> None:
    everything = by_game(archive, "a")["goita"]
    some = by_game(archive, "a", "--where", "result = 'shi'", "--where", "round > 1 -- all but one")
    assert list(some) == ["goita"]
    assert 0 < some["goita"]["rounds"] < everything["rounds"]
    assert [each["result"] for each in some["goita"]["results"]] == ["shi"]
    assert archive("stats", "a", "--where", "false").out == "no records\n"


def test_annotations_on_decisions(run: Kifu) -> None:
    """The accuracy of a player is the mean over the decisions in all records, whatever the seat."""

    def match(players: list[str], *accuracies: int) -> str:
        hand: dict[str, Any] = {"cards": ["Ks", "Jh"], "actions": ["raise", "fold"]}
        hand["annotations"] = [
            {"ply": ply, "evaluation": {"loss": 3, "accuracy": each}, "glyphs": [4]}
            for ply, each in enumerate(accuracies, start=1)
        ]
        record = {"format": "leduc/json", "version": 1, "players": players, "hands": [hand]}
        return json.dumps(record) + "\n"

    run.write({"a.jsonl": match(["Ada", "Bo"], 100, 40) + match(["Bo", "Ada"], 60)})
    found = by_game(run, "a.jsonl")["leduc"]["accuracies"]
    assert [tuple(each.values()) for each in found] == [("Bo", 2, 50, 3), ("Ada", 1, 100, 3)]
    assert "Bo              2     50.0%       3.00" in run("stats", "a.jsonl").out
    where = "len([d for d in judged if d.player = 1 AND list_contains(d.glyphs, 4)]) > 0"
    assert run("select", "a.jsonl", "--where", where).out.count("\n") == 1


def test_facts_that_were_made_before(archive: Kifu) -> None:
    due = archive("stats", "a").out
    for name in ("f.parquet", "f.arrow", "f.arrows"):
        assert archive("facts", "a", "-o", name).status == 0
        assert archive("stats", "--facts", name).out == due
    archive.write({"f.csv": "file,record\n", "g.parquet": b"PAR1PAR1", "e.parquet": b""})
    for name in ("f.csv", "g.parquet", "e.parquet", "none.parquet"):
        result = archive("stats", "--facts", name)
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith(f"kifu: {name}: ")
        assert len(result.err.splitlines()) == 1
    assert archive("stats", "a", "--facts", "f.arrow").status == 2


def test_json_fits_its_schema(archive: Kifu) -> None:
    archive.write({"a/no.jsonl": "{\n", "a/wrong.json": KING})
    schema = json.loads(archive("schema", "statistics").out)
    Draft202012Validator.check_schema(schema)
    report = json.loads(archive("stats", "a", "--output-format", "json").stdout)
    checked: Any = Draft202012Validator(schema)
    assert checked.is_valid(report)
    assert [each["game"] for each in report["games"]] == [*GAMES, None]
    assert report["games"][-1]["codes"] == [{"code": "F001", "records": 1, "rounds": 0}]


TABLE = """\
goita: 1 record, 1 round, 13 plies

length in plies: 13 to 13, half of them 13 to 13, median 13, mean 13.0

result  rounds   share
out          1  100.0%

player  rounds  won   share  points  a round
0            1    1  100.0%     100    100.0
1            1    0    0.0%       0      0.0
2            1    1  100.0%     100    100.0
3            1    0    0.0%       0      0.0

role    rounds  won   share  points  a round
dealer       1    1  100.0%     100    100.0
winner       1    1  100.0%     100    100.0

points  times  share
0           2  50.0%
100         2  50.0%
"""


def test_a_table(run: Kifu) -> None:
    run.write({"a.json": WON})
    result = run("stats", "a.json")
    assert (result.status, result.out, result.err) == (0, TABLE, "")
    assert run("stats", "-", stdin=WON.encode()).out == TABLE


def test_a_chart(archive: Kifu) -> None:
    strange = goita(MODEL_A, title="<x>&", rules={"target": 110})
    archive.write({"a/strange.json": strange, "a/wrong.json": KING})
    assert archive("stats", "a", "--output-format", "svg", "-o", "c.svg").status == 0
    text = (archive.folder / "c.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(GAMES) <= set(texts)
    assert "prefers-color-scheme: dark" in text
    for each in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(each.attrib["width"]) >= 0
        assert float(each.attrib["height"]) >= 0


# SQL queries


def test_a_query(archive: Kifu) -> None:
    columns = "game, count(*) AS n, [max(plies)] AS l, 1.5 AS d, NULL AS e"
    query = f"SELECT {columns} FROM facts GROUP BY game ORDER BY game"
    rows = json.loads(archive("stats", "a", "--sql", query, "--output-format", "json").stdout)
    found = by_game(archive, "a")
    assert [(row["game"], row["n"]) for row in rows] == [
        (game, found[game]["rounds"]) for game in GAMES
    ]
    assert all((row["d"], row["e"]) == (1.5, None) for row in rows)
    assert rows[0]["l"] == [found["goita"]["lengths"][-1]["plies"]]
    text = archive("stats", "a", "--sql", query).out.splitlines()
    assert text[0].split() == ["game", "n", "l", "d", "e"]
    assert len(text) == 5
    cells = archive("stats", "a", "--sql", query, "--output-format", "csv").out.splitlines()
    assert cells[0] == "game,n,l,d,e"
    odd = ("stats", "a", "--sql", "SELECT 'nan'::DOUBLE AS a, -'inf'::DOUBLE AS b, NULL AS c")
    assert archive(*odd).out.splitlines()[1].split() == ["nan", "-inf"]
    assert archive(*odd, "--output-format", "csv").out == "a,b,c\nnan,-inf,\n"
    none = archive("stats", "a", "--sql", "SELECT 1 AS x WHERE false", "--output-format", "json")
    assert json.loads(none.stdout) == []


@pytest.mark.parametrize(
    ("option", "sql", "told"),
    [
        ("--sql", "SELEC 1", "the SQL, character 1: "),
        ("--sql", "SELECT し FROM facts", "the SQL, character 8: "),
        ("--sql", "SELECT 1; SELECT 2", "the SQL: write one SELECT"),
        ("--sql", "", "the SQL: write one SELECT"),
        ("--sql", "DROP VIEW facts", "the SQL: write one SELECT"),
        ("--sql", "COPY facts TO 'stolen.csv'", "the SQL: write one SELECT"),
        ("--sql", "SET enable_external_access = true", "the SQL: write one SELECT"),
        ("--sql", "INSTALL httpfs", "the SQL: write one SELECT"),
        ("--sql", "SELECT * FROM read_text('secret')", "the SQL, character 15: Cannot access file"),
        ("--sql", "SELECT * FROM 'secret.csv'", "the SQL: Cannot access file"),
        ("--sql", "SELECT * FROM read_csv('https://example.org/')", "the SQL, character 15: "),
        ("--sql", "SELECT count(*) FROM glob('*')", "the SQL, character 22: Cannot access file"),
        ("--sql", "SELECT * FROM made", "the SQL, character 15: "),
        ("--where", "erors > 0", "--where, character 1: "),
        ("--where", "errors >", "--where: this ends before it is complete"),
        ("--where", "round = 'し' + x", "--where, character 15: "),
        ("--where", "true; DROP VIEW facts", "--where, character 5: "),
        ("--where", "count(*) > 3", "--where, character 1: "),
        ("--where", "file IN (SELECT * FROM read_text('secret'))", "--where, character 24: "),
    ],
)
def test_invalid_questions(run: Kifu, option: str, sql: str, told: str) -> None:
    """The error takes one line and comes before any record is read; no other file is accessed."""
    run.write({"a.json": WON, "secret": "x", "secret.csv": "a\n1\n"})
    result = run("stats", "a.json", option, sql, "-o", "out")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"kifu: {told}"), result.err
    assert len(result.err.splitlines()) == 1
    assert sorted(each.name for each in run.folder.iterdir()) == ["a.json", "secret", "secret.csv"]


def test_failures_along_the_way(run: Kifu) -> None:
    """An error that only appears while the rows are processed."""
    run.write({"a.json": WON})
    for option in ("--sql", "--where"):
        sql = "file::INT > 1" if option == "--where" else "SELECT file::INT FROM facts"
        result = run("stats", "a.json", option, sql, "-o", "out")
        assert (result.status, result.out) == (2, "")
        told = "--where: " if option == "--where" else "the SQL, character 12: "
        assert result.err.startswith(f"kifu: {told}Could not convert string 'a.json'")
        assert len(result.err.splitlines()) == 1
        assert not (run.folder / "out").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is only reported and limited on Linux")
def test_a_value_that_is_too_large(run: Kifu) -> None:
    """DuckDB limits its tables, and kifu the values in them."""
    run.write({"a.json": WON})
    for option, sql in (
        ("--sql", "SELECT repeat(file, 400_000_000) FROM facts"),
        ("--where", "length(repeat(file, 400_000_000)) > 1"),
    ):
        result = run("stats", "a.json", option, sql)
        assert (result.status, result.out) == (2, "")
        assert "this takes too much memory: " in result.err
        assert len(result.err.splitlines()) == 1


def test_a_signal_leaves_no_folder(run: Kifu) -> None:
    """SIGTERM arrives once the facts are read, during a query that would take minutes."""
    pytest.importorskip("duckdb", reason="the extra `stats` is not installed")
    (run.folder / "tmp").mkdir()
    run.write({"a.json": WON})
    big = "range(10_000_000)"
    endless = f"SELECT max(hash(a * b)) FROM facts, {big} x(a), {big} y(b)"
    words = [sys.executable, "-m", "kifu", "stats", "a.json", "--sql", endless]
    variables = {**os.environ, "TMPDIR": str(run.folder / "tmp")}
    with subprocess.Popen(
        words, cwd=run.folder, env=variables, stderr=subprocess.PIPE, preexec_fn=heed_signals
    ) as process:
        while not any(each.stat().st_size for each in run.folder.glob("tmp/kifu-*/facts.parquet")):
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == -signal.SIGTERM
    assert list((run.folder / "tmp").iterdir()) == []


def test_usage(run: Kifu) -> None:
    run.write({"a.json": WON, "kept.json": "mine"})
    for words in (
        ["a.json", "--sql", "SELECT 1", "--where", "true"],
        ["a.json", "--sql", "SELECT 1", "--output-format", "svg"],
        ["a.json", "--output-format", "csv"],
        ["a.json", "-o", "kept.json"],
        ["a.json", "--output-format", "pie"],
        [],
    ):
        result = run("stats", *words)
        assert (result.status, result.out) == (2, "")
        assert len(result.err.splitlines()) == 1
    assert (run.folder / "kept.json").read_text() == "mine"


def test_real_records(run: Kifu) -> None:
    """Records from ごいたオンライン, counted in plain Python."""
    folder = data("goita-online-yaml")
    found = by_game(run, str(folder))["goita"]
    outcomes = [each for path in folder.glob("*.yaml") for each in kifu.outcomes(path)]
    assert found["records"] == len(outcomes) > 50
    counts = [each.counts for each in outcomes if each.counts is not None]
    assert found["rounds"] == sum(each.rounds for each in counts)
    assert found["plies"] == sum(each.plies for each in counts)
    codes = {each["code"]: each["records"] for each in found["codes"]}
    assert codes == Counter(code for each in outcomes for code in {f.code for f in each.findings})
    assert sum(each["points"] for each in found["players"]) == sum(
        each["points"] * each["times"] for each in found["points"]
    )


def test_columns_of_one_name_are_not_lost(archive: Kifu) -> None:
    query = ["stats", "a", "--sql", "SELECT 1 AS a, 2 AS a", "--output-format"]
    result = archive(*query, "json")
    assert (result.status, result.out) == (2, "")
    assert result.err == "kifu: --sql: 2 columns are called a: rename them with AS\n"
    assert archive(*query, "csv").out == "a,a\n1,2\n"
