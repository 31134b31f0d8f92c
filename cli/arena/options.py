"""Options for games between programs, shared by single games and tournaments."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...arena.seeds import SEEDS
from ..errors import Failure
from ..options import any_file, any_folder, with_options

if TYPE_CHECKING:
    from ...arena.processes.isolation import Isolation

TIME = 180_000
"""The time that each program has for a game, in milliseconds: the minimum in 2009."""

_MOST = 10**9
"""The maximum value of any option: nobody needs more, and systems cannot count much higher."""

_OPTIONS = (
    click.option("--deck", metavar="'V C'", help="Ranks and suits, as in set_deck."),
    click.option("--game", metavar="'d c1 s1 …'", help="The deals, as in set_game."),
    click.option(
        "--seed", type=click.IntRange(0, SEEDS - 1), metavar="S", help="The seed for the deals."
    ),
    click.option(
        "--time",
        type=click.IntRange(1, _MOST),
        metavar="MS",
        help=f"The time each program has for a game, in milliseconds. [default: {TIME}]",
    ),
    click.option(
        "--cpu",
        type=click.IntRange(1, _MOST),
        metavar="SECONDS",
        help="The CPU time limit for each process.",
    ),
    click.option(
        "--memory",
        type=click.IntRange(1, _MOST),
        metavar="MIB",
        help="The memory limit for each process.",
    ),
    click.option(
        "--stderr",
        "errors",
        metavar="FOLDER",
        shell_complete=any_folder,
        help="Keep the programs' error output in this folder.",
    ),
    click.option(
        "--isolate",
        is_flag=True,
        help="Deny programs access to files, the network and other processes.",
    ),
    click.option(
        "--readable",
        metavar="PATH",
        shell_complete=any_file,
        multiple=True,
        help="A path that isolated programs may read, besides those on their command lines.",
    ),
)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe a game and limit its programs. They have no defaults."""
    return with_options(command, _OPTIONS)


def isolation(isolate: bool, readable: Sequence[str]) -> Isolation | None:
    """Return how to isolate programs, or None; raises Failure if isolation is impossible."""
    from ...arena.processes.isolation import isolation as way

    if readable and not isolate:
        raise Failure("--readable is for isolated programs: add --isolate")
    return way([Path(each) for each in readable]) if isolate else None


def check_hidden(
    isolated: Isolation,
    paths: Iterable[str | None],
    programs: Iterable[Sequence[str]],
    home: Path,
) -> None:
    """Raise Failure if an isolated program could read what it should not see.

    `paths` are the files for the log, which contains all hands, and for the programs' standard
    error. Programs run in the folder `home`.
    """
    for path, words in product(filter(None, paths), programs):
        if isolated.shows(Path(path), words, home):
            raise Failure(f"{path}: {words[0]} could read it despite --isolate: write it elsewhere")


def require_processes(name: str) -> None:
    """Raise Failure if the system lacks what a command needs to play games."""
    if not hasattr(os, "waitid"):
        raise Failure(f"{name} needs a system with waitid(2), such as Linux")
