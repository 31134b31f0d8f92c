"""Programs to play against, a game between them, and an independent reader of its log."""

import json
import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from ..command import COMMAND, Kifu, Result, heed_signals

PLAYER = Path(__file__).parents[2] / "examples" / "planowanie" / "player.py"
MARK = "KIFU_TEST_MARK"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
GAME = "2 1 0 3 1"
QUICK = ("-I", "-S")
"""Python without installed packages: the programs need none, and start twice as fast."""

# A program that plays the first legal card, and misbehaves at the n-th occurrence of a command (0:
# every time) if the given expression is true: by then it has either answered or chosen not to.
# Tournaments start many of these, so it imports little.
BOT = """
import os, signal, sys, time
at, count, mischief, *more = sys.argv[1:] + ["", "0", ""][len(sys.argv) - 1:]
told, hand, table, deck = {}, [], [], []
def say(text):
    print(text, end="\\n\\n", flush=True)
    return True
def spawn(code):
    import subprocess
    return subprocess.Popen([sys.executable, "-c", code] + sys.argv[4:])
if at == "start": eval(mischief)
for line in sys.stdin:
    name, *arguments = line.split()
    told[name] = told.get(name, 0) + 1
    if name == "set_deck":
        players, deck = 0, [rank + suit for suit in arguments[1] for rank in arguments[0]]
    elif name == "set_players": players = int(arguments[0])
    elif name == "set_cards": hand, table = arguments[1:], []
    elif name == "play":
        table = (table if len(table) < players else []) + [arguments[1]]
        if arguments[1] in hand: hand.remove(arguments[1])
    led = table[0][1] if 0 < len(table) < players else ""
    following = [card for card in hand if card[1] == led]
    if name == at and int(count) in (0, told[name]) and eval(mischief): continue
    if name == "gen_declare": say("= 0")
    elif name == "gen_move": say("= " + (following or hand)[0])
    else: say("=")
    if name == "quit": break
"""
IGNORE = "[signal.signal(each, signal.SIG_IGN) for each in (1, 2, 15)]"
REVOKE = (
    "len(following) < len(hand) and following"
    " and say('= ' + [card for card in hand if card not in following][0])"
)


def bot(at: str = "", count: int = 0, mischief: str = "", *more: str) -> str:
    """Return the command line of a program."""
    return shlex.join([sys.executable, *QUICK, "-c", BOT, at, str(count), mischief, *more])


def python(code: str) -> str:
    return shlex.join([sys.executable, *QUICK, "-c", code])


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds, however busy the machine is."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "timed out waiting"
        time.sleep(0.01)


@dataclass(frozen=True)
class Played:
    """The outcome of a game."""

    result: Result
    log: str
    left: list[int]

    @cached_property
    def lines(self) -> list[str]:
        return self.log.splitlines()

    @cached_property
    def values(self) -> Any:
        assert (self.result.status, self.result.err) == (0, "")
        return json.loads(self.result.out)

    @property
    def fault(self) -> Any:
        return self.values["fault"]

    def line(self, number: int) -> str:
        """Return a line of the log, counting from 1."""
        return self.lines[number - 1]

    def to(self, seat: int) -> list[str]:
        """Return the commands sent to a seat."""
        mark = f">> {seat}: "
        return [line.removeprefix(mark) for line in self.lines if line.startswith(mark)]


class Arena:
    """Plays games and checks which processes they leave behind."""

    def __init__(self, run: Kifu) -> None:
        self.run = run
        self.mark = uuid.uuid4().hex
        self.environment = {MARK: self.mark}

    @property
    def log(self) -> Path:
        return self.run.folder / "game.log"

    def arguments(self, *programs: str) -> list[str]:
        players = [word for each in programs for word in ("--player", each)]
        return ["arbiter", *players, "--seed", "1", "-o", "game.log"]

    def play(self, *programs: str, game: str = GAME, more: tuple[str, ...] = ()) -> Played:
        arguments = [*self.arguments(*programs), "--game", game, "--output-format", "json", *more]
        result = self.run(*arguments, environment=self.environment)
        return Played(result, self.log.read_text(), self.left())

    def start(self, *programs: str, more: tuple[str, ...] = ()) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*COMMAND, *self.arguments(*programs), *more],
            cwd=self.run.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environment},
            preexec_fn=heed_signals,
        )

    def finished(self, game: "subprocess.Popen[bytes]") -> Played:
        """Wait for a game that was started and return its outcome."""
        out, err = game.communicate(timeout=60)
        result = Result(game.returncode, out, err.decode())
        return Played(result, self.log.read_text(), self.left())

    def left(self) -> list[int]:
        """Return the processes with this arena's mark in their environment or arguments."""
        return [int(each.name) for each in Path("/proc").glob("[0-9]*") if self._is_marked(each)]

    def _is_marked(self, process: Path) -> bool:
        if int(process.name) == os.getpid():
            return False
        try:
            said = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
        except OSError:
            return False
        return self.mark.encode() in said


def points(lines: list[str]) -> list[int]:
    """Compute the points of a complete game from what its log says seat 0 was told."""
    words = [line.split()[1:] for line in lines if line.startswith(">> ")]
    told = [each[1:] for each in words if each[0] == "0:"]
    (ranks, suits), (players, _) = told[0][1:], map(int, told[1][1:])
    plan = [int(each) for each in told[2][2:]]
    totals, tricks, taken, table = [0] * players, 0, [0] * players, list[str]()
    declared, deal, lead = [0] * players, -1, 0
    for name, *arguments in told[3:]:
        if name == "set_cards":
            deal, taken, tricks = deal + 1, [0] * players, 0
            lead = plan[2 * deal + 1]
        elif name == "declare":
            declared[int(arguments[0])] = int(arguments[1])
        elif name == "play":
            assert int(arguments[0]) == (lead + len(table)) % players
            table.append(arguments[1])
            if len(table) == players:
                strong = [card for card in table if card[1] == suits[0]]
                strong = strong or [card for card in table if card[1] == table[0][1]]
                best = max(strong, key=lambda card: ranks.index(card[0]))
                lead, table, tricks = (lead + table.index(best)) % players, [], tricks + 1
                taken[lead] += 1
                if tricks == plan[2 * deal]:
                    for seat in range(players):
                        hit = taken[seat] == declared[seat]
                        totals[seat] += taken[seat] + tricks * hit
    return totals
