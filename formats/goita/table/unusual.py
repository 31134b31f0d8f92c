"""Tables in Markdown or with commas, passes in other words, and plays with other marks or none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from ...text.text import Text
from ...text.unusual import Rows, Unusual, complete, composed, in_original, spaces, table, usual
from .words import MARKS, PASS, is_pass

_ORDINAL = re.compile(r"[0-9]++(?:st|nd|rd|th)\b")
_ROW = re.compile(rf"(?m)^[ \t]*+(?:player[ \t]++hand|{_ORDINAL.pattern}[^\r\n]*+)")
_TITLE = r"\A(?!player)[^\r\n]*+"
_WORD = re.compile(r"\S++")
_SIGNS = frozenset(MARKS) | frozenset("☗☖")
_PIECE = "[王玉飛角金銀馬香し裏]"
_NO_PASS = re.compile(rf"{_PIECE}|\A(?:player|hand|{_ORDINAL.pattern})\Z")
_PLAY = re.compile(f"{_PIECE}{_PIECE}")
_MARKED = re.compile(f"[{''.join(_SIGNS)}]{_PIECE}[{''.join(_SIGNS)}]{_PIECE}")
_OTHERS = 3
"""After this many passes, the next player leads with a face-down piece."""
_ACTIONS = 4
"""How many actions a turn has, except for the last one of a round."""
_LEAST = 3
"""How many empty cells it takes to show that passes are left empty."""

_Words: TypeAlias = "Sequence[re.Match[str]]"


def in_text(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a table uses throughout."""
    return composed(Text(content), spaces(content, _TITLE), _with_spaces)


def _with_spaces(content: str) -> Iterator[Unusual]:
    some = [*table(content, _with_passes)]
    for each in some:
        has_passes = any(PASS in new for _, _, new in each.edits)
        yield replace(each, what=f"{each.what}{', with empty cells for passes' * has_passes}")
    spaced = usual(Text(content), some)
    rows = [_WORD.finditer(spaced.content, *each.span()) for each in _ROW.finditer(spaced.content)]
    words = [word for row in rows for word in row]
    yield from in_original(spaced, (*_passes(words), *_marks(words)))


def _with_passes(rows: Rows) -> Rows:
    """Return the rows with passes in their empty cells, if most passes are not written as words.

    Otherwise, these cells lack a word, which is an error if another row follows.
    """
    turns = [bool(row and _ORDINAL.match(row[0])) for row in rows]
    words = [word for row, is_turn in zip(rows, turns, strict=True) if is_turn for word in row]
    goes_on = [*turns[1:], False]
    if words.count("") < max(_LEAST, _LEAST * sum(map(is_pass, words))):
        pairs = zip(rows, goes_on, strict=True)
        is_clear = all(all(row) or (each and len(row) == 1 + _ACTIONS) for row, each in pairs)
        return rows if is_clear else []
    for row, is_turn, is_full in zip(rows, turns, goes_on, strict=True):
        if is_turn:
            row[:] = [word or PASS for word in row]
            row += [PASS] * ((1 + _ACTIONS - len(row)) * is_full)
    return complete(rows)


def _pass_in(words: _Words) -> str | None:
    """Return the word for all passes: a known one, or the only word in the turns without pieces."""
    found = {word[0] for word in words if is_pass(word[0])}
    others = Counter(each[0] for each in words if not _NO_PASS.search(each[0]))
    if not found and len(others) == 1 and others.total() >= _LEAST:
        found = {*others}
    return found.pop() if len(found) == 1 else None


def _passes(words: _Words) -> Iterator[Unusual]:
    """Yield the edits for passes, if all are written as the same other word."""
    written = _pass_in(words)
    if written not in (None, PASS):
        edits = [(*word.span(), PASS) for word in words if word[0] == written]
        yield Unusual(f"a pass is written {written}", edits)


def _marks(words: _Words) -> Iterator[Unusual]:
    """Yield the edits for other marks, or for the marks that all plays lack."""
    content = words[0].string if words else ""
    plays = [word for word in words if _MARKED.fullmatch(word[0])]
    used = {sign for play in plays for sign in play[0][::2]}
    for right in "☗☖":
        others = [sign for sign in used if MARKS.get(sign) == right]
        if len(others) == 1 and right not in used:
            at = [play.start() + each for play in plays for each in (0, 2)]
            edits = [(each, each + 1, right) for each in at if content[each] == others[0]]
            yield Unusual(f"{right} is written {others[0]}", edits)
    if not plays and not any(_SIGNS & {*word[0]} for word in words):
        edits = [*_lacking(words)]
        if edits:
            yield Unusual("the plays lack ☗ and ☖", edits)


def _lacking(words: _Words) -> Iterator[tuple[int, int, str]]:
    """Yield the missing marks of plays, which can be derived from the passes."""
    passes, written = _OTHERS, _pass_in(words)
    for word in words:
        if word[0] == "player":
            passes = _OTHERS
        elif word[0] == written or is_pass(word[0]):
            passes += 1
        elif _PLAY.fullmatch(word[0]):
            at = word.start()
            yield at, at, "☖" if passes < _OTHERS else "☗"
            yield at + 1, at + 1, "☖"
            passes = 0
