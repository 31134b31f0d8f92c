"""`kifu import`: the records in tables of decisions."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...archive.decisions.card import WrongTable
from ...archive.decisions.tables import sources
from ...archive.questions.installed import NotInstalled
from ..errors import CLEAN, refusing
from ..options import any_file, force, output_file
from ..output import check_target, writing


@click.command
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...", shell_complete=any_file)
@output_file
@force
def command(tables: tuple[str, ...], output: str | None, force: bool) -> int:
    """Write the records of tables of decisions.

    They are written one per line, in canonical JSON.

    TABLEs are files that `kifu export` wrote, such as all shards. A record is written if one of its
    decisions is in a table.

    Exit status: 0 everything was written; 2 a table is damaged, is not one, or was written by
    another version of kifu.
    """
    check_target(output, force)
    with refusing(WrongTable, NotInstalled), writing(output, force) as stream:
        for each in _texts(tables):
            stream.write(each)
    return CLEAN


def _texts(tables: tuple[str, ...]) -> Iterator[bytes]:
    for path in tables:
        for text in sources(path):
            yield text.encode() + b"\n"
