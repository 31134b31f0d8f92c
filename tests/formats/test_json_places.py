"""Values in valid JSON are located correctly, in whatever order they are requested."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from hypothesis import example, given
from hypothesis import strategies as st

from kifu.formats.codes import TRAILING_COMMA
from kifu.formats.document.json.places import places
from kifu.formats.document.json.text import JsonText
from kifu.formats.document.tree import Node, find
from kifu.formats.text.text import Text

SCALARS = st.none() | st.booleans() | st.integers(-9, 99) | st.text('a"\\[]{},:\n é', max_size=3)
VALUES = st.recursive(
    SCALARS, lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text("ab,]"), some)
)
INDENTS = st.sampled_from([None, 0, 2])


@given(VALUES, INDENTS, st.randoms(use_true_random=False))
def test_each_value_stands_where_it_is_found(value: Any, indent: int | None, random: Any) -> None:
    content = f" {json.dumps(value, indent=indent)}\n"
    root, ways = places(content), list(paths(value))
    random.shuffle(ways)
    for path in ways:
        node, _, led = find(root, path)
        assert led == path
        assert json.loads(content[node.start : node.end]) == at(value, path)
    assert not find(root, ["nowhere"])[2]


@given(VALUES, VALUES, INDENTS)
@example(None, '":', None)  # looks like a key
def test_valid_text_beside_a_slip_is_read_as_if_alone(
    one: Any, other: Any, indent: int | None
) -> None:
    content = json.dumps([one, other, 7], indent=indent)[:-1].rstrip() + ",]"
    document = JsonText(Text(content))
    root = document.tree()
    assert [each.code for each in document.findings] == [TRAILING_COMMA.code]
    assert root is not None
    assert root.plain() == [one, other, 7]
    alone = places(json.dumps([one], indent=indent))
    assert spans(find(root, ["0"])[0]) == spans(find(alone, ["0"])[0])


def paths(value: Any) -> Iterator[list[str]]:
    yield []
    for key, each in inside(value).items():
        yield from ([key, *path] for path in paths(each))


def at(value: Any, path: list[str]) -> Any:
    for key in path:
        value = inside(value)[key]
    return value


def inside(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return cast(dict[str, Any], value)
    items = cast(list[Any], value) if isinstance(value, list) else []
    return {str(index): each for index, each in enumerate(items)}


def spans(node: Node) -> list[Any]:
    members = [(each.key, each.start, each.end, spans(each.value)) for each in node.members or ()]
    return [node.start, node.end, [spans(each) for each in node.items or ()], members]
