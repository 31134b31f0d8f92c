import tomllib
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.archive.toml_places import Path, places

TEXT = """\
# a = 1
x.y = 1.5 # [b]
"a b".'c' = [ # ]
  "x]#", {q = 1979-05-27T07:32:00Z, r=[1,
  2]}, \"\"\"two
 "" lines]\"\"\", 5 ]

[tool . kifu.severity]
"G1" = 'error'
\tlate = "\\"" # "
[[z]]
k=true
"""


def test_keys_and_elements_have_places() -> None:
    tomllib.loads(TEXT)
    assert places(TEXT) == {
        ("x",): (2, 1),
        ("x", "y"): (2, 3),
        ("a b",): (3, 1),
        ("a b", "c"): (3, 7),
        ("a b", "c", 0): (4, 3),
        ("a b", "c", 1): (4, 10),
        ("a b", "c", 1, "q"): (4, 11),
        ("a b", "c", 1, "r"): (4, 37),
        ("a b", "c", 1, "r", 0): (4, 40),
        ("a b", "c", 1, "r", 1): (5, 3),
        ("a b", "c", 2): (5, 8),
        ("a b", "c", 3): (6, 16),
        ("tool",): (8, 2),
        ("tool", "kifu"): (8, 9),
        ("tool", "kifu", "severity"): (8, 14),
        ("tool", "kifu", "severity", "G1"): (9, 1),
        ("tool", "kifu", "severity", "late"): (10, 2),
        ("z",): (11, 3),
        ("z", "k"): (12, 1),
    }


def test_lines_may_end_as_on_windows() -> None:
    assert places("a = 1\r\nb = 2\r\n") == {("a",): (1, 1), ("b",): (2, 1)}


VALUES: "st.SearchStrategy[Any]" = st.recursive(
    st.one_of(st.booleans(), st.integers(-9, 9), st.text('ab"]}#,=\\', max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("a.b'\"", max_size=2), inner, max_size=2),
    ),
    max_leaves=8,
)


def toml(value: Any) -> str:
    """Write a value as TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return quoted(value)
        case list():
            return "[" + ", ".join(map(toml, cast(list[Any], value))) + "]"
        case _:
            inside = (f"{quoted(key)} = {toml(each)}" for key, each in value.items())
            return "{" + ", ".join(inside) + "}"


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def paths(value: Any, at: Path) -> set[Path]:
    """Yield the paths of the keys and elements in a value."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = [*cast(dict[str, Any], value).items()]
    elif isinstance(value, list):
        inner = [*enumerate(cast(list[Any], value))]
    found: set[Path] = set()
    for key, each in inner:
        found |= {(*at, key)} | paths(each, (*at, key))
    return found


@given(st.dictionaries(st.text("ab.", max_size=2), VALUES, max_size=3))
def test_everything_has_its_place(values: dict[str, Any]) -> None:
    text = "".join(f"{quoted(key)} = {toml(value)}\n" for key, value in values.items())
    assert tomllib.loads(text) == values
    found = places(text)
    assert found.keys() == paths(values, ())
    lines = text.split("\n")
    for path, (line, column) in found.items():
        key = path[-1]
        if isinstance(key, str):
            assert lines[line - 1][column - 1 :].startswith(quoted(key))


@pytest.mark.parametrize("text", ["", "\n\n", "# x"])
def test_nothing(text: str) -> None:
    assert places(text) == {}
