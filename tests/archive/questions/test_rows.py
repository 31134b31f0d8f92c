"""Rows of facts compared with the records they come from."""

from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import kifu
from kifu import replayer
from kifu.archive.questions.arrow import MOST_ROWS, batch, batches, reader, schema
from kifu.archive.questions.columns import COLUMNS
from kifu.archive.questions.rows import RecordRows, all_kept, judged, record_rows
from kifu.replayer.facts import Call, Declaration, Judged, MatchFacts, RoundFacts
from kifu.replayer.points import Points
from kifu.validation.outcomes import skimmed_by_piece

from ...campaign import few, in_a_campaign
from ...helpers import MODEL_A, MODEL_B, data, dealt, goita

duckdb = pytest.importorskip("duckdb", reason="the extra `stats` is not installed")

PAGE = Path(__file__).parents[3] / "docs" / "questions.md"
GAMES = ["goita", "leduc", "mighty", "planowanie"]


def rows_of(text: str, name: str = "") -> list[Any]:
    """Return the rows as Arrow returns them, with JSON-like values."""
    read = skimmed_by_piece(BytesIO(text.encode("utf-8", "surrogatepass")), name, skim="lines")
    parts = ([judged(each, all_kept, name) for each in some] for some in record_rows(read))
    return [SimpleNamespace(**plain(row)) for row in reader(parts).read_all().to_pylist()]


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """Convert maps to dictionaries, lists to tuples and structs to their classes."""
    calls = {"bids": Call, "declarations": Declaration, "judged": Judged}
    return {
        name: None
        if value is None
        else dict(value)
        if name in ("options", "roles")
        else tuple([calls[name](**each) for each in value])
        if name in calls
        else tuple(cast("list[Any]", value))
        if isinstance(value, list)
        else value
        for name, value in row.items()
    }


def test_the_schema_has_the_columns() -> None:
    assert schema().names == [each.name for each in COLUMNS]
    assert {*RoundFacts.__struct_fields__} < {*schema().names}


def test_the_page_has_all_columns() -> None:
    page = PAGE.read_text("utf-8")
    table = "".join(f"| `{each.name}` | `{each.type}` | {each.meaning} |\n" for each in COLUMNS)
    assert table in page


def test_the_types_are_those_of_sql() -> None:
    found = duckdb.from_arrow(schema().empty_table())
    assert list(map(str, found.types)) == [each.type for each in COLUMNS]


@pytest.mark.parametrize("game", GAMES)
def test_generated_matches_against_their_replay(game: str) -> None:
    """Compare the rows with what `kifu replay` shows of each round, tallied independently."""
    for seed in range(12):
        record = replayer.game(game).generate(Random(f"facts/{seed}"))
        rules = replayer.game(game).rules(record)
        found = rows_of(kifu.dumps(record))
        replays = kifu.replay(record)
        assert [row.round for row in found] == [each.number for each in replays]
        totals = [0] * rules.players
        for row, replayed in zip(found, replays, strict=True):
            assert (row.game, row.errors, row.codes, row.plies) == (game, 0, (), replayed.plies)
            assert row.result is not None
            assert row.points is not None
            totals = [a + b for a, b in zip(totals, row.points, strict=True)]
            assert totals == list(rules.returns(replayed.steps[-1].state))


def test_goita_by_hand() -> None:
    text = goita(
        MODEL_A,
        players=["a", "b", "c", "d"],
        rules={"target": 110},
        title="both",
        start_time="2026-03-01T13:00+09:00",
    )
    (row,) = rows_of(text, "a.json")
    assert (row.file, row.record, row.line, row.round) == ("a.json", 1, 1, 1)
    assert (row.game, row.notation, row.title) == ("goita", "goita/json", "both")
    assert (row.players, row.options) == (("a", "b", "c", "d"), {"target": "110"})
    assert row.start_time == "2026-03-01T13:00+09:00"
    assert row.view is None
    assert (row.result, row.roles) == ("out", {"dealer": 0, "winner": 0})
    assert (row.points, row.winners, row.plies) == ((100, 0, 100, 0), (0, 2), 13)


def test_five_shi_are_declared() -> None:
    text = goita({"hands": dealt("12388888"), "goshi": [0], "result": {"end": "redeal"}})
    (row,) = rows_of(text)
    assert row.declarations == (Declaration(0, "goshi", "5"),)
    assert (row.result, row.points, row.winners) == ("redeal", (0, 0, 0, 0), ())
    assert row.roles == {"dealer": 0}


def test_mighty_by_hand() -> None:
    path = Path(__file__).parents[3] / "examples" / "mighty" / "match.gibo"
    thrown_in, lost, won = rows_of(path.read_text("utf-8"))
    assert (thrown_in.result, thrown_in.points, thrown_in.winners) == ("thrown-in", (0,) * 5, ())
    assert thrown_in.bids == tuple(Call(seat, "pass") for seat in range(5))
    assert thrown_in.declarations == ()
    assert lost.bids[0] == Call(0, "13H")
    assert lost.roles == {"dealer": 0, "president": 0, "friend": 1}
    assert lost.winners == (2, 3, 4)
    assert lost.declarations == (
        Declaration(0, "contract", "15H"),
        Declaration(0, "friend", "SA"),
    )
    assert (won.result, won.points) == ("won", (1800, -900, -900, 900, -900))
    assert won.winners == (0, 3)


def test_planowanie_by_hand() -> None:
    path = Path(__file__).parents[3] / "examples" / "planowanie" / "fault.json"
    complete, fault = rows_of(path.read_text("utf-8"))
    assert (complete.result, complete.points, complete.winners) == (
        "complete",
        (1, 0, 1, 1),
        (0, 2, 3),
    )
    assert complete.declarations[1] == Declaration(1, "tricks", "1")
    assert complete.options == {"plan": "[[1, 0], [3, 1], [5, 2]]"}
    assert (fault.result, fault.points) == ("fault", None)
    assert fault.roles == {"leader": 1, "at fault": 2}


def test_leduc_by_hand() -> None:
    text = (
        '{"format": "leduc/json", "version": 1, "hands": [{"cards": ["Ks", "Jh"], "actions": %s}]}'
    )
    (fold,) = rows_of(text % '["raise", "fold"]')
    assert (fold.result, fold.points, fold.winners, fold.plies) == ("fold", (1, -1), (0,), 2)
    (stops,) = rows_of(text % '["raise"]')
    assert (stops.result, stops.points, stops.winners) == ("unfinished", None, None)


# Errors


def test_a_round_with_an_error_is_known_as_far_as_it_is() -> None:
    """The first record breaks a rule, the second is valid, and the third names the wrong winner."""
    broken = MODEL_A | {"record": "81" + str(MODEL_A["record"])[2:]}
    text = goita(
        broken, MODEL_B | {"dealer": 1, "score": None}, MODEL_A | {"winner": 1, "score": None}
    )
    first, _, third = rows_of(text)
    assert (first.result, first.points, first.winners) == (None, None, None)
    assert first.errors
    assert first.codes == ("G104",) or "G103" in first.codes
    assert first.roles == {"dealer": 0}
    assert "G201" in third.codes
    assert (third.result, third.winners) == ("out", (0, 2))


def test_errors_in_a_record_count_in_each_of_its_rounds() -> None:
    text = goita(
        MODEL_A,
        MODEL_B | {"score": None, "dealer": 0},
        start_time="2026-03-01T13:00+09:00",
        end_time="2026-02-01T13:00+09:00",
    )
    first, second = rows_of(text)
    assert "R001" in first.codes
    assert "R001" in second.codes


def test_unreadable_input_has_a_row() -> None:
    (row,) = rows_of('{"format": "goita/json", "version": 1, "rounds": ')
    assert (row.round, row.game, row.notation) == (None, "goita", "goita/json")
    assert row.errors == len(row.codes) == 1
    assert row.roles is row.bids is row.declarations is row.options is None
    text = goita(MODEL_A) + "\n{\n" + goita(MODEL_B) + "\n"
    found = [
        (each.record, each.line, each.round, each.errors > 0) for each in rows_of(text, "a.jsonl")
    ]
    assert found == [(1, 1, 1, False), (2, 2, None, True), (3, 3, 1, False)]


@pytest.mark.parametrize("name", few(["goita", "leduc", "mighty", "planowanie"], 2))
def test_findings_are_those_of_validation(name: str) -> None:
    """Check every file in the corpus of wrong records."""
    folder = Path(__file__).parents[3] / "conformance" / "files" / name
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        found = kifu.validate(path)
        table = kifu.facts(path).read_all().to_pylist()
        codes = {code for row in table for code in row["codes"]}
        assert codes == {each.code for each in found}, path
        worst = any(each.severity == "error" for each in found)
        assert any(row["errors"] for row in table) == worst, path


# Arrow


def test_batches_are_of_bounded_size() -> None:
    row = RecordRows(record=1, line=1)
    sizes = [each.num_rows for each in batches([[row] * 3, [row] * (2 * MOST_ROWS), [row]])]
    assert sizes == [MOST_ROWS, MOST_ROWS, 4]
    assert [each.num_rows for each in batches([[row] * 5, [], [row] * 2], most=3)] == [3, 3, 1]
    assert list(batches([])) == []


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 9)), max_size=9), st.integers(1, 9))
def test_where_parts_begin_does_not_show(sizes: list[tuple[bool, int]], most: int) -> None:
    """Batches do not depend on how the rows were split into parts."""
    numbers = iter(range(99))
    some = [[RecordRows(record=next(numbers), line=1) for _ in range(size)] for _, size in sizes]
    parts = [batch(each) if whole else each for (whole, _), each in zip(sizes, some, strict=True)]
    found = list(batches(parts, most))
    assert found == list(batches([[row for each in some for row in each]], most))
    assert [each.num_rows for each in found[:-1]] == [most] * (len(found) - 1)


@in_a_campaign
def test_rows_are_read_as_they_are_asked_for() -> None:
    """A stream is read no further than the batch needs."""
    hand = '{"cards":["Ks","Jh"],"actions":["raise","fold"]}'
    text = f'{{"format":"leduc/json","version":1,"hands":[{hand}]}}\n' * (3 * MOST_ROWS)
    stream = BytesIO(text.encode())
    first = next(iter(kifu.facts(stream)))
    assert first.num_rows == MOST_ROWS
    assert stream.tell() < len(text) * 0.6


VALUES = st.one_of(st.text(), st.sampled_from(["\ud800", "a\udcff", "\x00", "=1"]))
NUMBERS = st.one_of(st.integers(), st.sampled_from([2**63, -(2**63) - 1, 2**63 - 1]))
ROUNDS = st.builds(
    RoundFacts,
    roles=st.dictionaries(VALUES, NUMBERS),
    points=st.none() | st.lists(NUMBERS | st.fractions(-(2**53), 2**53)).map(tuple),
    bids=st.lists(st.builds(Call, st.none() | NUMBERS, VALUES)).map(tuple),
    declarations=st.lists(st.builds(Declaration, NUMBERS, VALUES, VALUES)).map(tuple),
)
MATCHES = st.builds(
    MatchFacts,
    title=st.none() | VALUES,
    players=st.none() | st.lists(VALUES).map(tuple),
    view=st.none() | NUMBERS,
    options=st.dictionaries(VALUES, VALUES),
    rounds=st.lists(ROUNDS, min_size=1, max_size=3),
    plies=st.just([4, 5, 6]),
).map(lambda each: structs.replace(each, plies=each.plies[: len(each.rounds)]))


@given(st.lists(MATCHES, max_size=3), VALUES)
def test_any_value_can_be_held(some: list[MatchFacts], file: str) -> None:
    records = [RecordRows(record=1, line=None, file=file, match=each) for each in some]
    held: list[dict[str, Any]] = reader([records]).read_all().to_pylist()
    rows = [(each, told) for each in some for told in each.rounds]
    assert len(held) == len(rows)
    for (match, row), values in zip(rows, held, strict=True):
        assert values["points"] == (None if row.points is None else list(map(points, row.points)))
        assert values["title"] == (None if match.title is None else escaped(match.title))
        assert values["file"] == escaped(file)
        assert dict(values["options"]) == {
            escaped(name): escaped(value) for name, value in match.options.items()
        }
        assert [(each["player"], each["bid"]) for each in values["bids"]] == [
            (None if each.player is None else number(each.player), escaped(each.bid))
            for each in row.bids
        ]
        assert [(each["player"], each["what"]) for each in values["declarations"]] == [
            (None if each.player is None else number(each.player), escaped(each.what))
            for each in row.declarations
        ]


def number(value: int) -> int | None:
    return value if abs(value) < 2**63 else None


def points(value: Points) -> float | None:
    return float(value) if abs(value) <= 2**53 else None


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in text)


# Real records


def test_real_matches_against_what_they_say() -> None:
    """Results as recorded by ごいたオンライン, added up in plain Python."""
    files = sorted(data("goita-online-yaml").glob("*.yaml"))
    assert len(files) > 50
    rounds = 0
    for path in files:
        record: Any = next(iter(kifu.read(path))).record
        if record is None:
            continue
        table = kifu.facts(path).read_all().to_pylist()
        assert len(table) == len(record.rounds)
        for row, played, after in zip(
            table, record.rounds, (*record.rounds[1:], None), strict=True
        ):
            rounds += 1
            assert row["plies"] == played.plies
            if (
                row["points"] is None
                or after is None
                or after.gap
                or None in (played.score, after.score)
            ):
                continue
            if not row["errors"]:
                added = [b - a for a, b in zip(played.score, after.score, strict=True)]
                assert row["points"] == [*added, *added], (path, row["round"])
    assert rounds > 100
