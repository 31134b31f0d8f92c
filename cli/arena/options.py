"""Options of games between programs, the same for one game and for a tournament."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...arena.seeds import SEEDS
from ..errors import Failure
from ..options import with_options
from ..values import any_file, any_folder

if TYPE_CHECKING:
    from ...arena.processes.isolation import Isolation

TIME = 180_000
"""The milliseconds that each program has for a game: the least that the tournament of 2009 gave."""

_MOST = 10**9
"""The largest value of any option: nobody needs more, and systems cannot count much further."""

_OPTIONS = (
    click.option("--deck", metavar="'V C'", help="Ranks and suits, as in set_deck."),
    click.option("--game", metavar="'d c1 s1 …'", help="The deals, as in set_game."),
    click.option(
        "--seed", type=click.IntRange(0, SEEDS - 1), metavar="S", help="What deals are drawn from."
    ),
    click.option(
        "--time",
        type=click.IntRange(1, _MOST),
        metavar="MS",
        help=f"What each program has for a game, in milliseconds.  [default: {TIME}]",
    ),
    click.option(
        "--cpu", type=click.IntRange(1, _MOST), metavar="SECONDS", help="A limit for each process."
    ),
    click.option(
        "--memory", type=click.IntRange(1, _MOST), metavar="MIB", help="A limit for each process."
    ),
    click.option(
        "--stderr",
        "errors",
        metavar="FOLDER",
        shell_complete=any_folder,
        help="Keep what programs say there.",
    ),
    click.option(
        "--isolate",
        is_flag=True,
        help="Deny programs the file system, signals to others, and the network.",
    ),
    click.option(
        "--readable",
        metavar="PATH",
        shell_complete=any_file,
        multiple=True,
        help="What isolated programs may read besides what their command lines name.",
    ),
)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options `deck`, `game`, `seed`, `time`, `cpu`, `memory`, `errors`, `isolate` and `readable`.

    None has a default.
    """
    return with_options(command, _OPTIONS)


def isolation(isolate: bool, readable: Sequence[str]) -> Isolation | None:
    """How programs are isolated, None if they are not. Raises Failure if they cannot be."""
    from ...arena.processes.isolation import isolation as way

    if readable and not isolate:
        raise Failure("--readable is for programs that are isolated: add --isolate")
    return way([Path(each) for each in readable]) if isolate else None


def check_hidden(
    isolated: Isolation, path: str, programs: Iterable[Sequence[str]], home: Path
) -> None:
    """Raise Failure if an isolated program may read a path, since all hands are written there.

    Programs are run in the folder `home`.
    """
    for words in programs:
        if isolated.shows(Path(path), words, home):
            raise Failure(f"{path}: {words[0]} could read it; write it elsewhere, to isolate")


def require_processes(name: str) -> None:
    """Raise Failure if the system lacks what a command needs to play games."""
    if not hasattr(os, "waitid"):
        raise Failure(f"{name} needs a system with waitid(2), Linux for example")
