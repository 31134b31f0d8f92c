"""Mends a log that does not follow the protocol, one slip at a time.

When a log cannot be followed, small edits are tried at that line and a few lines before it: a
line is replaced with one that the conversation expects, removed, inserted, swapped with the next
one, split or joined. The edit that lets the log be followed farthest is made; among equals, the
likeliest. If none helps, only later lines that are wrong in themselves are reported.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ....replayer.planowanie import codes as game_codes
from ...found import Found
from ...interface.notation import reads_on
from ...interface.protocol import is_blank
from ...text.effort import count
from ...text.place import place
from .. import codes
from ..protocol.statements import Wrong, misshapen
from ..protocol.words import CLOCK, COMMANDS, command, why_no_command
from .edits import OF_FORM, LineEdit, edits, explained
from .exchange import MARK, Exchange, Line, Log, RawLine, said_in
from .expected import Around, hands, words_of
from .follower import NO_MARK, Follower

BACK = 14
"""How many lines to try editing before the one where the log cannot be followed."""

AHEAD = 6
"""An edit helps if at least this many lines after the slip can then be followed."""

WINDOW = 60
"""How many lines after a slip are used to judge an edit."""

PAIRS = 24
"""How many edits that do not help by themselves are tried together with a second edit."""

COSTLY = 3
"""Two edits whose costs add up to this or more are too unlikely."""

FORM = 3
"""How many lines, up to the one where the log cannot be followed, may be malformed."""

MOST_LINES = 60_000
"""The maximum number of lines to read to judge edits, for all slips in a game together."""

MOST_SLIPS = 8
"""The maximum number of slips mended in a game."""

CROWD, CROWDED = 3, 100
"""If this many slips are mended within this many lines, no more are mended."""

NEAR = 12
"""How many lines after a slip its consequences may still appear."""

_FOLLOW = (
    codes.OUT_OF_ORDER,
    codes.REPLY_MISSING,
    codes.REPLY_NOT_ENDED,
    codes.WENT_ON,
    game_codes.OUT_OF_TURN,
)
"""Rules that may be broken only because the repair of an earlier slip was a guess."""


class _Trial(Struct, frozen=True):
    """An edit, its cost, and how many lines of the log are left where it cannot be followed."""

    edit: LineEdit
    left: int
    cost: int

    @property
    def rank(self) -> tuple[int, int]:
        return self.left, self.cost


class Mended(Struct, frozen=True):
    """The findings in a log, and its mended lines, up to the first one that is a guess."""

    findings: Found
    lines: Sequence[RawLine]


def mend(log: Log) -> Mended:
    """Find and mend the slips in a log that cannot be followed as it is."""
    mending = _Mending(log)
    budget, mended = mending.budget, mending.done()
    count(budget - mending.budget)
    return mended


def may_follow(finding: Finding, told: Iterable[Finding]) -> bool:
    """Return whether a finding about the game may merely follow from an earlier unreadable line."""
    lines = [each.line for each in told if each.line is not None]
    return any(0 <= (finding.line or 0) - line < NEAR for line in lines)


class _Mending:
    """A log being mended."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.lines = log.lines
        self.told = Found()
        self.known: int | None = None
        """The number of the first guessed line."""
        self.budget = MOST_LINES if reads_on() else 0
        self.horizon = 0
        """How many lines are not used to judge edits, at the end of the log."""
        self.second = False
        """Whether an edit is tried only to judge an earlier one together with it."""
        self.failing: list[tuple[int, Follower]] = []
        """The line where a reply ended the game and the lines before it, each with its follower."""
        self.stops: list[int] = []
        """The numbers of the lines where edits were tried."""
        self.before = deque[tuple[int, Follower]](maxlen=BACK)
        self.hands: dict[int, tuple[int, Follower]] = {}
        """For each seat, the line with its hand in this deal, and the follower before that line."""

    def done(self) -> Mended:
        """Mend the log as far as possible."""
        follower, at, doubtful = Follower(self.log), 0, -NEAR
        while True:
            at, follower, stopped = self._read(at, follower)
            found = [] if stopped is None else self._found(stopped, at)
            edit = None
            if found and not self._gives_up(at):
                best = self._best(at, follower, found[0])
                edit = None if best is None else best.edit
            follows = edit is None and at - doubtful < NEAR
            follows |= bool(found) and found[0].line in {each.line for each in self.told}
            if found and not (follows and any(each.rule in _FOLLOW for each in found)):
                self._tell(found, edit)
            if edit is None:
                self._check_alone(len(self.lines) if stopped is None else at)
                return Mended(self.told, self.lines[: self.known])
            doubtful = doubtful if edit.certain else at
            at, follower = self._make(edit, at, follower)

    def _found(self, stopped: Follower, at: int) -> list[Finding]:
        """Return the errors found where a log cannot be followed, in line order."""
        for number in range(at + 1, min(at + NEAR, len(self.lines))):
            if not stopped.stopped:
                stopped.read(self.lines, number)
        return sorted(stopped.findings.errors, key=lambda each: each.line or 0)

    def _tell(self, found: Sequence[Finding], edit: LineEdit | None) -> None:
        """Report one slip: the errors in the mended line or, failing that, the first error."""
        known = {(each.rule, each.line) for each in self.told}
        mended = None if edit is None else self.log.text.position(self._start(edit.at))[0]
        here = [each for each in found if each.line == mended] or found[:1]
        here = [each for each in found if each.line == here[0].line]
        for each in here:
            if (each.rule, each.line) not in known:
                if edit is not None and edit.certain:
                    own, end = self.lines[edit.at : edit.end], self._start(edit.end)
                    each = explained(each, edit, self.log.text, own, end)
                self.told.add(each)

    def _read(self, at: int, follower: Follower) -> tuple[int, Follower, Follower | None]:
        """Read on to the next slip; return its line and the followers before and after it."""
        while at < len(self.lines):
            trial = follower.copy()
            if not trial.read(self.lines, at):
                return at, follower, trial
            self.before.append((at, follower))
            if trial.failed and not follower.failed:
                self.failing = [*self.before]
            raw = self.lines[at][0]
            if "set_cards" in raw:
                self.hands[words_of(self.log, raw)[1]] = at, follower
            follower, at = trial, at + 1
        trial = follower.copy()
        return at, follower, None if trial.finish() else trial

    def _check_alone(self, at: int) -> None:
        """Report the lines from `at` on that are wrong regardless of the lines before them."""
        known = {each.line for each in self.told}
        for each in _wrong_alone(self.log, self.lines[at:]) if reads_on() else ():
            if each.line not in known:
                self.told.add(each)

    # Making an edit

    def _make(self, edit: LineEdit, at: int, follower: Follower) -> tuple[int, Follower]:
        """Make an edit, and go back to its line."""
        new = [(each, self._start(edit.at)) for each in edit.new]
        if not edit.certain and not any(CLOCK in each for each in edit.new):
            self.known = edit.at if self.known is None else min(self.known, edit.at)
        self.lines = [*self.lines[: edit.at], *new, *self.lines[edit.end :]]
        states = [*self.hands.values(), *self.failing, *self.before, (at, follower)]
        at, follower = next(each for each in states if each[0] == edit.at)
        self.before = deque((each for each in self.before if each[0] < at), maxlen=BACK)
        return at, follower

    def _start(self, at: int) -> int:
        return self.lines[at][1] if at < len(self.lines) else len(self.log.text.content)

    # Trying edits

    def _gives_up(self, at: int) -> bool:
        """Return whether too many slips were mended, in total or nearby, to go on."""
        crowd = self.stops[-CROWD:]
        self.stops.append(at)
        return len(self.stops) > MOST_SLIPS or (len(crowd) == CROWD and at - crowd[0] < CROWDED)

    def _enough(self, at: int, shown: Finding) -> int:
        """Return how many lines after a slip must be readable for an edit to be accepted."""
        line = self.log.text.offset(shown.line or 1, 1)
        lines = self.lines[max(0, at - AHEAD) : at]
        return max(1, AHEAD - 1 - sum(line <= start for _, start in lines))

    def _best(self, at: int, follower: Follower, shown: Finding) -> _Trial | None:
        """Return the most likely edit, or None if the log cannot be followed with any."""
        if not self.second:
            self.horizon = max(0, len(self.lines) - at - 1 - WINDOW)
        lines = len(self.lines) - at
        enough = max(0, lines - 1 - self._enough(at, shown))
        states = [*enumerate([(at, follower), *reversed(self.before)])]
        if follower.failed:
            states += enumerate(reversed(self.failing))
        tried = dict[tuple[int, int, tuple[str, ...]], _Trial | None]()
        for back, (number, state) in states:
            for edit in edits(Around(self.log, self.lines, number, state), back < FORM):
                key = edit.at, edit.end, edit.new
                if key not in tried:
                    tried[key] = self._tried(edit, state, at)
            likely = (each for each in tried.values() if each and each.rank <= (self.horizon, 1))
            if shown.rule in OF_FORM and any(likely):
                break  # a malformed line is found as soon as it is read
        found = [each for each in tried.values() if each is not None]
        trials = [each for each in found if each.left <= enough]
        if not trials:
            trials = [*self._with_other_hands(at, enough)]
        near = lines > NEAR and all(self.horizon < each.left >= lines - NEAR for each in trials)
        if near and not self.second:
            trials = [*self._with_second(found, at, follower, shown)] or trials
        if not trials:
            return None
        first, *others = sorted(trials, key=self._order)
        rivals = [each.edit for each in others if each.rank == first.rank]
        edit = first.edit
        if not all(self._same(each, edit) for each in rivals):
            edit = replace(edit, certain=False)
        return _Trial(edit, first.left, first.cost)

    def _order(self, trial: _Trial) -> tuple[int, ...]:
        return *trial.rank, -trial.edit.at

    def _with_second(
        self, trials: Iterable[_Trial], at: int, follower: Follower, shown: Finding
    ) -> Iterator[_Trial]:
        """Yield the edits that help together with a second edit a few lines on."""
        searched = 0
        for each in sorted(trials, key=lambda each: (each.cost, each.left, -each.edit.at)):
            edit = each.edit
            if each.left == len(self.lines) - at and edit.end < at - FORM:
                continue
            other = copy(self)
            other.second = True
            start, state = other._make(edit, at, follower)
            other.hands = {}
            number, state, stopped = other._read(start, state)
            found = [] if stopped is None else other._found(stopped, number)
            if not found or (found[0].rule, found[0].line) == (shown.rule, shown.line):
                continue
            behind = [each for each in other.before if each[0] >= edit.at + len(edit.new)]
            other.before, other.failing = deque(behind[1 - FORM :], maxlen=BACK), []
            second = other._best(number, state, found[0])
            self.budget, searched = other.budget, searched + 1
            cost = each.cost + (COSTLY if second is None else second.cost)
            if second is not None and second.left == self.horizon and cost < COSTLY:
                yield _Trial(edit, second.left, cost)
            if searched == PAIRS or self.budget < 0:
                return

    def _same(self, one: LineEdit, other: LineEdit) -> bool:
        """Return whether two edits make the same log, except for blank lines."""
        start, end = min(one.at, other.at), max(one.end, other.end)
        made = [
            [*self._raw(start, each.at), *each.new, *self._raw(each.end, end)]
            for each in (one, other)
        ]
        one_made, other_made = ([raw for raw in each if raw.strip()] for each in made)
        return one_made == other_made

    def _raw(self, start: int, end: int) -> list[str]:
        return [raw for raw, _ in self.lines[start:end]]

    def _tried(self, edit: LineEdit, state: Follower, at: int) -> _Trial | None:
        """Judge an edit; return None if it does not help."""
        own, start = self._raw(edit.at, edit.end), self._start(edit.at)
        if self.budget < 0 or [*edit.new] == own:
            return None
        stop = len(self.lines) - self.horizon
        lines = [*((each, start) for each in edit.new), *self.lines[edit.end : stop]]
        trial = state.copy(silent=True)
        for number in range(len(lines)):
            self.budget -= 1
            if not trial.read(lines, number):
                left = self.horizon + len(lines) - number
                return _Trial(edit, left, edit.cost) if left <= len(self.lines) - at else None
            changed = number < len(edit.new) and edit.new[number] not in own
            if changed and not _is_meant(trial, state):
                return None
        unended = not self.horizon and not trial.finish()
        return _Trial(edit, self.horizon + unended, edit.cost)

    def _with_other_hands(self, at: int, enough: int) -> Iterator[_Trial]:
        """Yield edits of dealt hands that agree with the later plays."""
        for number, state in self.hands.values():
            around = Around(self.log, self.lines, number, state)
            way, seat, _ = words_of(self.log, around.raw)
            for each in hands(around, state.talk, seat):
                line = self.log.marked(way, seat, " ".join(map(str, ["set_cards", *each])))
                trial = self._tried(LineEdit(number, number + 1, (line,), 0), state, at)
                if trial is not None and trial.left <= enough:
                    yield trial


def _is_meant(follower: Follower, before: Follower) -> bool:
    """Return whether an edited line follows the protocol, as every line made by an edit must."""
    for seat, each in follower.open.items():
        if each.command is None and not each.ended:
            return False
        if _is_malformed(each) and not _is_malformed(before.open.get(seat)):
            return False
    return True


def _is_malformed(exchange: Exchange | None) -> bool:
    """Return whether the part of a reply read so far is malformed."""
    if exchange is None or exchange.ended or not exchange.reply:
        return False
    return exchange.said.kind == "malformed"


def _wrong_alone(log: Log, lines: Iterable[RawLine]) -> Iterator[Finding]:
    """Yield findings for lines that are wrong regardless of the lines before them."""
    for raw, start in lines:
        mark = None if log.own else MARK.match(raw)
        line = Line(raw, start)
        if mark is not None:
            content = said_in(raw, mark)
            line = Line(content, start + len(raw) - len(content), int(mark[2]))
        if mark is None and not log.own:
            if not is_blank(raw):
                yield _placed(log, Wrong(codes.NO_MARK, NO_MARK), line)
        elif line.word in COMMANDS and (mark is None or mark[1] == ">>"):
            said = command(line.words)
            if said is None:
                yield why_no_command(log.text, line.start, line.content)
                continue
            wrong = misshapen(said)
            if wrong is not None:
                exchange = Exchange(line, line.seat, said.name, said)
                yield _placed(log, wrong, exchange.argument(wrong.argument, wrong.to_end))


def _placed(log: Log, wrong: Wrong, line: Line) -> Finding:
    return place(Finding(rule=wrong.rule, message=wrong.why), log.text, line.start, line.end)
