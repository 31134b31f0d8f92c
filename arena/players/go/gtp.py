"""Programs that speak GTP, the Go Text Protocol (version 2), as engines.

The commands are those of "Specification of the Go Text Protocol, version 2, draft 2" (sections 2
and 6.3), and three that GNU Go adds: `reg_genmove`, `estimate_score` and `set_random_seed`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isfinite
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any
from zlib import crc32

from ....findings.shown import LONGEST, short
from ....replayer.go.state import State
from ....replayer.rules import CHANCE, Action
from ...processes.standard_error import StandardError
from ..engine import EngineFailed
from ..player import Seen

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""GTP has no column I, and at most 25 columns."""

_NEEDED = ("reg_genmove", "estimate_score")
_MOST = 100
"""The number of lines in an answer: boards and lists have fewer."""

_LONGEST = 4096
"""The number of bytes that are read at once; lines of answers are far shorter."""


class _Refused(EngineFailed):
    """The program answered a command with `?`."""


class Gtp:
    """A running program that speaks GTP."""

    spread = 25.0
    """A blunder costs 10 points, a mistake 5, and an inaccuracy 2.5."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.name, self._seconds = command[0], seconds
        try:
            self._program = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as why:
            raise EngineFailed(f"{command[0]} cannot be started: {why.strerror}") from None
        assert self._program.stdout is not None
        assert self._program.stderr is not None
        self._errors = StandardError(self._program.stderr, None)
        self._lines = Queue[str | None](1000)
        Thread(target=self._read, args=(self._program.stdout,), daemon=True).start()

    def introduce(self) -> None:
        """Ask for the program's name, and for the commands of an engine. Raises EngineFailed."""
        try:
            self.name = " ".join(" ".join(self.ask("name", "version")).split())
            for each in _NEEDED:
                if self.ask(f"known_command {each}") != ["true"]:
                    raise EngineFailed(f"{self.name} does not know the command {each}")
        except EngineFailed:
            self.close()
            raise

    def best(self, seen: Seen, seed: str) -> Action | None:
        """Return the move that the program would make, or None if it resigns or breaks a rule.

        Programs need not know the ko rule of the record.
        """
        self._show(seen, None, seen.state)
        with suppress(_Refused):
            self.ask(f"set_random_seed {crc32(f'{seed}/{seen.place}'.encode()) >> 1}")
        (answer,) = self.ask(f"reg_genmove {'BW'[seen.player]}")
        if answer.lower() == "resign":
            return None
        rows: Sequence[str] = seen.state.rows
        move = point(answer, len(rows))
        if move is None or (move != "pass" and not _is_empty(rows, move)):
            raise EngineFailed(
                f"{self.name} answered {short(answer)} to reg_genmove: expected a move"
            )
        action = f"{'BW'[seen.player]} {move}"
        return action if action in seen.legal else None

    def score(self, seen: Seen, action: Action) -> float:
        """Return how many points the seat is ahead after a move, by `estimate_score`."""
        after: State = seen.rules.apply(seen.state, {seen.player: action}).state
        self._show(seen, action, after)
        (answer,) = self.ask("estimate_score")
        black = _lead(answer)
        if black is None:
            expected = "expected a score such as B+3.5"
            raise EngineFailed(
                f"{self.name} answered {short(answer)} to estimate_score: {expected}"
            )
        return -black if seen.player else black

    def ask(self, *commands: str) -> list[str]:
        """Send commands, and return the answers without their `=`. Raises EngineFailed."""
        program, end = self._program, monotonic() + self._seconds
        assert program.stdin is not None
        try:
            program.stdin.write("".join(f"{each}\n" for each in commands).encode())
            program.stdin.flush()
        except OSError:
            raise EngineFailed(self._ended()) from None
        answers = [self._answer(each, end) for each in commands]
        for command, answer in zip(commands, answers, strict=True):
            if answer.startswith("?"):
                raise _Refused(f"{self.name} refuses {command!r}: {answer[1:].strip()[:LONGEST]}")
        return [each[1:].strip() for each in answers]

    def close(self) -> None:
        """End the program, and what it has started, as a wrapper script does."""
        with suppress(OSError, ValueError), self._program:
            if sys.platform == "win32":
                self._program.kill()
            else:
                os.killpg(self._program.pid, signal.SIGKILL)

    def _show(self, seen: Seen, action: Action | None, position: State) -> None:
        """Set up a position: the seat's, or the one after an action.

        A program that does not accept the moves, because its rules are different, is shown the
        stones only. Raises ValueError if it does not accept them either, or the board.
        """
        rules: Any = seen.rules
        rows, columns, komi = rules.rows, rules.columns, float(rules.komi)
        if columns != rows:
            raise ValueError(f"GTP has only square boards, not {columns} by {rows}")
        start = (f"boardsize {rows}", f"komi {komi:g}", "clear_board")
        try:
            self.ask(*start, *_moves(seen, action))
        except _Refused:
            try:
                self.ask(*start, *_stones(position))
            except _Refused as why:
                raise ValueError(str(why)) from None

    def _answer(self, command: str, end: float) -> str:
        while not (line := self._line(command, end)):
            pass
        if line[0] not in "=?":
            raise EngineFailed(f"{self.name} answered {short(line)} to {command}: expected = or ?")
        lines = [line]
        while following := self._line(command, end):
            lines.append(following)
            if len(lines) > _MOST:
                raise EngineFailed(f"{self.name} answered {command} with more than {_MOST} lines")
        return "\n".join(lines)

    def _line(self, command: str, end: float) -> str:
        """Return the next line without white space around it; the last one is followed by None."""
        try:
            line = self._lines.get(timeout=max(0.0, end - monotonic()))
        except Empty:
            late = f"has not answered {command} within {self._seconds:g} seconds"
            raise EngineFailed(f"{self.name} {late}") from None
        if line is None:
            raise EngineFailed(self._ended())
        return line.strip()

    def _read(self, stream: IO[bytes]) -> None:
        """Read all lines, so that the program need not wait while kifu writes."""
        with suppress(ValueError):  # the stream is closed
            while line := stream.readline(_LONGEST):
                self._lines.put(line.decode("ascii", "replace"))
        self._lines.put(None)

    def _ended(self) -> str:
        said = self._errors.first_line()
        return f"{self.name} has ended{said and f': {said}'}"


def vertex(point: str, rows: int) -> str:
    """Return a point, such as `cd`, or `pass` as GTP writes it.

    >>> vertex("aa", 19), vertex("is", 19), vertex("pass", 19)
    ('A19', 'J1', 'pass')
    """
    if point == "pass":
        return point
    column, row = (ord(each) - ord("a") for each in point)
    return f"{COLUMNS[column]}{rows - row}"


def point(vertex: str, rows: int) -> str | None:
    """Return a point or a pass that GTP writes, or None if it is not on the board.

    >>> point("A19", 19), point("j1", 19), point("PASS", 19), point("I1", 19), point("A0019", 19)
    ('aa', 'is', 'pass', None, None)
    """
    if vertex.lower() == "pass":
        return "pass"
    column, row = COLUMNS.find(vertex[:1].upper()), vertex[1:]
    if not 0 <= column < rows or not row.isdecimal() or row[2:] or not 1 <= int(row) <= rows:
        return None
    return f"{chr(ord('a') + column)}{chr(ord('a') + rows - int(row))}"


def _moves(seen: Seen, action: Action | None) -> Iterator[str]:
    """Yield the stones of the last position that was set up, and the moves since then."""
    steps, rows = seen.steps, len(seen.state.rows)
    changes = (at + 1 for at, each in enumerate(steps) if CHANCE in (each.actions or {}))
    first = max(changes, default=0)
    yield from _stones(steps[first].state)
    played = [each for step in steps[first:-1] for each in (step.actions or {}).values()]
    for each in [*played, *([] if action is None else [action])]:
        colour, _, where = each.partition(" ")
        yield f"play {colour} {vertex(where, rows)}"


def _stones(state: State) -> Iterator[str]:
    """Yield a move for each stone on the board."""
    for number, row in enumerate(state.rows):
        for column, colour in enumerate(row):
            if colour != ".":
                yield f"play {colour} {COLUMNS[column]}{len(state.rows) - number}"


def _is_empty(rows: Sequence[str], point: str) -> bool:
    column, row = (ord(each) - ord("a") for each in point)
    return rows[row][column] == "."


def _lead(answer: str) -> float | None:
    """Return Black's lead in a score such as `W+3.5 (upper bound: …)`, or None if it is wrong.

    >>> _lead("W+3.5 (upper bound: -2.0, lower: -5.1)"), _lead("0"), _lead("resign")
    (-3.5, 0.0, None)
    """
    score = answer.partition(" ")[0]
    colour, _, points = score.rpartition("+")
    try:
        lead = float(points)
    except ValueError:
        return None
    if not isfinite(lead) or (colour not in ("B", "W") and lead):
        return None
    return -lead if colour == "W" else lead
