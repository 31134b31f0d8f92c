"""Arguments of the wrong type: every public function names the type it got and the one expected."""

import inspect
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu.formats.interface.catalog import notation
from kifu.replayer.goita.record import Record

TEXT = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431"
RECORD = kifu.loads(TEXT, type=Record)
(REPLAY,) = kifu.replay(RECORD)
DEALS = kifu.deals(RECORD, 1, 3)
(OUTCOME,) = kifu.outcomes(TEXT)
(READING,) = kifu.read(TEXT)
FINDING = kifu.validate("")[0]
PATH = Path("match.json")

SOURCE = "source must be a str, bytes, a path or a binary stream, not "
TEXT_DUE = "text must be a str or bytes, not "
RECORD_DUE = "record must be a record, not "
NAME = "format must be a str or None, not 5 (an int)"
TO = "to must be a str, not None"

# For each function: valid arguments, then invalid values of each argument and their messages.
TABLE: list[tuple[Callable[..., object], dict[str, Any], dict[str, list[tuple[Any, str]]]]] = []


def table(
    function: Callable[..., object], right: dict[str, Any], **wrong: list[tuple[Any, str]]
) -> None:
    TABLE.append((function, right, wrong))


SOURCES = [
    (5, f"{SOURCE}5 (an int)"),
    (None, f"{SOURCE}None"),
    (["match.json"], f"{SOURCE}['match.json'] (a list)"),
    (io.StringIO(TEXT), "open it in binary mode"),
    (RECORD, f"{SOURCE}Record(...) (a Record)"),
]
RECORDS = [
    (TEXT, f"{RECORD_DUE}'12345678,12345679,1"),
    (TEXT, "(a str); kifu.loads reads one"),
    (None, f"{RECORD_DUE}None"),
    (READING, f"{RECORD_DUE}<Reading goita/history: 0 findings> (a Reading)"),
    (kifu.GameRecord[object](), "GameRecord is not a record of any game"),
]
TEXTS = [
    (PATH, f"{TEXT_DUE}PosixPath('match.json') (a PosixPath); kifu.load and kifu.read take a path"),
    (None, f"{TEXT_DUE}None"),
    (bytearray(b"1"), f"{TEXT_DUE}bytearray(b'1') (a bytearray)"),
]
FORMATS = [(5, NAME), (notation("goita/json"), "not <Notation goita/json> (a Notation)")]
TYPES = [
    ("Record", "type must be the class Record of a game, or None, not 'Record' (a str)"),
    (dict, "type must be the class Record of a game, or None, not <class 'dict'> (a type)"),
]


def integer(name: str) -> list[tuple[Any, str]]:
    return [
        ("1", f"{name} must be an int, not '1' (a str)"),
        (1.0, f"{name} must be an int, not 1.0 (a float)"),
    ]


table(kifu.read, {"source": TEXT}, source=SOURCES, format=FORMATS)
table(kifu.outcomes, {"source": TEXT}, source=SOURCES, format=FORMATS)
table(kifu.validate, {"source": TEXT}, source=SOURCES, format=FORMATS)
table(kifu.facts, {"source": TEXT}, source=SOURCES, format=FORMATS)
table(
    kifu.check,
    {"reading": READING},
    reading=[(RECORD, "reading must be a Reading, not Record(...) (a Record); kifu.read gives")],
)
table(
    kifu.suggest,
    {"outcome": OUTCOME},
    outcome=[(READING, "outcome must be an Outcome, not <Reading"), (None, "kifu.outcomes gives")],
)
table(
    kifu.load,
    {"source": io.BytesIO(TEXT.encode())},
    source=[
        (TEXT.encode(), "kifu.loads reads a text"),
        (5, "source must be a path or a binary stream, not 5 (an int)"),
        (io.StringIO(TEXT), "open it in binary mode"),
    ],
    format=FORMATS,
    type=TYPES,
)
table(kifu.loads, {"text": TEXT}, text=TEXTS, format=FORMATS, type=TYPES)
table(kifu.dumps, {"record": RECORD}, record=RECORDS, format=FORMATS)
table(
    kifu.dump,
    {"record": RECORD, "target": io.BytesIO()},
    record=RECORDS,
    target=[
        (io.StringIO(), "open it in binary mode"),
        (5, "target must be a path or a binary stream, not 5 (an int)"),
    ],
    format=FORMATS,
)
table(
    kifu.convert,
    {"text": TEXT, "to": "goita/json"},
    text=TEXTS,
    to=[(None, TO)],
    format=FORMATS,
)
table(kifu.lost, {"record": RECORD, "to": "goita/json"}, record=RECORDS, to=[(None, TO)])
table(kifu.replay, {"record": RECORD}, record=RECORDS)
table(
    kifu.branch,
    {"record": RECORD, "ply": 4, "actions": ["0", "74"]},
    record=RECORDS,
    ply=integer("ply"),
    actions=[
        ("74", "actions must be a sequence of str, not '74' (a str)"),
        ([7, 4], "actions[0] must be a str, not 7 (an int)"),
        (None, "actions must be a sequence of str, not None"),
    ],
    round=integer("round"),
    path=[
        (1, "path must be a sequence of int, not 1 (an int)"),
        (["1"], "path[0] must be an int, not '1' (a str)"),
        ("1", "path must be a sequence of int, not '1' (a str)"),
    ],
    name=[(5, "name must be a str or None, not 5 (an int)")],
)
table(kifu.view, {"record": RECORD, "player": 1}, record=RECORDS, player=integer("player"))
table(
    kifu.deals,
    {"record": RECORD, "player": 1, "ply": 3},
    record=RECORDS,
    player=integer("player"),
    ply=integer("ply"),
    round=integer("round"),
)
table(
    kifu.playouts,
    {"record": RECORD, "ply": 3, "times": 5},
    record=RECORDS,
    ply=integer("ply"),
    times=integer("times"),
    seed=integer("seed"),
    round=integer("round"),
)
table(
    kifu.encoding,
    {"game": "leduc"},
    game=[(5, "record must be a record, not 5 (an int)")],
    options=[(5, "options must be a mapping or None, not 5 (an int)")],
)
table(
    kifu.unpack,
    {"column": [b"\x40"], "fields": [{"name": "card", "shape": [3], "high": 1}]},
    column=[(5, "column must be a packed column, not 5 (an int)")],
    fields=[(5, "fields must be a sequence of fields, not 5 (an int)")],
)
table(
    kifu.board,
    {"record": RECORD},
    record=RECORDS,
    player=integer("player"),
    language=[(5, "language must be a str or None, not 5 (an int)")],
)
table(
    kifu.widget,
    {"record": RECORD},
    record=RECORDS,
    player=integer("player"),
    language=[(5, "language must be a str or None, not 5 (an int)")],
)
table(
    kifu.picture,
    {"record": RECORD, "ply": 3},
    record=RECORDS,
    ply=integer("ply"),
    round=integer("round"),
    player=integer("player"),
)
table(
    OUTCOME.check_as,
    {"before": OUTCOME},
    before=[(READING, "before must be an Outcome, not <Reading"), (None, "not None")],
)
table(OUTCOME.attempt, {"work": dict}, work=[(5, "work must be a function, not 5 (an int)")])
table(
    OUTCOME.ignores,
    {"finding": kifu.Finding(rule=kifu.rules()[0], message="wrong")},
    finding=[(5, "finding must be a Finding, not 5 (an int)")],
)
table(REPLAY.at, {"ply": 1}, ply=integer("ply"))
table(REPLAY.variation, {"path": ()}, path=[(1, "path must be a sequence of int, not 1")])
table(REPLAY.steps[1].shown_to, {"player": 1}, player=integer("player"))
table(DEALS.sample, {"rng": Random(1)}, rng=[(7, "rng must be a random.Random, not 7 (an int)")])
table(
    notation("goita/json").texts,
    {"records": [RECORD]},
    records=[
        (None, "records must be an iterable of records, not None"),
        (RECORD, "records must be an iterable of records, not Record(...)"),
    ],
)
table(FINDING.rule.page, {"site": None}, site=[(5, "site must be a str or None, not 5 (an int)")])
table(FINDING.but, {"line": 1}, lines=[(1, "has no field 'lines'")])


@pytest.mark.parametrize(
    ("function", "right", "wrong"),
    [pytest.param(*each, id=each[0].__qualname__) for each in TABLE],
)
def test_a_wrong_type(
    function: Callable[..., object],
    right: dict[str, Any],
    wrong: dict[str, list[tuple[Any, str]]],
) -> None:
    for name, values in wrong.items():
        for value, said in values:
            with pytest.raises(TypeError) as why:
                function(**{**right, name: value})  # raised by the call, not on iteration
            message = str(why.value)
            assert said in message, name
            assert message.isprintable()
            assert len(message) < 250


@pytest.mark.parametrize("function", [pytest.param(e[0], id=e[0].__qualname__) for e in TABLE])
def test_the_right_types(function: Callable[..., object]) -> None:
    for other, right, _ in TABLE:
        if other == function:
            function(**right)


def functions() -> dict[str, Callable[..., object]]:
    """Return all public functions, and public methods of public classes, that take arguments."""
    found: dict[str, Callable[..., object]] = {}
    for public in kifu.__all__:
        value = getattr(kifu, public)
        if inspect.isfunction(value):
            found[public] = value
        elif inspect.isclass(value):
            for name, each in vars(value).items():
                if inspect.isfunction(each) and not name.startswith("_"):
                    found[f"{public}.{name}"] = each
    return {name: each for name, each in found.items() if parameters(each)}


def parameters(function: Callable[..., object]) -> set[str]:
    kinds = inspect.signature(function).parameters
    return {
        name for name, each in kinds.items() if name != "self" and each.annotation != "bool"
    } - {"changes"}


def test_every_public_function_and_each_of_its_arguments_is_in_the_table() -> None:
    tabled = {function.__qualname__: set(wrong) for function, _, wrong in TABLE}
    assert tabled.pop("Finding.but")  # takes any field of a finding
    public = {each.__qualname__: parameters(each) for each in functions().values()}
    assert tabled == public
    assert len(public) > 18


def test_an_integer_of_another_library_is_one() -> None:
    class Number:
        def __index__(self) -> int:
            return 1

    one: Any = Number()
    view = kifu.view(RECORD, one)
    assert view == kifu.view(RECORD, 1)
    assert json.loads(kifu.dumps(view))["view"] == 1
    assert kifu.deals(RECORD, one, one, one).count() == kifu.deals(RECORD, 1, 1, 1).count()


def test_signatures_are_those_of_the_source() -> None:
    """Public signatures stay visible to editors, type checkers and `help`."""
    for function in functions().values():
        assert not hasattr(function, "__wrapped__")
        assert "args" not in inspect.signature(function).parameters
