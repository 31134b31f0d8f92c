"""Schema violations are reported, and hide nothing else, in the JSON of every game."""

import json
from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any

import pytest

import kifu
from kifu import formats, replayer
from kifu.formats.document.schema import asked_for

from ..campaign import sample
from ..games import GAMES, WITH_ROUNDS
from ..helpers import MODEL_A, Json, codes, goita, goita_2015, only, repaired
from ..loops import all_of

SCORED = MODEL_A | {"score": [0, 0]}
ROUNDS = {"goita": "rounds", "leduc": "hands", "mighty": "deals", "planowanie": "deals"}
SECOND = MODEL_A | {"score": [100, 0], "winner": 1}  # player 0 wins


def texts(game: str) -> Iterator[tuple[str, Json]]:
    """Yield valid records of a game in its canonical JSON."""
    notation = formats.canonical_notation(game)
    for seed in range(sample(15)):
        text = notation.write(replayer.game(game).generate(Random(seed)))
        if not any(each.severity == "error" for each in kifu.validate(text)):
            yield text, json.loads(text)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values within a value."""
    inner: Any = value
    keys: Any = range(len(inner)) if isinstance(value, list) else inner
    for key in keys if isinstance(value, dict | list) else ():
        yield (*path, key)
        yield from places(value[key], (*path, key))


def holder(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        value = value[key]
    return value


def misspell(value: Json, path: tuple[Any, ...], rng: Random) -> None:
    """Add a letter to a key."""
    inside, key = holder(value, path), path[-1]
    at = rng.randrange(len(key))
    items = [
        (key[:at] + key[at] + key[at:] if name == key else name, each)
        for name, each in inside.items()
    ]
    inside.clear()
    inside.update(items)


def errors(text: str) -> list[kifu.Finding]:
    return [each for each in kifu.validate(text) if each.severity == "error"]


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_key_is_one_slip(game: str) -> None:
    rng, found = Random(game), list[int]()
    for _, value in texts(game):
        paths = [each for each in places(value) if isinstance(each[-1], str) and len(each) > 1]
        path = rng.choice(paths)
        misspell(value, path, rng)
        wrong = errors(json.dumps(value))
        assert "S003" in [each.code for each in wrong], path
        found.append(len(wrong))
    assert mean(found) < 1.05


@pytest.mark.parametrize("game", GAMES)
def test_a_value_of_another_type_is_one_slip(game: str) -> None:
    rng, found = Random(game), list[int]()
    for _, value in texts(game):
        paths = [each for each in places(value) if len(each) > 1 and each[0] != "clocks"]
        path = rng.choice(paths)
        inside, key = holder(value, path), path[-1]
        inside[key] = 0.5 if not isinstance(inside[key], str) else {}
        wrong = errors(json.dumps(value))
        assert wrong, path
        found.append(len(wrong))
    assert mean(found) < 1.1


@pytest.mark.parametrize("game", WITH_ROUNDS)
def test_slips_in_several_rounds_are_all_reported(game: str) -> None:
    """Put an unknown key in the first round, and a different slip in the last."""
    several = 0
    for _, value in texts(game):
        rounds: Any = value[ROUNDS[game]]
        if len(rounds) < 2:
            continue
        several += 1
        rounds[0]["colour"] = "red"
        rounds[-1]["variations"] = [{"ply": 1, "actions": ["nonsense"]}]
        assert {"S003"} < {each.code for each in errors(json.dumps(value))}
    assert several


# Goita


@pytest.mark.parametrize("key", ["targt", "goal"])
def test_nothing_is_said_that_an_unknown_option_may_explain(key: str) -> None:
    """The match goes on because it is played to 300 points."""
    text = json.dumps(
        {
            "format": "goita/json",
            "version": 1,
            "rules": {"target": 300},
            "rounds": [MODEL_A | {"score": [200, 0]}],
        }
    )
    assert codes(text) == []
    assert codes(text.replace("target", key)) == ["S003"]


def test_the_example_of_the_issue() -> None:
    text = goita(SCORED | {"dealer": 0}, SECOND).replace('"winner": 0', '"winer": 0', 1)
    assert codes(text) == ["S003", "G201"]
    finding = kifu.validate(text)[0]
    assert finding.fix is not None
    assert '"winner": 0' in repaired(text, [finding])


@all_of(
    ("old", "new", "code"),
    [
        ('"dealer": 0', '"dealer": "x"', "S002"),
        ('"dealer": 0', '"dealer": null', "S002"),
        ('"score": [0, 0]', '"score": [0]', "S005"),
        ('"score": [0, 0]', '"score": "0-0"', "S002"),
        ('"11777788"', "null", "S002"),
        ('"11777788"', "11777788", "S002"),
        ('"11777788", ', "", "G001"),
        ('"winner": 0', '"winner": "x"', "S002"),
        ('"winner": 0', '"winner": "0"', "S002"),
        ('"goshi": []', '"goshi": {}', "S002"),
        ('"goshi": []', '"fouls": [{"ply": 1}]', "S001"),
        ('"record": "87000870007700011"', '"record": 8', "S002"),
        ('"record": "87000870007700011", ', "", "S001"),
        ('"record"', '"moves"', "S003"),
        ('"title": "Cup"', '"title": ["Cup"]', "S002"),
        ('"title": "Cup"', '"rules": {"last_piece_king_attack": "yes"}', "S002"),
        ('"title": "Cup"', '"view": 9', "S004"),
        ('"title": "Cup"', '"players": "Ann"', "S002"),
    ],
)
def test_a_slip_of_the_first_round_hides_nothing_in_the_second(
    old: str, new: str, code: str
) -> None:
    text = goita(SCORED, SECOND, title="Cup")
    assert codes(text) == ["G201"]
    assert old in text
    assert sorted({*codes(text.replace(old, new, 1))} - {"S001"}) == sorted(
        {code, "G201"} - {"S001"}
    )


def test_a_dealer_that_is_not_known_is_none_in_particular() -> None:
    """Pieces that do not make up a deck are wrong for any dealer; a play may be right for some."""
    broken = SCORED | {"dealer": "x"}
    assert codes(goita(broken)) == ["S002"]
    assert codes(goita(broken | {"record": "87000870007700012"})) == ["S002"]
    hands = ["11777777", *MODEL_A["hands"][1:]]
    assert codes(goita(broken | {"hands": hands})) == ["S002", "G003"]


def test_rounds_of_2015() -> None:
    text = goita_2015(SCORED, SECOND).replace('"winner": 0', '"winer": 0', 1)
    assert codes(text) == ["S003", "G601", "G201"]
    text = goita_2015(SCORED | {"hands": 5}, SECOND)
    assert codes(text) == ["S002", "G601", "G201"]


def test_another_version_is_not_read() -> None:
    assert codes(goita(SECOND).replace('"version": 1', '"version": 2')) == ["S004"]
    assert codes(goita(SECOND).replace('"version": 1', '"version": "1"')) == ["S002", "G201"] or (
        codes(goita(SECOND).replace('"version": 1', '"version": "1"')) == ["S004", "G201"]
    )


def test_an_incomplete_record_is_not_written() -> None:
    text = goita(SCORED).replace('"winner"', '"winer"')
    with pytest.raises(kifu.RecordError):
        kifu.loads(text)


def test_the_names_a_schema_requires() -> None:
    assert {"format", "version", "rounds", "hands", "record"} <= asked_for("goita/json")


# Planowanie: an unreadable card is taken to be the only one left

DEAL: Json = {
    "hands": [["9C", "TC"], ["AD", "KD"]],
    "declarations": [1, 0],
    "tricks": [
        {"lead": 0, "cards": ["9C", "AD"], "winner": 0},
        {"lead": 0, "cards": ["TC", "KD"], "winner": 0},
    ],
    "points": [2, 2],
}


def game(*deals: Json, **header: Any) -> str:
    small = {"deck": {"ranks": "9TJQKA", "suits": "CD"}, "seats": 2, "plan": [[2, 0]]}
    values = {"format": "planowanie/json", "version": 1, **small, **header, "deals": deals}
    return json.dumps(values)


def test_a_card_that_cannot_be_read() -> None:
    assert codes(game(DEAL)) == []
    text = game(DEAL).replace('["9C", "AD"], "winner": 0', '["9C", 7], "winner": 0')
    assert codes(text) == ["S002"]
    wrong = text.replace('["TC", "KD"], "winner": 0', '["TC", "KD"], "winner": 1')
    assert codes(wrong) == ["S002", "P202"]


def test_without_a_deck_there_is_no_game() -> None:
    assert only(game(DEAL).replace('"9TJQKA"', "7")).code == "S002"
