"""Determine whether two regular expressions may match texts that begin with the same character."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

_PARSER: Any = import_module("re._parser")

_CHARACTERS = range(0x10000)
"""The characters to distinguish; expressions treat any other like one of these."""


def may_begin_alike(one: str, other: str) -> bool:
    """Return whether two expressions may match texts that begin with the same character.

    >>> may_begin_alike("[0-9]+x", "s[0-9]"), may_begin_alike("[a-z]+", "s?[0-9]")
    (False, True)
    """
    return not _firsts(one).isdisjoint(_firsts(other))


def may_match_before(pattern: str, word: str) -> bool:
    """Return whether an expression may match at a word, regardless of what follows the word.

    >>> may_match_before("[a-z]+!", "abc"), may_match_before("[a-z]!", "abc")
    (True, False)
    """
    ends, goes_on = _ends(_PARSER.parse(pattern), word, {0})
    return goes_on or bool(ends)


def _ends(row: Any, word: str, starts: set[int]) -> tuple[set[int], bool]:
    """Return where parts starting at these places may end, and whether one ends past the word."""
    goes_on = False
    for part in row:
        starts, longer = _ends_of(str(part[0]), part[1], word, starts)
        goes_on = goes_on or longer
    return starts, goes_on


def _ends_of(kind: str, said: Any, word: str, starts: set[int]) -> tuple[set[int], bool]:
    match kind:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = said
            found, now, goes_on = set(starts) if least == 0 else set[int](), starts, False
            for _ in range(min(int(most), len(word) + 1)):
                now, longer = _ends(inner, word, now)
                goes_on = goes_on or longer
                found |= now
            return found, goes_on
        case "SUBPATTERN":
            return _ends(said[3], word, starts)
        case "ATOMIC_GROUP":
            return _ends(said, word, starts)
        case "BRANCH":
            both = [_ends(each, word, starts) for each in said[1]]
            return set[int]().union(*(ends for ends, _ in both)), any(each for _, each in both)
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return starts, False
        case _:
            first, _ = _of_part(kind, said)
            inside = {each for each in starts if each < len(word)}
            return {each + 1 for each in inside if ord(word[each]) in first}, inside != starts


@cache
def _firsts(pattern: str) -> frozenset[int]:
    """Return the characters a match may begin with, or all if it may be empty."""
    found, empty = _of_row(_PARSER.parse(pattern))
    return frozenset(_CHARACTERS) if empty else frozenset(found)


def _of_row(row: Any) -> tuple[set[int], bool]:
    """Return the first characters of a sequence of parts, and whether all parts may be empty."""
    found = set[int]()
    for part in row:
        first, empty = _of_part(str(part[0]), part[1])
        found |= first
        if not empty:
            return found, False
    return found, True


def _of_part(kind: str, said: Any) -> tuple[set[int], bool]:
    match kind:
        case "LITERAL":
            return {said}, False
        case "NOT_LITERAL":
            return set(_CHARACTERS) - {said}, False
        case "ANY":
            return set(_CHARACTERS), False
        case "IN":
            return _of_class(said), False
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, _, inner = said
            first, empty = _of_row(inner)
            return first, empty or least == 0
        case "SUBPATTERN":
            return _of_row(said[3])
        case "ATOMIC_GROUP":
            return _of_row(said)
        case "BRANCH":
            both = [_of_row(each) for each in said[1]]
            return set[int]().union(*(first for first, _ in both)), any(each for _, each in both)
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return set(), True
        case _:
            return set(_CHARACTERS), True


def _of_class(items: Any) -> set[int]:
    """Return the characters in a bracketed class."""
    found, negated = set[int](), False
    for kind, said in items:
        match str(kind):
            case "NEGATE":
                negated = True
            case "LITERAL":
                found.add(said)
            case "RANGE":
                found.update(range(said[0], said[1] + 1))
            case _:
                found |= _of_category(str(said))
    return set(_CHARACTERS) - found if negated else found


@cache
def _of_category(name: str) -> frozenset[int]:
    letter = {"SPACE": "s", "DIGIT": "d", "WORD": "w"}[name.rpartition("_")[2]]
    kind = letter.upper() if "_NOT_" in name else letter
    matches = re.compile(rf"\{kind}").match
    return frozenset(each for each in _CHARACTERS if matches(chr(each)))
