"""`kifu lsp`: kifu in an editor."""

from __future__ import annotations

import logging
import os
import sys

import click

from .errors import CLEAN, Failure

INSTALL = "pip install 'pygls>=2,<3'"


@click.command
@click.option("--stdio", is_flag=True, help="Use standard input and output; this is always so.")
def command(stdio: bool) -> int:
    """Serve an editor by the Language Server Protocol.

    Editors start this command and communicate with it on standard input and output: it shows what
    is wrong with a record while it is typed, what a rule means, the position after a move, fixes,
    the rounds, and the canonical form. It needs pygls, which the extra `lsp` installs.
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
        # It logs messages that it cannot read as tracebacks; the editor gets an error, too.
        logging.getLogger("pygls").addHandler(logging.NullHandler())
        logging.getLogger("pygls").propagate = False
    spoken = sys.stdout.buffer
    # Other output, from a game's package for example, must not get into the protocol.
    sys.stdout = sys.stderr
    server().start_io(sys.stdin.buffer, spoken)
    return CLEAN
