"""`kifu lsp`: kifu in an editor."""

from __future__ import annotations

import logging
import os
import sys

import click

from .errors import CLEAN, Failure

INSTALL = "pip install 'pygls>=2,<3'"


@click.command
@click.option("--stdio", is_flag=True, help="Ignored: standard input and output are always used.")
def command(stdio: bool) -> int:
    """Serve an editor over the Language Server Protocol.

    Editors start this command and communicate with it on standard input and output. It reports
    errors in a record as you type, explains rules, shows the position after a move, offers fixes,
    lists the rounds, and formats records. It needs pygls, which the extra `lsp` installs.
    docs/editors.md explains how to set it up.
    """
    try:
        from ..lsp.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "attrs", "cattrs"):
            raise
        raise Failure(f"kifu lsp needs pygls 2: {INSTALL} (the extra `lsp`)") from None
    if sys.stdin is None or sys.stdout is None:
        raise Failure("kifu lsp needs standard input and output, but one of them is closed")
    if not os.environ.get("KIFU_DEBUG"):
        # pygls logs unreadable messages as tracebacks; the editor receives an error as well.
        logging.getLogger("pygls").addHandler(logging.NullHandler())
        logging.getLogger("pygls").propagate = False
    spoken = sys.stdout.buffer
    # Other output, from a game's package for example, must not get into the protocol.
    sys.stdout = sys.stderr
    server().start_io(sys.stdin.buffer, spoken)
    return CLEAN
