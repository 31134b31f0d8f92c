"""Players called by name in a text gibo, instead of by seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from ....replayer.mighty.cards import PLAYERS
from ...text.grammar import follows, terminals
from ...text.lines import BETWEEN, LineOfText, unquoted
from ...text.respelt import RespeltText
from ...text.text import Text
from .lines import GRAMMAR, TABLE, names_of

Edits: TypeAlias = list[tuple[int, int, str]]
"""Spans of the text with what replaces them."""

_NAMING = re.compile(
    r"(?:\A(?:Dealer|President|Misdeal|View|Hand|Auction)\b:?|,)[ \t]*+"
    r'("(?:[^"\\]|\\.)*+"|[^\s",:()]++)'
)
"""A place where a line may name a player."""
_HEAD = re.compile(r"R[ \t]")
_LIKELY = re.compile(r"[^\W\d_a-z](?:.*[^.,:;?!])?")
"""A word that is likely to be a name rather than part of a sentence."""


def names_by_line(lines: Sequence[LineOfText]) -> list[Sequence[str]]:
    """Return for each line the names of its match's players, or nothing if they are unknown."""
    found = list[Sequence[str]]()
    for _, part in groupby(lines, lambda line: BETWEEN.match(line.content) is not None):
        match = [each.content for each in part]
        given = (each for each in match if each.startswith("Players:") and _is_sound(each))
        heads = (each for each in match if _HEAD.match(each) and _is_sound(each))
        names = next(map(_listed, given), ()) or next(map(_heading, heads), ())
        found += [names if len(set(names)) == PLAYERS else ()] * len(match)
    return found


def by_name(line: LineOfText, players: Sequence[str]) -> Edits:
    """Return the edits that write seats instead of names, if the line can then be read."""
    edits = [
        (line.start + each.start(1), line.start + each.end(1), f"P{players.index(name)}")
        for each in (_NAMING.finditer(line.content) if players else ())
        if (name := unquoted(each[1])) in players
    ]
    return edits if edits and _is_sound(_edited(line, edits)) else []


def headed(line: LineOfText, following: LineOfText, players: Sequence[str]) -> Edits:
    """Return the edit that makes five names above a row the head of a table."""
    first = terminals(GRAMMAR, "ORDINAL", "PLAY").match(following.content)
    edits = [(line.start, line.start, f"{TABLE} ")]
    head = _edited(line, edits)
    if first is None or not _is_sound(following.content) or not _is_sound(head):
        return []
    names = _heading(head)
    certain = list(names) == list(players) or any(mark in head for mark in "!~")
    return edits if names and (certain or all(map(_LIKELY.fullmatch, names))) else []


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
