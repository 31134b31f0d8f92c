"""The JSON of the 2015 proposal, including the defects in its own example."""

import json
from pathlib import Path

import pytest

import kifu
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text
from kifu.replayer.goita.record import Record

from ...helpers import (
    MODEL_A,
    MODEL_B,
    Json,
    codes,
    dealt,
    goita,
    goita_2015,
    marked,
    only,
    repaired,
)
from ...loops import all_of

EXAMPLES = Path(__file__).parents[3] / "examples"

# The proposal's example of a match, verbatim: a duplicate key "round", and "goshi" without a value.
EXAMPLE = """\
{
    "title":"モデルゲームA",
    "start_time":"2015-04-01T12:00+09:00",
    "end_time":"2015-04-01T12:20+09:00",
    "players":["Alice", "Bob", "Carol", "Dave"],
    "round":{
        "dealer":0,
        "score":[0, 0],
        "hands":["11777788", "22444488", "35555888", "36666888"],
        "record":"87000870007700011",
        "winner":0,
        "goshi":
    },
    "round":{
        "dealer":0,
        "score":[100, 0],
        "hands":["11777788", "22444488", "35555888", "36666888"],
        "record":"87000870007700011",
        "winner":0,
        "goshi":
    }
}
"""
# The same with a remark like those in its section on five し.
REMARKED = EXAMPLE.replace('"goshi":\n', '"goshi":[] #5しはいない\n', 1)


def test_every_defect_of_the_example_has_its_finding() -> None:
    findings = kifu.validate(EXAMPLE)
    assert [(each.code, each.line, each.column) for each in findings] == [
        ("F103", 12, 9),
        ("G601", 14, 5),
        ("F103", 20, 9),
    ]
    assert [marked(EXAMPLE, each) for each in findings] == ['"goshi"', '"round"', '"goshi"']
    findings = kifu.validate(REMARKED)
    assert [(each.code, each.line, each.column) for each in findings] == [
        ("F104", 12, 20),
        ("G601", 14, 5),
        ("F103", 20, 9),
    ]
    assert marked(REMARKED, findings[0]) == "#5しはいない"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_all_defects_mended_together_give_a_canonical_record(newline: str) -> None:
    text = EXAMPLE.replace("\n", newline)
    mended = repaired(text, kifu.validate(text))
    assert codes(mended) == []
    (reading,) = kifu.read(mended)
    assert reading.notation is not None
    assert reading.notation.id == "goita/json"
    record = kifu.loads(text, type=Record)
    assert kifu.loads(mended, type=Record).rounds == tuple(
        kifu.loads(goita(MODEL_A | {"score": score}), type=Record).rounds[0]
        for score in ([0, 0], [100, 0])
    )
    assert record.title == "モデルゲームA"
    assert record.players == ("Alice", "Bob", "Carol", "Dave")


def test_no_round_is_lost() -> None:
    record = kifu.loads(EXAMPLE, type=Record)
    assert [each.score for each in record.rounds] == [(0, 0), (100, 0)]
    assert [each.result.points for each in record.rounds] == [100, 100]


def test_the_example_of_model_game_b_names_the_wrong_winner() -> None:
    text = goita_2015(MODEL_B | {"winner": 0})
    text = text.replace('"dealer": 0, "score": [0, 0], ', "").replace(', "goshi": []', "")
    assert codes(text) == ["G201"]


def test_one_round_is_no_repetition() -> None:
    assert codes(goita_2015(MODEL_A)) == []


def test_rounds_apart_are_found_but_not_moved() -> None:
    text = goita_2015(MODEL_A, MODEL_B)
    head, key, tail = text.rpartition('"round"')
    text = f'{head}"title": "between", {key}{tail}'
    findings = [each for each in kifu.validate(text) if each.code == "G601"]
    assert [each.fix for each in findings] == [None]
    assert len(kifu.loads(text, type=Record).rounds) == 2


def test_findings_of_later_rounds_stand_in_them() -> None:
    text = goita_2015(MODEL_A, MODEL_A | {"score": [100, 0], "winner": 2})
    finding = next(each for each in kifu.validate(text) if each.code == "G201")
    assert (finding.round, finding.pointer) == (2, "/round/winner")
    assert finding.column == text.rindex('"winner": 2') + len('"winner": ') + 1


@pytest.mark.parametrize("number", [0, 1, 2])
def test_misfits_of_any_round_stand_in_it(number: int) -> None:
    rounds = [MODEL_A, MODEL_A | {"score": [100, 0]}, MODEL_A | {"score": [200, 0]}]
    rounds[number] = rounds[number] | {"dealer": "x"}
    text = goita_2015(*rounds)
    (finding,) = (each for each in kifu.validate(text) if each.code == "S002")
    assert finding.pointer == "/round/dealer"
    assert marked(text, finding) == '"x"'
    assert finding.column == text.index('"x"') + 1
    finding = only(goita_2015(MODEL_A | {"hands": [1, *MODEL_A["hands"][1:]]}))
    assert finding.pointer == "/round/hands/0"


def test_keys_of_other_notations_are_unknown() -> None:
    extras: list[Json] = [{"result": {"end": "out"}}, {"fouls": []}, {"kings": ""}, {"round": {}}]
    for extra in extras:
        assert codes(goita_2015(MODEL_A | extra)) == ["S003"]
    assert codes(goita_2015(MODEL_A, format="goita")) == ["S003"]


def test_other_keys_are_not_repeated() -> None:
    text = EXAMPLE.replace('"winner":0,', '"winner":0, "winner":0,', 1)
    assert "F102" in codes(text)
    with pytest.raises(kifu.RecordError):
        kifu.loads(text, type=Record)


def test_a_match_without_rounds() -> None:
    assert codes('{"title": "Cup"}', "goita/json-2015") == ["S001"]
    assert codes('{"round": []}', "goita/json-2015") == ["S002"]


def test_it_is_distinguished_from_the_canonical_notation() -> None:
    def detected(text: str) -> str:
        (reading,) = kifu.read(text)
        return "" if reading.notation is None else reading.notation.id

    assert detected(goita_2015(MODEL_A)) == "goita/json-2015"
    assert detected(goita_2015(MODEL_A, title="goita/json")) == "goita/json-2015"
    assert detected(goita_2015(MODEL_A, title="rounds")) == "goita/json-2015"
    assert detected("# mine\n" + goita_2015(MODEL_A)) == "goita/json-2015"
    assert detected("// mine\n/* { */ " + goita(MODEL_A)) == "goita/json"
    assert detected(goita(MODEL_A).replace('"format": "goita/json", ', "")) == "goita/json"


def test_views_are_recognised_by_their_hands() -> None:
    won = MODEL_A | {"result": {"end": "out", "points": 100}}
    record = kifu.loads(goita(won, won | {"score": [100, 0]}), type=Record)
    for player in range(4):
        view = kifu.view(record, player)
        text = kifu.dumps(view, "goita/json-2015")
        assert kifu.loads(text, type=Record) == view
        assert codes(text) == ["G601"]


def test_a_hand_that_won_at_once_does_not_hide_whose_view_it_is() -> None:
    hands = dealt("88888867")
    record = kifu.loads(goita({"hands": hands, "record": "", "winner": 0}), type=Record)
    view = kifu.view(record, 2)
    assert view.rounds[0].hands == ("88888867", "99999999", hands[2], "99999999")
    assert kifu.loads(kifu.dumps(view, "goita/json-2015"), type=Record).view == 2


def test_a_full_deal_with_one_hand_hidden_is_nobodys_view() -> None:
    hands = [*MODEL_A["hands"][:3], "99999999"]
    assert codes(goita_2015({"hands": hands, "record": ""})) == ["G004"]


def test_it_is_written_as_it_is_read() -> None:
    record = kifu.loads(EXAMPLE, type=Record)
    text = kifu.dumps(record, "goita/json-2015")
    assert text.count('"round"') == 2
    assert kifu.loads(text, type=Record) == record
    with pytest.raises(json.JSONDecodeError):
        json.loads(EXAMPLE)
    assert json.loads(text)["round"]["score"] == [100, 0]


@pytest.mark.parametrize("number", range(5))
def test_a_misspelt_round_is_read_in_its_place(number: int) -> None:
    text = (EXAMPLES / "goita/match-2015.json").read_text(encoding="utf-8")
    parts = text.split('"round"')
    wrong = '"round"'.join(parts[: number + 1]) + '"rund"' + '"round"'.join(parts[number + 1 :])
    outcome = next(kifu.outcomes(wrong, "goita/json-2015"))
    (error,) = outcome.errors
    assert error.code == "S003"
    assert error.fix is not None
    assert mended(Text(wrong), error.fix) == text
    assert outcome.counts is not None
    assert outcome.counts.rounds == 5


@all_of("number", [0, 2, 4])
@all_of("key", ["hand", "7", "9" * 5000])
def test_a_key_is_mended_in_its_round(number: int, key: str) -> None:
    text = (EXAMPLES / "goita/match-2015.json").read_text(encoding="utf-8")
    parts = text.split('"hands"')
    right, wrong = ('"hands"'.join(parts[: number + 1]) + name for name in ('"hands"', f'"{key}"'))
    rest = '"hands"'.join(parts[number + 1 :])
    (error,) = next(kifu.outcomes(wrong + rest, "goita/json-2015")).errors
    assert (error.code, error.pointer) == ("S003", f"/round/{key}")
    assert error.fix is not None
    assert mended(Text(wrong + rest), error.fix) == right + rest


@pytest.mark.parametrize("numbers", [(0, 1), (0, 4), (1, 3), (2, 3)])
def test_two_misspelt_rounds_are_both_read_in_their_places(numbers: tuple[int, int]) -> None:
    text = (EXAMPLES / "goita/match-2015.json").read_text(encoding="utf-8")
    first, *rest = text.split('"round"')
    keys = ["rund", "roud"]
    names = (keys.pop() if number in numbers else "round" for number in range(5))
    wrong = first + "".join(f'"{name}"{each}' for name, each in zip(names, rest, strict=True))
    outcome = next(kifu.outcomes(wrong, "goita/json-2015"))
    assert [each.code for each in outcome.errors] == ["S003", "S003"]
    assert repaired(wrong, outcome.errors) == text


def test_a_dealer_that_is_not_written_is_not_said_to_be() -> None:
    text = (EXAMPLES / "goita/match-2015.json").read_text(encoding="utf-8")
    (error,) = next(kifu.outcomes(text.replace('"dealer": 3, ', "", 1), "goita/json-2015")).errors
    why = "player 0 deals, as no dealer is written, but after round 1 player 3 should"
    assert (error.code, error.message) == ("G503", why)
