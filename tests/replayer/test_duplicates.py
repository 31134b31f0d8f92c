"""The same match in several records, of any game and in any notation."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.replayer.record import GameRound
from kifu.replayer.replay.duplicates import Duplicates

from ..games import WITH_ROUNDS

NAMED = {"players": ("Ada", "Bo"), "start_time": "2020-01-01"}


def match(game: str, rounds: int, seed: str = "") -> Any:
    """Return `rounds` rounds with plies, from a single random match if one has that many."""
    rules = replayer.game(game)
    together: list[GameRound] = []
    for number in range(100):
        record = rules.generate(Random(f"duplicates/{seed}{number}"))
        own = [each for each in rules.rounds(record) if each.plies]
        together += own
        if len(own) >= rounds or (len(together) >= rounds and game != "planowanie"):
            there = own if len(own) >= rounds else together
            return rules.with_rounds(record, there[:rounds])
    raise AssertionError(game)


def rounds_of(record: Any) -> list[Any]:
    return list(record.rounds)


def reported(game: str, *records: Any) -> list[list[str]]:
    """Return the codes of each record's findings about duplicates of earlier records."""
    known, rules = Duplicates(), replayer.game(game)
    return [[each.code for each in known.findings(rules, record, "here")] for record in records]


@pytest.mark.parametrize("game", WITH_ROUNDS)
def test_every_notation_tells_the_same_match(game: str) -> None:
    record = kifu.loads(kifu.dumps(match(game, 2), formats.canonical_notation(game).id))
    if game == "leduc":
        record = replace(record, **NAMED)
    texts: list[Any] = []
    for notation in formats.notations(game):
        if notation.parts is None:
            texts.append(kifu.loads(notation.write(record), notation.id))
    assert reported(game, *texts) == [[], *([["R002"]] * (len(texts) - 1))]


@pytest.mark.parametrize("game", [each for each in WITH_ROUNDS if each != "leduc"])
def test_parts_of_a_match(game: str) -> None:
    whole, rules = match(game, 3), replayer.game(game)
    rounds = rules.rounds(whole)
    # In other games, the legality of a round depends on the one before it.
    spans = [(0, 2), (1, 3)] if game == "goita" else [(0, 2)]
    parts = [rules.with_rounds(whole, rounds[first:last]) for first, last in spans]
    assert reported(game, whole, *parts) == [[], *(["R003"] for _ in parts)]
    assert reported(game, *parts, whole) == [*([] for _ in parts), ["R003"]]
    assert reported(game, whole, match(game, 3, "another")) == [[], []]


def test_a_round_that_stops_early() -> None:
    whole, rules = match("goita", 3), replayer.game("goita")
    first, second, _ = rounds_of(whole)
    begun = replace(second, record=second.record[:4], winner=None, result=None)
    other = replace(second, record=second.record[:2] + "9", winner=None, result=None)
    saves = [rules.with_rounds(whole, (first, each)) for each in (begun, other)]
    assert reported("goita", whole, saves[0]) == [[], ["R003"]]
    assert reported("goita", saves[0], whole) == [[], ["R003"]]
    assert reported("goita", saves[1], whole) == [[], []]


def test_the_message_names_the_rounds_and_the_other_place() -> None:
    whole, rules = match("goita", 4), replayer.game("goita")
    rounds, known = rules.rounds(whole), Duplicates()
    for number in (2, 3):
        known.findings(rules, rules.with_rounds(whole, rounds[1:number]), f"save-{number}")
    (found,) = known.findings(rules, whole, "whole")
    assert found.message == "save-2 has part of this match (round 2), and 1 more such"
    (again,) = known.findings(rules, whole, "again")
    assert again.message == "this match is already in whole"


def test_matches_that_may_be_alike_by_chance() -> None:
    """A hand of Leduc poker is soon repeated by chance."""
    short = match("leduc", 1)
    assert reported("leduc", short, short) == [[], []]
    named = replace(short, **NAMED)
    assert reported("leduc", short, named, named) == [[], [], ["R002"]]
    assert reported("leduc", named, replace(named, start_time="2020-01-02")) == [[], []]
    long = match("leduc", 40)
    rules = replayer.game("leduc")
    part = rules.with_rounds(long, rules.rounds(long)[10:30])
    assert reported("leduc", long, long, part) == [[], ["R002"], ["R003"]]


def test_views_of_two_players_are_not_compared() -> None:
    whole, rules = match("goita", 2), replayer.game("goita")
    views = [kifu.view(whole, player) for player in (0, 1)]
    assert reported("goita", whole, *views, views[0]) == [[], [], [], ["R002"]]
    assert rules.viewer(views[1]) == 1


def test_the_order_of_a_hand_is_nothing() -> None:
    whole, rules = match("goita", 1), replayer.game("goita")
    (first,) = rounds_of(whole)
    turned = replace(first, hands=tuple(each[::-1] for each in first.hands))
    assert reported("goita", whole, rules.with_rounds(whole, (turned,))) == [[], ["R002"]]


def test_a_match_that_was_never_played() -> None:
    rules = replayer.game("goita")
    found = (rules.generate(Random(f"duplicates/{number}")) for number in range(100))
    deals = (each for record in found for each in rules.rounds(record) if not each.plies)
    record = rules.with_rounds(match("goita", 1), [next(deals)])
    assert reported("goita", record, record) == [[], ["R002"]]
