"""The studio as a process: a port on this machine, a browser, and an end on Ctrl-C."""

from __future__ import annotations

import errno
import socket
import webbrowser
from collections.abc import Callable, Sequence
from secrets import token_urlsafe
from threading import Thread

import uvicorn

from .app import application
from .autosave import Autosave
from .desk import Desk
from .errors import Refused

HOST = "127.0.0.1"


class CannotStart(Exception):
    """The studio cannot start; the message says why."""


def listening(port: int) -> socket.socket:
    """A socket of this machine that listens, on a free port for 0; raises CannotStart."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
    except OSError as why:
        found.close()
        if why.errno == errno.EADDRINUSE:
            raise CannotStart(
                f"port {port} is in use: without --port, a free one is taken"
            ) from None
        raise CannotStart(f"port {port}: {why.strerror}") from None
    found.listen(64)
    return found


def run(
    inputs: Sequence[tuple[str, bytes]],
    folder: str,
    autosave: Autosave,
    port: int,
    browse: bool,
    say: Callable[[str], None],
) -> None:
    """Run a studio with these files, by path and content, until it is interrupted.

    Raises CannotStart where it cannot start.
    """
    with listening(port) as listener:
        desk, token = Desk(folder, autosave), token_urlsafe(24)
        try:
            opened = [desk.open(path, data, path)[0] for path, data in inputs]
        except Refused as why:
            raise CannotStart(str(why)) from None
        for each in desk.told:
            say(each)
        number = listener.getsockname()[1]
        hosts = {f"{HOST}:{number}", f"localhost:{number}"}
        address = f"http://{HOST}:{number}/#token={token}"
        if opened:
            address += f"&sheet={opened[-1].kept.id}"
        autosave.announce(address)
        say(f"the studio is at {address}")
        say("Ctrl-C ends it")
        if browse:
            Thread(target=_browse, args=(address, say), daemon=True).start()
        config = uvicorn.Config(
            application(desk, token, hosts),
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16384,
        )
        try:
            uvicorn.Server(config).run(sockets=[listener])
        except KeyboardInterrupt:
            pass
        finally:
            autosave.release()
    count = len(desk.sheets)
    kept = f"what was open is kept in {autosave.folder}" if count else "nothing was open"
    say(f"the studio has ended: {kept}")


def _browse(address: str, say: Callable[[str], None]) -> None:
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        say("no browser could be opened: open the address by hand")
