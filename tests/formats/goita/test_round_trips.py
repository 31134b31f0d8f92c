"""From one notation to another and back: only what it is documented not to hold is lost."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.formats import CannotHold
from kifu.formats.goita.kings import implied
from kifu.replayer.goita.generate import generate
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.record import Foul, Record, Result, Round, split_plies

from ...helpers import RANDOM, codes, dealt
from ...loops import all_of

NOTATIONS = [each.id for each in formats.notations("goita")]
TEXTS = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
NAMES = st.none() | st.tuples(*[TEXTS.map(lambda name: name or "P")] * 4)
TIMES = st.sampled_from([None, "2015-04-01T12:00+09:00"])
OPTIONS = st.sampled_from([Options(), Options(target=210), Options(face_down_king_exposes=True)])

FOUL = Round(
    hands=tuple(dealt("12345678")),
    record="81",
    winner=1,
    result=Result("foul", 50),
    fouls=(Foul(1, "G104"),),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a valid match, or a view of one by a player or an outsider."""
    rng = draw(RANDOM)
    record = generate(rng, special=draw(st.sampled_from([0.0, 0.2, 0.8])))
    record = replace(
        record,
        title=draw(TEXTS),
        players=draw(NAMES),
        start_time=draw(TIMES),
        rules=draw(OPTIONS),
        rounds=tuple(varied(each, rng) for each in record.rounds),
    )
    if draw(st.booleans()):
        record = replace(record, rounds=(*record.rounds[:-1], cut(record.rounds[-1], rng)))
    kind = draw(st.sampled_from(["whole", "view", "foul", "score unknown"]))
    if kind == "view":
        return kifu.view(record, draw(st.integers(0, 3)))
    if kind == "foul":
        return replace(record, rounds=(FOUL,))
    if kind == "score unknown":
        return replace(record, rounds=tuple(replace(each, score=None) for each in record.rounds))
    return record


def varied(played: Round, rng: Random) -> Round:
    """Return the round with or without its result, marks of kings, and declarations."""
    dealt = rng.choice(("王玉", "玉王", "玉玉"))
    marks = dealt + implied(played.hands, played.record, played.dealer, dealt)
    return replace(
        played,
        kings=marks if rng.random() < 0.5 else "",
        result=played.result if not played.record or rng.random() < 0.5 else None,
        goshi=played.goshi if rng.random() < 0.8 else None,
    )


def cut(played: Round, rng: Random) -> Round:
    """Cut the round off at a random ply."""
    actions = split_plies(played.record)
    record = "".join(actions[: rng.randrange(len(actions) + 1)])
    if record == played.record:
        return played
    marks = played.kings[: "".join(played.hands).count("1") + record.count("1")]
    kings = marks if "玉" in marks else ""
    return replace(played, record=record, winner=None, result=None, kings=kings)


def reread(notation: str, text: str) -> Record:
    (reading,) = kifu.read(text, notation)
    assert reading.whole
    assert isinstance(reading.record, Record)
    return reading.record


def declared(record: Record, notation: str) -> set[str]:
    return {each.partition(":")[0] for each in kifu.lost(record, notation)}


def is_right(why: str, record: Record, notation: str) -> bool:
    """Return whether a refusal is justified.

    YAML cannot hold views, or matches without plays; no notation is written with broken rules.
    """
    if "breaks" in why:
        return bool(kifu.validate(formats.notation(notation).write(record), notation))
    played = any(each.record for each in record.rounds)
    return notation == "goita/yaml" and (record.view is not None or not played)


@given(records())
def test_there_and_back(record: Record) -> None:
    for notation in NOTATIONS:
        try:
            lost = declared(record, notation)
        except CannotHold as error:
            why = str(error)
            assert is_right(why, record, notation)
            continue
        there = reread(notation, kifu.dumps(record, notation))
        assert set(formats.differences("goita", record, there)) == lost
        assert lost <= set(formats.notation(notation).unsupported)
        assert declared(there, notation) == set()
        back = reread("goita/json", kifu.dumps(there, "goita/json"))
        assert back == there


@given(records())
def test_the_canonical_notation_loses_nothing(record: Record) -> None:
    assert kifu.lost(record, "goita/json") == []
    assert kifu.loads(kifu.dumps(record), type=Record) == record


@given(records(), st.sampled_from(NOTATIONS), st.sampled_from(NOTATIONS))
def test_from_any_notation_to_any_other(record: Record, one: str, other: str) -> None:
    try:
        first = reread(one, kifu.dumps(record, one))
        second = reread(other, kifu.dumps(first, other))
        loss = declared(first, other) | declared(second, one)
    except CannotHold as error:
        why = str(error)
        assert "goita/yaml" in (one, other) or "breaks" in why
        return
    back = reread(one, kifu.dumps(second, one))
    assert set(formats.differences("goita", first, back)) <= loss


@given(records())
def test_written_records_are_valid(record: Record) -> None:
    for notation in NOTATIONS:
        if record.rules != Options() or record.rounds == (FOUL,):
            continue
        try:
            text = kifu.dumps(record, notation)
        except CannotHold:
            continue
        allowed = {"G202", "G505", "G601", "G605", "G008"}
        assert set(codes(text, notation)) <= allowed, text


KEPT: dict[str, tuple[str, Any]] = {
    "title": ("title", "Cup"),
    "times": ("start_time", "2015-04-01"),
    "names": ("players", ("A", "B", "C", "D")),
    "options": ("rules", Options(target=110)),
}


@all_of("notation", NOTATIONS)
@all_of("name", KEPT)
def test_only_unsupported_parts_are_lost(notation: str, name: str) -> None:
    field, value = KEPT[name]
    record = replace(replayer.game("goita").generate(Random(3)), **{field: value})
    unsupported = formats.notation(notation).unsupported
    assert (name in declared(record, notation)) == (name in unsupported)
