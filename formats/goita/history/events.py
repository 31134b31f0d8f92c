"""Reads history strings as events: a round a line, its hands and dealer as headers, then moves.

What cannot be read of a round is passed over: a hand, or what stands behind a move that is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ....findings import Finding, Fix
from ....replayer.goita.pieces import HAND_SIZE
from ... import codes as file_codes
from ...events.events import Event, Header, Headers, Move, Moves, Next, Round, Unread
from ...text.grammar import follows, parse
from ...text.lines import LineOfText, blocks
from ...text.place import edit, place
from ...text.spelling import plain
from ...text.text import Text

GRAMMAR = "goita/history"

DEALER = "dealer"
"""The header that names the dealer; empty where that cannot be read."""
HANDS = tuple(f"hands/{seat}" for seat in range(4))
"""The headers of the hands."""
_HEAD = (*HANDS, DEALER)
"""What stands before the moves."""
_DEALER_SIZE = len(",s1,")
HIDDEN_HAND = "x" * HAND_SIZE
"""A hand that is hidden, or cannot be read."""

_NAMES = {
    "COMMA": "a comma",
    "HAND": "a hand of eight pieces (1 to 9, or x)",
    "DEALER": "s and the dealer (s1 to s4)",
    "PLAY": "a move (player, two pieces)",
    "PASS": "a pass (player, p)",
}


def events(text: Text) -> Iterator[Event]:
    """The events of a text. An empty line stands between two matches."""
    for number, block in enumerate(blocks(text)):
        if number:
            yield Next(0, 0)
        for line in block:
            start, end = line.start, line.end
            yield Round(start, end)
            tree: Any = None
            if not follows(GRAMMAR, "start", line.content):
                tree = parse(GRAMMAR, "start", text, (start, end), _NAMES, _respell)
            if isinstance(tree, Finding):
                yield from _by_parts(text, line, tree)
                continue
            parts = tuple(line.content.split(","))
            yield Headers(start, end, _HEAD, parts[: len(_HEAD)])
            moves = parts[len(_HEAD) :]
            if moves:
                yield Moves(start + line.content.index(",s") + _DEALER_SIZE, end, moves)


def _by_parts(text: Text, line: LineOfText, slip: Finding) -> Iterator[Event]:
    """What can be read of a line part by part, where the grammar stops at a slip."""
    parts, known, spaced = list[_Part](), slip.column, False
    if slip.rule is file_codes.TEXT_SYNTAX:
        parts = _parts(line)
        spaces = list(_SPACES.finditer(line.content))
        if spaces:
            yield _unread(_of_spaces(text, line, spaces))
            at = text.offset(slip.line or 0, slip.column or 0) - line.start
            if any(each.start() <= at <= each.end() for each in spaces):
                known, spaced = None, True
    if not spaced:
        yield _unread(slip)
    dealers = [at for at, (part, _) in enumerate(parts) if _PARTS["DEALER"].fullmatch(part)]
    aligned = len(parts) >= len(_HEAD) and dealers[:1] in ([], [len(HANDS)])
    wrong: list[int] = []
    for at, (part, start) in enumerate(parts):
        due = _due(at) if aligned else ("move" if dealers and at > dealers[0] else "")
        if not due or _PARTS[due].fullmatch(part):
            continue
        wrong.append(at)
        if at - 1 in wrong:
            continue  # A character that stands on the wrong side of a comma is one slip.
        (_, first), (_, last) = text.position(start), text.position(start + len(part))
        if known is None or not first <= known <= last:
            why = f"{part!r} stands where {_NAMES.get(due, _MOVE)} is due"
            found = Finding(rule=file_codes.TEXT_SYNTAX, message=why)
            yield _unread(place(found, text, start, start + len(part)))
    if aligned and (wrong or spaced):
        yield from _readable(parts, wrong)  # If not, nobody knows which part is which.


def _readable(parts: Sequence[_Part], wrong: Sequence[int]) -> Iterator[Event]:
    """The events of the parts of a round that can be read, up to the first move that cannot be."""
    end = next((at for at in wrong if at >= len(_HEAD)), len(parts))
    no_dealer = len(HANDS) in wrong
    if no_dealer and (end == len(_HEAD) or _PARTS["move"].fullmatch(parts[len(HANDS)][0])):
        return
    for at, (name, (part, start)) in enumerate(zip(_HEAD, parts, strict=False)):
        unread = "" if name == DEALER else HIDDEN_HAND
        yield Header(start, start + len(part), name, unread if at in wrong else part)
    for part, start in parts[len(_HEAD) : end]:
        yield Move(start, start + len(part), part)


def _unread(finding: Finding) -> Unread:
    """A part that cannot be read, and so nobody knows how its round ends."""
    return Unread(0, 0, finding, cuts=False, lost=((),))


def _of_spaces(text: Text, line: LineOfText, spaces: Sequence[re.Match[str]]) -> Finding:
    """The finding about spaces around the commas of a line."""
    spans = [(line.start + each.start(), line.start + each.end()) for each in spaces]
    edits = tuple([edit(text, *span, "") for span in spans])
    told = Finding(
        rule=file_codes.TEXT_SYNTAX,
        message="a space stands where there is none",
        fix=Fix("remove the spaces", edits=edits),
    )
    return place(told, text, *spans[0])


_MOVE = "a move (player, two pieces) or a pass (player, p)"
_PARTS = {
    "HAND": re.compile("[0-9x]+"),
    "DEALER": re.compile("s[0-9]"),
    "move": re.compile("[0-9](?:[0-9x]{2}|p)"),
}


def _due(at: int) -> str:
    """What the part of a line is that stands at an index, as `_PARTS` names it."""
    return "HAND" if at < len(HANDS) else ("DEALER" if at == len(HANDS) else "move")


_Part = tuple[str, int]


def _parts(line: LineOfText) -> list[_Part]:
    """The parts of a line between its commas, without space around them, and where they start."""
    found = re.finditer(r"[^,]+", line.content)
    parts = ((each[0].strip(), line.start + each.start(), each[0]) for each in found)
    # A comma too many makes no part.
    return [(part, at + raw.index(part)) for part, at, raw in parts if part]


_SPACES = re.compile(r"[ \t]+(?=,)|(?<=,)[ \t]+")
"""Plain space around a comma, where there is none."""


_ALIKE = str.maketrans("lI|シｼ" + "し香馬銀金角飛王玉", "11111" + "123456789")
"""What is typed for a code, and can mean nothing else."""


def _respell(word: str) -> Iterator[str]:
    """What may be meant by a part of a line."""
    simple = plain(word).translate(_ALIKE)
    if len(simple) in (2, 3, HAND_SIZE):
        yield simple
        yield simple.lower()
    if simple in ("1", "2", "3", "4"):
        yield f"s{simple}"
