"""Write values as JSON: laid out for people, or on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast


def layout(pairs: Sequence[tuple[str, Any]], spread: str) -> str:
    """Return readable JSON: one line per member, and one per item of the list named `spread`.

    >>> print(layout([("a", 1), ("rounds", [{"b": 2}, {"b": 3}])], "rounds"), end="")
    {
      "a": 1,
      "rounds": [
        {"b": 2},
        {"b": 3}
      ]
    }
    """
    lines: list[str] = []
    for key, value in pairs:
        shown = dense(value, ", ", ": ")
        if key == spread and value:
            items = ",\n".join(f"    {dense(item, ', ', ': ')}" for item in value)
            shown = f"[\n{items}\n  ]"
        lines.append(f"  {dense(key)}: {shown}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def said(values: dict[str, Any], *lists: str) -> dict[str, Any]:
    """Return an object without its None members, and without those of `lists` that are empty.

    >>> said({"a": None, "b": [], "c": []}, "c")
    {'b': []}
    """
    given = {key: value for key, value in values.items() if value is not None}
    return {key: value for key, value in given.items() if value or key not in lists}


def pretty(value: object, indent: int = 0, width: int = 100, before: int = 0) -> str:
    """Return JSON for people: each value is on one line if it fits, and broken up otherwise.

    `before` is the number of characters before the value on its line, excluding the indentation.

    >>> print(pretty({"a": [1, 2], "b": [[3, 4], [5, 6]]}, width=16))
    {
      "a": [1, 2],
      "b": [
        [3, 4],
        [5, 6]
      ]
    }
    """
    whole = dense(value, ", ", ": ")
    if not isinstance(value, dict | list | tuple) or not value:
        return whole
    if indent + before + len(whole) < width:
        return whole
    inner = indent + 2
    items: list[tuple[str, Any]] = [("", each) for each in cast(Sequence[Any], value)]
    if isinstance(value, dict):
        members = cast(dict[str, Any], value)
        items = [(f"{dense(key)}: ", each) for key, each in members.items()]
    lines = [""]
    for key, each in items:
        item = key + dense(each, ", ", ": ")
        if inner + len(item) >= width:
            item = key + pretty(each, inner, width, len(key))
        last = lines[-1]
        if "\n" in last or "\n" in item or inner + len(last) + 2 + len(item) >= width:
            lines.append(item)
        else:
            lines[-1] = f"{last}, {item}" if last else item
    body = f",\n{' ' * inner}".join(line for line in lines if line)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{' ' * inner}{body}\n{' ' * indent}{closing}"


def dense(value: object, comma: str = ",", colon: str = ":") -> str:
    r"""Return JSON on one line. Lone surrogates, which no encoding can write, remain escapes.

    >>> print(dense(["し", "\ud80d"]))
    ["し","\ud80d"]
    """
    text = _encoder(comma, colon)(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return re.sub(_HALF, lambda half: f"\\u{ord(half[0]):04x}", text)
    return text


@cache
def _encoder(comma: str, colon: str) -> Callable[[object], str]:
    return json.JSONEncoder(ensure_ascii=False, separators=(comma, colon)).encode


_HALF = "[\ud800-\udfff]"
"""One half of a surrogate pair without the other."""
