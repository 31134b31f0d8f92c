"""The events in a `rooks/moves` text; see the page `rooks/moves`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

from kifu.findings import Finding
from kifu.formats import codes
from kifu.formats.events.events import (
    Clock,
    Close,
    Comment,
    End,
    Event,
    Glyph,
    Header,
    Move,
    Next,
    Open,
    Remark,
    Round,
    Unread,
)
from kifu.formats.text.place import place
from kifu.formats.text.text import Text
from kifu.replayer.play.annotation import Property
from kifu.replayer.play.ended import How

START = re.compile(r'^\[Game "Rooks"\]', re.MULTILINE)
STRING = r'"(?:\\.|[^"\\\n])*"'
HEADER = re.compile(rf"\s*\[(?P<key>[A-Za-z]\w*)(?P<values>(?: {STRING})*)\][ \t\r]*(?:\n|\Z)")
SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,20})?"
COMMENT = r"\{(?:\\.|[^\\}])*\}"
NUMBER = r"(?P<number>[0-9]{1,7})(?P<dots>\.\.\.|\.)"
TOKEN = re.compile(
    rf"""(?P<comment>{COMMENT}) | (?P<unclosed>\{{)
    | \[%(?P<clock>used|left)\ (?P<seconds>{SECONDS})\]
    | \$(?P<glyph>[0-9]{{1,3}}) | (?P<bang>!!|\?\?|!\?|\?!|!|\?)
    | {NUMBER} | (?P<end>1-0|0-1|1/2-1/2|\*)
    | (?P<open>\((?:\s*(?P<name>{STRING}))?)
    (?=(?:\s*{COMMENT})*\s*(?P<first>[0-9]{{1,7}})(?P<by>\.\.\.|\.))?
    | (?P<close>\)) | (?P<move>[A-Za-z][A-Za-z0-9=+\#]*) | \S""",
    re.VERBOSE | re.DOTALL,
)
BANGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
MEANT = {"n": "\n", "r": "\r"}
FIELDS = {
    "Game": "game",
    "White": "players/0",
    "Black": "players/1",
    "Ended": "rounds/0/ended",
    "By": "rounds/0/ended/by",
    "Accepted": "rounds/0/ended/accepted",
    "Claim": "rounds/0/ended/claim",
    "EndText": "rounds/0/ended/text",
}
"""Header keys that may appear only once, and where their values go in the record."""
WORDS = {"Ended": get_args(How), "By": ("White", "Black"), "Accepted": ("yes", "no")}
NOTED = {"Before", "After", "Glyph", "Used", "Left"}


def events(text: Text) -> Iterator[Event]:
    """Yield the events of a text's games, each of which begins with a line `[Game "Rooks"]`."""
    starts = [each.start() for each in START.finditer(text.content)] or [0]
    starts[0] = 0
    for number, (start, end) in enumerate(pairwise([*starts, len(text.content)])):
        if number:
            yield Next(start, start + 1)
        depth = 0
        for each in _game(text, start, start + len(text.content[start:end].rstrip())):
            yield each
            depth += isinstance(each, Open) - isinstance(each, Close)
            if isinstance(each, Unread):  # the game is read only up to here
                yield from [Close(each.end, each.end)] * depth
                break


def _game(text: Text, start: int, end: int) -> Iterator[Event]:
    said = set[str]()
    while (found := HEADER.match(text.content, start, end)) is not None:
        yield from _header(text, found, said)
        start = found.end()
    yield Round(start, start + 1)
    yield from _moves(text, start, end)


def _unread(text: Text, start: int, end: int, why: str) -> Unread:
    found = Finding(rule=codes.TEXT_SYNTAX, message=why)
    return Unread(start, end, place(found, text, start, end), lost=((),))


def _header(text: Text, found: re.Match[str], said: set[str]) -> Iterator[Event]:
    """Yield the event of a header line; unknown keys become properties of the match."""
    start, end = found.start("key") - 1, found.end("values") + 1
    key, values = found["key"], [unquoted(each) for each in re.findall(STRING, found["values"])]
    if key not in FIELDS and key not in NOTED:
        yield Remark(start, end, Property(key=key, values=tuple(values)))
    elif key in FIELDS:
        if len(values) != 1 or key in said:
            yield _unread(text, start, end, f"{key} must appear once, with one value")
        elif key in WORDS and values[0] not in WORDS[key]:
            yield _unread(text, start, end, f"{key} must be one of {', '.join(WORDS[key])}")
        else:
            yield Header(found.start("values") + 1, found.end("values"), FIELDS[key], values[0])
        said.add(key)
    for value in values if key in NOTED else ():
        if key in ("Before", "After"):
            yield Comment(start, end, value, before=key == "Before")
        elif re.fullmatch("[0-9]{1,3}" if key == "Glyph" else SECONDS, value) is None:
            yield _unread(text, start, end, f"{value!r} is not a number")
        elif key == "Glyph":
            yield Glyph(start, end, int(value))
        else:
            yield _clock(start, end, key.lower(), value)


class _Line:
    """How much of the main line or a variation has been read."""

    def __init__(self, ply: int) -> None:
        self.ply = ply
        """The next ply."""
        self.comes = False
        """Whether its move number has been read."""
        self.is_begun = self.is_over = False


def _moves(text: Text, start: int, end: int) -> Iterator[Event]:
    """Yield the moves between two offsets, with everything that accompanies them."""
    lines = [_Line(1)]
    for token in TOKEN.finditer(text.content, start, end):
        line, (at, to) = lines[-1], token.span()
        is_behind = not line.comes and not line.is_over
        match "open" if token["open"] else token.lastgroup:
            case "comment":
                said = ESCAPED.sub(lambda each: MEANT.get(each[1], each[1]), token[0][1:-1])
                is_fresh = not (line.comes or line.is_begun or line.is_over)
                yield Comment(at, to, said, line.comes or is_fresh, whole=is_fresh or line.is_over)
            case "glyph" | "bang" if is_behind:
                yield Glyph(at, to, int(token["glyph"] or BANGS[token["bang"] or "!"]))
            case "seconds" if is_behind:
                yield _clock(at, to, token["clock"], token["seconds"])
            case "close" if len(lines) > 1:
                lines.pop()
                yield Close(at, to)
            case "unclosed":
                yield _unread(text, at, to, "the comment that begins here is never closed")
            case "open" | "dots" | "move" if line.is_over:
                yield _unread(text, at, to, "the line is over")
            case "open":
                first = _ply(token["first"], token["by"]) if token["first"] else None
                lines.append(_Line(first or line.ply - 1))
                yield Open(at, to, first, token["name"] and unquoted(token["name"]))
            case "dots":
                line.comes, due = True, f"{line.ply + 1 >> 1}{'.' if line.ply % 2 else '...'}"
                if _ply(token["number"], token["dots"]) != line.ply:
                    yield _unread(text, at, to, f"expected move {due} here")
            case "move":
                line.ply, line.comes, line.is_begun = line.ply + 1, False, True
                yield Move(at, to, token[0])
            case "end":
                line.is_over, line.comes = True, False
                if len(lines) == 1 or token[0] != "*":
                    yield End(at, to, token[0])
            case _:
                yield _unread(text, at, to, f"{token[0]!r} has no meaning here")
    if len(lines) == 1 and not lines[0].is_over:
        yield _unread(text, end, end, "the game ends without a result or *")


def _ply(number: str, dots: str) -> int:
    return 2 * int(number) - (dots == ".")


def _clock(start: int, end: int, kind: str, seconds: str) -> Clock:
    return Clock(start, end, **{kind: float(seconds)})


def unquoted(text: str) -> str:
    """Return the text between quotation marks, with backslash escapes as in JSON.

    A backslash that does not form an escape is kept.
    """
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text[1:-1]
