"""Reads tables in which nothing is wrong, word by word and without lark.

What is not plainly right, or written otherwise than most people do, is left to `table_reader`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ....replayer.goita.pieces import NOTHING
from ....replayer.goita.record import GYOKU, Record, Round, distinct_marks
from ...text.grammar import follows
from ...text.lines import LineOfText, unquoted
from ...text.text import Text
from ..detect import HEAD
from ..json.values import match_of
from ..pieces import DIGITS, king_marks
from .words import HEAD_LINE, is_nearly_head, ordinal, respell_dealer

GRAMMAR = "goita/table"
DEALER = "(dealer)"
_DIGITS = str.maketrans(DIGITS)
_HAND = re.compile(f"[{''.join(DIGITS)}]+")
_OF_HEAD, _OF_ROUND = 5, 6
"""The lines before that of the columns, and those before the turns."""

_Player = tuple[str, str, bool]
"""A name, "" where there is none, a hand, and whether it is the dealer."""


def plain_match(text: Text, match: Sequence[LineOfText]) -> Record | None:
    """The record of a match, None where it takes a closer look.

    Its lines have nothing but the words that are due, with space between them.
    """
    heads = [at for at, line in enumerate(match) if HEAD.match(line.content)]
    if not heads or not _is_title(match[: heads[0]]):
        return None
    rounds, names = list[Round](), list[tuple[str, ...]]()
    for start, end in zip(heads, [*heads[1:], len(match)], strict=True):
        block = match[start:end]
        found = _round(block) if _follows(text, block) else None
        if found is None:
            return None
        rounds.append(found[0])
        names.append(found[1])
    if names.count(names[0]) < len(names):
        return None
    title = unquoted(match[0].content) if heads[0] else None
    return match_of(rounds, title=title, players=names[0] if any(names[0]) else None)


def _is_title(before: Sequence[LineOfText]) -> bool:
    """Whether what stands before the first round is its name, or nothing."""
    words = [line.content for line in before]
    return not words or (
        len(words) == 1 and not words[0].startswith("0.") and not is_nearly_head(words[0])
    )


def _follows(text: Text, block: Sequence[LineOfText]) -> bool:
    content = text.content[block[0].start : block[-1].end]
    return '"' not in content and follows(GRAMMAR, "round", content)


def _round(block: Sequence[LineOfText]) -> tuple[Round, tuple[str, ...]] | None:
    """A round that follows the grammar, and the names in it, "" for each where there are none."""
    rows = [line.content.split() for line in block]
    players = [_player(f"{seat}.", row) for seat, row in enumerate(rows[1:_OF_HEAD])]
    known = [each for each in players if each is not None]
    if " ".join(rows[0]) != HEAD_LINE or len(known) < 4:
        return None
    names = tuple(name for name, _, _ in known)
    dealers = [seat for seat, (_, _, deals) in enumerate(known) if deals]
    if len(dealers) != 1 or (any(names) and not all(names)):
        return None
    (dealer,) = dealers
    said = list(names if any(names) else "0123")
    if len(rows) > _OF_HEAD and rows[_OF_HEAD] != ["turn", *said[dealer:], *said[:dealer]]:
        return None
    actions = _actions(rows[_OF_ROUND:])
    record = None if actions is None else _record(actions)
    if actions is None or record is None:
        return None
    hands = [hand for _, hand, _ in known]
    pieces = "".join([*hands, *actions])
    played = Round(
        dealer=dealer,
        hands=tuple([hand.translate(_DIGITS) for hand in hands]),
        record=record,
        goshi=None,
        kings=distinct_marks(king_marks(pieces)) if GYOKU in pieces else "",
    )
    return played, names


@cache
def _is_name(word: str) -> bool:
    """Whether a word can only be a name."""
    return not set("()") & set(word) and next(respell_dealer(word)) == word


def _player(seat: str, row: Sequence[str]) -> _Player | None:
    """What the line of a player says."""
    if len(row) < 2:
        return None
    first, *middle, hand = row
    if first != seat or not _HAND.fullmatch(hand):
        return None
    label = "".join(middle)
    deals = label.endswith(DEALER)
    name = label.removesuffix(DEALER)
    if middle not in ([], [label], [name, DEALER]) or (name and not _is_name(name)):
        return None
    return name, hand, deals


def _actions(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """The actions of all turns: four in each but the last."""
    found = list[str]()
    for number, (name, *actions) in enumerate(rows, start=1):
        if name != ordinal(number) or not 1 <= len(actions) <= 4:
            return None
        if len(actions) < 4 and number < len(rows):
            return None
        found += actions
    return found


def _record(actions: Sequence[str]) -> str | None:
    """The digits of some actions, None where one is not marked as it is due."""
    found, passes = "", 3
    for action in actions:
        if action == "なし":
            passes += 1
            if passes > 3:
                return None
            found += NOTHING
            continue
        if len(action) != 4 or action[0] != ("☗" if passes > 2 else "☖"):
            return None
        found += DIGITS[action[1]] + DIGITS[action[3]]
        passes = 0
    return found
