"""The options --jobs and --scheduler: who reads where there is much to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

import click
from click.core import ParameterSource

from ...validation.workers import Lost, Workers, cores
from ..errors import Failure, say

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    envvar="KIFU_JOBS",
    show_envvar=True,
    default=cores,
    show_default="the cores",
    metavar="N",
    help="Read with so many processes where there is much to read.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Read with the workers of this Dask cluster instead, as tcp://10.0.0.1:8786.",
)


def workers(
    jobs: int, scheduler: str | None = None
) -> Callable[[], AbstractContextManager[Workers]] | None:
    """What starts those who read, None if this process does.

    What happens to them is said on standard error. Raises Failure where a scheduler has none.
    """
    if scheduler is None:
        return partial(processes, jobs) if jobs > 1 else None
    context = click.get_current_context()
    if context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--jobs and --scheduler exclude each other")
    found = _cluster(scheduler)
    return lambda: found


def require_parts(whole: Mapping[str, bool]) -> None:
    """Raise UsageError if something is asked for, by its name, that one process does alone."""
    for name, is_asked in whole.items():
        if is_asked:
            why = "this process does that alone"
            raise click.UsageError(f"--scheduler and {name} exclude each other: {why}")


def processes(number: int) -> AbstractContextManager[Workers]:
    """So many processes; what happens to them is said on standard error."""
    from ...validation.workers.processes import Processes  # slow to import

    return Processes(number, say)


def _cluster(address: str) -> AbstractContextManager[Workers]:
    try:
        from ...validation.workers.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise Failure("--scheduler needs Dask: pip install 'kifu[distributed]'") from None
    from .kind import kind

    try:
        return Cluster(address, say, kind)
    except Lost as why:
        raise Failure(str(why)) from None
