"""A record is walked through only once, no matter what is done with it."""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from random import Random

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.formats import CannotHold
from kifu.replayer.goita.engine.engine import Table
from kifu.replayer.goita.generate import generate
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.record import Record, Result, split_plies
from kifu.validation.outcomes import outcomes

Hands = Sequence[str]

ACCEPTS = "formats.goita.history.accept"
"""The module that accepts matches; they are only read and walked through again if needed."""

NOTATIONS = ["goita/json", "goita/json-2015", "goita/history", "goita/yaml", "goita/table"]


def match(*due: str) -> Record:
    """Generate a match whose rounds end in `due` ways or by `out`; the last round is unfinished."""
    for seed in range(1000):
        record = generate(Random(seed), special=0.4)
        ends = {each.result.end for each in record.rounds if each.result is not None}
        *before, last = record.rounds
        if ends == {"out", *due} and last.record:
            first, *_ = split_plies(last.record)
            cut = replace(last, record=first, winner=None, result=Result("unfinished"))
            return replace(record, rounds=(*before, cut))
    raise AssertionError


MATCH = match("shi", "redeal")
WITHOUT_REDEAL = match("shi")


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of times each deal is set up: once per walk through its round."""
    found: Counter[str] = Counter()

    def counted(options: Options, dealer: int, dealt: Hands, partial: bool) -> Table:
        found[" ".join(dealt)] += 1
        return Table(options, dealer, dealt, partial)

    # A compiled class itself cannot be patched.
    for module in ("replayer.goita.rules", "replayer.goita.check.recorded", ACCEPTS):
        monkeypatch.setattr(f"kifu.{module}.Table", counted)
    return found


@pytest.mark.parametrize("notation", NOTATIONS)
def test_validation_walks_once(notation: str, deals: Counter[str]) -> None:
    text = formats.notation(notation).write(MATCH)
    errors = [each for each in kifu.validate(text) if each.severity == "error"]
    assert errors == []
    written = [each for each in MATCH.rounds if notation != "goita/yaml" or not each.unplayed]
    assert deals == {" ".join(each.hands): 1 for each in written}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_result_of_a_match_is_had_with_one_walk(notation: str, deals: Counter[str]) -> None:
    (outcome,) = outcomes(BytesIO(formats.notation(notation).write(MATCH).encode()))
    assert outcome.match_result() is None
    assert outcome.record is not None
    assert outcome.counts is not None
    assert outcome.errors == []
    assert set(deals.values()) == {2 if notation == "goita/history" else 1}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_loading_walks_once_and_only_where_something_is_left_out(
    notation: str, deals: Counter[str]
) -> None:
    kifu.loads(formats.notation(notation).write(MATCH))
    assert set(deals.values()) == (set() if notation == "goita/json" else {1})


@pytest.mark.parametrize("notation", NOTATIONS)
def test_converting_to_the_canonical_notation_walks_once(
    notation: str, deals: Counter[str]
) -> None:
    kifu.convert(formats.notation(notation).write(MATCH), to="goita/json")
    assert set(deals.values()) == (set() if notation == "goita/json" else {1})


@pytest.mark.parametrize("source", NOTATIONS)
@pytest.mark.parametrize("target", NOTATIONS[1:])
def test_converting_walks_each_text_once(source: str, target: str, deals: Counter[str]) -> None:
    """Walk once through the text read, and once through the text written, to see what is lost.

    If anything is lost, the remainder is checked against the rules too.
    """
    # If a redeal is lost, its round is walked through again to say what changed.
    text = formats.notation(source).write(WITHOUT_REDEAL)
    if (source, target) == ("goita/yaml", "goita/json-2015"):
        # YAML has no redeals, and the 2015 notation cannot express a missing round.
        with pytest.raises(CannotHold, match="breaks G501"):
            kifu.lost(kifu.loads(text), target)
        return
    loses = bool(kifu.lost(kifu.loads(text), target))
    deals.clear()
    kifu.convert(text, to=target)
    assert max(deals.values()) <= (1 if source == "goita/json" else 2) + loses
