"""`kifu arbiter`: a game between programs, and its log."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import FileIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from ...arena.seeds import any_seed
from ...formats.text.columns import visible
from ..errors import CLEAN, Failure, refusing, say
from ..options import STANDARD_OUTPUT, force, json_or_text
from ..output import check_target, emit_json, encoded, show_lines, unless_nobody_reads
from .options import TIME, check_hidden, game_options, isolation, require_processes

if TYPE_CHECKING:
    from ...arena.arbiter import Match


class NamingItsGame(click.Command):
    """A command whose help names the games that programs can play."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        from ...formats.interface.protocol import protocol

        self.help = (self.help or "").replace("GAME", protocol().title)
        super().format_help_text(ctx, formatter)


@click.command(cls=NamingItsGame)
@click.option(
    "--player",
    "players",
    metavar="CMD",
    multiple=True,
    help="The command that starts a program; give two to four.",
)
@click.option(
    "--name",
    "names",
    metavar="NAME",
    multiple=True,
    help="A name for each program, instead of its CMD.",
)
@click.option("--title", metavar="TEXT", help="The game's name in the log.")
@game_options
@click.option("-o", "--output", metavar="LOG", required=True, help="The log to write.")
@force
@json_or_text
def command(
    players: tuple[str, ...],
    names: tuple[str, ...],
    title: str | None,
    deck: str | None,
    game: str | None,
    seed: int | None,
    time: int | None,
    cpu: int | None,
    memory: int | None,
    errors: str | None,
    isolate: bool,
    readable: tuple[str, ...],
    output: str,
    force: bool,
    style: str,
) -> int:
    """Play a game between programs, and write its log.

    GAME is the game to play. By default, the deck and the deals are the tournament's.
    Programs are started without a shell and run with your rights, unless they are isolated. All
    their processes end with the game.

    The exit status is 0 if a game was played, either to its end or until a fault.
    """
    require_processes("kifu arbiter")
    from ...arena.arbiter import Match
    from ...arena.processes.alone import alone
    from ...arena.processes.clock import CLOCK, noticing
    from ...arena.processes.limits import Limits
    from ...arena.processes.stops import notes
    from ...arena.processes.table import table
    from ...formats.interface.protocol import COMMENT, protocol

    programs = [_words(number, each) for number, each in enumerate(players)]
    called = _names(players, names)
    with refusing(ValueError):
        begin = protocol().set_up(len(players), deck, game)
    isolated = isolation(isolate, readable)
    if isolated is not None:
        check_hidden(isolated, [output, errors], programs, Path.cwd())
    exists = _check_log(output, force)
    folder = None if errors is None else _folder(errors, len(players), force)
    seed = any_seed() if seed is None else seed
    date = datetime.now(UTC).isoformat(timespec="seconds")
    head = list(protocol().head(title, called, seed, date))
    seconds = (TIME if time is None else time) / 1000
    limits = Limits(cpu, memory)
    with alone() as left, noticing(), table(programs, seconds, limits, folder, isolated) as seats:
        match = Match(protocol(), begin, seats, Random(seed), len(head))
        stops = (f"{COMMENT} {each}" for each in notes(CLOCK.stops, seats))
        _write(output, chain(head, match.play(), stops), exists)
    for each in notes(CLOCK.stops, seats):
        say(each)
    if left:
        say(f"processes that could not be ended: {' '.join(map(str, left))}")
    if style == "json":
        emit_json(_values(match))
    else:
        show_lines(_report(match, called, output))
        if match.fault is not None and match.fault.reason == "crashed" and errors is None:
            say("--stderr FOLDER keeps the programs' error output")
    return CLEAN


# Arguments


def _words(number: int, program: str) -> list[str]:
    """Return the words of a command line."""
    with refusing(ValueError, place=f"player {number}: {program!r} is not a valid command line"):
        found = shlex.split(program)
    if not found:
        raise Failure(f"player {number}: the command line is empty")
    return found


def _names(players: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the names of all players."""
    if len(names) > len(players):
        raise Failure(f"there are {len(names)} names for {len(players)} players")
    return [*names, *players[len(names) :]]


def _check_log(path: str, force: bool) -> bool:
    """Raise Failure if the log cannot be written; return whether the file exists."""
    if path == STANDARD_OUTPUT:
        raise Failure("the log needs a file: standard output shows how the game ended")
    check_target(path, force)
    return os.path.lexists(path)


def _folder(path: str, players: int, force: bool) -> Path:
    """Return the folder for error output; raises Failure if a file would be replaced there."""
    from ...arena.processes.table import error_file

    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(players):
        check_target(str(error_file(folder, number)), force)
    return folder


# The log


def _write(path: str, lines: Iterable[str], exists: bool) -> None:
    """Write each line immediately, so that the log survives if the arbiter is killed.

    A new log is removed if a program cannot be started.
    """
    from ...arena.processes.seat import NotRun

    mode = "wb" if exists else "xb"
    with open(path, mode, buffering=0, opener=unless_nobody_reads) as log:
        try:
            for line in lines:
                _write_line(log, path, line)
        except NotRun:
            if not exists:
                os.unlink(path)
            raise


def _write_line(log: FileIO, path: str, line: str) -> None:
    left = encoded(f"{line}\n")
    try:
        # If a disk is nearly full, part of a line may be written, and only the next write fails.
        while left:
            left = left[log.write(left) :]
    except OSError as error:
        error.filename = path
        raise


# The result


def _report(match: Match, names: Sequence[str], log: str) -> Iterator[str]:
    """Return the result as text for people."""
    fault = match.fault
    if fault is None:
        yield "played to the end"
    else:
        places = (f"{name} {at}" for name, at in fault.place.items() if at is not None)
        where = ", ".join(places) or "set-up"
        yield f"ended by a fault of player {fault.player}, {fault.reason}: {visible(fault.why)}"
        yield f"  {log}:{match.fault_line} ({where}, {fault.command})"
    for number, (name, points) in enumerate(zip(names, match.points, strict=True)):
        yield f"player {number}: {points:3}  {visible(name)}"


def _values(match: Match) -> dict[str, object]:
    """Return the result as data for programs."""
    fault = match.fault
    return {
        "complete": fault is None,
        "points": match.points,
        "fault": fault
        and {
            "player": fault.player,
            "reason": fault.reason,
            "message": fault.why,
            "place": {
                "line": match.fault_line,
                **fault.place,
                "command": fault.command,
            },
        },
    }
