"""`kifu studio`: a local page for viewing and editing records, and for playing on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import CLEAN, Failure, refusing, say
from ..options import any_file, any_folder

if TYPE_CHECKING:
    from ...browser.studio.autosave import Running

INSTALL = "pip install 'kifu[studio]'"
NEEDS = ("starlette", "uvicorn", "filelock", "platformdirs", "anyio", "h11")


@click.command
@click.argument(
    "inputs", metavar="[INPUT]...", nargs=-1, type=click.Path(), shell_complete=any_file
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port; by default, any free one."
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option(
    "--state",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    shell_complete=any_folder,
    help="The folder for open records; by default, the system's usual one.",
)
def command(inputs: tuple[str, ...], port: int, no_browser: bool, state: str | None) -> int:
    """View records, edit them and play on, in a browser.

    INPUTs are files with records in any notation. The page shows what is wrong with a text while
    you edit it beside its board. You can play on from any position, alone or against programs; new
    lines are kept as variations. A game may add more, such as a panel for practising contracts.

    The studio serves only this machine, and only what was opened. Open records are kept when it
    ends, and files are written only on request. Press Ctrl-C to end it.
    """
    try:
        from ...browser.studio.autosave import AlreadyRunning, Autosave, state_folder
        from ...browser.studio.server import CannotStart, run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDS:
            raise
        raise Failure(f"kifu studio needs {error.name}: {INSTALL} (the extra `studio`)") from None
    files = [_read(each) for each in inputs]
    try:
        autosave = Autosave(Path(state) if state else state_folder())
    except AlreadyRunning as other:
        raise Failure(_running(other.running)) from None
    except OSError as why:
        raise Failure(f"{why.filename or state}: {why.strerror or why}") from None
    try:
        with refusing(CannotStart):
            run(files, os.getcwd(), autosave, port, not no_browser, say)
    finally:
        autosave.release()
    return CLEAN


def _running(other: Running | None) -> str:
    where = "" if other is None else f" at {other.address}"
    return (
        f"a studio is already running{where}: open that, or end it first (or use --state to keep "
        "records elsewhere)"
    )


def _read(path: str) -> tuple[str, bytes]:
    """Return the absolute path and the content of a file."""
    from ...formats.files.source import open_file

    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, not a file")
    with open_file(path) as stream:
        return os.path.abspath(path), stream.read()
