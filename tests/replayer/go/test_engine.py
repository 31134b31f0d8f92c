"""The engine agrees with Go as simply as possible, and with a walk through the same game."""

from random import Random
from typing import Any

from hypothesis import given
from msgspec.structs import replace

from kifu.replayer.go.check.check import rules_of
from kifu.replayer.go.engine.engine import Table
from kifu.replayer.go.engine.numbers import BLACK, EMPTY, WHITE
from kifu.replayer.go.generate import generate
from kifu.replayer.go.options import Options
from kifu.replayer.go.record import Record
from kifu.replayer.go.recorded import recorded_round, replay
from kifu.replayer.go.rules import GoRules
from kifu.replayer.replay.round import walk

from ...campaign import examples
from ...helpers import RANDOM
from .naive import Naive

SUICIDES = ("forbidden", "several", "allowed")
SUPERKOS = ("none", "positional", "situational")
SIZES = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3))


@examples(100)
@given(RANDOM)
def test_it_agrees_with_go_as_simply_as_possible(rng: Random) -> None:
    """Boards this small are full of captures, kos and repetitions."""
    columns, rows = rng.choice(SIZES)
    suicide, superko = rng.choice(SUICIDES), rng.choice(SUPERKOS)
    table = Table(columns, rows, SUICIDES.index(suicide), SUPERKOS.index(superko))
    simple, player = Naive(columns, rows), 0
    for _ in range(40):
        legal = [
            number
            for number, at in enumerate(simple.points)
            if simple.is_legal(player, at, suicide, superko)
        ]
        found = [number for number in range(columns * rows) if table.breach(player, number) == 0]
        assert found == legal, (suicide, superko, simple.history)
        assert table.legal(player) == [*legal, columns * rows]
        move = rng.choice([*legal, *legal, columns * rows])
        if move == columns * rows and table.passes:
            break
        assert table.copy().move(player, move) or table.repeats(player, move)
        table.act(player, move)
        simple.move(player, None if move == columns * rows else simple.points[move])
        stones = {EMPTY: None, BLACK: 0, WHITE: 1}
        board = [stones[table.stone(number)] for number in range(columns * rows)]
        assert board == [simple.board.get(at) for at in simple.points]
        player = 1 - player


@examples(50)
@given(RANDOM)
def test_lines_that_part_do_not_share_what_follows(rng: Random) -> None:
    """Positions after two lines have parted count for each of them alone."""
    table, lines = Table(3, 2, 2, 1), [list[int]()]
    tables = [table]
    for _ in range(30):
        at = rng.randrange(len(tables))
        here = tables[at]
        if here.over:
            continue
        legal = [move for move in range(7) if here.breach(here.turn, move) == 0]
        move = rng.choice(legal)
        other = here.copy()
        other.act(here.turn, move)
        tables.append(other)
        lines.append([*lines[at], move])
    for table, moves in zip(tables, lines, strict=True):
        fresh = Table(3, 2, 2, 1)
        for move in moves:
            fresh.act(fresh.turn, move)
        assert fresh == table
        legal = [table.breach(table.turn, move) for move in range(7)]
        assert legal == [fresh.breach(fresh.turn, move) for move in range(7)]


def spoilt(rng: Random, record: Record) -> Record:
    """Change a game so that it may be wrong, remarkable, or unfinished."""
    (played,) = record.rounds
    actions = list(played.actions)
    words: list[Any] = ["B aa", "W bb", "B pass", "W pass", "setup empty aa", "setup B ab; turn W"]
    for _ in range(rng.choice([0, 1, 1, 2])):
        at = rng.randrange(len(actions) + 1)
        actions[at : at + rng.choice([0, 1])] = rng.choice([[], [rng.choice([*words, "B zz", ""])]])
    return replace(record, rounds=(replace(played, actions=tuple(actions)),))


@examples(100)
@given(RANDOM)
def test_it_comes_to_the_same_end_as_a_walk(rng: Random) -> None:
    record = spoilt(rng, generate(rng))
    rules, (played,) = rules_of(record), record.rounds
    start = rules.start(None)
    steps = tuple(walk(rules, recorded_round(rules, played, start)))
    (found, plain), last = replay(rules, played, start), steps[-1]
    assert (found.last.ply, found.last.state) == (last.ply, last.state)
    assert (found.last.node, found.last.actions) == (last.node, last.actions)
    assert str(found.last.breach) == str(last.breach)
    for step in steps[:plain]:
        assert step.breach is None
        ((player, action),) = (step.actions or {}).items()
        assert not list(rules.remarks(step.state, player, action))


def test_the_longest_games_take_linear_time() -> None:
    """Each state shares the positions before it."""
    rules = GoRules(columns=52, rows=52, options=Options(superko="positional"))
    state = rules.initial_state()
    for _ in range(5):
        state = rules.apply(state, {state.table.turn: f"{state.turn} pass"}).state
    assert state.table.past is rules.apply(state, {0: "B aa"}).state.table.past


def test_area() -> None:
    table = Table(3, 3)
    assert table.area() == 0
    table.act(0, 4)
    assert table.area() == 9
    table.act(1, 0)
    assert table.area() == 0
