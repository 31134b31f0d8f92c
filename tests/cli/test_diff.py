"""Differences between two records, in the terms of their game."""

import json
from typing import Any

import jsonschema
import pytest

from ..command import Kifu
from ..imports import ROOT

EXAMPLES = ROOT / "examples"


def example(name: str) -> str:
    return (EXAMPLES / name).read_text("utf-8")


def changed(**header: Any) -> dict[str, Any]:
    """Return the example match with some header values changed."""
    return {**json.loads(example("goita/match.json")), **header}


def stop(played: dict[str, Any], record: str) -> None:
    """End a round early."""
    played |= {"record": record, "winner": -1}
    del played["result"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("goita/history.txt", "goita/online.yaml"),
        ("goita/match-2015.json", "goita/table.txt"),
        ("planowanie/fault.json", "planowanie/fault.log"),
        ("planowanie/fault.log", "planowanie/seat-2.log"),
        ("goita/match.json", "goita/view.json"),
        ("mighty/view.json", "mighty/deal.json"),
        ("leduc/match.json", "leduc/view.json"),
        ("goita/archive.jsonl", "goita/archive.jsonl"),
    ],
)
def test_the_same_game(run: Kifu, one: str, other: str) -> None:
    done = run("diff", str(EXAMPLES / one), str(EXAMPLES / other))
    assert (done.status, done.out) == (0, "")


def test_parts_not_compared_are_reported(run: Kifu) -> None:
    run.write({"a.json": example("goita/match.json")})
    run("convert", "a.json", "--to", "goita/history", "-o", "b.txt")
    done = run("diff", "b.txt", "a.json")
    assert (done.status, done.out) == (0, "")
    why = "not compared, as one of the notations cannot hold it: "
    assert done.err.startswith(f"kifu: the rest is the same; {why}")
    assert "scores" in done.err


def test_a_comment_in_a_place_that_one_notation_lacks_is_no_difference(run: Kifu) -> None:
    """Only the comment on a play is compared, as YAML has no line for a pass."""
    match = changed()
    assert match["rounds"][0]["record"].startswith("82150")
    match["rounds"][0]["annotations"] = [{"ply": 1, "after": ["good"]}, {"ply": 3, "after": ["so"]}]
    run.write({"a.json": json.dumps(match)})
    run("convert", "a.json", "-o", "b.yaml")
    for files in ("a.json", "b.yaml"), ("b.yaml", "a.json"):
        done = run("diff", *files)
        assert (done.status, done.out) == (0, "")
        assert "cannot hold it: comments, " in done.err
    run.write({"c.yaml": (run.folder / "b.yaml").read_text("utf-8").replace("# good", "# bad")})
    assert run("diff", "a.json", "c.yaml").out.startswith("round 1, annotations: ")


def test_only_properties_that_differ_are_shown(run: Kifu) -> None:
    run.write({"a.sgf": "(;FF[4]CA[UTF-8]AP[A:1]SZ[9];B[ee]C[good];W[cc])"})
    run.write({"b.sgf": "(;FF[4]CA[UTF-8]AP[A:2]SZ[9];B[ee]C[good];W[cc]C[so])"})
    assert run("diff", "a.sgf", "b.sgf").out == (
        'annotations: a.sgf has [{"properties": [{"key": "AP", "values": ["A:1"]}]}], '
        'b.sgf has [{"properties": [{"key": "AP", "values": ["A:2"]}]}]\n'
        'round 1, annotations: a.sgf has [], b.sgf has [{"ply": 2, "after": ["so"]}]\n'
    )


def test_where_they_part(run: Kifu) -> None:
    other = changed(players=["Aki", "Botan", "Chiyo", "Eiko"], rules={"target": 100})
    rounds = other["rounds"]
    del rounds[0]
    rounds[0]["score"] = [70, 0]
    assert rounds[2]["record"].startswith("5663011")
    stop(rounds[2], "5663015")
    rounds[3]["hands"] = [each[::-1] for each in rounds[3]["hands"]]
    run.write({"a.json": example("goita/match.json"), "b.json": json.dumps(other)})
    done = run("diff", "a.json", "b.json")
    assert done.status == 1
    assert done.out.splitlines() == [
        "players: a.json has Aki Botan Chiyo Daichi, b.json has Aki Botan Chiyo Eiko",
        "rules.target: a.json has 150, b.json has 100",
        "round 1: only in a.json",
        "round 2 / 1, score: a.json has 0 20, b.json has 70 0",
        "round 4 / 3, ply 4: a.json has 11 (player 1), b.json has 15 (player 1)",
    ]
    back = json.loads(run("diff", "b.json", "a.json", "--output-format", "json").stdout)
    assert back["same"] is False
    assert back["differences"][-1] == {
        "record": 1,
        "what": "play",
        "ply": 4,
        "a": {"round": 3, "player": 1, "value": "15"},
        "b": {"round": 4, "player": 1, "value": "11"},
    }


def test_where_one_stops_and_where_the_deal_differs(run: Kifu) -> None:
    one, other = changed(), changed()
    stop(other["rounds"][3], "5663")
    hands = other["rounds"][4]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    run.write({"a.json": json.dumps(one), "b.json": json.dumps(other)})
    said = run("diff", "a.json", "b.json").out.splitlines()
    assert "round 4, ply 3: a.json has 0 (player 0), b.json stops" in said
    deals = [each for each in said if each.startswith("round 5")]
    assert [each.split(":")[0] for each in deals] == [
        "round 5, player 0, deal",
        "round 5, player 1, deal",
    ]


def test_records_by_number(run: Kifu) -> None:
    lines = example("goita/archive.jsonl").splitlines(keepends=True)
    run.write({"a.jsonl": "".join(lines[:3]), "b.json": lines[2], "c.jsonl": "".join(lines[:2])})
    assert run("diff", "a.jsonl", "b.json", "--record", "3").status == 0
    assert (
        run("diff", "b.json", "-", "--other-record", "3", stdin="".join(lines).encode()).out == ""
    )
    longer = run("diff", "c.jsonl", "a.jsonl")
    assert (longer.status, longer.out) == (1, "record 3: only in a.jsonl\n")
    none = run("diff", "b.json", "c.jsonl", "--other-record", "3")
    assert none.status == 2
    assert none.err == "kifu: c.jsonl: there is no record 3: the file has 2 records\n"


def test_records_that_cannot_be_compared(run: Kifu) -> None:
    run.write({"a.json": example("goita/match.json"), "b.json": example("leduc/match.json")})
    run.write({"c.json": "{}", "d.json": example("goita/match.json").replace('"hands"', '"x"')})
    two = run("diff", "a.json", "b.json")
    assert (two.status, two.out) == (2, "")
    assert two.err == "kifu: a.json is a record of goita, b.json one of leduc\n"
    for bad in ("c.json", "d.json", "missing"):
        done = run("diff", "a.json", bad)
        assert (done.status, done.out) == (2, "")
        assert bad in done.last
    assert run("diff", "-", "-").status == 2


def test_json_has_a_schema(run: Kifu) -> None:
    """The schema covers equal records, every kind of difference, and every value written."""
    schema = json.loads(run("schema", "diff").out)
    other = changed(players=["Aki", "Botan", "Chiyo", "Eiko"])
    del other["rounds"][0]
    stop(other["rounds"][2], "5663015")
    hands = other["rounds"][3]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    run.write({"a.json": example("goita/match.json"), "b.json": json.dumps(other)})
    run.write({"c.jsonl": json.dumps(other) + "\n" + json.dumps(other) + "\n"})
    run("convert", "a.json", "--to", "goita/history", "-o", "d.txt")
    kinds = set[str]()
    for one, another in ("a", "b"), ("a", "a"), ("a", "c"), ("a", "d"):
        names = [f"{each}{SUFFIXES.get(each, '.json')}" for each in (one, another)]
        told = json.loads(run("diff", *names, "--output-format", "json").stdout)
        jsonschema.validate(told, schema, jsonschema.Draft202012Validator)
        assert told["same"] == (not told["differences"])
        kinds |= {each["what"] for each in told["differences"]}
        for part in ("differences", "same", "not_compared"):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate({**told, part: None}, schema, jsonschema.Draft202012Validator)
    assert kinds >= {"players", "round", "play", "deal", "record"}


SUFFIXES = {"c": ".jsonl", "d": ".txt"}
