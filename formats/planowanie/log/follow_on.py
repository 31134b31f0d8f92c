"""Continues after an error in a log, where the conversation can be picked up again.

A line that does not fit is reported. Then small changes of the lines around it are tried: another
mark, another word, a line added or removed. Among those with which the log can be followed further,
the one that leads furthest shows what the rest of the log means; the change itself is not reported.
If none leads on, nothing is reported about the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import TypeAlias

from ....findings import Finding
from ....replayer.planowanie import codes as game_codes
from ...found import Found
from ...interface.notation import reads_on
from ...text.lines import Places
from ...text.text import Text
from .. import codes
from ..protocol.conversation import Conversation
from ..protocol.words import COMMANDS, received, sent
from .bounded_findings import BoundedFindings
from .compare import Comparison
from .dialogue import MARK, Dialogue, lines_of
from .shape import misshapen

RawLine: TypeAlias = tuple[str, int]
"""A line of a log, and its offset in the text."""

MOST_LINES = 40_000
"""The most lines that are read again for all errors of a game together."""

AHEAD = 6
"""The number of lines after the error that a change must lead past."""

WINDOW = 60
"""The number of lines after the error by which a change is judged."""

NEAR = 12
"""The number of lines after an error in which its consequences still show."""

_FOLLOW = (
    codes.OUT_OF_ORDER,
    codes.REPLY_MISSING,
    codes.REPLY_NOT_ENDED,
    codes.WENT_ON,
    game_codes.OUT_OF_TURN,
)
"""Findings that only follow from an error which was not corrected."""


def may_follow(finding: Finding, told: Iterable[Finding]) -> bool:
    """Return whether a finding about the game is just after a line that could not be read."""
    lines = [each.line for each in told if each.line is not None]
    return any(0 <= (finding.line or 0) - line < NEAR for line in lines)


class Attempt:
    """A log, followed as far as possible; `lines` are the lines of the text, unless given."""

    def __init__(self, text: Text, own: bool, lines: Sequence[RawLine] | None = None) -> None:
        self.text = text
        self.own = own
        self.lines = list(lines_of(text)) if lines is None else lines
        self.findings = BoundedFindings()
        self.places = Places(text)
        self.dialogue = Dialogue(text, self.findings, self.lines)
        self.conversation = Conversation(None if own else self.dialogue.seats())
        self.comparison = Comparison(self.conversation, self.dialogue, self.places)
        self.followed = self.comparison.follow(self.dialogue.exchanges(own))

    def reach(self) -> int:
        """The number of the first line that is wrong or cannot be followed."""
        wrong = [_offset(self.text, each) for each in self.findings.errors]
        if not self.followed:
            wrong.append(self.comparison.at)
        first = min(wrong, default=None)
        if first is None:
            return len(self.lines)
        return next(
            (number for number, (_, start) in enumerate(self.lines) if start >= first),
            len(self.lines),
        )


def _offset(text: Text, finding: Finding) -> int:
    """Return the offset of the line of a finding."""
    return text.offset(finding.line or text.first_line, 1)


def follow_on(attempt: Attempt) -> tuple[Found, Attempt]:
    """Return the errors of a log, line by line, and the log with those lines changed."""
    told: list[Finding] = []
    budget, last = MOST_LINES if reads_on() else 0, -NEAR
    while True:
        at = attempt.reach()
        errors = attempt.findings.errors
        here = [each for each in errors if _offset(attempt.text, each) <= _start(attempt, at)]
        if not here or (at - last < NEAR and any(each.rule in _FOLLOW for each in here)):
            told += _others(attempt, at if here else len(attempt.lines), told)
            # a log may be wrong only after the line up to which it can be followed
            told = told or errors
            return Found(_once(told)), attempt
        told += here
        best: tuple[int, Sequence[RawLine]] | None = None
        for changed in _changes(attempt, at):
            budget -= min(len(attempt.lines), at + WINDOW)
            if budget < 0:
                break
            trial = Attempt(attempt.text, attempt.own, changed[: at + WINDOW])
            reach = trial.reach() if trial.reach() < len(trial.lines) else len(changed)
            if reach >= min(at + AHEAD, len(changed)) and (best is None or reach > best[0]):
                best = reach, changed
            if best is not None and best[0] >= min(at + WINDOW, len(changed)):
                break
        if best is None:
            beyond = (each for each in errors if each not in here)
            told += (e for e in beyond if e.rule not in _FOLLOW or not may_follow(e, told))
            told += _others(attempt, at, told)
            known = {each.about for each in told if each.left_out is not None}
            told += (each for each in attempt.findings.left_out if each.about not in known)
            return Found(_once(told)), attempt
        last = at
        attempt = Attempt(attempt.text, attempt.own, best[1])


def _others(attempt: Attempt, at: int, told: Iterable[Finding]) -> list[Finding]:
    """Return the errors that lines have by themselves, from where a log cannot be followed."""
    known = {each.line for each in told}
    found = misshapen(attempt.text, attempt.own, attempt.lines[at:]) if reads_on() else []
    return [each for each in found if each.line not in known]


def _once(told: Sequence[Finding]) -> list[Finding]:
    """Return the errors without a missing reply that comes soon after, marked with another seat."""
    stray = {each.line for each in told if each.rule is codes.REPLY_MALFORMED}

    def is_there(finding: Finding) -> bool:
        line = finding.line or 0
        soon = any(behind in stray for behind in range(line + 1, line + NEAR))
        return finding.rule is codes.REPLY_MISSING and soon

    return [each for each in told if not is_there(each)]


def _start(attempt: Attempt, at: int) -> int:
    return attempt.lines[at][1] if at < len(attempt.lines) else len(attempt.text.content)


def _changes(attempt: Attempt, at: int) -> Iterator[Sequence[RawLine]]:
    """Yield the lines of a log with a small change at a line or before it."""
    lines = attempt.lines
    if at >= len(lines):
        return
    raw, start = lines[at]
    before, after = lines[:at], lines[at + 1 :]

    def instead(*new: str) -> Sequence[RawLine]:
        return [*before, *((each, start) for each in new), *after]

    for each in _other_marks(attempt, raw):
        yield instead(each)
    yield instead()
    for each in _other_words(attempt, at, raw):
        yield instead(each)
    for number, each in _other_replies(attempt, at, raw):
        yield [*lines[:number], (each, lines[number][1]), *lines[number + 1 :]]
    for missing in _missing(attempt, at, raw):
        yield instead(*missing, raw)


def _seats(attempt: Attempt) -> Sequence[int]:
    return list(attempt.conversation.seats)


_PERHAPS_MARK = re.compile(r"^[\s<>:]*(?:[0-9]+[\s:]+)?")
"""A mark, or a damaged one."""


def _other_marks(attempt: Attempt, raw: str) -> Iterator[str]:
    """Yield a line of an arbiter's log with another mark, or with a mark if it has none."""
    if attempt.own:
        return
    content = _PERHAPS_MARK.sub("", raw, count=1)
    for seat in _seats(attempt):
        for each in (sent(seat, content), received(seat, content)):
            if each != raw:
                yield each


_NEARBY = 60


def _other_words(attempt: Attempt, at: int, raw: str) -> Iterator[str]:
    """Yield a command with a right name, or with what other seats were sent instead."""
    mark = MARK.match(raw) if not attempt.own else None
    head = "" if mark is None else f"{raw[: mark.end()]} "
    words = (raw if mark is None else raw[mark.end() :]).split()
    if not words:
        return
    for name in get_close_matches(words[0], COMMANDS, n=2):
        if name != words[0]:
            yield f"{head}{' '.join([name, *words[1:]])}"
    if words[0] == "set_cards" and len(words) > 1:
        yield f"{head}set_cards {len(words) - 2} {' '.join(words[2:])}"
        for number in range(len(words) - 1, 1, -1):
            cards = [*words[2:number], *words[number + 1 :]]
            yield f"{head}set_cards {len(cards)} {' '.join(cards)}"
    if words[0] == "time_left":
        yield f"{head}{_clock(attempt, at, head)}"
    conversation = attempt.conversation
    if words[0] == "play" and conversation.deals:
        player = conversation.asked_in.turn
        known = [conversation.announced(player), conversation.answered(player), words[-1]]
        yield from (f"{head}play {player} {each}" for each in known if each is not None)
    if words[0] == "declare" and conversation.deals:
        bids = {**conversation.deal.declarations, **conversation.deal.bids}
        yield from (f"{head}declare {player} {bid}" for player, bid in bids.items())
    if not attempt.own:
        yield from (f"{head}{each}" for each in _told_to_others(attempt, at, words[0]))


def _clock(attempt: Attempt, at: int, head: str) -> str:
    """Return the time that a seat had before a line, or has next, so that no clock rises."""
    lines = [line for line, _ in attempt.lines]
    pattern = re.compile(rf"{re.escape(head.strip())}[ \t]*(time_left \d+)[ \t]*")
    for line in (*reversed(lines[:at]), *lines[at + 1 :]):
        found = pattern.fullmatch(line)
        if found is not None:
            return found[1]
    return "time_left 1"


def _told_to_others(attempt: Attempt, at: int, name: str) -> Iterator[str]:
    """Yield what other seats were sent by the same command near a line."""
    nearby = attempt.lines[max(0, at - _NEARBY) : at + _NEARBY]
    pattern = rf"{MARK.pattern}[ \t]*({re.escape(name)}\b.*)"
    found = (re.match(pattern, line) for line, _ in nearby)
    yield from islice(dict.fromkeys(each[3] for each in found if each is not None), 4)


def _other_replies(attempt: Attempt, at: int, raw: str) -> Iterator[tuple[int, str]]:
    """Yield the last answers before a line, as they are announced."""
    words = raw.split()
    if "play" not in words and "declare" not in words:
        return
    for number in range(at - 1, max(-1, at - _NEARBY), -1):
        line, _ = attempt.lines[number]
        mark = MARK.match(line) if not attempt.own else None
        head, content = ("", line) if mark is None else (line[: mark.end()], line[mark.end() :])
        if re.match(r"\s*=\s*\S", content):
            yield number, f"{head} = {words[-1]}".lstrip()


def _missing(attempt: Attempt, at: int, raw: str) -> Iterator[Sequence[str]]:
    """Yield lines that may be missing before a line."""
    conversation = attempt.conversation
    ends = [] if attempt.dialogue.bare else [""]
    if attempt.own:
        yield ["="]
        yield ["=", ""]
        yield [""]
    for seat in _seats(attempt) if not attempt.own else ():
        yield [received(seat, "")]
        yield [received(seat, "="), *(received(seat, each) for each in ends)]
    for seat in conversation.step.waiting:
        for name in conversation.due(seat):
            commands = [name]
            if name == "time_left":
                commands = [_clock(attempt, at, "" if attempt.own else sent(seat, ""))]
            elif name not in ("gen_declare", "gen_move"):
                commands = list(_told_to_others(attempt, at, name)) if not attempt.own else []
            for each in commands:
                marked = each if attempt.own else sent(seat, each)
                yield [marked]
                answer = ["=", *ends]
                yield [marked, *(answer if attempt.own else (received(seat, a) for a in answer))]
