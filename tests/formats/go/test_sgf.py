"""`go/sgf`: what a record keeps of a text, and how it is written."""

from __future__ import annotations

import json
from random import Random

import kifu
from kifu import formats
from kifu.formats.conversion import lost
from kifu.formats.text.text import Text
from kifu.replayer.go.record import Record

from ...campaign import sample
from ...command import Kifu
from ...helpers import codes
from ...replayer.go.helpers import game as game_text
from .games import game, tree

SGF = formats.notation("go/sgf")
JSON = formats.notation("go/json")


def test_properties_become_fields_and_annotations() -> None:
    text = (
        "(;FF[4]CA[UTF-8]GM[1]SZ[9]HA[2]KM[0.5]RU[AGA]PB[A\\]da]PW[Bo]EV[Cup]DT[2001-02-03]"
        "RE[W+3.5]AB[cc][gg]AP[x:1];W[ee]WL[59.5]BM[2]C[Oh.]V[-2]AR[aa:bb]LB[aa:1]OB[3]"
        ";AE[cc]PL[W];W[];B[tt](;W[aa])(;AB[ii];W[bb]N[n]))"
    )
    record = kifu.loads(text)
    values = json.loads(kifu.dumps(record))
    played = values.pop("rounds")[0]
    assert values == {
        "format": "go/json",
        "version": 1,
        "event": "Cup",
        "date": "2001-02-03",
        "players": ["A]da", "Bo"],
        "size": 9,
        "komi": 0.5,
        "handicap": 2,
        "rules": {"preset": "aga"},
        "annotations": [{"properties": [{"key": "AP", "values": ["x:1"]}]}],
    }
    assert played["setup"] == {"position": "B cc gg"}
    assert played["result"] == {"winner": "W", "by": 3.5}
    actions = ["W ee", "setup empty cc; turn W", "W pass", "B pass", "W aa"]
    assert played["actions"] == actions
    assert played["variations"][0]["actions"] == ["setup B ii", "W bb"]
    first = played["annotations"][0]
    assert first.pop("properties") == [{"key": "OB", "values": ["3"]}]
    assert first == {
        "ply": 1,
        "after": ["Oh."],
        "glyphs": [4],
        "time_left": 59.5,
        "evaluation": {"score": -2},
        "marks": [
            {"shape": "arrow", "at": ["aa", "bb"]},
            {"shape": "label", "at": ["aa"], "text": "1"},
        ],
    }


COMMENTED = "(;GM[1]FF[4]SZ[9];B[aa](;W[bb])(;C[x](;C[y])(;C[z])))"
"""A text in which a variation without moves has another one."""


def test_all_properties_repetitions_and_orders_survive_json() -> None:
    rng = Random(1)
    for text in (COMMENTED, *(game(rng) for _ in range(sample(40)))):
        (reading,) = SGF.read(Text(text))
        assert reading.whole, (text, reading.findings)
        (again,) = JSON.read(Text(JSON.write(reading.record)))
        assert again.record == reading.record
        assert tree(SGF.write(again.record)) == tree(text), text
        assert lost(reading.record, SGF) == []


def test_annotations_that_exclude_each_other_are_written_in_nodes_of_their_own() -> None:
    marks = [{"shape": each, "at": ["cc"]} for each in ("circle", "square")]
    marks += [{"shape": "label", "at": ["aa"], "text": each} for each in "12"]
    notes = [{"ply": 1, "glyphs": [1, 2], "marks": marks}]
    record = kifu.loads(game_text("B aa", "W bb", annotations=notes))
    text = SGF.write(record)
    assert text.endswith(";B[aa]TE[1]CR[cc]LB[aa:1];BM[1];SQ[cc];LB[aa:2];W[bb])\n")
    assert codes(text) == []
    assert lost(record, SGF) == []


def test_changes_of_a_record_are_written() -> None:
    text = "(;GM[1]KM[6.50]SZ[9]PB[Ada];C[x]B[aa]BL[3.50])"
    values = json.loads(kifu.dumps(kifu.loads(text)))
    values["komi"] = 7.5
    del values["players"]
    values["rounds"][0]["actions"] = ["B cc", "W dd"]
    values["rounds"][0]["annotations"][0]["after"] = ["y"]
    record = kifu.loads(json.dumps(values))
    assert SGF.write(record) == "(;GM[1]KM[7.5]SZ[9]\n;C[y]B[cc]BL[3.50];W[dd])\n"


VARIED = [(1, "B gg"), (2, "W ee"), (3, "B dd"), (2, "W ff")]


def test_losses_are_named() -> None:
    game = {"actions": ["B aa"], "annotations": [{"ply": 1, "before": ["x"], "glyphs": [1, 44]}]}
    values = {"format": "go/json", "version": 1, "rules": {"superko": "none"}, "rounds": [game]}
    found = lost(kifu.loads(json.dumps(values)), SGF)
    assert [each.split(":")[0] for each in found] == ["rules", "comments", "glyphs"]


def test_variations_may_be_in_any_order() -> None:
    """SGF begins with the last one; only the order of those at the same ply means something."""
    variations = [{"ply": ply, "actions": [action]} for ply, action in VARIED]
    game = {"actions": ["B aa", "W bb", "B cc"], "variations": variations}
    record = kifu.loads(json.dumps({"format": "go/json", "version": 1, "rounds": [game]}))
    assert lost(record, SGF) == []
    text = SGF.write(record)
    assert text.endswith("(;B[aa]\n(;W[bb]\n(;B[cc])\n(;B[dd]))\n(;W[ee])\n(;W[ff]))\n(;B[gg]))\n")
    assert SGF.write(kifu.loads(text)) == text
    for each in (text, text.replace("(;B[dd])", "(;B[dd]XX[unusual])")):
        read = kifu.loads(each, type=Record).rounds[0].variations
        assert [(one.ply, *one.actions) for one in read] == sorted(VARIED, key=lambda one: one[0])
        broken = each.replace("W[ee]", "W[aa]")
        (finding,) = (one for one in kifu.validate(broken.encode()) if one.severity == "error")
        assert broken.splitlines()[(finding.line or 0) - 1] == "(;W[aa])"


def test_the_name_of_a_variation_is_in_its_first_node() -> None:
    for branch, name in NAMED.items():
        text = f"(;FF[4]CA[UTF-8]GM[1]SZ[9]\n;B[aa]N[kept];\n(;W[bb]N[kept])\n({branch}))\n"
        record = kifu.loads(text, type=Record)
        first, *deeper = (record.rounds[0].variations, record.rounds[0].variations[0].variations)
        assert [each.name for each in (*first, *deeper[0])] == name, branch
        assert (lost(record, SGF), SGF.write(record)) == ([], text)
        kept = [each for note in record.rounds[0].annotations for each in note.properties]
        assert [each.values for each in kept if each.key == "N"] == [("kept",), ("kept",)]


NAMED = {
    ";W[cc]N[better]": ["better"],
    ";W[cc]C[x]N[a\\]b]": ["a]b"],
    ";W[cc]N[one];N[two]": ["one"],
    ";N[early]C[x];W[cc];B[dd]N[late]": ["early"],
    ";AB[cc]N[set up];W[dd]": ["set up"],
    ";N[only]": ["only"],
    ";W[cc]N[]": [None],
    ";W[cc]N[better]\n(;B[dd])\n(;B[ee]N[inner])": ["better", "inner"],
}


def test_names_of_variations_can_be_changed() -> None:
    text = "(;FF[4]CA[UTF-8]GM[1]\n;B[aa]\n(;W[bb])\n(;W[cc]C[x]N[old]))\n"
    changed = kifu.dumps(kifu.loads(text), "go/json").replace('"old"', '"new\\\\"')
    assert SGF.write(kifu.loads(changed)) == text.replace("[old]", "[new\\\\]")


def deep(levels: int) -> str:
    """Return a legal game with variations nested this deep, as kifu writes it."""
    points = [f"{column}{row}" for row in "abcdefghijk" for column in "abcdefghijk"]
    branches = (f"\n(;{'BW'[at % 2]}[ll])\n(;{'BW'[at % 2]}[{points[at]}]" for at in range(levels))
    return f"(;FF[4]CA[UTF-8]GM[1]SZ[13]{''.join(branches)}{')' * levels})\n"


def test_deep_variations_survive_json() -> None:
    text = deep(120)
    assert codes(text) == []
    written = JSON.write(kifu.loads(text))
    assert codes(written) == []
    assert SGF.write(kifu.loads(written)) == text


def test_variations_that_are_too_deep_are_not_lost_in_silence(run: Kifu) -> None:
    run.write({"deep.sgf": deep(121)})
    ran = run("convert", "deep.sgf", "--to", "json")
    assert (ran.status, ran.out) == (1, "")
    assert "V004" in ran.err


def test_line_breaks_in_texts_mean_the_same() -> None:
    text = "(;SZ[9]\n;B[aa]C[one\ntwo])\n"
    assert kifu.loads(text.replace("\n", "\r\n").encode()) == kifu.loads(text)


def test_variations_in_any_order_become_sgf(run: Kifu) -> None:
    """Only the order at one ply means something."""
    lines = [{"ply": 2, "actions": ["W dd"], "name": "calm"}, {"ply": 3, "actions": ["B aa"]}]
    actions = ["B ef", "W ge", "B de"]
    for each in (lines, lines[::-1]):
        record = {"format": "go/json", "version": 1, "size": 9}
        record |= {"rounds": [{"actions": actions, "variations": each}]}
        result = run("convert", "-", "--to", "go/sgf", stdin=json.dumps(record).encode())
        assert result.status == 0
        assert "(;W[dd]N[calm])" in result.out
        assert "(;B[aa])" in result.out
        assert result.err == ""
