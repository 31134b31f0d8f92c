"""How the notations of Goita are recognised, from the beginning of a text."""

from __future__ import annotations

import re
from itertools import pairwise

from ..claims import opens_object

_2015 = (re.compile(r'"hands"\s*:'), re.compile(r'"(?:round|record)"\s*:'))
_HISTORY = re.compile(r"\s*[0-9x]{4,},[0-9x]*,[0-9x]*,[0-9x]*,s[0-9]")
_YAML_KEY = re.compile(r"^[ \t]*(?:-[ \t]*)?[\"']?uchidashi[\"']?[ \t]*:", re.MULTILINE)
_YAML_FIRST = re.compile(
    r"(?:[ \t]*(?:#.*|---.*|%.*)?\r?\n)*[\"']?(?:version|p[0-3]|log)[\"']?[ \t]*:"
)
HEAD = re.compile(r"player[ \t]+hand\Z")
"""The line of a table before the hands."""
OF_TABLE = re.compile(r"[0-9]+(\.|st|nd|rd|th)(\s|\Z)|turn\s")
"""How the other lines of a table begin."""


def json_2015(head: str) -> bool:
    """JSON with hands and a round or a record, and nothing of the canonical notation."""
    return opens_object(head) and all(claim.search(head) for claim in _2015)


def history(head: str) -> bool:
    """Four hands and a dealer, in one of the first lines."""
    first = [line for line in head.splitlines()[:50] if line.strip()][:3]
    return any(map(_HISTORY.match, first))


def yaml(head: str) -> bool:
    """A first key that is known, and 打ち出し somewhere, which no other notation has."""
    return _YAML_FIRST.match(head) is not None and _YAML_KEY.search(head) is not None


def table(head: str) -> bool:
    """The line before the hands, among the first few."""
    first = [line.strip() for line in head.splitlines()[:50] if line.strip()][:5]
    return any(HEAD.match(one) and OF_TABLE.match(two) for one, two in pairwise(first))
