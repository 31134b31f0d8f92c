"""Values vouched for without a library are those that the library accepts."""

import json
from random import Random
from typing import Any

import pytest

from kifu import replayer
from kifu.formats.document.schema import CHECKED_AS, checked_here, is_iso_8601, quick
from kifu.formats.document.vouching import Vouching
from kifu.formats.interface.catalog import described, notation

from ..campaign import sample
from ..hostile.seeds import shorter

SCHEMAS = [each for each in described() if notation(each).medium == "json"]
LEFT = (2**53, -(2**53), "\ud800")
"""Values that other programs read differently: nothing vouches for them."""
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 2, 3, 5, 13, 1.5, "", "x", "2", "é", "x" * 300, "2001-02-03T10:00Z"),
    *([], [0], [1, 1], [1, "1"], [2, 1, 0], {}, {"x": 1}, {"format": 0}),
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of a value and all values in it."""
    kind: Any = value.__class__
    keys: Any = value if kind is dict else range(len(value)) if kind is list else ()
    return [path, *(place for key in keys for place in places(value[key], (*path, key)))]


def changed(value: Any, path: tuple[str | int, ...], *new: Any) -> Any:
    """Return a copy with a new value at a path, or without the one that is there."""
    if not path:
        return new[0] if new else None
    copy: Any = json.loads(json.dumps(value))
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    if new:
        holder[path[-1]] = new[0]
    else:
        del holder[path[-1]]
    return copy


@pytest.mark.parametrize("identifier", SCHEMAS)
def test_the_library_and_vouching_agree(identifier: str) -> None:
    chosen, rng = notation(identifier), Random(identifier)
    assert chosen.schema is not None
    game = replayer.game(chosen.game)
    value = json.loads(chosen.write(shorter(chosen.game, game.generate(rng), rng)))
    schema, library = checked_here(chosen.schema), quick(chosen.schema, whole=False)

    def vouched(new: Any, most: int = 10_000) -> bool:
        return Vouching(most, {CHECKED_AS: is_iso_8601}).fits(schema, new, dict)

    found = places(value)
    assert vouched(value)
    assert vouched(value, len(found) * 4)
    assert not vouched(value, len(found) // 2)
    for at, path in enumerate(rng.sample(found, min(len(found), sample(100)))):
        some = [changed(value, path, each) for each in VALUES[at % 3 :: 3]]
        for each in [*some, changed(value, path)]:
            assert vouched(each) == library.is_valid(each), (path, each)
        assert not vouched(changed(value, path, LEFT[at % 3]))
