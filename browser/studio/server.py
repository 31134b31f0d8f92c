"""Run the studio: listen on a local port, open a browser, and stop on Ctrl-C."""

from __future__ import annotations

import errno
import socket
import webbrowser
from collections.abc import Callable, Sequence
from secrets import token_urlsafe
from threading import Thread
from types import FrameType

import uvicorn

from .app import application
from .autosave import Autosave
from .desk import Desk
from .errors import Refused
from .sheet import Sheet

HOST = "127.0.0.1"


class CannotStart(Exception):
    """Raised if the studio cannot start; the message says why."""


def listening(port: int) -> socket.socket:
    """Return a local socket listening on a port, or on a free one for 0. Raises CannotStart."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
    except OSError as why:
        found.close()
        if why.errno == errno.EADDRINUSE:
            raise CannotStart(f"port {port} is in use; omit --port to use a free one") from None
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
    """Run a studio with these files, given by path and content, until interrupted.

    Raises CannotStart if it cannot start.
    """
    with listening(port) as listener:
        desk = Desk(folder, autosave)
        try:
            opened = [desk.open(path, data, path)[0] for path, data in inputs]
            _serve(listener, desk, autosave, opened, browse, say)
        except Refused as why:
            raise CannotStart(str(why)) from None
        except KeyboardInterrupt:
            pass
    kept = f"open records are kept in {autosave.folder}" if desk.sheets else "nothing was open"
    say(f"the studio has stopped: {kept}")


def _serve(
    listener: socket.socket,
    desk: Desk,
    autosave: Autosave,
    opened: Sequence[Sheet],
    browse: bool,
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted."""
    port, token = listener.getsockname()[1], token_urlsafe(24)
    address = f"http://{HOST}:{port}/#token={token}"
    if opened:
        address += f"&sheet={opened[-1].kept.id}"
    hosts = {f"{HOST}:{port}", f"localhost:{port}"}
    config = uvicorn.Config(
        application(desk, token, hosts),
        log_config=None,
        log_level="critical",  # the page shows errors
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    autosave.announce(address)
    for each in (*desk.notices, f"the studio is at {address}", "press Ctrl-C to stop it"):
        say(each)
    browser = Thread(target=_browse, args=(address, say), daemon=True) if browse else None
    _Server(config, desk, browser).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that does not wait for thinking programs when it stops.

    It opens the `browser` once it is serving and handling Ctrl-C.
    """

    def __init__(self, config: uvicorn.Config, desk: Desk, browser: Thread | None) -> None:
        super().__init__(config)
        self._desk = desk
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and open the browser."""
        await super().startup(sockets)
        if self._browser is not None:
            self._browser.start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C."""
        self._desk.call_off()
        super().handle_exit(sig, frame)


def _browse(address: str, say: Callable[[str], None]) -> None:
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        say("no browser could be opened: open the address yourself")
