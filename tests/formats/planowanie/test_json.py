"""planowanie/json, the canonical notation: what its schema covers, and texts of all kinds."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import formats, replayer
from kifu.replayer.planowanie.record import TOURNAMENT, Deck, Record, Result

from ...helpers import RANDOM, Json, codes, marked, only
from ...loops import all_of

GAME = replayer.game("planowanie")

DEAL: Json = {
    "hands": [["9C"], ["AD"]],
    "declarations": [1, 0],
    "tricks": [{"lead": 0, "cards": ["9C", "AD"], "winner": 0}],
    "points": [2, 1],
    "clocks": [[600000, 599990], [600000, None]],
}
SMALL: Json = {"deck": {"ranks": "9TJQKA", "suits": "CD"}, "seats": 2, "plan": [[1, 0]]}


def game(*deals: Json, **header: Any) -> str:
    """Return a game in planowanie/json."""
    values = {"format": "planowanie/json", "version": 1, **SMALL, **header, "deals": deals}
    return json.dumps(values, ensure_ascii=False)


def test_the_smallest_game() -> None:
    assert codes(game(DEAL)) == []
    record = kifu.loads(game(DEAL), type=Record)
    assert (record.result, record.view, record.players) == (None, None, None)
    assert json.loads(kifu.dumps(record)) == json.loads(game(DEAL))


def test_the_defaults_are_those_of_the_tournament() -> None:
    record = kifu.loads('{"format": "planowanie/json", "version": 1, "deals": []}', type=Record)
    assert record == Record()
    assert (record.deck, record.seats, record.plan) == (Deck(), 4, TOURNAMENT)
    assert (record.deck.ranks, record.deck.suits) == ("23456789TJQKA", "CDHS")
    assert [(each.cards, each.start) for each in record.plan[3:6]] == [(4, 3), (5, 0), (6, 1)]


def test_all_that_can_be_said_is_kept() -> None:
    text = game(
        DEAL | {"variations": [{"ply": 1, "actions": ["0", "0"], "name": "zero"}]},
        title="Finał",
        start_time="2009-04-01T12:00+02:00",
        end_time="2009-04-01T12:15+02:00",
        players=["Ala", "Ola"],
        seed=2009,
        result={"end": "complete", "totals": [2, 1]},
    )
    assert codes(text) == []
    record = kifu.loads(text, type=Record)
    assert json.loads(kifu.dumps(record)) == json.loads(text)
    assert formats.lost(record, formats.notation("planowanie/json")) == []


@pytest.mark.parametrize("key", ["hands", "declarations", "tricks", "points", "clocks"])
def test_deals_may_be_partial(key: str) -> None:
    partial = {name: value for name, value in DEAL.items() if name != key}
    record = kifu.loads(game(partial), type=Record)
    assert kifu.loads(kifu.dumps(record), type=Record) == record
    assert set(codes(game(partial))) <= {"P102", "P203", "P205"}


@all_of(
    ("deal", "told", "at"),
    [
        ({"hand": []}, 'S003 the key "hand" is unknown; did you mean "hands"?', '"hand"'),
        ({"hands": [["9C"], "AD"]}, 'S002 expected a list, found "AD"', '"AD"'),
        ({"hands": [["9C"], [None]]}, "S002 expected a string, found null", "null"),
        ({"declarations": ["1", 0]}, 'S002 expected a whole number or null, found "1"', '"1"'),
        ({"declarations": [1, 0.5]}, "S002 expected a whole number or null, found 0.5", "0.5"),
        ({"declarations": [1, True]}, "S002 expected a whole number or null, found true", "true"),
        ({"points": [2, None]}, "S002 expected a whole number, found null", "null"),
        ({"tricks": [{"lead": 0}]}, 'S001 the key "cards" is missing', "{"),
        ({"tricks": [["9C", "AD"]]}, 'S002 expected an object, found ["9C"', "["),
        ({"tricks": [{"cards": ["9C", 9]}]}, "S002 expected a string or null, found 9", "9"),
        ({"clocks": [600000, [1]]}, "S002 expected a list, found 600000", "600000"),
        ({"declarations": [1, 10**400]}, "F107", "1000"),
        ({"declarations": [1, 2**53 + 1]}, "F107", "9007"),
    ],
)
def test_errors_have_their_places(deal: Json, told: str, at: str) -> None:
    text = game(DEAL | deal)
    finding = only(text)
    assert f"{finding.code} {finding.message}".startswith(told)
    assert marked(text, finding).startswith(at)


@all_of(
    ("header", "told", "at"),
    [
        ({"deck": {"ranks": "9TJQKA"}}, 'S001 the key "suits" is missing', "{"),
        ({"deck": "9TJQKA CD"}, "S002", '"9TJQKA CD"'),
        ({"plan": [[1]]}, "S005 expected a list of 2 values, found 1", "[1]"),
        ({"plan": [[1, 0, 0]]}, "S005 expected a list of 2 values, found 3", "[1, 0, 0]"),
        ({"plan": [1]}, "S002 expected a list, found 1", "1"),
        ({"seats": "2"}, 'S002 expected a whole number, found "2"', '"2"'),
        ({"view": 4}, "S004", "4"),
        ({"view": -1}, "S004", "-1"),
        ({"start_time": "yesterday"}, "S004", '"yesterday"'),
        (
            {"result": {"end": "draw"}},
            'S004 expected "complete", "fault"',
            '"draw"',
        ),
        ({"result": {"end": "fault", "reason": "bored"}}, "S004", '"bored"'),
        ({"result": {"end": "fault", "reply": 7}}, "S002 expected a string, found 7", "7"),
    ],
)
def test_errors_in_a_header(header: Json, told: str, at: str) -> None:
    text = game(DEAL, **header)
    finding = only(text)
    assert f"{finding.code} {finding.message}".startswith(told)
    assert marked(text, finding).startswith(at)


def test_whole_numbers_may_be_written_as_decimals() -> None:
    text = game(DEAL).replace('"points": [2, 1]', '"points": [2.0, 1e0]')
    assert codes(text) == []
    assert kifu.loads(text, type=Record) == kifu.loads(game(DEAL), type=Record)


def test_one_line_holds_a_game() -> None:
    record = GAME.generate(Random(1))
    (line,) = formats.notation("planowanie/json").texts([record], lines=True)
    assert kifu.loads(line, type=Record) == record == kifu.loads(kifu.dumps(record), type=Record)
    assert "\n" not in line.rstrip("\n")


def test_a_reply_of_any_characters_is_kept() -> None:
    reply = '= "\\ \n\t\x00\x7f\u2028\U0001f0a1'
    result: Json = {"end": "fault", "player": 1, "reason": "malformed", "reply": reply}
    text = game(result=result)
    assert codes(text) == []
    record = kifu.loads(text, type=Record)
    assert record.result == Result(**result)
    assert kifu.loads(kifu.dumps(record), type=Record) == record


# Altered texts

CARDS = ["9C", "AD", "??", "9", "", "9C AD", "KDD", "?C"]
NUMBERS = [0, 1, 2, 3, 5, -1, 13, 2**53]
WORDS = ["complete", "fault", "stopped", "crashed", "invalid", "timeout", "9TJQKA", "CD", "??", ""]
VALUES: list[Any] = [*CARDS, *NUMBERS, *WORDS, [], {}, [[]], [0, 0], ["9C"], [None] * 3, True, 0.5]
JUNK = ["", ",", "[", "]", "{", "}", '"', ":", "null", "-", "1e400", "\\ud800", "\x00", "//", "\n"]


def some_text(rng: Random) -> str:
    """Return a game with values changed, removed and repeated, or with characters inserted."""
    record = GAME.generate(rng)
    if rng.random() < 0.4:
        record = kifu.view(record, rng.randrange(record.seats))
    values = json.loads(kifu.dumps(record))
    if rng.random() < 0.3:
        values["deals"][-1]["variations"] = [{"ply": rng.randrange(5), "actions": ["0", "1", "2"]}]
    if rng.random() < 0.3:
        player = rng.randrange(4)
        values["result"] = {"end": "fault", "player": player, "reason": "invalid", "reply": "9C"}
    for _ in range(rng.randrange(4)):
        change(values, rng)
    text = json.dumps(values)
    for _ in range(rng.choice([0, 0, 0, 0, 0, 1])):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(JUNK) + text[at + rng.randrange(4) :]
    return text


def change(value: dict[str, Any] | list[Any], rng: Random) -> None:
    """Change something in a value, preferably deep inside."""
    holder: Any = value
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = rng.choice(keys)
    inner: Any = holder[key]
    if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
        change(holder[key], rng)
    elif rng.random() < 0.25:
        del holder[key]
    elif isinstance(value, list) and rng.random() < 0.25:
        holder.insert(key, deepcopy(holder[key]))
    elif isinstance(inner, str) and rng.random() < 0.9:
        holder[key] = rng.choice([*CARDS, *WORDS])
    elif isinstance(inner, int) and rng.random() < 0.9:
        holder[key] = rng.choice(NUMBERS)
    else:
        holder[key] = deepcopy(rng.choice(VALUES))


def ask_everything(text: str) -> str:
    """Do everything that can be done with a text; each step succeeds or fails as documented."""
    found = kifu.validate(text, "planowanie/json")
    assert all(each.line is not None and each.message for each in found)
    (reading,) = kifu.read(text, "planowanie/json")
    record = reading.record
    if record is None:
        assert any(each.severity == "error" for each in found)
        return "unread"
    assert isinstance(record, Record)
    assert kifu.loads(kifu.dumps(record), type=Record) == record
    replayed, views = False, 0
    with suppress(ValueError):
        kifu.replay(record)
        replayed = True
    for player in range(-1, 5):
        with suppress(ValueError):
            view = kifu.view(record, player)
            assert found or kifu.view(view, player) == view
            assert kifu.loads(kifu.dumps(view), type=Record) == view
            views += 1
            if not found:
                assert codes(kifu.dumps(view)) == []
    with suppress(kifu.RecordError):
        assert kifu.loads(kifu.convert(text, "planowanie/json"), type=Record) == record
    if not found:
        assert replayed
        assert views == (record.seats if record.view is None else 1)
        return "right"
    return "wrong"


@given(RANDOM)
def test_changed_texts_are_refused_as_documented(rng: Random) -> None:
    ask_everything(some_text(rng))


def test_texts_are_changed_in_all_ways() -> None:
    """The test above covers valid, wrong and unreadable records, and many codes."""
    texts = [some_text(Random(seed)) for seed in range(30)]
    assert {ask_everything(text) for text in texts} == {"right", "wrong", "unread"}
    assert len({code for text in texts for code in codes(text, "planowanie/json")}) > 10
