"""Players referred to by name in a text gibo, instead of by seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from msgspec import Struct

from ....replayer.mighty.cards import PLAYERS
from ...text.grammar import follows, terminals
from ...text.lines import BETWEEN, LineOfText, unquoted
from ...text.respelt import RespeltText
from ...text.text import Text
from .lines import GRAMMAR, SEPARATORS, TABLE, names_of

Edits: TypeAlias = list[tuple[int, int, str]]
"""Spans of the text, with their replacements."""

_NAMING = re.compile(
    r"(?:\A(?:Dealer|President|Misdeal|View|Hand|Auction)\b:?|,)[ \t]*+"
    r'("(?:[^"\\]|\\.)*+"|[^\s",:()]++)'
)
"""A place where a line may name a player."""
_HEAD = re.compile(r"R[ \t]")
_LIST = "Players:"
LIKELY = re.compile(r"[^\W\d_a-z](?:.*[^.,:;?!])?")
"""A word that is likely to be a name rather than part of a sentence."""
_WORD = re.compile(rf"[^\s()!~:{SEPARATORS}]+")


class Names(Struct, frozen=True):
    """The names of players in seat order or, if that is unknown, all words that may be names."""

    in_order: Sequence[str] = ()
    others: frozenset[str] = frozenset()


def names_by_line(lines: Sequence[LineOfText]) -> list[Names]:
    """Return the names in the match of each line."""
    found = list[Names]()
    for _, part in groupby(lines, lambda line: BETWEEN.match(line.content) is not None):
        match = [*part]
        found += [_names(match)] * len(match)
    return found


def _names(match: Sequence[LineOfText]) -> Names:
    listed = [each.content for each in match if each.content.startswith(_LIST)]
    heads = [each.content for each in match if _HEAD.match(each.content)]
    above = [pair for pair in pairwise(match) if may_be_head(*pair)]
    heads += [f"{TABLE} {line.content}" for line, row in above if headed(line, row, ())]
    known = [
        *map(_listed, filter(_is_sound, listed)),
        *map(_heading, filter(_is_sound, heads)),
    ]
    for names in known:
        if len(set(names)) == PLAYERS:
            return Names(names)
    lines = (*listed, *heads, *(line.content for line, _ in above))
    return Names(others=frozenset(word for line in lines for word in _WORD.findall(line)))


def by_name(line: LineOfText, players: Sequence[str]) -> Edits:
    """Return the edits that write seats instead of names, if the line can then be read."""
    edits = [
        (line.start + each.start(1), line.start + each.end(1), f"P{players.index(name)}")
        for each in (_NAMING.finditer(line.content) if players else ())
        if (name := unquoted(each[1])) in players
    ]
    return edits if edits and _is_sound(_edited(line, edits)) else []


def is_by_name(line: LineOfText, others: frozenset[str]) -> bool:
    """Return whether a line is sound, except that it names players whose seats are unknown."""
    if _is_sound(line.content):
        return False
    named = [each for each in _NAMING.finditer(line.content) if unquoted(each[1]) in others]
    edits = [(line.start + each.start(1), line.start + each.end(1), "P0") for each in named]
    return bool(edits) and _is_sound(_edited(line, edits))


def may_be_head(line: LineOfText, following: LineOfText) -> bool:
    """Return whether an unreadable line comes right before a row, like the head of a table."""
    first = terminals(GRAMMAR, "ORDINAL", "PLAY").match(following.content)
    is_row = first is not None and _is_sound(following.content)
    return is_row and not (_HEAD.match(line.content) or _is_sound(line.content))


def headed(line: LineOfText, following: LineOfText, players: Sequence[str]) -> Edits:
    """Return the edit that turns five names or seats above a row into the head of a table."""
    edits = [(line.start, line.start, f"{TABLE} ")]
    head = _edited(line, edits)
    if not may_be_head(line, following) or not _is_sound(head):
        return []
    names = _heading(head)
    certain = list(names) == list(players) or any(mark in head for mark in "!~")
    is_head = certain or all(map(LIKELY.fullmatch, names)) if names else _is_in_order(head)
    return edits if is_head else []


def _is_in_order(head: str) -> bool:
    """Return whether the head of a table has consecutive seats."""
    seats = [int(each) for each in re.findall("[0-9]+", head)]
    return seats == list(range(seats[0], seats[0] + PLAYERS))


def _listed(line: str) -> Sequence[str]:
    """Return the names in a line with players."""
    words = terminals(GRAMMAR, "NAME").finditer(line, line.index(":") + 1)
    return [unquoted(each[0]) for each in words]


def _heading(line: str) -> Sequence[str]:
    """Return the names in the head of a table; none if it has seats."""
    words = terminals(GRAMMAR, "ROLE", "NAMED").finditer(line, len(TABLE))
    return names_of([each[0] for each in words]) or ()


def _edited(line: LineOfText, edits: Edits) -> str:
    """Return a line after some edits of its text."""
    own = [(start - line.start, end - line.start, new) for start, end, new in edits]
    return RespeltText(Text(line.content), own).content


def _is_sound(line: str) -> bool:
    return follows(GRAMMAR, "line", line)
