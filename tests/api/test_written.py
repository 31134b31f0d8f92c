"""What `dumps` writes, `loads` reads; any other record is refused as documented."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields, replace

import kifu
from kifu.formats import notations
from kifu.replayer import game_of
from kifu.replayer.goita.record import Record as Match

from ..campaign import few

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = ("goita/match.json", "leduc/match.json", "mighty/match.gibo", "planowanie/fault.log")
VALUES: tuple[Any, ...] = (
    *(None, -1, 7, 10**30, 1.5, float("nan"), True, "", "x", "\ud800", b"x", object()),
    *((), (5,), (None,), ("",), ("a", "b"), (("x",),), [1], {}),
)


def changed(record: Any) -> Iterator[Callable[[], Any]]:
    """Yield functions that make the record with one field of it, or of its first round, changed."""
    key = game_of(record).rounds_field
    first, *others = getattr(record, key)
    for each in fields(record):
        for value in VALUES:
            yield lambda name=each.name, value=value: replace(record, **{name: value})
    for each in fields(first):
        for value in VALUES:
            yield lambda name=each.name, value=value: replace(
                record, **{key: (replace(first, **{name: value}), *others)}
            )


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_refused_or_read_back(name: str) -> None:
    record = kifu.load(EXAMPLES / name)
    game = game_of(record).name
    canonical = f"{game}/json"
    others = [each.id for each in notations() if each.id.startswith(f"{game}/")]
    refused = 0
    for made in few([*changed(record)], 150):
        try:
            wrong = made()
        except (TypeError, ValueError):
            continue  # such a record cannot even be made
        for notation in others:
            try:
                text = kifu.dumps(wrong, notation)
            except kifu.CannotHold:
                refused += 1
                continue
            back = kifu.loads(text.encode(), notation)
            assert notation != canonical or back == wrong
    assert refused > 100


def test_a_refusal_says_why() -> None:
    record = kifu.load(EXAMPLES / "goita/match.json", type=Match)
    untyped: Any = (1, 2, 3, 4)
    for wrong, why in (
        (replace(record, rounds=()), "S005"),
        (replace(record, view=7), "7"),
        (replace(record, players=untyped), "str"),
        (replace(record, players=("Aki", "Botan")), "2"),
    ):
        with pytest.raises(kifu.CannotHold, match=why):
            kifu.dumps(wrong)
        for notation in ("goita/table", "goita/yaml"):
            with pytest.raises(kifu.CannotHold):
                kifu.dumps(wrong, notation)
