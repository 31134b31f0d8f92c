import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import kifu
from kifu.replayer.goita.record import Record

from ..command import Kifu
from .conftest import KING, WON

NAMED = WON.replace('"rounds"', '"players": ["Alice", "ボブ", "Carol", "Dave"], "rounds"')
FIVE = (
    '{"format": "goita/json", "version": 1, "rounds": [{"hands":'
    ' ["12345678", "12345678", "44556888", "67788888"], "goshi": [3], "record": "67",'
    ' "winner": -1}]}'
)
REDEAL = FIVE.replace('"67"', '""').replace("[3]", '[3], "result": {"end": "redeal"}')
FOUL = KING.replace('"81"', '"81", "fouls": [{"ply": 1, "rule": "G104"}]')
ENDED = FOUL.replace("-1", "1").replace(
    '"record"', '"result": {"end": "foul", "points": 30}, "record"'
)


def test_a_round_as_people_follow_it(run: Kifu) -> None:
    run.write({"a.json": NAMED})
    result = run("replay", "a.json")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "ごいた杯\n"
        "players:  P0 Alice  P1 ボブ  P2 Carol  P3 Dave\n"
        "\n"
        "round 1\n"
        "\n"
        "player          holds\n"
        "Alice   dealer  王 王 飛 金 金 香 し し\n"
        "ボブ            飛 角 金 銀 馬 香 し し\n"
        "Carol           角 金 銀 馬 香 し し し\n"
        "Dave            銀 銀 馬 馬 香 し し し\n"
        "\n"
        "ply  Alice   ボブ  Carol  Dave\n"
        "  1  [し]金  pass  pass   pass\n"
        "  5  [し]金  pass  pass   pass\n"
        "  9  [香]飛  pass  pass   pass\n"
        " 13  [王]王\n"
        "\n"
        "player          holds                    has laid\n"
        "Alice   dealer                           [し] 金, [し] 金, [香] 飛, [王] 王\n"
        "ボブ            飛 角 金 銀 馬 香 し し\n"
        "Carol           角 金 銀 馬 香 し し し\n"
        "Dave            銀 銀 馬 馬 香 し し し\n"
        "Alice: 100 points\n"
    )


def test_a_position(run: Kifu) -> None:
    run.write({"a.json": NAMED})
    result = run("replay", "a.json", "--ply", "6")
    assert result.out == (
        "round 1, ply 6\n"
        "\n"
        "player          holds                    has laid\n"
        "Alice   dealer  王 王 飛 香              [し] 金, [し] 金\n"
        "ボブ    to act  飛 角 金 銀 馬 香 し し\n"
        "Carol           角 金 銀 馬 香 し し し\n"
        "Dave            銀 銀 馬 馬 香 し し し\n"
        "Alice attacks with gold:  金\n"
        "ボブ may:  pass  金飛  金角  金銀  金馬  金香  金し\n"
        "done: pass\n"
    )


def test_the_end_of_a_round(run: Kifu) -> None:
    run.write({"a.json": NAMED})
    out = run("replay", "a.json", "--round", "1", "--ply", "14").out
    assert out.startswith("round 1, at the end\n")
    assert out.endswith("Alice: 100 points\n")


@pytest.mark.parametrize(
    ("record", "end"),
    [
        (KING.replace('"81"', '"86"'), "the record stops here: P1 to act\n"),
        (REDEAL, "Redeal\n"),
        (FOUL, "the record stops here: P1 to act\n"),
        (ENDED, "foul: Player 0 し 王\nPlayer 1: 30 points\n"),
        (WON.replace("-0-11", "-0-11-0-0"), "The record continues after this point\n"),
    ],
)
def test_how_rounds_end(run: Kifu, record: str, end: str) -> None:
    result = run("replay", "-", stdin=record.encode())
    assert result.status == 0
    assert result.out.endswith(end)


def test_fouls_are_shown(run: Kifu) -> None:
    stood = run("replay", "-", stdin=FOUL.encode()).out
    assert "[し] 王 (foul)\n" in stood
    assert "Player 1: 30 points\n" in run("replay", "-", stdin=ENDED.encode()).out


def test_where_a_replay_stops(run: Kifu) -> None:
    result = run("replay", "-", stdin=KING.encode())
    assert result.status == 1
    assert "the replay stops at ply 1, P0: [し]王\n  G104 goita-king" in result.out


def test_every_round_of_a_match(run: Kifu, match: str) -> None:
    record = kifu.loads(match, type=Record)
    out = run("replay", "-", stdin=match.encode()).out
    assert f"\n{out}".count("\nround ") == len(record.rounds)
    assert out.rstrip().split("\n")[-1].startswith("Match won by ")
    assert "\nRedeal\n" in out
    one = run("replay", "-", "--round", "2", stdin=match.encode()).out
    assert f"\n{one}".count("\nround ") == 1


def test_a_round_that_is_none(run: Kifu, match: str) -> None:
    broken = WON.replace(
        '"rounds": [', '"rounds": [{"hands": ["12345678"], "record": ""}, '
    ).encode()
    text = run("replay", "-", stdin=broken)
    assert text.status == 1
    assert "\nround 1 cannot be replayed: G001 goita-not-four-hands: " in text.out
    assert "[王]王" in text.out
    first, second = steps(run("replay", "-", "--output-format", "json", stdin=broken).out)
    assert first["breach"]["code"] == "G001"
    assert second["steps"]


def steps(output: str) -> list[dict[str, Any]]:
    found = json.loads(output)
    assert found["game"] == "goita"
    return found["rounds"]


def test_the_steps_as_json(run: Kifu) -> None:
    (only,) = steps(run("replay", "-", "--output-format", "json", stdin=FIVE.encode()).out)
    assert only["round"] == 1
    deal, decision, play, last = only["steps"]
    assert (deal["ply"], deal["node"], deal["actors"], deal["legal"]) == (0, "chance", [], {})
    assert deal["actions"] == {"chance": "12345678 12345678 44556888 67788888"}
    assert deal["public"]["goshi"] == [3]
    assert deal["private"]["0"] == {"hand": "12345678"}
    assert deal["returns"] == [0, 0, 0, 0]
    assert (decision["ply"], decision["actors"]) == (0, [1])
    assert decision["legal"] == {"1": ["redeal", "play on"]}
    assert decision["actions"] == {"1": "play on"}
    assert (play["ply"], play["node"], play["actors"]) == (1, "decision", [0])
    assert "67" in play["legal"]["0"]
    assert play["actions"] == {"0": "67"}
    assert play["public"] == {"player": 0, "play": "97"}
    assert play["private"] == {"0": {"play": "67"}}
    assert (last["ply"], last["actions"], last["public"]) == (2, None, None)
    assert last["actors"] == [1]


def test_the_end_as_json(run: Kifu, match: str) -> None:
    rounds = steps(run("replay", "-", "--output-format", "json", stdin=match.encode()).out)
    ends = [each["steps"][-1] for each in rounds]
    assert {end["node"] for end in ends} == {"terminal"}
    assert max(ends[-1]["returns"]) >= 150
    chosen = run("replay", "-", "--output-format", "json", "--round", "3", stdin=match.encode())
    assert steps(chosen.out) == rounds[2:3]


def test_a_breach_as_json(run: Kifu) -> None:
    result = run("replay", "-", "--output-format", "json", "--ply", "1", stdin=KING.encode())
    (step,) = steps(result.out)[0]["steps"]
    assert result.status == 1
    assert step["actions"] == {"0": "81"}
    assert step["breach"]["code"] == "G104"
    assert step["public"] is None


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--round", "99"], "there is no round 99: the record has rounds 1 to "),
        (["--round", "0"], "there is no round 0: the record has rounds 1 to "),
        (["--ply", "1"], " rounds: choose one with --round"),
        (["--round", "1", "--ply", "99"], "there is no ply 99: round 1 goes from ply 1 to "),
        (["--round", "1", "--ply", "-1"], "there is no ply -1: round 1 goes from ply 1 to "),
        (["--record", "2"], "there is no record 2"),
        (["--record", str(10**30)], f"there is no record {10**30}: the file has 1 record"),
        (["--round", "1", "--ply", "99", "--output-format", "json"], "there is no ply 99: round 1"),
    ],
)
def test_missing_things(run: Kifu, match: str, arguments: list[str], why: str) -> None:
    result = run("replay", "-", *arguments, stdin=match.encode())
    assert (result.status, result.stdout) == (2, b"")
    assert len(result.err.splitlines()) == 1
    assert why in result.err


def test_ply_0_is_the_decision_after_five(run: Kifu) -> None:
    position = run("replay", "-", "--ply", "0", stdin=FIVE.encode()).out
    assert "P1 may:  Redeal  Play on\n" in position
    none = run("replay", "-", "--ply", "0", stdin=WON.encode())
    assert none.status == 2
    assert "round 1 goes from ply 1 to ply 14, its end" in none.err


def test_beyond_a_broken_rule(run: Kifu) -> None:
    result = run("replay", "-", "--ply", "2", stdin=KING.encode())
    assert result.status == 2
    assert "round 1 goes from ply 1 to ply 1, which breaks G104" in result.err


def test_one_of_several_records(run: Kifu, lines: str) -> None:
    several = run("replay", "-", stdin=lines.encode())
    assert several.status == 2
    assert several.err == "kifu: <stdin>: there are 5 records: choose one with --record\n"
    third = run("replay", "-", "--record", "3", stdin=lines.encode())
    alone = run("replay", "-", stdin=lines.splitlines()[2].encode())
    assert third.stdout == alone.stdout != b""


def test_input_that_is_not_a_record(run: Kifu) -> None:
    result = run("replay", "-", stdin=b"{}")
    assert (result.status, result.stdout) == (1, b"")
    assert "<stdin>: error F001" in result.err
    assert run("replay", "missing").err == "kifu: missing: No such file or directory\n"


def test_names_cannot_command_the_terminal(run: Kifu) -> None:
    evil = NAMED.replace("Carol", "\\u001b[31mCarol\\u202e").replace("ごいた杯", "a\\nb")
    out = run("replay", "-", stdin=evil.encode()).out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert out.startswith("a\\nb\n")
    assert "\\x1b[31mCarol\\u202e" in out


# As read by programs, and as seen by one player

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = [
    each
    for each in sorted(EXAMPLES.glob("*/*"))
    if each.suffix in (".json", ".txt", ".gibo", ".log")
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_json_fits_its_schema(run: Kifu, path: Path) -> None:
    schema = jsonschema_rs.Draft202012Validator(json.loads(run("schema", "replay").out))
    arguments = ("replay", str(path), "--output-format", "json")
    found = json.loads(run(*arguments).out)
    schema.validate(found)
    schema.validate(json.loads(run(*arguments, "--round", "1", "--ply", "1").out))


@pytest.mark.parametrize("record", [KING, FIVE, REDEAL, FOUL, ENDED])
def test_the_json_of_broken_rounds_fits_it_too(run: Kifu, record: str) -> None:
    schema = jsonschema_rs.Draft202012Validator(json.loads(run("schema", "replay").out))
    no_round = record.replace('"rounds": [', '"rounds": [{"hands": ["12345678"], "record": ""}, ')
    for text in (record, no_round):
        result = run("replay", "-", "--output-format", "json", stdin=text.encode())
        schema.validate(json.loads(result.out))


def test_a_position_of_a_view_knows_nothing_of_later(run: Kifu) -> None:
    match = str(EXAMPLES / "mighty" / "match.gibo")
    seen = run("view", match, "--player", "3").stdout
    position = run("replay", "-", "--round", "2", "--ply", "12", stdin=seen).out
    lines = position.splitlines()[3:8]
    assert ["?? ??" in line for line in lines] == [True, True, True, False, True]
    given = json.loads(
        run("replay", "-", "--round", "2", "--output-format", "json", stdin=seen).out
    )
    assert given["viewer"] == 3
    for step in given["rounds"][0]["steps"][1:-1]:
        for seat, hand in enumerate(step["position"]["hands"]):
            assert seat == 3 or set(hand) <= {"??"}


def test_legal_actions_in_a_view_are_those_that_could_be(run: Kifu) -> None:
    match = str(EXAMPLES / "mighty" / "match.gibo")
    seen = run("view", match, "--player", "3").stdout
    ask = ("--round", "2", "--ply", "12")
    exact = set(run("legal", match, *ask).out.split())
    possible = set(run("legal", "-", *ask, stdin=seen).out.split())
    assert exact < possible


def test_all_records_on_a_line_each(run: Kifu, lines: str) -> None:
    run.write({"all.jsonl": lines + "{\n", "one.json": NAMED})
    result = run("replay", "all.jsonl", "--output-format", "jsonl")
    assert (result.status, len(result.out.splitlines())) == (1, 5)
    one = run("replay", "all.jsonl", "--record", "3", "--output-format", "json")
    assert json.loads(result.out.splitlines()[2]) == json.loads(one.out)
    line = run("replay", "all.jsonl", "--record", "3", "--output-format", "jsonl")
    assert line.out == result.out.splitlines(keepends=True)[2]
    assert run("replay", "one.json", "--ply", "1", "--output-format", "jsonl").status == 2
