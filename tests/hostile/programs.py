"""Programs that misbehave at random, against the arbiter and in tournaments."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

import kifu
from kifu.replayer.planowanie.record import Record

from ..arena.programs import GAME, IGNORE, Arena, bot, points
from ..command import COMMAND, Kifu, heed_signals
from .oracles import Fault, require
from .seeds import words

ODD_NUMBERS = ("-0", "+0", "00", "٣", "0.0", "1e0", "0x0", "0_0", " 0 ", "")

LONGEST = 60
"""The wall-clock time in seconds within which any game must end."""

TIME = "1500"
"""The time limit of each program in milliseconds."""

PLACES = (
    *("start", "set_deck", "set_players", "set_game", "set_cards", "gen_declare", "gen_declare"),
    *("declare", "gen_move", "gen_move", "gen_move", "play", "time_left", "quit"),
)

SIGNALS = (
    signal.SIGALRM,
    signal.SIGCHLD,
    signal.SIGCONT,
    signal.SIGPIPE,
    signal.SIGUSR1,
    signal.SIGWINCH,
)
"""Signals to the arbiter that do not ask it to exit; SIGALRM and SIGUSR1 end most processes."""


class Game(Struct, frozen=True):
    """How each program misbehaves: at which command, at which occurrence, by which expression."""

    mischief: tuple[tuple[str, int, str], ...]
    plan: str

    @property
    def programs(self) -> list[str]:
        return [bot(*each) for each in self.mischief]

    @property
    def hostile(self) -> set[int]:
        """Return the seats of programs that misbehave."""
        return {seat for seat, (_, _, does) in enumerate(self.mischief) if does}


def any_game(rng: Random) -> Game:
    """Make a game of two or three programs, at least one of them hostile."""
    players = rng.choice((2, 2, 3))
    hostile = rng.sample(range(players), rng.choice((1, 1, players)))
    mischief = [
        (rng.choice(PLACES), rng.choice((0, 1, 1, 2, 3)), _mischief(rng))
        if seat in hostile
        else ("", 0, "")
        for seat in range(players)
    ]
    plan = GAME if players == 2 else "2 1 2 3 1"
    return Game(tuple(mischief), plan)


def _mischief(rng: Random) -> str:
    """Return an expression that does something programs should not; see `arena/programs.py`."""
    junk = rng.randbytes(rng.choice((1, 5, 40, 2000)))
    word = rng.choice(words("planowanie/log")).decode("utf-8", "replace")
    size = rng.choice((10, 4096, 65535, 65536, 70000, 300_000))
    number = rng.choice(
        (*SIGNALS, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)
    ).value
    one = rng.choice(
        (
            f"os.write(1, {junk!r})",
            f"os.write(1, {junk!r} + b'\\n\\n')",
            f"os.write(2, {junk!r} * 100)",
            f"say({'= ' + word!r})",
            f"say({word!r})",
            f"say({'? ' + word!r})",
            f"say('= ' + {rng.choice(ODD_NUMBERS)!r})",
            f"os.write(1, b'= ' + {size} * b'0' + b'\\n\\n')",
            f"os.write(1, {size} * b'\\n')",
            f"os.write(1, {size} * b'x')",
            "os.write(1, b'= 0\\n')",
            "os.write(1, b'= 0\\r\\r\\n\\n')",
            "os.write(1, b'\\x00\\n\\n')",
            f"os._exit({rng.choice((0, 1, 3, 127, 255))})",
            f"os.kill(os.getpid(), {number})",
            "os.close(0)",
            "os.close(1)",
            "os.close(2)",
            "os.closerange(0, 3)",
            "time.sleep(0.3)",
            "time.sleep(99)",
            f"{IGNORE} and time.sleep(99)",
            "spawn('import time; time.sleep(99)')",
            "os.fork()",
            "os.fork() or os.setsid()",
            "os.fork() and os._exit(0)",
            "[os.fork() for _ in range(3)]",
            "sys.stdin.readline()",
            "sys.stdin.read()",
            f"os.kill(os.getppid(), {rng.choice(SIGNALS[1:4]).value})",
            "os.kill(os.getppid(), 19) or os.kill(os.getppid(), 18)",
            "os.chdir('/')",
            "__import__('resource').setrlimit(7, (3, 3))",
            "__import__('fcntl').fcntl(1, 4, 2048)",
        )
    )
    return one if rng.random() < 0.7 else f"({one}) and 0 or ({_mischief(rng)})"


def judge_game(game: Game, folder: Path) -> None:
    """Play a game; raise a Fault if a property does not hold."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    arena = Arena(Kifu(folder, forks=True))
    began = time.monotonic()
    more = ("--game", game.plan, "--output-format", "json", "--time", TIME)
    process = arena.start(*game.programs, more=more)
    try:
        out, err = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Fault("hang", f"still running after {LONGEST} s: {game}") from None
    finally:
        _end(arena)
    said = err.decode()
    what = f"status {process.returncode}, {said!r}, in {time.monotonic() - began:.1f} s: {game}"
    require("Traceback" not in said and "internal error" not in said, "crash", what)
    if "cannot be started" in said and any("os._exit(127)" in does for _, _, does in game.mischief):
        require(process.returncode == 2, "status", what)
        return
    require(process.returncode == 0, "status", what)
    require(all(each.startswith("kifu: ") for each in said.splitlines()), "noise", what)
    values = json.loads(out)
    _require_log(arena.log, game, values, what)


def _end(arena: Arena) -> None:
    """End any processes that are left, and raise a Fault if there are any."""
    left = arena.left()
    for each in left:
        os.kill(each, signal.SIGKILL)
    require(not left, "left", f"{len(left)} processes")


def _require_log(log: Path, game: Game, values: dict[str, Any], what: str) -> None:
    """Require a valid log that agrees with the arbiter about the fault and the points."""
    wrong = [
        f"{each.line} {each.code} {each.message}"
        for each in kifu.validate(log)
        if each.severity == "error"
    ]
    require(not wrong, "log", f"{wrong}: {what}")
    record = kifu.load(log, type=Record)
    fault = values["fault"]
    result = record.result
    require(result is not None, "log", f"no result: {what}")
    assert result is not None
    if fault is None:
        require(result.end in (None, "complete"), "log", f"{result}: {what}")
        lines = log.read_text("utf-8", "replace").splitlines()
        require(values["points"] == points(lines), "points", f"{values['points']}: {what}")
    else:
        require((result.player, result.reason) == (fault["player"], fault["reason"]), "log", what)
        late = fault["reason"] == "timeout" and _is_starved()
        require(fault["player"] in game.hostile or late, "blamed", f"{fault}: {what}")


def _is_starved() -> bool:
    """Return whether the machine is so busy that a harmless program may exceed its time."""
    return os.getloadavg()[0] > 3 * (os.cpu_count() or 1)


# Tournaments


class Tournament(Struct, frozen=True):
    """How each of four entrants misbehaves, and when the tournament is killed."""

    mischief: tuple[tuple[str, int, str], ...]
    kills: tuple[float, ...] = ()


KILLS_ITS_ARBITER = "os.kill(os.getppid(), 9)"


def any_tournament(rng: Random) -> Tournament:
    """Make a tournament of four programs, one or two of them hostile."""
    hostile = rng.sample(range(4), rng.choice((1, 2)))
    mischief = [
        (
            rng.choice(PLACES[5:]),
            rng.choice((1, 1, 2)),
            rng.choice((*(_mischief(rng) for _ in range(3)), KILLS_ITS_ARBITER)),
        )
        if seat in hostile
        else ("", 0, "")
        for seat in range(4)
    ]
    kills = [rng.uniform(0.2, 4) for _ in range(rng.choice((0, 1, 2)))]
    return Tournament(tuple(mischief), tuple(kills))


def judge_tournament(one: Tournament, folder: Path) -> int:
    """Play a tournament, killing it along the way; raise a Fault if a property does not hold.

    Return how many games were played.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    arena = Arena(Kifu(folder, forks=True))
    lines = [f"P{seat} = {json.dumps(bot(*each))}" for seat, each in enumerate(one.mischief)]
    arena.run.write({"entrants.toml": "\n".join(["[entrants]", *lines, ""])})
    arguments = ["tournament", "entrants.toml", "-o", "out", "--rounds", "1", "--seed", "1"]
    arguments += ["--game", GAME, "--time", TIME, "--output-format", "json", "-j", "2"]
    try:
        for seconds in one.kills:
            _run(arena, arguments, seconds)
        status, out, said = _run(arena, arguments, None)
    finally:
        _end(arena)
    what = f"status {status}, {said!r}: {one}"
    require("Traceback" not in said and "internal error" not in said, "crash", what)
    values: dict[str, Any] = json.loads(out) if out else {}
    require(status == (1 if values.get("set_aside") else 0) and bool(values), "status", what)
    logs = sorted((folder / "out").glob("round-*/*.log"))
    require(len(logs) == 4 - len(values["set_aside"]), "log", f"{len(logs)} logs: {what}")
    for log in logs:
        wrong = [
            f"{each.code} {each.message}" for each in kifu.validate(log) if each.severity == "error"
        ]
        require(not wrong, "log", f"{log.name}: {wrong}: {what}")
    hostile = {f"P{seat}" for seat, (_, _, does) in enumerate(one.mischief) if does}
    require(set(values["faults"]) <= hostile or _is_starved(), "blamed", what)
    left = {each.name for each in (folder / "out").iterdir()} - {
        "tournament.json",
        "round-001",
        ".spoiled",
    }
    require(not left, "left", f"{left}: {what}")
    return len(logs)


def _run(arena: Arena, arguments: list[str], seconds: float | None) -> tuple[int, str, str]:
    """Run the command, and kill it after a number of seconds if it is still running."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=arena.run.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **arena.environment},
        preexec_fn=heed_signals,
    )
    try:
        out, err = process.communicate(timeout=LONGEST * 3 if seconds is None else seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        require(seconds is not None, "hang", f"{sys.argv}: {err.decode()}")
    return process.returncode, out.decode(), err.decode()
