"""The comments of a text, whether its records hold them as annotations or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

MARK = "#"

_OF_YAML = re.compile("#[^\r\n\x85\u2028\u2029]*")
_LIKE_YAML = re.compile("(?:^|(?<=[ \t]))(#[^\r\n\x85\u2028\u2029]*)", re.MULTILINE)
_OF_TEXT = re.compile(r"[ \t]*(?:(?:>>|<<)[ \t]*[0-9]{1,3}:[ \t]?)?(?=#)")
"""The mark of a line in a protocol log, which may precede a comment."""


def comments(content: str, medium: str) -> list[str]:
    """Return a text's comments as far as it can be read, each from `#` to the end of its line.

    JSON has none. In plain text, they are separate lines, to which a notation may still give a
    meaning.

    >>> comments('a: "#1"  # one', "yaml"), comments("# two", "text"), comments('["#"]', "json")
    (['# one'], ['# two'], [])
    """
    if medium == "json" or MARK not in content:
        return []
    if medium == "yaml":
        return [content[start:end].rstrip() for start, end in spans_in_yaml(content)]
    return [line.strip() for line in content.splitlines() if _OF_TEXT.match(line)]


def spans_in_yaml(content: str) -> Iterator[tuple[int, int]]:
    """Yield the places of YAML comments: everything between tokens except whitespace.

    After the first error in the text, anything that looks like a comment is one.
    """
    import yaml

    end, loader = 0, getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    tokens: Iterator[Any] = yaml.scan(content, loader)
    try:
        for token in tokens:
            for found in _OF_YAML.finditer(content, end, token.start_mark.index):
                yield found.span()
            end = max(end, token.end_mark.index)
    except yaml.YAMLError:
        yield from (found.span(1) for found in _LIKE_YAML.finditer(content, end))
