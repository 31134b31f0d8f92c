"""Read history strings as events.

Each line is a round, with hands and dealer as headers, then moves. Unreadable parts of a round are
skipped: a hand, or all moves from the first unreadable one on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ....findings import Finding, Fix
from ....replayer.goita.pieces import HAND_SIZE
from ... import codes as file_codes
from ...events.events import Event, Header, Headers, Move, Moves, Next, Round, Unread
from ...interface.notation import Unsound, reads_on
from ...text.grammar import follows, grammar
from ...text.lines import LineOfText, blocks
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.spelling import plain
from ...text.text import Text

if TYPE_CHECKING:
    from ...text.language import GrammarLanguage
    from ...text.slips import MendedText

GRAMMAR = "goita/history"

DEALER = "dealer"
"""The header that gives the dealer; empty if the dealer cannot be read."""
HANDS = tuple(f"hands/{seat}" for seat in range(4))
"""The headers of the hands."""
_HEAD = (*HANDS, DEALER)
"""The headers before the moves."""
_DEALER_SIZE = len(",s1,")
HIDDEN_HAND = "x" * HAND_SIZE
"""A hand that is hidden or cannot be read."""

_NAMES = {
    "COMMA": "a comma",
    "HAND": "a hand of eight pieces (1 to 9, or x)",
    "DEALER": "s and the dealer (s1 to s4)",
    "PLAY": "a move (player, two pieces)",
    "PASS": "a pass (player, p)",
    "_NL": "another line",
}


def events(text: Text) -> Iterator[Event]:
    """Yield the events of a text. An empty line separates two matches."""
    for number, block in enumerate(blocks(text)):
        if number:
            yield Next(0, 0)
        match = [*block]
        if all(follows(GRAMMAR, "start", line.content) for line in match):
            for line in match:
                yield Round(line.start, line.end)
                yield from _plain(line.content, line.start, line.end)
        elif reads_on():
            yield from _mended(text, match)
        else:
            raise Unsound


def _plain(content: str, start: int, end: int) -> Iterator[Event]:
    """Yield the events of a line that follows the grammar."""
    parts = tuple(content.split(","))
    yield Headers(start, end, _HEAD, parts[: len(_HEAD)])
    moves = parts[len(_HEAD) :]
    if moves:
        yield Moves(start + content.index(",s") + _DEALER_SIZE, end, moves)


def _mended(text: Text, match: Sequence[LineOfText]) -> Iterator[Event]:
    """Read as much as possible of a match that does not follow the grammar; report its slips."""
    from ...text.slips import MendedText

    found, edits = list[Finding](), list[tuple[int, int, str]]()
    for line in match:
        spans = [each.span() for each in _SPACES.finditer(text.content, line.start, line.end)]
        found += [_of_spaces(text, spans)] if spans else []
        edits += [(*span, "") for span in spans]
    spaceless = RespeltText(text, edits)
    start, end = match[0].start, match[-1].end - sum(end - start for start, end, _ in edits)
    mended = MendedText(spaceless, start, end, _language(), _NAMES, tail="\n")
    found = sorted([*found, *mended.findings], key=lambda each: (each.line or 0, each.column or 0))
    for line in _LINE.finditer(mended.content, start, mended.stop):
        if line[0].isspace():
            continue  # blanks after a line break that was missing
        at, behind = (spaceless.origin(mended.origin(each)) for each in line.span())
        while found and (found[0].line or 0) < text.position(at)[0]:
            yield Round(at, at)  # A line is still a round even if nothing on it can be read.
            yield _unread(found.pop(0))
        yield Round(at, behind)
        while found and (found[0].line or 0) <= text.position(behind)[0]:
            yield _unread(found.pop(0))
        if mended.is_mended(*line.span()) or line.end() == mended.stop:
            for name, word, span in _parts(line, mended):
                first, last = (spaceless.origin(mended.origin(each)) for each in span)
                yield Header(first, last, name, word) if name else Move(first, last, word)
        else:
            yield from _plain(line[0], at, behind)
    for each in found:
        yield Round(end, end)
        yield _unread(each)


def _parts(line: re.Match[str], mended: MendedText) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield the header name (or ""), text and span of each part before an unreadable move."""
    known = True
    for at, part in enumerate(_PART.finditer(line.string, *line.span())):
        start, end = part.span()
        if at < len(_HEAD):
            unread = "" if _HEAD[at] == DEALER else HIDDEN_HAND
            behind = end if _HEAD[at] == DEALER else end + len(",x")
            swallowed = not known and end - start == 2 * HAND_SIZE  # the hand that was expected
            known = mended.is_known(start, end) and mended.keeps(start, behind) and not swallowed
            yield _HEAD[at], part[0] if known else unread, (start, end)
        elif mended.is_known(start - 1, end) and mended.keeps(start - 1, end):
            yield "", part[0], (start, end)
        else:
            return  # From here on, it is unknown whose turn it is.


def _unread(finding: Finding) -> Unread:
    """Return a part that cannot be read, which makes the end of its round unknown."""
    return Unread(0, 0, finding, cuts=False, lost=((),))


def _of_spaces(text: Text, spans: Sequence[tuple[int, int]]) -> Finding:
    """Return a finding about spaces around the commas of a line."""
    edits = tuple([edit(text, *span, "") for span in spans])
    found = Finding(
        rule=file_codes.TEXT_SYNTAX,
        message="unexpected space next to a comma",
        fix=Fix("remove the spaces", edits=edits),
    )
    return place(found, text, *spans[0])


_BETWEEN = re.compile("(?<=^[1-9x]{8})(?=[1-9x]{8}$)")
"""The places where a comma may be missing between two hands."""
_WHOLE = r"[0-9xps]*[^\W0-9xps]\w*"
"""A part with a letter that is not allowed in any part."""
_PART = re.compile("[^,]+")
_LINE = re.compile(r"[^\r\n]+")
_SPACES = re.compile(r"(?<![ \t])[ \t]++(?=,)|(?<=,)[ \t]++")
"""Spaces or tabs around a comma, where none are allowed."""


@cache
def _language() -> GrammarLanguage:
    from ...text.language import GrammarLanguage

    missing = {"HAND": (HIDDEN_HAND,), "DEALER": ("s1",), "PLAY": ("1xx",)}
    parser, texts = grammar(GRAMMAR, "match"), {"_NL": "\n"}
    return GrammarLanguage(parser, "match", missing, _respell, texts, _stand_ins, whole=_WHOLE)


_ALIKE = str.maketrans("lI|シｼ" + "し香馬銀金角飛王玉", "11111" + "123456789")
"""Characters that people type instead of a code, with only one possible meaning."""


def _respell(word: str) -> Iterator[str]:
    """Yield the possible meanings of a part of a line."""
    simple = plain(word).translate(_ALIKE)
    if len(simple) in (2, 3, HAND_SIZE):
        yield simple
        yield simple.lower()
    if simple in ("1", "2", "3", "4"):
        yield f"s{simple}"
    yield _BETWEEN.sub(",", word)


def _stand_ins(word: str) -> Iterator[str]:
    """Yield a word of each kind that a damaged word resembles."""
    if word[:1] in ("s", "S"):
        yield "s1"
    elif len(word) > 4 and word.isalnum():
        yield HIDDEN_HAND
    elif word.isalnum():
        yield "1xx"
