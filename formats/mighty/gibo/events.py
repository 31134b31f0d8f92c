"""Reads the text gibo as events: deals with headers, moves under their labels, and comments.

Where a deal does not follow the grammar as a whole, it is read line by line. What stands in a line
that cannot be read is unknown, and so are the rounds behind one of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from ....findings import Finding
from ... import codes as file_codes
from ...events.events import Comment, Event, Header, Lost, Moves, Next, Round, Unread
from ...text.comments import MARK
from ...text.grammar import follows, parse, terminals
from ...text.lines import BETWEEN, LineOfText, lines
from ...text.place import place
from ...text.text import LINE_END, Text
from ..words import respell
from .headers import GRAMMAR, HEADER, OF_DEAL, OF_MATCH, OF_RESULT, misplaced
from .notes import NOTED, comments, is_comment, is_note, misnumbered

CALLS = "Auction"
DECISIONS = ("Discard", "Contract", "Friend")
"""The labels of what is decided before the play; rows of the table have their number, or none."""
TABLE = "R"
"""The header of a table: its whole first line."""
NOT_YET = "."
"""Stands in a row for a card that is not played yet."""

_HEAD = r"R\s|P0\b"
_ROW = r"[0-9]|\.\s|\(?[ \t]*([♠♦♥♣☆★]|[SDHC][AKQJT2-9]|JK)\S*\s"
_HEADS = "RP"
_TABLE = re.compile(_HEAD)
_ENDS = re.compile(rf"{_HEAD}|{_ROW}|Result:")
_BEFORE = re.compile(rf"({'|'.join(OF_DEAL)})\b|{_HEAD}")
_IN_DEAL = re.compile(rf"({'|'.join(('Deal', *OF_DEAL, *OF_RESULT))})\b|{_HEAD}|{_ROW}")
_FIRST = re.compile(r"1(st|[.)])?\s")
_LAST = re.compile(r"10(th|[.)])?\s")

_NAMES = {
    "CALL": "a call (15♥, 16N, pass)",
    "CARD": "a card (♠A, ♥T, ☆)",
    "END": "won, lost, thrown-in or unfinished",
    "FRIEND": "first, last, none or a seat",
    "NAME": "a name",
    "NAMED": "a name",
    "NOT_YET": "`.` (not played yet)",
    "NUMBER": "a number",
    "OPTION": "an option (bid_min=14)",
    "PLAY": "a play (♠A, (♥T, ☆♥, ♣3!, ♦K*)",
    "PLAYER": "a player (P0 to P4)",
    "ORDINAL": "the number of a round",
    "ROLE": "a player of the table (P0 to P4, with ! or ~)",
    "ROUND": "the head of the table (R P0! P1 P2 P3~ P4)",
    "TEXT": "some text",
    "WORD": "a word",
    "_NL": "another line",
}
"""What the terminals of the grammar are, for people; keywords name themselves."""


def events(text: Text, odd: Sequence[Finding]) -> Iterator[Event]:
    """The events of a text; `odd` are the findings for headers that are read as they are meant, and
    stray lines.
    """
    for part in _parts(text):
        found = list[Finding]()
        if odd:
            last = text.position(part[-1].start)[0]
            found = [each for each in odd if (each.line or 0) <= last]
            odd = odd[len(found) :]
        match = [line for line in part if line.content]
        if match or found:
            yield Next(match[0].start, match[0].end) if match else Next(0, 0)
        for each in found:
            yield Unread(0, 0, each, cuts=False)
        if match:
            for block in _match(text, match):
                yield from block


def _parts(text: Text) -> Iterator[list[LineOfText]]:
    """The lines between those that separate two matches; there may be no match among them."""
    part: list[LineOfText] = []
    for line in lines(text):
        if line.content[:1] != "-" or not BETWEEN.match(line.content):
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


class _Block(Struct):
    """Some lines that are read together: those of a deal, or before all deals."""

    lines: list[LineOfText]

    @property
    def first(self) -> LineOfText:
        """The first line that is more than a comment, if there is one."""
        return next((each for each in self.lines if not is_note(each.content)), self.lines[0])


def _match(text: Text, match: Sequence[LineOfText]) -> Iterator[list[Event]]:
    """The events of a match, those of a block together."""
    count = next(
        (number for number, each in enumerate(match) if _IN_DEAL.match(each.content)), len(match)
    )
    heading, deals = _Block([*match[:count]]), _deals(match[count:])
    if MARK in text.content:
        _with_comments_above(text, [heading, *deals])
    if heading.lines:
        yield _block(text, "heading", heading.lines)
    for each in deals:
        first = each.first
        yield [Round(first.start, first.end), *_block(text, "deal", each.lines)]
    if not deals:
        why = "the match has no deal: a table or a header of one is due"
        yield [_unread(text, match[-1], Finding(rule=file_codes.TEXT_SYNTAX, message=why))]


def _deals(after_heading: Sequence[LineOfText]) -> list[_Block]:
    """The lines of each deal.

    It begins with `Deal:`, with a header behind a table or result, or with round 1 behind round 10.
    """
    found: list[_Block] = []
    complete, last = True, ""
    for line in after_heading:
        content = line.content
        if content[0] in NOTED and found and is_note(content):
            found[-1].lines.append(line)
            continue
        if content[0] == "1" and _FIRST.match(content):
            again = _LAST.match(last) is not None
        elif content[0] in _HEADS and _TABLE.match(content) and _TABLE.match(last):
            again = False
        elif content.startswith("Deal:"):
            again = content != last
        else:
            again = complete and _BEFORE.match(content) is not None
        if again or not found:
            found.append(_Block([]))
            complete = False
        found[-1].lines.append(line)
        complete = complete or _ENDS.match(content) is not None
        last = content
    return found


def _with_comments_above(text: Text, blocks: Sequence[_Block]) -> None:
    """Put comments in the lines right above `Deal:` to that deal."""
    for before, block in pairwise(blocks):
        while before.lines and is_comment(before.lines[-1].content):
            line, following = before.lines[-1], block.lines[0]
            near = text.position(line.start)[0] + 1 == text.position(following.start)[0]
            if not near or not block.first.content.startswith("Deal:"):
                break
            block.lines.insert(0, before.lines.pop())


# What is said in a block


def _block(text: Text, start: str, block: Sequence[LineOfText]) -> list[Event]:
    """The events of a block, which is a `start` of the grammar."""
    end = block[-1].end
    known, slip = None, None
    if follows(GRAMMAR, start, text.content[block[0].start : end]):
        known = _said(text, block, end)
    if known is None:
        slip = _slip(text, start, block)
    if slip is None:
        said = _said(text, block, end) if known is None else known
        if said is not None:
            return said
        why = "this cannot be read: each header and each round of the table has a line of its own"
        slip = place(Finding(rule=file_codes.TEXT_SYNTAX, message=why), text, block[0].start, end)
    found: list[Event] = [_unread(text, block[0], slip)]
    if start == "heading":
        found.append(Unread(0, 0, None, cuts=False, lost=_OF_HEADING))
    readable, lost = list[LineOfText](), list[Lost]()
    rounds, cut = 0, False
    for line in block:
        wrong, word = _slip(text, start, [line]), _WORD.match(line.content)
        name = "" if word is None else word[0]
        is_row = not is_note(line.content) and name != TABLE and name not in _FIELDS
        if wrong is None:
            if not (is_row and cut):
                readable.append(line)
                rounds += is_row
            continue
        if slip.line != text.position(line.start)[0]:
            found.append(_unread(text, line, wrong))
        if name == TABLE:
            lost += _ROLES
            readable.append(LineOfText(TABLE, line.start))
        elif name in _FIELDS:
            lost.append((_FIELDS[name],))
        elif name != "Note":
            readable += [line] if name == "Options" and start == "heading" else []
            lost.append(("tricks", rounds))
            cut = True
    if start == "deal":
        found.append(Unread(0, 0, None, cuts=False, lost=tuple(lost or [()])))
    return found + (_said(text, readable, None) or [])


_FIELDS = {
    "Deal": "gap",
    "Dealer": "dealer",
    "Totals": "totals",
    "Hand": "hands",
    "Kitty": "kitty",
    "Auction": "bids",
    "Discard": "discard",
    "Contract": "contract",
    "Friend": "friend",
    "Result": "result",
    "Points": "result",
    "Score": "result",
    "Payoffs": "result",
}
"""What the lines of a deal say in a record, and so what is lost with them."""
_OF_HEADING: tuple[Lost, ...] = (("rules",), ("view",))
"""What a line of the heading that cannot be read may have said."""
_ROLES: tuple[Lost, ...] = (("president",), ("friend_player",))
_WORD = re.compile(r"[A-Za-z]+")


def _unread(text: Text, line: LineOfText, finding: Finding) -> Unread:
    """A line that cannot be read; what is lost is said of all of them together."""
    placed = finding if finding.line else place(finding, text, line.start, line.end)
    return Unread(line.start, line.end, placed, cuts=False)


def _slip(text: Text, start: str, block: Sequence[LineOfText]) -> Finding | None:
    """What keeps some lines from being read together, None if nothing does."""
    for line in block:
        if ":" in line.content and line.content.partition(":")[0] not in _FIELDS:
            wrong = misnumbered(line, start)
            if wrong is not None:
                return place(
                    Finding(rule=file_codes.TEXT_SYNTAX, message=wrong[0]), text, *wrong[1:]
                )
            header = HEADER.match(line.content)
            why = None if header is None else misplaced(header[1], start)
            if header is not None and why is not None and not is_comment(line.content):
                found = Finding(rule=file_codes.TEXT_SYNTAX, message=why)
                return place(found, text, line.start, line.start + header.end())
    span = block[0].start, block[-1].end
    if follows(GRAMMAR, start, text.content[slice(*span)]):
        return None
    found = parse(GRAMMAR, start, text, span, _NAMES, respell)
    return found if isinstance(found, Finding) else None


def _said(text: Text, block: Sequence[LineOfText], end: int | None) -> list[Event] | None:
    """The events of lines that can be read, each of which may be followed by comments.

    Where a title stands among others, it goes on to the end of its line, with the spaces there;
    `end` is that of them all. None if there is a line that only looks as if it could be read.
    """
    found, noted = list[Event](), list[LineOfText]()
    for line in block:
        if line.content[0] in NOTED and is_note(line.content):
            noted.append(line)
            continue
        if noted:
            found += _comments(text, noted, found)
            noted = []
        if end is not None and line.content.startswith("Title:"):
            line = LineOfText(LINE_END.split(text.content[line.start : end], 1)[0], line.start)
        event = _event(line.content, line.start)
        if event is None:
            return None
        found.append(event)
    return found + _comments(text, noted, found) if noted else found


def _comments(text: Text, noted: Sequence[LineOfText], before: Sequence[Event]) -> list[Event]:
    """Comments, about the move that stands before, or else about all of a deal or match."""
    last = before[-1] if before else None
    whole = not (isinstance(last, Comment) or (isinstance(last, Moves) and last.made()))
    return list(comments(text, noted, whole))


def _event(content: str, start: int) -> Event | None:
    """What a line says that follows the grammar; None if a row looks as if it had a header."""
    end = start + len(content)
    numbered = content[0] in _DIGITS
    if not numbered:
        name, colon, rest = content.partition(":")
        rest = rest.lstrip()
        if name in _HEADERS and colon:
            return Header(end - len(rest), end, name, rest)
        if name == CALLS:
            calls = [each.strip() for each in rest.split(",")] if rest else ()
            return Moves(start, end, tuple(calls), name)
        if name in DECISIONS:
            return Moves(start, end, (rest,), name)
        for name in ("Hand", "Options"):
            # `HandP1` is not one, though its words are right.
            if content.startswith(name) and not content[len(name) :][:1].isalnum():
                rest = content[len(name) :].lstrip(" \t:")
                return Header(end - len(rest), end, name, rest)
    if ":" in content:
        return None
    if content[0] in _HEADS:
        return Header(start, end, TABLE, content)
    words = content.split()
    label = words.pop(0) if numbered else ""
    if len(words) != _CELLS:
        cells = terminals(GRAMMAR, "PLAY", "NOT_YET", "OTHER")
        words = [each[0] for each in cells.finditer(content, len(label))]
    return Moves(start, end, tuple(words), label, NOT_YET)


_HEADERS = frozenset({"Deal", "Dealer", "Totals", "Kitty", *OF_RESULT, *OF_MATCH})
_DIGITS = frozenset("0123456789")
_CELLS = 5
