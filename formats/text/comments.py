"""The comments of a text, which are no part of its record: whoever writes it anew loses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MARK = "#"


def comments(content: str, medium: str) -> list[str]:
    """The comments of a text that can be read, each from its `#` to the end of its line.

    JSON has none. In text they are lines of their own, which a notation may read all the same.

    >>> comments('a: "#1"  # one', "yaml"), comments("# two", "text"), comments('["#"]', "json")
    (['# one'], ['# two'], [])
    """
    if medium == "json" or MARK not in content:
        return []
    if medium == "yaml":
        return list(_of_yaml(content))
    lines = (line.strip() for line in content.splitlines())
    return [line for line in lines if line.startswith(MARK)]


def _of_yaml(content: str) -> Iterator[str]:
    """What stands between the tokens of YAML and is no white space."""
    import yaml

    end, loader = 0, getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    tokens: Iterator[Any] = yaml.scan(content, loader)
    for token in tokens:
        between = content[end : token.start_mark.index]
        end = max(end, token.end_mark.index)
        yield from (
            line[line.index(MARK) :].rstrip() for line in between.splitlines() if MARK in line
        )
