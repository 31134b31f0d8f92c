"""Put the lines of a match in order: those about the match, then those of its first deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count, groupby

from ....findings import Finding, Fix
from ... import codes as file_codes
from ...text.lines import LineOfText
from ...text.place import edit, place
from ...text.text import Text
from .lines import HEAD, OF_DEAL, OF_MATCH, OF_RESULT, OPTION, ROW
from .notes import is_note

_NAME = re.compile(r"[A-Z][a-z]*")
_NUMBERED_1 = re.compile(r"Deal:\s*+1\Z")
_IN_DEAL = frozenset({"Deal", *OF_DEAL, *OF_RESULT})
_CONTINUES = re.compile(rf"Deal:\s*+(?!1\Z)|({'|'.join(OF_RESULT)}):|[2-9]|10")
"""The beginning of a line that cannot be the first of a match."""
_PLAYED = re.compile(rf"{HEAD}|{ROW}|Result:")


def in_order(
    text: Text, match: Sequence[LineOfText]
) -> tuple[Sequence[LineOfText], Sequence[Finding]]:
    """Return the lines of a match in order, and the findings for lines out of order."""
    match, found = _head_in_order(text, match)
    match, more = _with_late_lines(text, match)
    return match, [*found, *more]


def _with_late_lines(
    text: Text, match: Sequence[LineOfText]
) -> tuple[Sequence[LineOfText], Sequence[Finding]]:
    """Move lines about the match that come after its first table or result to its beginning.

    They stay if they may begin another match.
    """
    names = [_name(each) for each in match]
    begun = (
        at for at, each in enumerate(match) if names[at] in _IN_DEAL or _PLAYED.match(each.content)
    )
    first = next(begun, len(match))
    late = [at for at in range(first, len(match)) if names[at] in OF_MATCH]
    if not late:
        return match, ()
    given, moved = {*chain(*map(_says, match[:first]))}, list[int]()
    following: LineOfText | None = None
    for at in range(len(match) - 1, first, -1):
        if names[at] not in OF_MATCH:
            following = following if is_note(match[at].content) else match[at]
        elif following is None or _CONTINUES.match(following.content):
            moved += [at] if given.isdisjoint(_says(match[at])) else []
    moved.reverse()
    while first and is_note(match[first - 1].content):
        first -= 1
    why = "must come before the first deal: it is about the match"
    runs, lines = _runs(moved), [[each] for each in match]
    found = [_misplaced(text, lines, run, first, f"'{names[run[0]]}:' {why}") for run in runs]
    gone = {*moved}
    left = [each for at, each in enumerate(match) if at not in gone]
    return [*left[:first], *(match[at] for at in moved), *left[first:]], found


def _says(line: LineOfText) -> Sequence[str]:
    """Return the name of a line's header, or of each of its options; a match has each only once."""
    name = _name(line)
    return OPTION.findall(line.content) if name == "Options" else [name]


def _runs(places: Sequence[int]) -> list[list[int]]:
    """Return the runs of consecutive numbers.

    >>> _runs([1, 2, 5])
    [[1, 2], [5]]
    """
    runs = groupby(zip(places, count(), strict=False), key=lambda each: each[0] - each[1])
    return [[at for at, _ in run] for _, run in runs]


def _head_in_order(
    text: Text, match: Sequence[LineOfText]
) -> tuple[Sequence[LineOfText], Sequence[Finding]]:
    """Put the lines before the first table or result in order."""
    head = _head(match)
    names = [_name(lines[0]) for lines in head]
    first = next((at for at, name in enumerate(names) if name in _IN_DEAL), len(head))
    deal = names.index("Deal") if "Deal" in names else 0
    moved = [at for at in range(first, deal) if names[at] in OF_DEAL]
    if moved and _NUMBERED_1.match(head[deal][0].content):
        target, why = deal + 1, "must come after 'Deal: 1': it is about a deal"
    else:
        given = {*names[:first]} - {"Options"}
        moved = [
            at for at in range(first, len(head)) if names[at] in OF_MATCH and names[at] not in given
        ]
        if not moved:
            return match, ()
        target, why = first, f"must come before '{names[first]}:': it is about the match"
    left = [at for at in range(len(head)) if at not in set(moved)]
    order = [*(at for at in left if at < target), *moved, *(at for at in left if at >= target)]
    lines = [line for at in order for line in head[at]]
    found = [
        _misplaced(text, head, run, target, f"'{names[run[0]]}:' {why}") for run in _runs(moved)
    ]
    return [*lines, *match[len(lines) :]], found


def _head(match: Sequence[LineOfText]) -> list[list[LineOfText]]:
    """Return the lines before the table, the result or the second `Deal:`, each with its notes."""
    found: list[list[LineOfText]] = []
    begun = False
    for line in match:
        if found and is_note(line.content):
            found[-1].append(line)
            continue
        is_deal = _name(line) == "Deal"
        if _PLAYED.match(line.content) or (is_deal and begun):
            break
        begun = begun or is_deal
        found.append([line])
    return found


def _name(line: LineOfText) -> str:
    found = _NAME.match(line.content)
    return "" if found is None else found[0]


def _misplaced(
    text: Text, head: Sequence[Sequence[LineOfText]], places: Sequence[int], target: int, why: str
) -> Finding:
    """Return the finding for adjacent lines that belong at the index `target`."""
    line = head[places[0]][0]
    start, (_, end) = text.line_at(line.start)[0], text.line_at(head[places[-1]][-1].start)
    is_later = target > places[0]
    there = head[target - 1][-1] if is_later else head[target][0]
    to = text.line_at(there.start)[is_later]
    new = text.content[start:end].rstrip("\r\n")
    new = f"{new}\n" if not to or text.content[to - 1] in "\r\n" else f"\n{new}"
    edits = tuple(edit(text, *each) for each in sorted([(start, end, ""), (to, to, new)]))
    fix = Fix("move it" if len(places) == 1 else "move these lines", edits=edits)
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix)
    end = line.start + (line.content.find(":") + 1 or len(line.content))
    return place(finding, text, line.start, end)
