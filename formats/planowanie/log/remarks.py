"""Turns comments of a log that are not part of the protocol into annotations.

- Lines at the head, and lines after the last line, are about the game.
- Lines before the first cards of a deal, and lines after a deal that are followed by an empty line,
  are about the deal.
- Lines between the first line that gives an action (a player's answer, or else an announcement) and
  the end of the reply are comments after that action. All others are comments before the next
  action.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....replayer.planowanie.record import Record
from ....replayer.play.annotation import Annotation
from ...interface.protocol import COMMENT
from ...text.comment_lines import Room, adjacent, holds, read, written
from ..protocol.comments import GAME, head, is_field
from ..protocol.words import ASKING, CLOCK
from .course import Moment, Said
from .steps import Scripted, script

_LINE = re.compile(r"[^\r\n]*")
_BLANK = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")


class Slot(Struct, frozen=True):
    """The subject of a comment: the game, a deal (from 0) or a ply, and on which side of it."""

    deal: int | None
    ply: int | None
    side: str


Texts = Mapping[Slot, Sequence[str]]


def annotated(
    record: Record, content: str, starts: Sequence[int], said: Iterable[Said], head: int, end: int
) -> Record:
    """Return the game with the comments on the lines of its log at the given offsets.

    The first line that is not a comment starts at `head`, and the last one at `end`.
    """
    if not starts:
        return record
    there = [each for each in said if _is_there(each.moment, record)]
    places = [each.start for each in there]
    found = dict[Slot, list[tuple[int, int]]]()
    for block in _blocks(content, starts):
        start, apart = block[0][0], _BLANK.match(content, block[-1][1]) is not None
        if start < head:
            slot = Slot(None, None, "before")
        else:
            at = bisect_right(places, start)
            last, following = there[at - 1] if at else None, there[at] if at < len(there) else None
            slot = _slot(record, last, following, start, apart, start > end)
        found.setdefault(slot, []).extend(block)
    texts = {slot: read(content, spans) for slot, spans in found.items()}
    deals = [
        replace(deal, annotations=notes) if (notes := _notes(texts, number, deal.plies)) else deal
        for number, deal in enumerate(record.deals)
    ]
    return replace(record, deals=tuple(deals), annotations=_notes(texts, None, 0))


def _is_there(moment: Moment, record: Record) -> bool:
    if moment.deal >= len(record.deals):
        return False
    begins = moment.player is None and moment.card is None
    return begins or moment.ply(record.deals[moment.deal]) is not None


def _blocks(content: str, starts: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield the spans of comments on lines at the given offsets, joining adjacent ones."""
    block = list[tuple[int, int]]()
    for start in starts:
        mark = content.index(COMMENT, start)
        found = _LINE.match(content, mark)
        span = mark, mark if found is None else found.end()
        if block and not adjacent(content, block[-1][1], start):
            yield block
            block = []
        block.append(span)
    yield block


def _slot(
    record: Record, last: Said | None, following: Said | None, start: int, apart: bool, ended: bool
) -> Slot:
    """Return the subject of a comment between two moments."""
    deal = None if last is None else last.moment.deal
    if last is not None and start < last.end:
        ply = last.moment.ply(record.deals[last.moment.deal])
        if ply is not None:
            return Slot(deal, ply, "after")
    if following is None:
        return Slot(None if ended and not apart else deal, None, "after")
    moment = following.moment
    ply = moment.ply(record.deals[moment.deal])
    if ply is None and apart and last is not None:
        return Slot(deal, None, "after")
    return Slot(moment.deal, ply, "before")


def _notes(texts: Texts, deal: int | None, plies: int) -> tuple[Annotation, ...]:
    """Return the annotation of a deal, or of the game."""
    found = list[Annotation]()
    for ply in (None, *range(1, plies + 1)):
        before, after = (tuple(texts.get(Slot(deal, ply, side), ())) for side in _SIDES)
        if before or after:
            found.append(Annotation(ply=ply, before=before, after=after))
    return tuple(found)


_SIDES = ("before", "after")


# Writing


def log_of(record: Record, lines_of: Callable[[Scripted], tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines of a log; `lines_of` returns the lines of a command and of its reply."""
    texts = _texts(record)
    found = [*head(record)]
    if not texts:
        for command, reply in map(lines_of, script(record)):
            found += [command, *reply]
        return found
    at_head = filter(Room().fits, texts.get(Slot(None, None, "before"), ()))
    on_game = [*_held(at_head, at_ends=True)]
    found += [*(() if found or not on_game else (GAME,)), *on_game]
    exchanges = script(record)
    asked: Moment | None = None
    for each, following in zip(exchanges, [*exchanges[1:], None], strict=True):
        moment, asked = asked, None
        if following is not None and each.name == CLOCK and following.name in ASKING:
            asked = following.moment
            found += _lines(record, texts, asked, "before")
        elif moment is None:
            moment = each.moment
            found += _behind_deal(texts, moment)
            found += _lines(record, texts, moment, "before")
        command, reply = lines_of(each)
        after = [*_lines(record, texts, moment, "after")]
        if each.name in ASKING:
            found += [command, *reply[:1], *after, *reply[1:]]
        else:
            found += [command, *after, *reply]
    return found


def behind(record: Record) -> Iterator[str]:
    """Yield the lines of comments after a game."""
    texts = _texts(record)
    if record.deals:
        yield from _paragraph(texts.get(Slot(len(record.deals) - 1, None, "after"), ()))
    yield from _held(texts.get(Slot(None, None, "after"), ()), at_ends=True)


def _lines(record: Record, texts: Texts, moment: Moment | None, side: str) -> Iterator[str]:
    """Yield the comments on the action at the given moment, or before the deal that begins then."""
    if moment is None or not _is_there(moment, record):
        return
    ply = moment.ply(record.deals[moment.deal])
    if ply is not None or side == "before":
        yield from _held(texts.get(Slot(moment.deal, ply, side), ()))


def _behind_deal(texts: Texts, moment: Moment | None) -> Iterator[str]:
    """Yield the comments on the previous deal, if a deal begins at this moment."""
    if moment is not None and moment.player is None and moment.card is None:
        yield from _paragraph(texts.get(Slot(moment.deal - 1, None, "after"), ()))


def _paragraph(texts: Iterable[str]) -> Iterator[str]:
    found = [*_held(texts, at_ends=True)]
    yield from (*found, "") if found else ()


def _held(texts: Iterable[str], at_ends: bool = False) -> Iterator[str]:
    """Yield the lines of comments, which must not look like parts of the protocol."""
    some = [each for each in texts if holds(each)]
    return written(
        each for each in some if not any(is_field(line, at_ends) for line in written([each]))
    )


def _texts(record: Record) -> Texts:
    """Return the comments on a game, by subject."""
    found = dict[Slot, list[str]]()
    lists = (
        (None, record.annotations),
        *((at, each.annotations) for at, each in enumerate(record.deals)),
    )
    for deal, some in lists:
        for each in some:
            found.setdefault(Slot(deal, each.ply, "before"), []).extend(each.before)
            found.setdefault(Slot(deal, each.ply, "after"), []).extend(each.after)
    return found
