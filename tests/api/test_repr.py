"""The `repr` of every public class is one short line, however large the object."""

from collections.abc import Callable
from pathlib import Path

import kifu
from kifu.formats.interface.catalog import notation

from ..loops import all_of

EXAMPLES = Path(__file__).parents[2] / "examples"
MATCH = EXAMPLES / "goita" / "match.json"
WRONG = '{"round": {"goshi":, "hands": ["11244788", "23456788"], "record": "' + "8" * 9000 + '"}}'


def record() -> kifu.GameRecord[object]:
    return kifu.load(MATCH)


SHOWN: dict[str, Callable[[], object]] = {
    "Finding": lambda: kifu.validate(WRONG)[0],
    "Fix": lambda: next(each.fix for each in kifu.validate(WRONG) if each.fix),
    "Edit": lambda: kifu.Edit(1, 1, 1, 2, "long\n" * 1000),
    "Rule": lambda: kifu.rules()[0],
    "Record": record,
    "Reading": lambda: next(kifu.read(WRONG)),
    "Outcome": lambda: next(kifu.outcomes(WRONG)),
    "RoundReplay": lambda: kifu.replay(record())[0],
    "Step": lambda: kifu.replay(record())[0].steps[1],
    "Variation": lambda: kifu.Variation(ply=1, actions=("84",) * 1000, name="long\n" * 1000),
    "MatchResult": lambda: kifu.MatchResult(("A" * 1000,) * 4, (10**40, 0, 0, 0)),
    "Notation": lambda: notation("goita/json"),
    "Deals": lambda: kifu.deals(record(), 1, 5),
    "PlayedOut": lambda: kifu.playouts(record(), 5, 1000),
}


@all_of("name", SHOWN)
def test_one_short_line(name: str) -> None:
    shown = repr(SHOWN[name]())
    assert name in shown
    assert shown.isprintable()
    assert len(shown) <= 350


def test_every_record_that_is_shipped() -> None:
    for path in EXAMPLES.rglob("*"):
        for reading in kifu.read(path) if path.is_file() else ():
            assert repr(reading.record).isprintable()
            assert len(repr(reading.record)) <= 400


def test_their_texts() -> None:
    found = kifu.validate("12345678,12345679,11112345,11112345,s1,113,2p,3p,418")
    assert repr(found) == (
        "[<Finding 1:51: error G105: 'し (1) cannot receive 馬 (3): only 馬 (3) or 王 (8) can'>]"
    )
    assert repr(kifu.rules()[0]) == "<Rule F001 unknown-notation>"
    assert repr(notation("leduc/json")) == "<Notation leduc/json>"
    assert repr(kifu.replay(record())[0]).startswith("<RoundReplay of round 1: ")
    assert "rounds=<" in repr(record())
    (reading,) = kifu.read(MATCH)
    assert repr(reading) == "<Reading goita/json: 0 findings>"
    (reading,) = kifu.read("")
    assert repr(reading) == "<Reading of no known notation: 1 finding, not whole>"
    (outcome,) = kifu.outcomes(MATCH)
    assert repr(outcome) == "<Outcome goita/json>"
    assert "reading" not in vars(outcome), "repr must not trigger reading"
