"""Encodings for programs that learn: records as rows, existing arrays, refusals."""

from array import array
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.validation.beginning import begun

from ..imports import ROOT

LEDUC = ROOT / "examples/leduc/match.json"
GO = '{"format": "go/json", "version": 1, "size": 5, "rounds": [{%s}]}'


def go(actions: list[str], more: str = "") -> Any:
    words = ", ".join(f'"{each}"' for each in actions)
    return kifu.loads(GO % f'"actions": [{words}]{more}')


def test_arrays_are_filled_again_and_again() -> None:
    record = kifu.load(Path(LEDUC))
    encoding = kifu.encoding(record)
    rows = encoding.rows(record)
    arrays = {
        "action": array("H", [9] * rows.count),
        "mask": bytearray(rows.count * 3),
        "return": array("d", [0] * rows.count),
    }
    assert list(encoding.batches([record] * 3, arrays)) == [rows.count] * 3
    for name, each in arrays.items():
        assert bytes(each) == bytes(rows.arrays[name])


@pytest.mark.parametrize(
    "wrong",
    [{"action": bytearray(100)}, {"mask": bytes(300)}, {"mask": bytearray(301)}],
    ids=["type", "read-only", "width"],
)
def test_an_array_that_does_not_fit_is_refused(wrong: dict[str, Any]) -> None:
    record = kifu.load(Path(LEDUC))
    with pytest.raises(ValueError, match="must be writable and contiguous"):
        list(kifu.encoding(record).batches([record], wrong))


def test_an_array_that_is_too_small_is_refused() -> None:
    record = kifu.load(Path(LEDUC))
    with pytest.raises(ValueError, match="more than 2 rows"):
        list(kifu.encoding(record).batches([record], {"mask": bytearray(6)}))


@pytest.mark.parametrize("name", ["goita", "leduc", "mighty", "planowanie"])
def test_a_view_is_refused(name: str) -> None:
    record = replayer.generate(name, 3)
    with pytest.raises(kifu.Unencodable):
        kifu.encoding(record).rows(_stopped(kifu.view(_stopped(record), 0)))


def _stopped(record: Any) -> Any:
    """Return a record whose only round has been dealt, and nothing more."""
    game = replayer.game_of(record)
    shorter = {
        "goita": {"record": "", "winner": None, "result": None},
        "leduc": {"actions": (), "end": None, "returns": None, "totals": None},
        "mighty": {
            **dict.fromkeys(("discard", "contract", "friend", "president", "result"), None),
            "bids": (),
            "tricks": (),
        },
        "planowanie": {"declarations": None, "tricks": (), "points": None},
    }[game.name]
    dealt: Any = game.rounds(record)[0]
    first: Any = replace(dealt, **shorter)
    whole = game.with_rounds(record, [first])
    return replace(whole, result=None) if game.name == "planowanie" else whole


@pytest.mark.parametrize(
    "actions",
    [
        ["B aa", "W aa"],
        ["B aa", "B bb"],
        ["W aa"],
        ["B aa", "W pass", "B pass", "W bb"],
    ],
    ids=["occupied", "twice", "white first", "after the end"],
)
def test_play_that_breaks_a_rule_is_refused(actions: list[str]) -> None:
    record = go(actions)
    with pytest.raises(kifu.Unencodable, match="round 1 breaks a rule"):
        kifu.encoding(record).rows(record)


@pytest.mark.parametrize("word", ["check", "Ks", "??", "1"])
def test_a_word_that_is_not_an_action_is_refused(word: str) -> None:
    record = kifu.load(Path(LEDUC))
    hand: Any = replayer.game_of(record).rounds(record)[0]
    wrong = replayer.game_of(record).with_rounds(record, [replace(hand, actions=(word,))])
    with pytest.raises(kifu.Unencodable):
        kifu.encoding(record).rows(wrong)


def test_play_after_a_change_of_the_position() -> None:
    record = go(["B aa", "setup B cc; W dd; empty aa; turn B", "B aa", "W ee"])
    encoding = kifu.encoding(record)
    rows = encoding.rows(record)
    assert [encoding.names[each] for each in rows.arrays["action"]] == ["aa", "aa", "ee"]
    assert [*rows.arrays["seat"]] == [0, 0, 1]
    assert all(isnan(each) for each in rows.arrays["return"])
    width = encoding.observation.size
    last = encoding.observation.split(bytes(rows.arrays["observation"][-width:]))
    assert bytes(last["other"]).count(1) == 2


def last_decision(record: Any) -> tuple[dict[str, bytes], int, list[tuple[int, str]]]:
    """Return what a seat sees at the last decision, the seat, and all actions before it."""
    encoding = kifu.encoding(record)
    rows = encoding.rows(record)
    row = bytes(rows.arrays["observation"][-encoding.observation.size :])
    seen = {name: bytes(each) for name, each in encoding.observation.split(row).items()}
    steps = kifu.replay(record)[-1].steps
    taken = [each for step in steps for each in (step.actions or {}).items() if each[0] >= 0]
    return seen, rows.arrays["seat"][-1], taken[:-1]


def test_the_plays_of_goita_that_a_seat_sees() -> None:
    seen, seat, before = last_decision(replayer.generate("goita", 4))
    plays, passes = list[tuple[int, ...]](), 3
    for player, action in before:
        if len(action) == 2:
            first, second = map(int, action)
            is_down = passes == 3
            plays.append((9 if is_down and player != seat else first, second, is_down))
        passes = passes + 1 if action == "0" else 0
    assert len(plays) > 8
    found = zip(seen["first"], seen["second"], seen["face_down"], strict=True)
    assert [*found][: len(plays)] == plays


@pytest.mark.parametrize(("name", "seed"), [("mighty", 5), ("planowanie", 4)])
def test_the_cards_played_that_a_seat_sees(name: str, seed: int) -> None:
    record = replayer.generate(name, seed)
    seen, _, before = last_decision(record)
    names = kifu.encoding(record).names
    cards = names[names.index("SA" if name == "mighty" else "9C") :]
    played = sorted(
        (order, card) for order, card in zip(seen["order"], cards, strict=False) if order
    )
    assert len(played) > 12
    assert [card for _, card in played] == [action[:2] for _, action in before[-len(played) :]]


@pytest.mark.parametrize("name", ["mighty", "planowanie"])
def test_a_trick_that_stops(name: str) -> None:
    record = begun(name, {})
    record = replayer.game(name).generate_from(record, Random(2))
    record = record if record is not None else replayer.generate(name, 2)
    game = replayer.game(name)
    rounds: tuple[Any, ...] = tuple(game.rounds(record))
    played = next(each for each in rounds if len(each.tricks) > 1)
    encoding = kifu.encoding(record)
    number = rounds.index(played)
    whole = encoding.rows(game.with_rounds(record, rounds[: number + 1]))
    *tricks, last = played.tricks[:2]
    lead = last.lead if last.lead is not None else tricks[0].winner
    assert lead is not None
    one = tuple(card if seat == lead else None for seat, card in enumerate(last.cards))
    fewer = replace(played, tricks=(*tricks, replace(last, cards=one, winner=None)))
    cut = game.with_rounds(record, (*rounds[:number], fewer))
    rows = encoding.rows(cut)
    assert 0 < rows.count < whole.count
    assert rows.arrays["action"] == whole.arrays["action"][: rows.count]


def test_declarations_at_the_same_time_are_not_seen() -> None:
    encoding = kifu.encoding("planowanie")
    rules = encoding.rules
    state = rules.initial_state()
    state = rules.apply(state, {-1: rules.sample(state, Random(1))}).state
    rows = list[bytearray]()
    for said in ("0", "1"):
        deal = encoding.begin(state)
        deal.step(*encoding.encode(state, 0, said))
        assert deal.seat == 1
        rows.append(deal.observe(1))
    assert rows[0] == rows[1]


def test_wrong_steps_are_refused() -> None:
    encoding = kifu.encoding("go", {"size": 3})
    game = encoding.begin(encoding.rules.initial_state())
    game.step(4)
    for number in (4, 10, -1, 10**9):
        with pytest.raises(ValueError, match=f"id {number} is not legal"):
            game.step(number)
    with pytest.raises(ValueError, match="there is no seat 2: seats are 0 to 1"):
        game.observe(2)
    with pytest.raises(ValueError, match="chance cannot take outcome 0"):
        game.draw(0)
    assert (game.seat, game.over, game.returns()) == (1, False, None)


@pytest.mark.parametrize("name", ["goita", "mighty", "planowanie"])
def test_a_round_that_has_begun_cannot_be_followed(name: str) -> None:
    record: Any = replayer.generate(name, 3)
    line: Any = kifu.replay(record)[0]
    with pytest.raises(ValueError, match="only be encoded from its first decision on"):
        kifu.encoding(record).begin(line.steps[-1].state)


@pytest.mark.parametrize("preset", ["seed", "pagat", "league"])
def test_the_presets_of_mighty(preset: str) -> None:
    start = begun("mighty", {"preset": preset})
    for seed in range(3):
        record: Any = replayer.game("mighty").generate_from(start, Random(seed))
        rows = kifu.encoding(record).rows(record)
        assert rows.count > 50
        assert sum(isnan(each) for each in rows.arrays["return"]) == 0


def test_options_change_the_ids() -> None:
    assert kifu.encoding("go", {"size": 9}).num_distinct_actions == 82
    with pytest.raises(ValueError, match="go has no option 'lines'"):
        kifu.encoding("go", {"lines": 9})
    with pytest.raises(KeyError):
        kifu.encoding("chess")
