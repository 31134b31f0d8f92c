"""The options --jobs and --scheduler, which choose the processes that read large inputs."""

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
    help="The number of processes that read large inputs.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Read with the workers of this Dask cluster instead, such as tcp://10.0.0.1:8786.",
)


def workers(
    jobs: int, scheduler: str | None = None
) -> Callable[[], AbstractContextManager[Workers]] | None:
    """Return a function that starts processes to read inputs, or None to read in this process.

    Their failures are reported on standard error. Raises Failure if a scheduler has no workers.
    """
    if scheduler is None:
        return partial(processes, jobs) if jobs > 1 else None
    context = click.get_current_context()
    if context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--jobs and --scheduler cannot be used together")
    found = _cluster(scheduler)
    return lambda: found


def require_parts(whole: Mapping[str, bool]) -> None:
    """Raise UsageError if an option that works only in one process is used with a cluster."""
    for name, is_asked in whole.items():
        if is_asked:
            why = "the latter works only in this process"
            raise click.UsageError(f"--scheduler and {name} cannot be used together: {why}")


def processes(number: int) -> AbstractContextManager[Workers]:
    """Start `number` processes; their failures are reported on standard error."""
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
