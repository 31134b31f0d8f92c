"""Where in a text gibo the parts of a deal stand, and how its lines fall into words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from ...events.drafts import DraftRound
from ...events.events import Header, Moves
from ...text.grammar import terminals
from ...text.lines import Places
from ..words import plain_marks
from .events import CALLS, NOT_YET, TABLE
from .headers import GRAMMAR, OF_RESULT

Word: TypeAlias = tuple[str, int, int]
"""A word, and the offsets between which it stands."""

ROLES = (("!", "president"), ("~", "friend_player"))
"""The marks in the head of a table."""
MARKS = (("(", "lead"), ("*", "winner"))
"""The marks of a play, in front and behind."""
CALL = re.compile(r"(P[0-9]+)[ \t]*(.*)")
"""A call and its player."""

_FIELDS = {"Dealer": "dealer", "Totals": "totals", "Kitty": "kitty"}


def columns(head: Header) -> Iterator[Word]:
    """The columns in the head of a table."""
    words = terminals(GRAMMAR, "ROLE", "NAMED")
    for each in words.finditer(head.value, len(TABLE) if head.value[0] == TABLE else 0):
        yield each[0], head.start + each.start(), head.start + each.end()


def cards(content: str, start: int, end: int) -> Iterator[Word]:
    """The cards between two offsets."""
    for each in terminals(GRAMMAR, "CARD", "OTHER").finditer(content, start, end):
        yield each[0], *each.span()


def first(content: str, line: Header | Moves) -> tuple[int, int]:
    """Where the first word stands that a line has behind its header."""
    start = line.start
    if isinstance(line, Moves):
        start = next((each.start for each in line.each(content)), line.end)
    words = terminals(GRAMMAR, "ROLE", "PLAYER", "CARD", "CALL")
    found = words.search(content, start, line.end)
    return (line.start, line.start + 1) if found is None else found.span()


def remember(places: Places, here: str, played: DraftRound, repeated: set[int]) -> None:
    """Remember where the parts of a deal stand, without lines that only repeat others."""
    rows, known = 0, set[str]()

    def add(pointer: str, start: int, end: int, once: bool = False) -> None:
        if not (once and pointer in known):
            places.add(f"{here}/{pointer}", start, end)
        known.add(pointer)

    def add_cards(pointer: str, start: int, end: int) -> None:
        add(pointer, start, end)
        for number, (_, at, behind) in enumerate(cards(content, start, end)):
            add(f"{pointer}/{number}", at, behind)

    content = places.text.content
    for line in played.events:
        if line.start in repeated:
            continue
        if isinstance(line, Header):
            if line.name == TABLE and not rows and "table" not in known:
                known.add("table")
                for word, start, end in columns(line):
                    for mark, field in ROLES:
                        if mark in word:
                            add(field, start, end, once=True)
            elif line.name == "Hand":
                player, _, held = line.value.partition(":")
                add_cards(f"hands/{int(player[1:])}", line.end - len(held.lstrip()), line.end)
            elif line.name == "Kitty":
                add_cards("kitty", line.start, line.end)
            elif line.name in OF_RESULT:
                add("result", line.start, line.end, once=True)
                field = "end" if line.name == "Result" else line.name.lower()
                add(f"result/{field}", line.start, line.end)
            elif line.name in _FIELDS:
                add(_FIELDS[line.name], line.start, line.end)
        elif isinstance(line, Moves):
            moves = [*line.each(content)]
            if line.label == CALLS:
                for number, each in enumerate(moves):
                    found = CALL.fullmatch(each.spelled)
                    behind = 0 if found is None else found.start(2)
                    add(f"bids/{number}", each.start, each.end)
                    add(f"bids/{number}/1", each.start + behind, each.end)
                if moves:
                    add("bids", moves[0].start, moves[-1].end)
            elif line.label == "Discard":
                add_cards("discard", moves[0].start, moves[0].end)
            elif line.label in ("Contract", "Friend"):
                add(line.label.lower(), moves[0].start, moves[0].end)
            else:
                where = f"tricks/{rows}"
                head = line.start + len(line.label or moves[0].spelled)
                add(where, line.start, head)
                for seat, each in enumerate(moves):
                    add(f"{where}/cards/{seat}", each.start, each.end)
                    for (mark, field), at in zip(MARKS, (each.start, each.end - 1), strict=True):
                        if each.spelled != NOT_YET and mark in plain_marks(each.spelled):
                            add(f"{where}/{field}", at, at + 1, once=True)
                rows += 1
