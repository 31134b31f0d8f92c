"""The option --jobs: how many processes work at a time."""

from __future__ import annotations

from contextlib import AbstractContextManager

import click

from ..workers import Workers
from ..workers.cores import cores
from .errors import say

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


def processes(number: int) -> AbstractContextManager[Workers]:
    """So many processes; what happens to them is said on standard error."""
    from ..workers.processes import Processes  # slow to import

    return Processes(number, say)
