"""Annotations are kept, and checked against their lines."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import formats, replayer
from kifu.replayer.goita.record import Record
from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.kinds import noted_only_in
from kifu.testing.annotated import annotated

from ...command import Kifu
from ...games import GAMES, WITH_VIEWS
from ...helpers import MODEL_A, RANDOM, Json, codes, goita, marked, only, repaired
from ...loops import all_of

VARIED = MODEL_A | {"variations": [{"ply": 5, "actions": ["81", "0"]}]}


def noted(*annotations: Json, **more: Any) -> str:
    return goita(MODEL_A | {"annotations": annotations} | more)


@pytest.mark.parametrize("name", GAMES)
@given(rng=RANDOM)
def test_canonical_json_keeps_every_annotation(name: str, rng: Random) -> None:
    game = replayer.game(name)
    record = annotated(game, game.generate(rng), rng)
    notation = formats.canonical_notation(name)
    assert notation.compact is not None
    for text in (kifu.dumps(record), notation.compact(record)):
        assert kifu.validate(text) == []
        assert kifu.loads(text) == record
        assert notation.write(kifu.loads(notation.write(record))) == notation.write(record)


def test_texts_are_kept_as_they_are() -> None:
    texts = ("", "\n", "a\r\nb\r", " \t ", "角 😀 é", '"\\u0041"', "# {;}")
    record = kifu.loads(noted({"ply": 1, "before": texts, "after": texts[::-1]}), type=Record)
    assert record.rounds[0].annotations == (Annotation(ply=1, before=texts, after=texts[::-1]),)
    assert kifu.loads(kifu.dumps(record), type=Record) == record


def test_properties_keep_their_order_and_repetitions() -> None:
    same: list[Json] = [
        {"key": "KM", "values": ["1", "1"]},
        {"key": "A"},
        {"key": "KM", "values": []},
    ]
    text = kifu.dumps(kifu.loads(noted({"properties": same})))
    (again,) = json.loads(text)["rounds"][0]["annotations"]
    assert [each["key"] for each in again["properties"]] == ["KM", "A", "KM"]
    assert again["properties"][0]["values"] == ["1", "1"]


def test_new_keys_are_written_in_a_fixed_order(run: Kifu) -> None:
    text = goita(
        {"annotations": [{"after": ["b"], "ply": 1}], "ended": {"by": 1, "how": "time"}}
        | MODEL_A
        | {"record": "87-0", "winner": -1},
        annotations=[{"before": ["a"]}],
    )
    written = run("fmt", "-", stdin=text.encode()).out
    head = written.index('"annotations": [{"before": ["a"]}]')
    assert head < written.index('"rounds"')
    ended = '"ended": {"how": "time", "by": 1}, "annotations": [{"ply": 1, "after": ["b"]}]}'
    assert ended in written
    assert run("fmt", "-", stdin=written.encode()).out == written


def test_all_glyphs_of_pgn_are_possible() -> None:
    assert codes(noted({"ply": 1, "glyphs": [0, 255]})) == []


def test_a_ply_may_have_several_annotations() -> None:
    assert codes(noted({"ply": 1, "after": ["a"]}, {"ply": 1, "after": ["b"]})) == []


@all_of(
    ("wrong", "code", "where"),
    [
        ({"ply": 99}, "V011", "99"),
        ({"ply": -1}, "V011", "-1"),
        ({"ply": 1, "glyphs": [1, 256]}, "V012", "256"),
        ({"ply": 1, "time_used": -0.5}, "V012", "-0.5"),
        ({"ply": 1, "evaluation": {"depth": -1}}, "V012", "-1"),
        ({"ply": 1, "evaluation": {"loss": -0.5}}, "V012", "-0.5"),
        ({"ply": 1, "evaluation": {"accuracy": 101}}, "V012", "101"),
        (
            {"marks": [{"shape": "line", "at": ["a", "a"]}]},
            "V012",
            '{"shape": "line", "at": ["a", "a"]}',
        ),
        ({"ply": 1, "after": "a"}, "S002", '"a"'),
        ({"ply": 1, "comment": ["a"]}, "S003", '"comment"'),
        ({"marks": [{"shape": "circel", "at": ["a"]}]}, "S004", '"circel"'),
    ],
)
def test_misfits_are_reported_in_their_place(wrong: Json, code: str, where: str) -> None:
    text = noted(wrong)
    found = only(text)
    assert (found.code, marked(text, found)) == (code, where)
    assert codes(noted(wrong, winner=1)) == ["G201", code], "nothing else is hidden"


def test_a_slip_in_an_annotation_is_mended() -> None:
    text = noted({"ply": "2", "afer": ["a"]})
    record = kifu.loads(repaired(text, kifu.validate(text)), type=Record)
    assert record.rounds[0].annotations == (Annotation(ply=2, after=("a",)),)


@pytest.mark.parametrize(("ply", "fits"), [(4, False), (5, True), (6, True), (7, False)])
def test_annotations_of_a_variation_are_about_its_own_plies(ply: int, fits: bool) -> None:
    (variation,) = VARIED["variations"]
    text = goita(VARIED | {"variations": [variation | {"annotations": [{"ply": ply}]}]})
    assert codes(text) == ([] if fits else ["V011"])
    if not fits:
        assert f"no ply {ply} in variation 1: it has plies 5 to 6" in only(text).message


def test_annotations_of_a_match_are_about_no_ply() -> None:
    assert codes(goita(MODEL_A, annotations=[{"ply": 1}])) == ["V011"]
    found = only(goita(MODEL_A, annotations=[{"evaluation": {"depth": -1}}]))
    assert (found.code, found.pointer) == ("V012", "/annotations/0/evaluation/depth")


def test_an_annotation_of_another_round_is_another_one() -> None:
    """Unless there are fewer rounds than before: then only its text tells it apart."""
    game = replayer.game("goita")
    record = kifu.loads(goita(MODEL_A | {"annotations": [{"ply": 1, "after": ["x"]}]}, MODEL_A))
    first, second = game.rounds(record)
    exchanged = game.with_rounds(record, [second, first])
    assert noted_only_in(game, record, exchanged) == {"comments": 1}
    assert noted_only_in(game, record, game.with_rounds(record, [second])) == {"comments": 1}
    assert noted_only_in(game, record, game.with_rounds(record, [first])) == {}
    more = game.with_rounds(record, [second, second, first])
    assert noted_only_in(game, record, more) == {}


def test_a_ply_that_could_not_be_read_may_be_annotated() -> None:
    text = noted({"ply": 12}).replace('"87000870007700011"', "87000870007700011")
    assert "V011" not in codes(text)


@pytest.mark.parametrize("name", WITH_VIEWS)
def test_a_view_keeps_times_and_hides_what_may_tell_more(name: str) -> None:
    game = replayer.game(name)
    keys = set[str]()
    for seed in range(4):
        record = annotated(game, replayer.generate(name, 2), Random(seed))
        text = kifu.dumps(kifu.view(record, 0))
        assert kifu.validate(text) == []
        seen = json.loads(text)
        for each in (seen, *seen[game.rounds_field]):
            keys.update(*each.get("annotations", ()))
    assert keys == {"ply", "time_used", "time_left"}
