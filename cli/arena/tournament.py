"""`kifu tournament`: rounds of games between programs, and their standings."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...validation.workers import cores
from ..errors import CLEAN, FOUND, say
from ..options import any_file, any_folder, json_or_text
from ..output import emit_json, show_lines
from .options import TIME, check_hidden, game_options, isolation, require_processes

if TYPE_CHECKING:
    from ...arena.tournament.entrants import Entrants
    from ...arena.tournament.plan import Fixture, Settings

BY_LOT, ROUNDS = 10, 100
"""The minimum number of rounds drawn by lot, and in total, in the tournament of 2009."""


@click.command
@click.argument("file", metavar="ENTRANTS", shell_complete=any_file)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    shell_complete=any_folder,
    required=True,
    help="The folder for the games.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10**5),
    default=ROUNDS,
    show_default=True,
    metavar="N",
    help="The total number of rounds.",
)
@click.option(
    "--random",
    "by_lot",
    type=click.IntRange(0, 10**5),
    metavar="N",
    help=f"The number of initial rounds drawn by lot instead of by rating. [default: {BY_LOT}]",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="The number of games to run at the same time. [default: one per processor]",
)
@game_options
@json_or_text
def command(
    file: str,
    output: str,
    rounds: int,
    by_lot: int | None,
    jobs: int | None,
    deck: str | None,
    game: str | None,
    seed: int | None,
    time: int | None,
    cpu: int | None,
    memory: int | None,
    errors: str | None,
    isolate: bool,
    readable: tuple[str, ...],
    style: str,
) -> int:
    """Play a tournament between programs, and show the standings.

    ENTRANTS is a TOML file whose table [entrants] has one line for each of at least four programs:
    Ala = "python3 player.py". The programs run in the folder of that file.

    In each round, groups of four play four games, so that each program sits in each seat once; all
    groups have the same deals. Groups are drawn by lot in the first rounds, then formed by rating.
    Each game is run by a `kifu arbiter`.

    The log of each finished game is in FOLDER. Run the same command again to resume a tournament
    that was stopped or killed, or to add rounds.

    A game whose arbiter fails or is killed, or whose log is damaged, is played again, up to three
    times, before it is set aside.

    The exit status is 0 if all games were played, to their end or until a fault, 1 if some were set
    aside, and 2 if the tournament could not continue.
    """
    require_processes("kifu tournament")
    from ...arena.processes.alone import alone
    from ...arena.processes.orphans import end_all
    from ...arena.tournament.agreed import agreed
    from ...arena.tournament.arbiters import Hall
    from ...arena.tournament.entrants import read_entrants
    from ...arena.tournament.folder import Folder
    from ...arena.tournament.rounds import play_all
    from ..archive.standings import standings
    from .display import display

    entrants = read_entrants(file)
    isolated = isolation(isolate, readable)
    if isolated is not None:
        programs = [shlex.split(each) for each in entrants.commands.values()]
        check_hidden(isolated, [output, errors], programs, entrants.folder)
    shielded = ["--isolate"] if isolate else []
    shielded += [f"--readable={os.path.abspath(each)}" for each in readable]
    folder = Folder(output)
    folder.prepare()
    given = {
        "seed": seed,
        "random": by_lot,
        "time": time,
        "deck": deck,
        "game": game,
        "cpu": cpu,
        "memory": memory,
    }
    with folder.locked(say) as lock:
        plan = agreed(folder.path, entrants, given, {"random": BY_LOT, "time": TIME})
        hall = Hall(
            folder=folder,
            lock=lock,
            home=entrants.folder,
            command=lambda fixture: _arbiter(
                fixture, entrants, plan.settings, folder.unfinished_log(fixture), errors, shielded
            ),
            notify=say,
            tidy=lambda running: end_all(keep=running),
        )
        with alone() as left:
            watch = partial(display, plan, rounds)
            score = play_all(hall, plan, rounds, jobs or cores(), watch)
    if left:
        say(f"processes that could not be ended: {' '.join(map(str, left))}")
    if style == "json":
        emit_json(score.values())
    else:
        show_lines(standings(score))
    return FOUND if score.aside else CLEAN


def _arbiter(
    fixture: Fixture,
    entrants: Entrants,
    settings: Settings,
    log: Path,
    errors: str | None,
    shielded: Sequence[str],
) -> list[str]:
    """Return the words of the `kifu arbiter` command that runs a game."""
    # Without -P, Python would look for modules in the entrants' folder first.
    words = [sys.executable, "-P", "-m", "kifu", "arbiter", "--force", "--output-format=json"]
    for name in fixture.players:
        words += [f"--name={name}", f"--player={entrants.commands[name]}"]
    options = {
        "seed": fixture.seed,
        "title": fixture.title,
        "time": settings.time,
        "deck": settings.deck,
        "game": settings.game,
        "cpu": settings.cpu,
        "memory": settings.memory,
        "stderr": None if errors is None else Path(errors).absolute() / fixture.name,
        "output": log.absolute(),
    }
    words += [f"--{name}={value}" for name, value in options.items() if value is not None]
    return [*words, *shielded]
