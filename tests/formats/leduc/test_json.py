"""`leduc/json`: what its schema requires, and how it is written."""

import json
from pathlib import Path

import kifu
from kifu import formats

from ...helpers import codes
from ...loops import all_of
from ...replayer.leduc.helpers import FOLDED, SHOWN, hand, match

EXAMPLES = Path(__file__).parents[3] / "examples" / "leduc"


def test_the_examples_are_written_as_kifu_writes_them() -> None:
    whole = kifu.load(EXAMPLES / "match.json")
    assert kifu.dumps(whole) == (EXAMPLES / "match.json").read_text("utf-8")
    assert kifu.dumps(kifu.view(whole, 1)) == (EXAMPLES / "view.json").read_text("utf-8")


def test_unrecorded_values_are_left_out() -> None:
    text = match(hand("raise", "fold"))
    assert json.loads(kifu.dumps(kifu.loads(text))) == json.loads(text)


def test_several_records_are_written_one_per_line() -> None:
    lines = "".join(formats.canonical_notation("leduc").texts(map(kifu.loads, [match(SHOWN)] * 3)))
    assert [len(line.splitlines()) for line in lines.splitlines()] == [1, 1, 1]


def test_a_record_without_its_declaration_is_recognised() -> None:
    text = match(FOLDED).replace('"format": "leduc/json", ', "")
    found = formats.detect(text.encode())
    assert found is not None
    assert (found.id, codes(text)) == ("leduc/json", ["S001"])


MISFITS = {
    "no cards": (match({"actions": []}), "S001"),
    "three cards": (match(hand(cards=["Ks", "Jh", "Qs"])), "S005"),
    "another end": (match(hand(end="draw")), "S004"),
    "three players": (match(hand(), players=["Ada", "Bo", "Cy"]), "S005"),
    "no hand": (match(), "S005"),
    "a view of nobody": (match(hand(), view=2), "S004"),
    "a number for a card": (match(hand(cards=[1, 2])), "S002"),
    "an unknown key": (match(hand(pot=2)), "S003"),
}


@all_of("name", MISFITS)
def test_misfits_of_the_schema(name: str) -> None:
    text, code = MISFITS[name]
    assert set(codes(text)) == {code}
