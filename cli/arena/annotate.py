"""`kifu annotate`: what each decision cost."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ... import replayer
from ...archive.cache import own_folder
from ...archive.reading.inputs import Input
from ...archive.version import kind
from ...arena.annotate.annotating import annotated_round, choices, is_annotated
from ...arena.annotate.engines import by_engine
from ...arena.annotate.evaluators import Counted, Evaluator, Playouts
from ...arena.annotate.exact.evaluators import AUTO, EVALUATORS, EXACT, SEARCH, evaluator
from ...arena.annotate.remembered import Remembered, forget_old, place_for
from ...arena.players.engine import EngineFailed
from ...arena.processes.orphans import none_left
from ...arena.search.public import Unsuitable
from ...formats import Notation, UnknownNotation
from ...formats.interface.catalog import canonical_notation
from ...replayer.game import Game
from ...replayer.rules import IllegalAction
from ...validation.workers import Died, Lost, Ready, Task, Workers, in_order
from ..convert.losses import Losses
from ..convert.targets import named, target_option, write_records
from ..errors import FAILED, FOUND, INTERRUPTED, Failure, refusing, say
from ..input.ahead import jobs_option, workers
from ..input.records import read_all
from ..options import Number, force, input_notation, input_path, output_file
from ..output import check_target
from ..terminal import decisions_judged, tracked_rounds

PLAYOUTS = 4000
"""The default number of playouts per decision."""

ANSWER = 60.0
"""The default number of seconds that an engine has for each answer."""

_Way = partial[Evaluator]
"""Returns the evaluator of a round, given the game, the record and the number."""

_Part = tuple[str, Any, int, _Way, str, Path | None]
"""A round to annotate: its game, record and number, how, the seed, and the folder of the cache."""


@click.command
@input_path
@target_option("; by default, what the name after -o implies, or the canonical one")
@input_notation
@output_file
@click.option(
    "--evaluator",
    "method",
    type=click.Choice(EVALUATORS),
    default=AUTO,
    show_default=True,
    help="How to estimate values: auto is exact if little enough is left to play.",
)
@click.option(
    "--playouts",
    type=click.IntRange(min=1),
    default=PLAYOUTS,
    show_default=True,
    metavar="N",
    help="The number of playouts per decision.",
)
@click.option(
    "--engine",
    metavar="COMMAND",
    help="Judge with another program, such as 'gnugo --mode gtp'.",
)
@click.option(
    "--seconds",
    type=Number(min=0, min_open=True, max=86_400),
    default=ANSWER,
    show_default=True,
    metavar="T",
    help="The time that an engine has for each answer.",
)
@click.option(
    "--tree", is_flag=True, help="With --evaluator search: add all actions to the record."
)
@click.option("--all-seeing", is_flag=True, help="Judge with all cards open; the comments say so.")
@click.option(
    "--seed", default="0", show_default=True, metavar="S", help="The seed for deals and playouts."
)
@click.option(
    "--no-cache",
    is_flag=True,
    envvar="KIFU_NO_CACHE",
    show_envvar=True,
    help="Judge all decisions, even those that an earlier run judged in the same way.",
)
@jobs_option
@force
def command(
    path: str,
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    method: str,
    playouts: int,
    engine: str | None,
    seconds: float,
    tree: bool,
    all_seeing: bool,
    seed: str,
    no_cache: bool,
    jobs: int,
    force: bool,
) -> int:
    """Annotate records with the cost of each decision.

    Each decision gets its value and the value of the best action, estimated over deals that the
    player could not tell from the real one; mistakes get a glyph, and the best action as a
    variation. Each round gets the accuracy of its players. Small games and endgames are solved.
    docs/annotating.md explains the figures.

    The same seed gives the same annotations. Rounds that kifu has annotated are left as they are:
    if interrupted (Ctrl-C), the command writes all records with the rounds annotated so far, and
    goes on when it is given this file. Decisions that were judged in the same way within a month
    are not judged again.

    Exit status: 0 all rounds are annotated; 1 an input breaks a rule, or a round cannot be
    annotated; 2 something could not be done.
    """
    check_target(output, force)
    _require_effect(engine is not None)
    with refusing(UnknownNotation, place=path):
        read = read_all(Input.named(path), source)
    read.require_one_game(path)
    if read.notation is None:
        return read.status
    game = replayer.game(read.notation.game)
    notation = named(target, game.name, output)
    if tree and method != SEARCH:
        raise Failure("--tree needs --evaluator search")
    way: _Way = partial(evaluator, method, playouts=Playouts(playouts, all_seeing), tree=tree)
    if engine is not None:
        way = _asking(engine, seconds)
    elif method in (EXACT, SEARCH):
        # Malformed rounds are reported below.
        with refusing(Unsuitable, place=path), suppress(IllegalAction):
            for record in read.records:
                way(game, record, 1)
    cache = None if no_cache else Path(own_folder()) / "judged"
    if cache is not None and cache.is_dir():
        forget_old(cache.iterdir())
    found = _Annotated(path, game, [*read.records], read.status)
    with ExitStack() as stack:
        if engine is not None:
            stack.enter_context(none_left())  # a worker that is ended cannot end its program
        found.annotate(way, seed, cache, workers(jobs))
    losses = Losses()
    losses.of(path, found.records, notation)
    losses.say()
    Losses(verbose=True).left_out(path, read.left_out)
    write_records(notation, found.records, output, force)
    return found.status


class _Annotated:
    """The records of an input, annotated round by round, and the exit status so far."""

    def __init__(self, path: str, game: Game[Any, Any], records: list[Any], status: int) -> None:
        self.records, self.status = records, status
        self._path, self._game, self._is_changed = path, game, False
        self._said = set[tuple[int, str]]()

    def annotate(
        self,
        way: _Way,
        seed: str,
        cache: Path | None,
        start: Callable[[], AbstractContextManager[Workers]] | None,
    ) -> None:
        """Annotate the rounds that kifu has not annotated, until interrupted."""
        parts = [
            ((at, number), (self._game.name, record, number, way, seed, cache))
            for at, record in enumerate(self.records)
            for number in range(1, len(self._game.rounds(record)) + 1)
            if not is_annotated(self._game, record, number)
        ]
        if not parts and any(self._game.rounds(each) for each in self.records):
            say(f"{self._path}: all rounds are annotated already, and stay as they are")
        with ExitStack() as stack:
            running = stack.enter_context(start()) if start and len(parts) > 1 else None
            tasks = in_order(_tasks(parts, running), running.ahead if running else 0)
            counts = None if running else partial(_decisions, [part for _, part in parts])
            try:
                for (at, number), task in tracked_rounds(tasks, len(parts), counts):
                    with refusing(Died, Lost):
                        annotated, trouble = task.result()
                    if isinstance(trouble, EngineFailed):
                        self._stop(trouble)
                        break
                    if trouble is not None:
                        self._skip(at, number, trouble)
                    else:
                        self._put(at, number, annotated)
            except KeyboardInterrupt:
                say("interrupted: the rounds annotated so far are written")
                self.status = INTERRUPTED

    def _put(self, at: int, number: int, annotated: Any) -> None:
        rounds = [*self._game.rounds(self.records[at])]
        rounds[number - 1] = annotated
        self.records[at] = self._game.with_rounds(self.records[at], rounds)
        self._is_changed = True

    def _skip(self, at: int, number: int, trouble: str) -> None:
        """Report why a round cannot be annotated, but not again for the rounds after it."""
        if (at, trouble) not in self._said:
            self._said.add((at, trouble))
            say(f"{self._path}: record {at + 1}, round {number}: {trouble}")
        self.status = max(self.status, FOUND)

    def _stop(self, trouble: EngineFailed) -> None:
        """Report that the engine failed; raises Failure if there is nothing to write."""
        if not self._is_changed:
            raise Failure(f"--engine: {trouble}")
        say(f"--engine: {trouble}; the rounds annotated before are written")
        self.status = FAILED


def _require_effect(by_engine: bool) -> None:
    """Raise Failure for an option that has no effect on how decisions are judged."""
    context = click.get_current_context()
    useless = ("method", "playouts", "all_seeing") if by_engine else ("seconds",)
    for each in context.command.params:
        is_given = context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
        if each.name in useless and is_given:
            why = "cannot be combined with" if by_engine else "needs"
            raise Failure(f"{each.opts[0]} {why} --engine")


def _asking(command: str, seconds: float) -> _Way:
    """Return the way of asking an engine. Raises Failure if the command cannot be understood."""
    with refusing(ValueError, place="--engine"):
        words = shlex.split(command)
    if not words:
        raise Failure("--engine: expected a command, such as 'gnugo --mode gtp'")
    return partial(by_engine, words, seconds)


def _decisions(parts: Iterable[_Part]) -> list[int]:
    """Return the number of decisions in each round; 0 if it cannot be annotated."""
    found = list[int]()
    for name, record, number, *_ in parts:
        found.append(0)
        with suppress(ValueError):
            found[-1] = sum(1 for _ in choices(replayer.game(name), record, number))
    return found


def _work(part: _Part) -> tuple[Any, EngineFailed | str | None]:
    """Return an annotated round, or the reason why it cannot be annotated."""
    name, record, number, way, seed, cache = part
    game = replayer.game(name)
    try:
        judge = way(game, record, number)
        if cache is not None:
            so_far = game.with_rounds(record, game.rounds(record)[:number])
            text = canonical_notation(name).write(so_far)
            said = (kind(), name, number, seed, way.func.__name__, way.args, way.keywords, text)
            judge = Remembered(judge, place_for(cache, *said))
        done = annotated_round(game, record, number, Counted(judge, decisions_judged), seed)
    except ValueError as why:
        return None, str(why)
    except EngineFailed as why:
        return None, why
    return game.rounds(done)[number - 1], None


def _tasks(
    parts: Iterable[tuple[tuple[int, int], _Part]], workers: Workers | None
) -> Iterator[tuple[tuple[int, int], Task[tuple[Any, EngineFailed | str | None]]]]:
    """Start a task for each round."""
    for key, part in parts:
        label = f"record {key[0] + 1}, round {key[1]}"
        yield key, Ready(_work(part)) if workers is None else workers.submit(_work, part, label)
