"""The events in a `tictactoe/moves` text; see the page `tictactoe/moves`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
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

from .rules import MARKS

START = re.compile(r'^\[Game "Tic-tac-toe"\]', re.MULTILINE)
STRING = r'"(?:\\.|[^"\\\n])*"'
HEADER = re.compile(rf"\s*\[(?P<key>[A-Za-z]\w*)(?P<values>(?: {STRING})*)\][ \t\r]*(?:\n|\Z)")
TOKEN = re.compile(
    rf"""(?P<comment>\{{(?:\\.|[^\\}}])*\}}) | (?P<unclosed>\{{)
    | \[%(?P<clock>used|left)\ (?P<seconds>[0-9]{{1,9}}(?:\.[0-9]{{1,20}})?)\]
    | \$(?P<glyph>[0-9]{{1,3}}) | (?P<end>1-0|0-1|1/2-1/2|\*)
    | (?P<open>\((?:\s*(?P<name>{STRING}))?) | (?P<close>\))
    | (?P<ply>[0-9]{{1,7}})\. | (?P<move>[a-z][a-z0-9]*) | \S""",
    re.VERBOSE | re.DOTALL,
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
MEANT = {"n": "\n", "r": "\r"}
ENDED = "rounds/0/ended"
FIELDS = {"Game": "game", "X": "players/0", "O": "players/1", "Ended": ENDED} | {
    key: f"{ENDED}/{name}"
    for key, name in {
        "By": "by",
        "Accepted": "accepted",
        "Claim": "claim",
        "EndText": "text",
    }.items()
}
"""Header keys that may appear only once, and where their values go in the record."""
WORDS = {
    "Game": ("Tic-tac-toe",),
    "Ended": get_args(How),
    "By": tuple(MARKS),
    "Accepted": ("no", "yes"),
}
NOTED = {"Before", "After"}
"""Header keys for comments on the whole record."""


def events(text: Text) -> Iterator[Event]:
    """Yield the events of a text's games, each of which begins with a line `[Game …]`."""
    starts = [each.start() for each in START.finditer(text.content)] or [0]
    starts[0] = 0
    for number, (start, end) in enumerate(pairwise([*starts, len(text.content)])):
        if number:
            yield Next(start, start + 1)
        depth = 0
        for each in _game(text, start, start + len(text.content[start:end].rstrip())):
            yield each
            depth += isinstance(each, Open) - isinstance(each, Close)
            if isinstance(each, Unread) and each.cuts:  # the game is read only up to here
                yield from [Close(each.end, each.end)] * depth
                break


def _game(text: Text, start: int, end: int) -> Iterator[Event]:
    said = set[str]()
    while (found := HEADER.match(text.content, start, end)) is not None:
        yield _header(text, found, said)
        said.add(found["key"])
        start = found.end()
    yield Round(start, start + 1)
    yield from _moves(text, [*TOKEN.finditer(text.content, start, end)], end)


def _unread(text: Text, start: int, end: int, why: str, cuts: bool = True) -> Unread:
    found = Finding(rule=codes.TEXT_SYNTAX, message=why)
    return Unread(start, end, place(found, text, start, end), cuts, ((),))


def _header(text: Text, found: re.Match[str], said: set[str]) -> Event:
    """Return the event of a header line; unknown keys become properties of the match."""
    start, end = found.start("key") - 1, found.end("values") + 1
    key, values = found["key"], [unquoted(each) for each in re.findall(STRING, found["values"])]
    if key in NOTED and len(values) == 1:
        return Comment(start, end, values[0], before=key == "Before")
    if key not in FIELDS:
        return Remark(start, end, Property(key=key, values=tuple(values)))
    if len(values) != 1 or key in said:
        why = f"{key} must appear once, with one value"
    elif values[0] not in WORDS.get(key, values):
        why = f"expected {' or '.join(WORDS[key])}, not {values[0]!r}"
    elif FIELDS[key].startswith(f"{ENDED}/") and "Ended" not in said:
        why = f"Ended must come before {key}"
    else:
        return Header(found.start("values") + 1, found.end("values"), FIELDS[key], values[0])
    return _unread(text, start, end, why, cuts=False)


class _Line:
    """How much of the main line or a variation has been read."""

    def __init__(self, ply: int) -> None:
        self.ply = ply
        """The next ply."""
        self.comes = False
        """Whether the number of its next ply has been read."""
        self.is_begun = self.is_over = False


def _moves(text: Text, tokens: Sequence[re.Match[str]], end: int) -> Iterator[Event]:
    """Yield the moves among some tokens, with everything that accompanies them."""
    lines = [_Line(1)]
    for number, token in enumerate(tokens):
        line, (at, to) = lines[-1], token.span()
        is_behind = not line.comes and not line.is_over
        match token.lastgroup:
            case "comment":
                said = ESCAPED.sub(lambda each: MEANT.get(each[1], each[1]), token[0][1:-1])
                is_fresh = not (line.comes or line.is_begun or line.is_over)
                yield Comment(at, to, said, line.comes or is_fresh, whole=is_fresh or line.is_over)
            case "glyph" if is_behind:
                yield Glyph(at, to, int(token["glyph"]))
            case "seconds" if is_behind:
                yield Clock(at, to, **{token["clock"]: float(token["seconds"])})
            case "close" if len(lines) > 1:
                lines.pop()
                yield Close(at, to)
            case "unclosed":
                yield _unread(text, at, to, "the comment that begins here is never closed")
            case "open" | "ply" | "move" if line.is_over:
                yield _unread(text, at, to, "the line is over")
            case "open":
                first = _first(tokens, number + 1)
                lines.append(_Line(line.ply - 1 if first is None else first))
                yield Open(at, to, first, token["name"] and unquoted(token["name"]))
            case "ply":
                line.comes = True
                if int(token["ply"]) != line.ply:
                    yield _unread(text, at, to, f"expected {line.ply}. here")
            case "move":
                line.ply, line.comes, line.is_begun = line.ply + 1, False, True
                yield Move(at, to, token[0])
            case "end" if len(lines) == 1 or token[0] == "*":
                line.is_over, line.comes = True, False
                if len(lines) == 1:
                    yield End(at, to, token[0])
            case _:
                yield _unread(text, at, to, f"{token[0]!r} has no meaning here")
    if len(lines) == 1 and not lines[0].is_over:
        yield _unread(text, end, end, "the game ends without a result or *")


def _first(tokens: Sequence[re.Match[str]], at: int) -> int | None:
    """Return the number before the first move of a variation, if there is one."""
    while at < len(tokens) and tokens[at].lastgroup in ("comment", "glyph", "seconds"):
        at += 1
    return int(tokens[at]["ply"]) if at < len(tokens) and tokens[at]["ply"] else None


def unquoted(text: str) -> str:
    """Return the text between quotation marks, with backslash escapes as in JSON.

    A backslash that does not form an escape is kept.
    """
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text[1:-1]
