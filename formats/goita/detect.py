"""Recognises Goita's notations by the beginning of a text."""

from __future__ import annotations

import re
from itertools import pairwise

from ..interface.claims import opens_object

# Most patterns are compiled on first use and cached by `re`, as most texts are in JSON.
_2015 = (r'"hands"\s*:', r'"(?:round|record)"\s*:')
_HISTORY = r"\s*[0-9x]{4,},[0-9x]*,[0-9x]*,[0-9x]*,s[0-9]"
_YAML_KEY = r"(?m)^[ \t]*(?:-[ \t]*)?[\"']?uchidashi[\"']?[ \t]*:"
_YAML_FIRST = r"(?:[ \t]*(?:#.*|---.*|%.*)?\r?\n)*[\"']?(?:version|p[0-3]|log)[\"']?[ \t]*:"
_YAML_KEYS = r"(?m)^[\"']?(p[0-3]|log)[\"']?[ \t]*:"
HEAD = re.compile(r"player[ \t]+hand\Z")
"""The line of a table before the hands."""
OF_TABLE = re.compile(r"[0-9]+(\.|st|nd|rd|th)(\s|\Z)|turn\s")
"""The beginnings of other lines of a table."""


_SPACED_HISTORY = r"\s*[1-8x]{8}(\s*,\s*[1-8x]{8}){3}\s*,\s*s[0-9]"
_BARE_VERSION = r"(?m)\s*version[ \t]+[0-9.]+[ \t]*$"
_HAND_ROW = r"[0-9]++(\.|st|nd|rd|th)[ \t](?:.*[ \t])?(?:[1-8]{8}|[王玉飛角金銀馬香し]{8})\Z"
_HAND = r"[1-9x]{8}"


def json_2015(head: str) -> bool:
    """Match JSON that has hands and a round or record, but no keys of the canonical notation."""
    return opens_object(head) and all(re.search(claim, head) for claim in _2015)


def history(head: str) -> bool:
    """Match four hands and a dealer on one of the first lines."""
    first = [line for line in head.splitlines()[:50] if line.strip()][:3]
    return any(re.match(_HISTORY, line) for line in first)


def yaml(head: str) -> bool:
    """Match a known first key, and either the key uchidashi or all other keys of a match.

    No other notation has these keys.
    """
    if re.match(_YAML_FIRST, head) is None:
        return False
    if re.search(_YAML_KEY, head) is not None:
        return True
    return {"p0", "p1", "p2", "p3", "log"} <= set(re.findall(_YAML_KEYS, head))


def table(head: str) -> bool:
    """Match the line before the hands among the first lines."""
    first = [line.strip() for line in head.splitlines()[:50] if line.strip()][:5]
    return any(HEAD.match(one) and OF_TABLE.match(two) for one, two in pairwise(first))


# Texts that resemble a notation


def nearly_history(head: str) -> str | None:
    """Recognise a history string with spaces, or one that begins with at least three hands."""
    if re.match(_SPACED_HISTORY, head) is not None:
        return "the parts of a history string are separated by commas only, without spaces"
    first = re.split(r"[,\s\"']+", head.strip().partition("\n")[0].strip("\"'"))[:5]
    hands = [part for part in first if re.fullmatch(_HAND, part)]
    # no piece occurs more than ten times, which rarely holds for other eight-digit strings
    if len(hands) < 3 or len(first) < 5 or max(map("".join(hands).count, "23456789")) > 10:
        return None
    return "expected a history string to begin with four hands of eight pieces and the dealer: …,s1"


def nearly_yaml(head: str) -> str | None:
    """Recognise a version without its colon, or the key uchidashi without a known first key."""
    if re.match(_BARE_VERSION, head) is not None:
        return "a colon is missing: write version: 1.0"
    if re.search(_YAML_KEY, head) is not None and head.lstrip()[:1] not in "{[":
        return "expected the key version, p0 or log first"
    return None


def nearly_table(head: str) -> str | None:
    """Recognise two rows of hands without the line before them, or without the first row."""
    lines = [line.strip() for line in head.splitlines()[:50]]
    rows = [re.match(_HAND_ROW, line) for line in lines]
    if not any(one and two for one, two in pairwise(rows)):
        return None
    if any(map(HEAD.match, lines)):
        return "the line after player hand should begin with 0."
    return "the line before the hands is missing: player hand"
