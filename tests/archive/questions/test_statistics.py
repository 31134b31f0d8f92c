"""Statistics and matching over rows that no single record could produce."""

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from kifu.archive.questions import tables
from kifu.archive.questions.arrow import batches, reader
from kifu.archive.questions.chart import chart
from kifu.archive.questions.database import Database, matching
from kifu.archive.questions.rows import RecordRows
from kifu.archive.questions.statistics import statistics
from kifu.replayer.facts import Declaration, MatchFacts, RoundFacts

LARGEST = 2**63 - 1
MOST = 2**53
"""The highest score that is computed exactly."""


def database(folder: Path, rows: Sequence[RecordRows]) -> Database:
    path = folder / "facts.parquet"
    with path.open("wb") as stream:
        tables.write(batches([list(rows)]), stream, "parquet")
    return Database(tables.read(str(path)), str(folder))


def row(record: int, number: int | None, **more: Any) -> RecordRows:
    """A record with one row; its other rounds are only counted."""
    found = RecordRows(record=record, line=record, file="a", game="x")
    found.codes = [more.pop("codes", ())]
    found.errors = [more.pop("errors", 0)]
    if number is not None:
        plies = more.pop("plies", None)
        found.match = MatchFacts(rounds=[RoundFacts(**more)], plies=[plies])
    return found


def test_sums_may_be_larger_than_any_value(tmp_path: Path) -> None:
    some = [
        row(1, each, points=(MOST, -MOST), winners=(0,), roles={"dealer": 0}, plies=LARGEST)
        for each in (1, 2, 3)
    ]
    (found,) = statistics(database(tmp_path, some))
    assert [each.points for each in found.players] == [3 * MOST, -3 * MOST]
    assert (found.roles[0].points, found.plies) == (3 * MOST, 3 * LARGEST)
    assert "</svg>" in chart([found])


def test_unknown_values_are_not_counted(tmp_path: Path) -> None:
    some = [
        row(1, None, codes=("F101",), errors=1),
        row(2, 1, roles={"dealer": 1}, points=None, winners=None, plies=3),
        row(2, 2, roles={"dealer": 1}, points=(None, 2), winners=(1,), plies=3),
        row(3, 1, roles={"dealer": None}, points=(4, 2), winners=(), plies=5),
    ]
    (found,) = statistics(database(tmp_path, some))
    assert (found.records, found.rounds, found.wrong) == (3, 3, 0)
    assert [(each.plies, each.rounds) for each in found.lengths] == [(3, 2), (5, 1)]
    assert [(each.rounds, each.won, each.points) for each in found.players] == [
        (2, 0, 4),
        (2, 1, 4),
    ]
    assert [(each.role, each.rounds, each.won) for each in found.roles] == [("dealer", 2, 1)]
    assert [(each.points, each.times) for each in found.points] == [(2, 2), (4, 1)]
    assert [(each.code, each.records, each.rounds) for each in found.codes] == [("F101", 1, 0)]


def test_rounds_won_without_points_count(tmp_path: Path) -> None:
    some = [
        row(1, 1, points=(2, -2), winners=(0,), plies=3),
        row(2, 1, points=None, winners=(1,), plies=3),
        row(3, 1, points=None, winners=None, plies=3),
    ]
    (found,) = statistics(database(tmp_path, some))
    assert [(each.rounds, each.won, each.scored) for each in found.players] == [
        (2, 1, 1),
        (2, 1, 1),
    ]


def test_strange_words_are_drawn_and_asked(tmp_path: Path) -> None:
    words = ["'); DROP VIEW facts; --", "<script>", "\x00\x1b[31m", "𝕏" * 99, ""]
    declared = tuple(Declaration(None, "kind", word) for word in words)
    (found,) = statistics(database(tmp_path, [row(1, 1, declarations=declared, result=words[1])]))
    assert {each.what for each in found.declarations} == set(words)
    text = chart([found])
    assert "<script>" not in text
    assert "\x1b" not in text


@pytest.mark.parametrize("every_round", [False, True])
def test_a_condition_that_is_null_does_not_hold(tmp_path: Path, every_round: bool) -> None:
    some = [row(1, 1, plies=3), row(1, 2), row(2, 1, plies=1), row(3, 1, plies=3), row(4, None)]
    found = matching(database(tmp_path, some), ["plies = 3 -- note"], every_round=every_round)
    assert {name: list(each.records) for name, each in found.items()} == {
        "a": [3] if every_round else [1, 3]
    }


def test_an_empty_table_has_its_columns(tmp_path: Path) -> None:
    assert statistics(database(tmp_path, [])) == []
    assert matching(database(tmp_path, []), ["true"]) == {}
    assert reader([]).read_all().num_rows == 0


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Restore the handler for Ctrl-C, which a process started in the background may ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
def test_ctrl_c_ends_a_query_over_the_facts(tmp_path: Path) -> None:
    facts = database(tmp_path, [row(number, 1, plies=9) for number in range(250)])
    product = "a.plies * b.plies * c.plies * d.plies"
    query = f"SELECT sum({product}) FROM facts a, facts b, facts c, facts d"
    presses = Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    presses.start()
    with pytest.raises(KeyboardInterrupt):
        list(facts.ask(query).rows)
    presses.join()
