"""Read the lines of a text gibo as events: deals with headers, labelled moves, comments.

The content of an unreadable line is unknown; after an unreadable row of the table, so are all later
rounds.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, groupby, pairwise
from typing import TypeAlias

from ....findings import Finding
from ... import codes as file_codes
from ...events.events import Event, Header, Lost, Moves, Next, Round, Unread
from ...text.grammar import follows, terminals
from ...text.lines import BETWEEN, LineOfText
from ...text.lines import lines as lines_of
from ...text.place import place
from ...text.respelt import RespeltText
from ...text.text import Text
from .lines import (
    CALLS,
    DECISIONS,
    GRAMMAR,
    HEAD,
    NOT_YET,
    OF_DEAL,
    OF_MATCH,
    OF_RESULT,
    ROW,
    TABLE,
    Slip,
)
from .notes import NOTED, comments, is_comment, is_note
from .order import in_order

_HEADS = "RP"
_TABLE = re.compile(HEAD)
_OF_PLAY = re.compile(rf"{HEAD}|{ROW}|Result:")
_BEFORE = re.compile(rf"({'|'.join(OF_DEAL)})\b|{HEAD}")
_IN_DEAL = re.compile(rf"({'|'.join(('Deal', *OF_DEAL, *OF_RESULT))})\b|{HEAD}|{ROW}")
_FIRST = re.compile(r"1(st|[.)])?\s")
_MARKS = frozenset("(*!.")
_LAST = re.compile(r"10(th|[.)])?\s")

SlipsByLine: TypeAlias = dict[int, list[Slip]]


def meant(text: Text) -> tuple[Text, list[LineOfText], list[Slip]]:
    """Return the text as intended, with its non-empty lines and their slips."""
    found = [each for each in lines_of(text) if each.content]
    odd = [at for at, each in enumerate(found) if not _is_sound(each.content)]
    if not odd:
        return text, found, []
    from .slips import slips  # its imports are slow, and most texts are sound

    shift, edits, wrong = 0, list[tuple[int, int, str]](), list[Slip]()
    for slip in slips(text, found, odd):
        wrong.append(Slip(slip.start + shift, slip.findings, slip.edits))
        edits += slip.edits or ()
        shift += sum(len(new) - (end - start) for start, end, new in slip.edits or ())
    respelt = RespeltText(text, edits)
    return respelt, [each for each in lines_of(respelt) if each.content], wrong


def _is_sound(line: str) -> bool:
    return follows(GRAMMAR, "line", line) or BETWEEN.match(line) is not None


def events(text: Text, lines: Sequence[LineOfText], slips: Sequence[Slip]) -> Iterator[Event]:
    """Yield the events of a text as intended, given its lines and their slips."""
    left = _by_line(lines, slips)
    for between, part in groupby(lines, lambda line: BETWEEN.match(line.content) is not None):
        if not between:
            match = [*part]
            yield Next(match[0].start, match[0].end)
            yield from _match(text, match, left)
    for slip in chain(*left.values()):
        yield from map(_unread, slip.findings)


def _by_line(lines: Sequence[LineOfText], slips: Sequence[Slip]) -> SlipsByLine:
    """Return the slips in each line, by the line's start."""
    found: SlipsByLine = {}
    left = deque(slips)
    for line in lines if slips else ():
        while left and left[0].start <= line.end:
            found.setdefault(line.start, []).append(left.popleft())
    return found | ({len(lines): [*left]} if left else {})


def _match(text: Text, match: Sequence[LineOfText], slips: SlipsByLine) -> Iterator[Event]:
    match, misplaced = in_order(text, match)
    count = next((at for at, each in enumerate(match) if _IN_DEAL.match(each.content)), len(match))
    heading, deals = [*match[:count]], _deals(match[count:])
    _put_comments_below(text, [heading, *deals])
    yield from map(_unread, misplaced)
    before = _Block(text, slips, in_deal=False)
    yield from before.events(heading)
    for deal in deals:
        first = _first(deal)
        yield Round(first.start, first.end)
        yield from _Block(text, slips, in_deal=True).events(deal)
    if not deals and before.is_read:
        why = "the match has no deal: a table or a deal header is missing"
        yield _refused(text, why, match[-1].start, match[-1].end)


def _first(block: Sequence[LineOfText]) -> LineOfText:
    """Return the first line that is not a comment, if there is one."""
    return next((each for each in block if not is_note(each.content)), block[0])


def _deals(after_heading: Sequence[LineOfText]) -> list[list[LineOfText]]:
    """Return the lines of each deal.

    A deal begins with `Deal:`, a header after a table or result, or round 1 after round 10.
    """
    found: list[list[LineOfText]] = []
    complete, last = True, ""
    for line in after_heading:
        content = line.content
        if content[0] in NOTED and found and is_note(content):
            found[-1].append(line)
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
            found.append([])
            complete = False
        found[-1].append(line)
        complete = complete or _is_of_play(content)
        last = content
    return found


def _is_of_play(line: str) -> bool:
    """Return whether a line is the head of a table, a row, or a result.

    The rest of a broken line may begin like a row: `♠A is the Mighty`.
    """
    if _OF_PLAY.match(line) is None:
        return False
    words = line.split()
    is_whole = not _MARKS.isdisjoint(line) or (line[0].isdecimal() and len(words) == _CELLS + 1)
    return line[0] in _HEADS or (is_whole and _is_row(words))


def _put_comments_below(text: Text, blocks: Sequence[list[LineOfText]]) -> None:
    """Move comments right above `Deal:` to that deal."""
    for before, block in pairwise(blocks):
        while before and is_comment(before[-1].content):
            line, following = before[-1], block[0]
            near = text.position(line.start)[0] + 1 == text.position(following.start)[0]
            if not near or not _first(block).content.startswith("Deal:"):
                break
            block.insert(0, before.pop())


def _unread(finding: Finding | None, *lost: Lost) -> Unread:
    return Unread(0, 0, finding, cuts=False, lost=lost)


def _refused(text: Text, why: str, start: int, end: int, *lost: Lost) -> Unread:
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why)
    return _unread(place(finding, text, start, end), *lost)


# The content of a block

_FIELDS = {
    "Deal": "gap",
    "Hand": "hands",
    "Auction": "bids",
    **{each: each.lower() for each in ("Dealer", "President", "Totals", "Kitty", *DECISIONS)},
    **dict.fromkeys(OF_RESULT, "result"),
}
"""The parts of a record given by the lines of a deal, and lost with them."""
_OF_HEADING: tuple[Lost, ...] = (("rules",), ("view",))
"""The parts of a record that an unreadable line in the heading may have given."""
_ROLES: tuple[Lost, ...] = (("president",), ("friend_player",))
_WORD = re.compile(r"[A-Za-z]+")
_SECOND_WORD = re.compile(r"(?:[^:]*:|\S+)\s*(\S+)")
_NUMBER = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?[.)]*(?!\S)")
_CELL = re.compile(
    r"\(?([♠♦♥♣SDHC](10|[AKQJT0-9])?[♠♦♥♣SDHC]?|[♠♦♥♣SDHC]?([☆★]|JK)[♠♦♥♣SDHC]?|\?\?)!?\*?\Z"
    r"|[.(!*~]+\Z"
)
_CELLS = 5


class _Block:
    """The lines before all deals, or of a single deal, while being read."""

    def __init__(self, text: Text, slips: SlipsByLine, *, in_deal: bool) -> None:
        self.text = text
        self.slips = slips
        self.in_deal = in_deal
        self.said: dict[str, str] = {}
        """The lines allowed only once, by kind."""
        self.rounds = 0
        self.is_mixed = False
        """Whether the lines of two deals are mixed."""
        self.is_read = False
        """Whether any line is readable."""
        self.is_cut = False
        """Whether a row of the table is unreadable, so that the meaning of later rows is
        unknown."""

    @property
    def next_round(self) -> Lost:
        """The path of the next round of the table, or of the whole deal before the table."""
        return ("tricks", self.rounds) if self.rounds or TABLE in self.said else ()

    def events(self, block: Sequence[LineOfText]) -> Iterator[Event]:
        """Yield the events of the lines, each of which may be followed by comments."""
        last, noted = None, list[LineOfText]()
        for line, following in zip(block, [*block[1:], None], strict=False):
            is_lost = False
            for slip in self.slips.pop(line.start, ()):
                yield from map(_unread, slip.findings)
                is_lost = slip.edits is None
            if line.content[0] in NOTED and is_note(line.content):
                noted.append(line)
                continue
            if noted:
                yield from self.comments(noted, last)
                noted = []
            if is_lost:
                yield from self.lost(line, following)
                continue
            self.is_read = True
            last = _event(line.content, line.start)
            if isinstance(last, Header) or last.label in _LABELS:
                if not self.is_first(last, line):
                    yield from self.again(last, line)
                    continue
            elif self.is_cut:
                continue
            else:
                self.rounds += 1
            yield last
        yield from self.comments(noted, last)

    def comments(self, lines: Sequence[LineOfText], last: Header | Moves | None) -> Iterator[Event]:
        """Yield comments on the move before them or, without one, on the whole deal or match."""
        self.is_read = self.is_read or bool(lines)
        return comments(self.text, lines, not (isinstance(last, Moves) and last.made()))

    def is_first(self, event: Header | Moves, line: LineOfText) -> bool:
        """Return whether a line is allowed in the block and is the first of its kind there."""
        key = _key(event)
        before = self.said.setdefault(key, line.content)
        return before is line.content and not (self.in_deal and _of_match(key))

    def again(self, event: Header | Moves, line: LineOfText) -> Iterator[Event]:
        """Report a disallowed line. Several kinds of them are one slip: two deals are mixed up."""
        key = _key(event)
        if self.in_deal and _of_match(key):
            why = "lines about the match belong before its first deal"
            why = f"{why}; write '---' to begin another match"
            end = line.start + line.content.index(":") + 1
            yield _refused(self.text, why, line.start, end)
            return
        same = self.said[key].split() == line.content.split()
        self.said[key] = line.content
        differs = self.in_deal and not same
        lost = [self.next_round] if differs else []
        if self.is_mixed:
            yield _unread(None, *lost)
        else:
            first = _SECOND_WORD.match(line.content)
            start, end = (0, 1) if first is None else first.span(1)
            where = " in the deal; write 'Deal:' to begin another one" if self.in_deal else ""
            called = line.content.split(":")[0] if key != TABLE else TABLE
            why = f"{called!r} is repeated{where}"
            yield _refused(self.text, why, line.start + start, line.start + end, *lost)
        if differs:
            self.is_mixed = True
            yield event

    def lost(self, line: LineOfText, following: LineOfText | None) -> Iterator[Event]:
        """Yield the parts lost with an unreadable line."""
        found = _WORD.match(line.content)
        name = "" if found is None else found[0]
        if not self.in_deal:
            yield _unread(None, *(() if name == "Note" else _OF_HEADING))
        elif name == TABLE and len(line.content.split()) >= _CELLS:
            self.said[TABLE] = line.content
            yield _unread(None, *_ROLES)
            yield Header(line.start, line.end, TABLE, TABLE)
        elif field := get_close_matches(name, _FIELDS, n=1):
            yield _unread(None, (_FIELDS[field[0]],))
        elif _is_row(line.content.split()) or self.is_followed_by_next(following):
            yield _unread(None, ("tricks", self.rounds))
            self.is_cut = True

    def is_followed_by_next(self, line: LineOfText | None) -> bool:
        """Return whether a line is the table's next row after the current one."""
        number = None if line is None else _NUMBER.match(line.content)
        return number is not None and int(number[1]) == self.rounds + 2


def _key(event: Header | Moves) -> str:
    """Return the kind of a line, which is allowed only once in its block."""
    if isinstance(event, Moves):
        return event.label
    if event.name == "Hand":
        return f"Hand {event.value.partition(':')[0].rstrip()}"
    return f"Options: {event.value}" if event.name == "Options" else event.name


def _of_match(key: str) -> bool:
    return key.partition(":")[0] in OF_MATCH


def _is_row(words: Sequence[str]) -> bool:
    """Return whether most words of a line fit a row, or it has a number and a row's length."""
    numbered = _NUMBER.match(words[0]) is not None
    cells = words[numbered:]
    known = sum(_CELL.match(each) is not None for each in cells)
    return known * 2 > len(cells) or (numbered and len(cells) in (0, _CELLS))


def _event(content: str, start: int) -> Header | Moves:
    """Return the event of a line."""
    end, numbered = start + len(content), content[0] in _DIGITS
    name, colon, rest = content.partition(":")
    if colon and not numbered:
        rest = rest.lstrip()
        if name in _HEADERS:
            return Header(end - len(rest), end, name, rest)
        if name == CALLS:
            calls = [each.strip() for each in rest.split(",")] if rest else ()
            return Moves(start, end, tuple(calls), name)
        if name in DECISIONS:
            return Moves(start, end, (rest,), name)
        rest = content.removeprefix("Hand").lstrip()
        return Header(end - len(rest), end, "Hand", rest)
    if content[0] in _HEADS:
        return Header(start, end, TABLE, content)
    words = content.split()
    label = words.pop(0) if numbered else ""
    if len(words) != _CELLS:
        cells = terminals(GRAMMAR, "PLAY", "NOT_YET", "WRONG")
        words = [each[0] for each in cells.finditer(content, len(label))]
    return Moves(start, end, tuple(words), label, NOT_YET)


_HEADERS = frozenset({"Deal", "Dealer", "President", "Totals", "Kitty", *OF_RESULT, *OF_MATCH})
_LABELS = frozenset({CALLS, *DECISIONS})
_DIGITS = frozenset("0123456789")
