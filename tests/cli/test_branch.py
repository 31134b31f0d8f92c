"""Returning to a position, playing on differently, and showing both lines."""

import json
from typing import Any

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ..command import Kifu
from .conftest import HISTORY, KING, WON

NAMED = WON.replace('"rounds"', '"players": ["Alice", "ボブ", "Carol", "Dave"], "rounds"')
TWO = WON.replace(
    "]}\n",
    ',\n  {"hands": ["11244788", "23456788", "34567888", "55667888"], "score": [100, 0],'
    ' "record": "84-0", "winner": -1}]}\n',
)


def branched(run: Kifu, text: str, *arguments: str) -> str:
    result = run("branch", "-", *arguments, stdin=text.encode())
    assert (result.status, result.err) == (0, "")
    return result.out


@pytest.fixture
def both(run: Kifu) -> bytes:
    """A record with a variation that has a variation of its own."""
    first = branched(run, NAMED, "--ply", "5", "82", "23", "0", "--name", "the rook")
    return branched(run, first, "--variation", "1", "--ply", "6", "0", "0", "0", "17").encode()


def broken(*wrong: list[Any]) -> bytes:
    variations = json.dumps([{"ply": ply, "actions": actions} for ply, *actions in wrong])
    return WON.replace('"winner": 0', f'"winner": 0, "variations": {variations}').encode()


# kifu branch


def test_both_lines_are_kept(both: bytes) -> None:
    record = kifu.loads(both, type=Record)
    assert kifu.validate(both) == []
    assert record.rounds[0].record == "84000840007200011"
    (variation,) = record.rounds[0].variations
    assert (variation.ply, variation.actions, variation.name) == (5, ("82", "23", "0"), "the rook")
    assert variation.variations[0].actions == ("0", "0", "0", "17")


def test_the_round_has_to_be_named_where_there_are_several(run: Kifu) -> None:
    result = run("branch", "-", "--ply", "1", "81", stdin=TWO.encode())
    assert (result.status, result.stdout) == (2, b"")
    assert "choose one with --round" in result.err
    record = kifu.loads(branched(run, TWO, "--round", "2", "--ply", "3", "0"), type=Record)
    assert [len(each.variations) for each in record.rounds] == [0, 1]


def test_a_record_of_another_notation_becomes_canonical(run: Kifu) -> None:
    out = branched(run, HISTORY, "--ply", "4", "0")
    assert json.loads(out)["format"] == "goita/json"
    assert kifu.replay(kifu.loads(out, type=Record))[0].variations[0].at(4).actions == {3: "0"}


def test_files(run: Kifu) -> None:
    run.write({"a.json": WON})
    arguments = ("branch", "a.json", "--ply", "5", "82", "-o")
    assert run(*arguments, "b.json").out == ""
    assert len(kifu.load(run.folder / "b.json", type=Record).rounds[0].variations) == 1
    refused = run(*arguments, "a.json")
    assert (refused.status, refused.err) == (
        2,
        "kifu: a.json: the file exists (--force replaces it)\n",
    )
    assert run(*arguments, "a.json", "--force").status == 0
    assert run(*arguments, "a.jsonl").status == 0
    assert (run.folder / "a.jsonl").read_text("utf-8").count("\n") == 1
    for name, named in ("b.table.txt", "goita/table"), ("b.txt", "goita/history and goita/table"):
        why = f"{named} cannot hold variations: the file name must end in .json"
        assert run(*arguments, name).err == f"kifu: {name}: {why}\n"
    why = "goita/yaml cannot hold variations: the file name must end in .json"
    assert run(*arguments, "b.yaml").err == f"kifu: b.yaml: {why}\n"
    assert not (run.folder / "b.yaml").exists()


def test_one_of_several_records(run: Kifu) -> None:
    lines = (json.dumps(json.loads(WON)) + "\n") * 2
    assert run("branch", "-", "--ply", "5", "82", stdin=lines.encode()).status == 2
    record = kifu.loads(branched(run, lines, "--record", "2", "--ply", "5", "82"), type=Record)
    assert len(record.rounds[0].variations) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ply", "5", "83"], "G103 goita-piece-not-in-hand: ply 5: player 0 has no 角 (3) "),
        (["--ply", "5", "82", "34"], "G105 goita-receive-must-match: ply 6: 角 (3) cannot "),
        (["--ply", "5", "84", "0"], "V003 variation-does-not-differ: ply 5: "),
        (["--ply", "9", "27", "0", "0", "0", "11", "0"], "V002 variation-goes-on: ply 14: "),
        (["--ply", "5", "a\x1bb"], "G004 goita-unknown-digit: ply 5: "),
    ],
)
def test_illegal_branches(run: Kifu, arguments: list[str], said: str) -> None:
    run.write({"a.json": WON})
    result = run("branch", "a.json", *arguments, "-o", "b.json")
    assert (result.status, result.stdout) == (1, b"")
    assert result.err.startswith(f"kifu: {said}")
    assert len(result.err.splitlines()) == 1
    assert "\x1b" not in result.err
    assert not (run.folder / "b.json").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["--ply", "14", "0"],
            "nobody acts at ply 14: a variation of round 1 can start at plies 1 to 13",
        ),
        (
            ["--ply", "0", "redeal"],
            "nobody acts at ply 0: a variation of round 1 can start at plies 1 to 13",
        ),
        (["--ply", "5", "--round", "2", "0"], "there is no round 2: the record has round 1"),
        (["--ply", "5", "--variation", "1", "0"], "there is no variation 1: round 1 has none"),
        (["--ply", "5", "--variation", "x", "0"], "'x' is not a variation: write numbers from 1, "),
        (["--ply", "5", "--variation", "1.", "0"], "'1.' is not a variation: "),
        (["--ply", "5", "--variation", "１", "0"], "'１' is not a variation: "),
    ],
)
def test_missing_things(run: Kifu, arguments: list[str], why: str) -> None:
    result = run("branch", "-", *arguments, stdin=WON.encode())
    assert (result.status, result.stdout) == (2, b"")
    assert result.err.startswith(f"kifu: {why}")
    assert len(result.err.splitlines()) == 1


def test_records_that_cannot_be_replayed(run: Kifu) -> None:
    stops = run("branch", "-", "--ply", "2", "0", stdin=KING.encode())
    assert (stops.status, stops.err) == (2, "kifu: there is no ply 2: round 1 breaks G104\n")
    instead = run("branch", "-", "--ply", "1", "87", stdin=KING.encode())
    assert instead.status == 0
    none = WON.replace('"11244788", ', "")
    hands = run("branch", "-", "--ply", "1", "81", stdin=none.encode())
    assert hands.status == 2
    assert hands.err.startswith("kifu: round 1 cannot be replayed: G001 ")
    assert run("branch", "-", "--ply", "1", "81", stdin=b"{").status == 1
    assert run("branch", "-", "--ply", "1", stdin=WON.encode()).status == 2


# kifu replay, kifu legal


def test_variations_follow_the_round(run: Kifu, both: bytes) -> None:
    result = run("replay", "-", stdin=both)
    assert (result.status, result.err) == (0, "")
    main = run("replay", "-", stdin=NAMED.encode()).out
    assert result.out == main + (
        "\n"
        "round 1, variation 1 (the rook), from ply 5\n"
        "plays:  5 Alice [し]飛  6 ボブ 飛角  7 Carol pass\n"
        "the variation stops here: Dave to act\n"
        "\n"
        "round 1, variation 1.1, from ply 6\n"
        "plays:  6 ボブ pass  7 Carol pass  8 Dave pass  9 Alice [王]香\n"
        "the variation stops here: ボブ to act\n"
    )


def test_a_variation_in_full(run: Kifu, both: bytes) -> None:
    out = run("replay", "-", "--variation", "1", stdin=both).out
    assert "\nround 1, variation 1 (the rook), from ply 5\n" in out
    assert (
        "ply  Alice   ボブ  Carol  Dave\n  1  [し]金  pass  pass   pass\n  5  [し]飛  飛角  pass\n"
    ) in out
    assert "the variation stops here: Dave to act\n\nround 1, variation 1.1, from ply 6\n" in out


def test_a_moment_of_a_variation(run: Kifu, both: bytes) -> None:
    out = run("replay", "-", "--variation", "1", "--ply", "6", stdin=both).out
    assert out.startswith("round 1, variation 1, ply 6\n")
    assert "王 王 金 香              [し] 金, [し] 飛\n" in out
    assert out.endswith("done: 飛角\nround 1, variation 1.1, from ply 6: 0\n")
    deeper = run("replay", "-", "--variation", "1.1", "--ply", "10", stdin=both).out
    assert deeper.startswith("round 1, variation 1.1, ply 10\n")
    main = run("replay", "-", "--ply", "5", stdin=both).out
    assert main.endswith("done: [し]金\nround 1, variation 1 (the rook), from ply 5: 82\n")


def test_the_end_of_a_variation(run: Kifu) -> None:
    text = branched(run, WON, "--ply", "9", "27", "0", "0", "0", "11").encode()
    shown = run("replay", "-", stdin=text).out
    assert shown.endswith("13 P0 [王]王\nPlayer 0: 100 points\n")
    moment = run("replay", "-", "--variation", "1", "--ply", "14", stdin=text).out
    assert moment.startswith("round 1, variation 1, at the end\n")
    assert "[飛] 香, [王] 王\n" in moment


def test_a_decision_in_a_variation(run: Kifu) -> None:
    five = (
        '{"format": "goita/json", "version": 1, "rounds": [{"hands":'
        ' ["12345678", "12345678", "44556888", "67788888"], "goshi": [3], "record": "67"}]}'
    )
    text = branched(run, five, "--ply", "0", "redeal").encode()
    assert run("replay", "-", stdin=text).out.endswith(
        "\nround 1, variation 1, from ply 0\nplays:  0 P1 Redeal\nRedeal\n"
    )


def test_the_legal_actions_in_a_variation(run: Kifu, both: bytes) -> None:
    legal = run("legal", "-", "--variation", "1", "--ply", "6", stdin=both)
    assert legal.out.split() == ["0", "23", "24", "25", "26", "27", "28"]
    why = run("legal", "-", "--variation", "1", "--ply", "6", "--why", "43", stdin=both)
    assert (why.status, why.out[:4]) == (1, "G105")
    found = json.loads(
        run(
            *("legal", "-", "--variation", "1.1", "--ply", "6", "--output-format", "json"),
            stdin=both,
        ).out
    )
    assert found["variation"] == {"path": [1, 1], "ply": 6, "name": None}
    none = run("legal", "-", "--variation", "2", "--ply", "6", stdin=both)
    assert (none.status, none.err) == (2, "kifu: there is no variation 2: round 1 has 1\n")
    far = run("legal", "-", "--variation", "1", "--ply", "9", stdin=both)
    assert far.err == (
        "kifu: there is no ply 9: round 1, variation 1 goes from ply 1 to ply 8, its end\n"
    )


def rounds(output: str) -> list[dict[str, Any]]:
    return json.loads(output)["rounds"]


def test_variations_as_json(run: Kifu, both: bytes) -> None:
    (main,) = rounds(run("replay", "-", "--output-format", "json", stdin=both).out)
    (first,) = main["variations"]
    (deeper,) = first["variations"]
    assert [step["ply"] for step in main["steps"]] == [0, *range(1, 14), 0]
    assert (first["path"], first["ply"], first["name"]) == ([1], 5, "the rook")
    assert [step["ply"] for step in first["steps"]] == [5, 6, 7, 8]
    assert first["steps"][0]["actions"] == {"0": "82"}
    assert (deeper["path"], deeper["breach"], deeper["variations"]) == ([1, 1], None, [])
    (line,) = rounds(
        run("replay", "-", "--variation", "1", "--output-format", "json", stdin=both).out
    )
    assert line["variation"] == {"path": [1], "ply": 5, "name": "the rook"}
    assert line["steps"] == main["steps"][:5] + first["steps"]
    assert line["variations"] == [deeper]


def test_a_variation_that_breaks_a_rule(run: Kifu) -> None:
    text = broken([5, "82", "34", "0"])
    result = run("replay", "-", stdin=text)
    assert result.status == 1
    assert result.out.endswith(
        "plays:  5 P0 [し]飛\n"
        "the replay stops at ply 6, P1: 角金\n"
        "  G105 goita-receive-must-match: 角 (3) cannot receive 飛 (2): only 飛 (2) or 王 (1) can\n"
    )
    assert run("replay", "-", "--variation", "1", stdin=text).status == 1
    (main,) = rounds(run("replay", "-", "--output-format", "json", stdin=text).out)
    assert main["variations"][0]["breach"]["code"] == "G105"
    assert "breach" not in main


def test_a_variation_that_leaves_nowhere(run: Kifu) -> None:
    text = broken([99, "0"], [9, "27", "0", "0", "0", "11", "0"])
    result = run("replay", "-", stdin=text)
    assert result.status == 1
    assert (
        "round 1, variation 1, from ply 99\n"
        "  V001 variation-leaves-nowhere: nobody acts at ply 99: a variation of round 1 can start "
        "at plies"
    ) in result.out
    assert result.out.endswith(
        "Player 0: 100 points\n  V002 variation-goes-on: the round is over after action 5 of 6\n"
    )
    alone = run("replay", "-", "--variation", "1", stdin=text)
    assert alone.status == 1
    assert "round 1, variation 1, from ply 99\n  V001 " in alone.out
    moment = run("replay", "-", "--variation", "1", "--ply", "1", stdin=text)
    assert (moment.status, moment.out) == (2, "")
    assert moment.err.startswith("kifu: round 1, variation 1 cannot be replayed: V001 ")
    end = run("replay", "-", "--variation", "2", "--ply", "14", stdin=text)
    assert "at the end" in end.out


def test_a_variation_that_is_not_reached(run: Kifu) -> None:
    variations = '"record": "81", "variations": [{"ply": 5, "actions": ["0"]}]'
    text = KING.replace('"record": "81"', variations).encode()
    result = run("replay", "-", stdin=text)
    assert result.status == 1
    assert "\nround 1, variation 1, from ply 5\n  not reached: G104 goita-king" in result.out


def test_names_of_variations_cannot_command_the_terminal(run: Kifu) -> None:
    out = branched(run, WON, "--ply", "5", "82", "--name", "\x1b[31m\u202e").encode()
    for arguments in ([], ["--variation", "1"], ["--ply", "5"]):
        shown = run("replay", "-", *arguments, stdin=out).out
        assert "\x1b" not in shown
        assert "\\x1b[31m\\u202e" in shown


# Branched records in the other commands


def test_views_and_other_notations(run: Kifu, both: bytes) -> None:
    view = run("view", "-", "--player", "1", stdin=both)
    assert view.stdout == run("view", "-", "--player", "1", stdin=NAMED.encode()).stdout
    table = run("convert", "-", "--to", "goita/table", stdin=both)
    assert table.err.endswith("variations: alternative lines of play in a round\n")
    strict = run("convert", "-", "--strict", "--to", "goita/table", stdin=both)
    assert (strict.status, strict.stdout) == (1, b"")
