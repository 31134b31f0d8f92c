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

Blocks = list[list[LineOfText]]
"""Lines, each with the notes below it."""

_NAME = re.compile(r"Hand\b|[A-Z][a-z]*(?=:)")
"""The header of a line; `View P2:` is not one."""
_NUMBERED_1 = re.compile(r"Deal:\s*+1\Z")
_IN_DEAL = frozenset({"Deal", *OF_DEAL, *OF_RESULT})
_CONTINUES = re.compile(rf"Deal:\s*+(?!1\Z)|({'|'.join(OF_RESULT)}):|[2-9]|10")
"""The beginning of a line that cannot be the first of a match."""
_PLAYED = re.compile(rf"{HEAD}|{ROW}|Result:")


def in_order(
    text: Text, match: Sequence[LineOfText]
) -> tuple[Sequence[LineOfText], Sequence[Finding]]:
    """Return the lines of a match in order, and the findings for lines out of order."""
    blocks: Blocks = []
    for line in match:
        if blocks and is_note(line.content):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    found = _put_below_number(text, blocks) + _put_before_deals(text, blocks)
    return (list(chain(*blocks)) if found else match), found


def _put_below_number(text: Text, blocks: Blocks) -> list[Finding]:
    """Move lines of the first deal that come before its `Deal: 1`."""
    names = [_name(each[0]) for each in blocks]
    deal = names.index("Deal") if "Deal" in names else 0
    early = [at for at in range(deal) if names[at] in OF_DEAL]
    numbered = _NUMBERED_1.match(blocks[deal][0].content) is not None
    if not (early and numbered) or any(map(_is_played, blocks[:deal])):
        return []
    return _move(text, blocks, early, deal + 1, "must come after 'Deal: 1': it is about a deal")


def _put_before_deals(text: Text, blocks: Blocks) -> list[Finding]:
    """Move lines about the match that come after the beginning of its first deal.

    After a table, a result or the next `Deal:`, they stay if they may begin another match.
    """
    names = [_name(each[0]) for each in blocks]
    in_deal = (at for at, each in enumerate(blocks) if names[at] in _IN_DEAL or _is_played(each))
    first = next(in_deal, len(blocks))
    late = [at for at in range(first, len(blocks)) if names[at] in OF_MATCH]
    if not late:
        return []
    given = {*chain(*(_says(each[0]) for each in blocks[:first]))}
    after = (at for at in range(first, late[-1]) if at > first and names[at] == "Deal")
    played = (at for at in range(first, late[-1]) if _is_played(blocks[at]))
    begun = min(next(after, len(blocks)), next(played, len(blocks)))
    moved = list[int]()
    for at in late:
        rest = (
            line.content
            for name, (line, *_) in zip(names[at:], blocks[at:], strict=True)
            if name not in OF_MATCH
        )
        if at < begun or _CONTINUES.match(next(rest, "Result:")):
            moved += [at] if given.isdisjoint(_says(blocks[at][0])) else []
    why = "must come before the first deal: it is about the match"
    return _move(text, blocks, moved, first, why)


def _is_played(block: Sequence[LineOfText]) -> bool:
    """Return whether a line is the head or a row of a table, or a result."""
    return _PLAYED.match(block[0].content) is not None


def _name(line: LineOfText) -> str:
    found = _NAME.match(line.content)
    return "" if found is None else found[0]


def _says(line: LineOfText) -> Sequence[str]:
    """Return the name of a line's header, or of each of its options; a match has each only once."""
    name = _name(line)
    return OPTION.findall(line.content) if name == "Options" else [name]


def _move(text: Text, blocks: Blocks, moved: Sequence[int], target: int, why: str) -> list[Finding]:
    """Move some blocks to the index `target`; return a finding for each run of adjacent ones."""
    runs = groupby(zip(moved, count(), strict=False), key=lambda each: each[0] - each[1])
    found = [_misplaced(text, blocks, [at for at, _ in run], target, why) for _, run in runs]
    left = [[] if at in moved else [each] for at, each in enumerate(blocks)]
    blocks[:] = [*chain(*left[:target]), *(blocks[at] for at in moved), *chain(*left[target:])]
    return found


def _misplaced(text: Text, blocks: Blocks, places: Sequence[int], target: int, why: str) -> Finding:
    """Return the finding for adjacent blocks that belong at the index `target`."""
    line = blocks[places[0]][0]
    start, (_, end) = text.line_at(line.start)[0], text.line_at(blocks[places[-1]][-1].start)
    is_later = target > places[0]
    there = blocks[target - 1][-1] if is_later else blocks[target][0]
    to = text.line_at(there.start)[is_later]
    new = text.content[start:end].rstrip("\r\n")
    new = f"{new}\n" if not to or text.content[to - 1] in "\r\n" else f"\n{new}"
    edits = tuple(edit(text, *each) for each in sorted([(start, end, ""), (to, to, new)]))
    fix = Fix("move it" if len(places) == 1 else "move these lines", edits=edits)
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=f"'{_name(line)}:' {why}", fix=fix)
    end = line.start + (line.content.find(":") + 1 or len(line.content))
    return place(finding, text, line.start, end)
