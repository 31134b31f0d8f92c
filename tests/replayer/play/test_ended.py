"""In every game, a round may end outside play, and no rule states the consequences."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.lenient import Lenient
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.glyphs import glyph

from ...helpers import MODEL_A, Json, codes, goita, only
from ...loops import all_of

GAMES = list(replayer.games())
RESIGNED: Json = {"how": "resignation", "by": 1}
TIME = Ended(how="time", by=0)

HAND: Json = {
    "antes": [1, 1],
    "cards": ["Ks", "Jh"],
    "actions": ["raise", "call", "Qs", "raise", "fold"],
    "end": "fold",
    "returns": [3, -3],
}
OPEN: Json = MODEL_A | {"record": "87-0", "winner": -1}


def leduc(*hands: Json) -> str:
    return json.dumps({"format": "leduc/json", "version": 1, "hands": hands})


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_is_over_cannot_end_otherwise(name: str) -> None:
    game = replayer.game(name)
    record = replayer.generate(name, 1)
    if isinstance(game.rules(record), Lenient):
        return  # its players may go on after the end, and resign then
    for number, end in enumerate(game.check(record).ends):
        rounds: list[Any] = list(game.rounds(record))
        rounds[number] = replace(rounds[number], ended=TIME)
        if end is not None:
            found = only(kifu.dumps(game.with_rounds(record, rounds)))
            assert (found.code, found.round) == ("R012", number + 1)


@all_of(
    ("ended", "code"),
    [
        ({"how": "resignation"}, "R011"),
        ({"how": "time"}, "R011"),
        ({"how": "claim", "claim": "repetition"}, "R011"),
        ({"how": "foul"}, "R011"),
        ({"how": "resignation", "by": 4}, "R011"),
        ({"how": "agreement", "by": -1}, "R011"),
        ({"how": "resign", "by": 1}, "S004"),
        ({"by": 1}, "S001"),
        ("resignation", "S002"),
    ],
)
def test_a_wrong_end_is_reported_once(ended: Any, code: str) -> None:
    assert codes(goita(OPEN | {"ended": ended}, MODEL_A)) == [code]
    hand = {"cards": ["Ks", "Jh"], "actions": ["raise"], "ended": ended}
    if ended != {"how": "resignation", "by": 4}:
        assert codes(leduc(hand, HAND)) == [code]


@pytest.mark.parametrize("how", ["agreement", "adjudication", "abandonment", "interruption"])
def test_some_ends_need_no_player(how: str) -> None:
    assert codes(goita(OPEN | {"ended": {"how": how}})) == []


def test_goita_takes_what_follows_as_it_is_written() -> None:
    ended = OPEN | {"winner": 0, "result": {"end": "unfinished", "points": 30}, "ended": RESIGNED}
    after = MODEL_A | {"score": [30, 0]}
    assert codes(goita(ended, after)) == []
    assert codes(goita({key: ended[key] for key in ended if key != "ended"}, after)) != []
    assert codes(goita(ended | {"result": {"end": "out", "points": 30}})) == ["G203"]


@pytest.mark.parametrize(
    ("ended", "agree"),
    [
        ({"how": "foul", "by": 0}, True),
        ({"how": "foul", "by": 1}, False),
        ({"how": "resignation", "by": 0}, False),
        ({"how": "agreement"}, False),
    ],
)
def test_goita_compares_an_end_with_a_foul(ended: Json, agree: bool) -> None:
    foul = {"record": "81", "fouls": [{"ply": 1, "rule": "G104"}], "result": {"end": "foul"}}
    hands = ["12345678", "12345678", "44568888", "56778888"]
    text = goita(foul | {"hands": hands, "winner": 1, "ended": ended})
    assert codes(text) == ([] if agree else ["R013"])


def test_leduc_takes_what_follows_as_it_is_written() -> None:
    ended = {"cards": ["Ks", "Jh"], "actions": ["raise"], "returns": [1, -1], "totals": [1, -1]}
    assert codes(leduc(ended | {"ended": RESIGNED}, HAND | {"totals": [4, -4]})) == []
    assert codes(leduc(ended | {"ended": RESIGNED}, HAND | {"totals": [3, -3]})) == ["L501"]
    assert codes(leduc(ended | {"ended": RESIGNED, "totals": [2, -2]})) == ["L501"]
    assert "L203" in codes(leduc(ended, HAND))


def test_mighty_takes_what_follows_as_it_is_written() -> None:
    some: Any = (replayer.generate("mighty", seed) for seed in range(40))
    record = next(each for each in some if len(each.deals) > 1 and each.deals[0].tricks)
    first, second, *_ = record.deals
    paid = (4, -1, -1, -1, -1)
    result = replace(first.result, end="won", score=None, points=None, payoffs=paid)
    cut = replace(first, tricks=first.tricks[:3], result=result, friend_player=None)
    after = replace(second, dealer=(second.dealer + 1) % 5, totals=paid, bids=None)
    ended = replace(record, deals=(replace(cut, ended=TIME), replace(after, gap=False)))
    assert [each for each in kifu.validate(kifu.dumps(ended)) if each.round == 1] == []
    assert codes(kifu.dumps(replace(record, deals=(cut,)))) != []


def test_planowanie_takes_what_follows_as_it_is_written() -> None:
    some: Any = (replayer.generate("planowanie", seed) for seed in range(40))
    record = next(each for each in some if len(each.plan) > 2 and each.plan[0].cards > 1)
    first, second, *rest = record.deals
    points = tuple(each + 1 for each in first.points)
    cut = replace(first, tricks=first.tricks[:1], points=points, clocks=None)
    for deals in ([cut], [cut, second, *rest]):
        stopped = replace(record, deals=tuple(deals), result=None)
        assert codes(kifu.dumps(stopped)) != []
        ended = replace(stopped, deals=(replace(cut, ended=TIME), *deals[1:]))
        assert codes(kifu.dumps(ended)) == []


def test_points_of_an_ended_round_count_in_the_match() -> None:
    """Only the record states the points; without them, the match is unfinished."""
    ended = {"cards": ["Ks", "Jh"], "actions": ["raise"], "ended": RESIGNED}
    for paid, total in (({"returns": [-9, 9]}, (-6, 6)), ({}, None)):
        (outcome,) = kifu.outcomes(leduc(ended | paid, HAND))
        assert outcome.findings == []
        result = outcome.match_result()
        assert (result and result.points) == total


@pytest.mark.parametrize(
    ("ended", "agree"),
    [
        (TIME, True),
        (Ended(how="interruption"), True),
        (Ended(how="time", by=1), False),
        (Ended(how="resignation", by=0), False),
    ],
)
def test_planowanie_compares_an_end_with_a_fault(ended: Ended, agree: bool) -> None:
    record: Any = replayer.generate("planowanie", 1)
    game = replayer.game("planowanie")
    bare = replace(record.deals[0], tricks=(), points=None, declarations=None, clocks=None)
    fault = type(record.result)(end="fault", player=0, reason="timeout")
    stopped = replace(record, deals=(bare,), result=fault)
    assert codes(kifu.dumps(stopped)) == []
    found = codes(kifu.dumps(game.with_rounds(stopped, [replace(bare, ended=ended)])))
    assert found == ([] if agree else ["R013"])


def test_glyphs_have_the_names_of_pgn() -> None:
    named = [glyph(number) for number in (0, 6, 19, 52, 77, 105, 139)]
    assert [each.name for each in named] == [
        "null annotation",
        "questionable move",
        "Black has a decisive advantage",
        "White has a decisive center control advantage",
        "Black has a well placed king",
        "Black has good piece coordination",
        "Black has severe time control pressure",
    ]
