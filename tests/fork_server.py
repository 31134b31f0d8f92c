"""A process that has imported kifu, and forks itself to run a command.

A command that is started so takes a tenth of the time, and is a process of its own all the same.
What a fresh interpreter would do otherwise is lost: import modules, read the variables of Python
and the locale, choose new hash seeds.

As a script, this is the server: its argument is the file descriptor of the socket to the tests.
"""

import gc
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import IO, Any

_CHUNK = 65536


class ForkServer:
    """The server, from the side of the tests."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                # Pipes, so that Python makes its streams as it makes them for pipes.
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
            )

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        stdin: bytes,
        timeout: float,
    ) -> tuple[int, bytes, bytes]:
        """Run kifu in a folder; return its exit status, standard output and standard error."""
        request = {"arguments": arguments, "folder": str(folder), "environment": {**environment}}
        (stdin_end, to), (out, stdout_end), (err, stderr_end) = os.pipe(), os.pipe(), os.pipe()
        theirs = [stdin_end, stdout_end, stderr_end]
        socket.send_fds(self._socket, [json.dumps(request).encode() + b"\n"], theirs)
        for each in theirs:
            os.close(each)
        taken = [bytearray(), bytearray()]
        threads = [Thread(target=_give, args=(os.fdopen(to, "wb", buffering=0), stdin))]
        for stream, all_of_it in zip((out, err), taken, strict=True):
            threads.append(Thread(target=_take, args=(os.fdopen(stream, "rb"), all_of_it)))
        for each in threads:
            each.start()
        self._socket.settimeout(timeout)
        status = self._socket.recv(_CHUNK)
        assert status, self._process.communicate()
        for each in threads:
            each.join(timeout)
        return int(status), bytes(taken[0]), bytes(taken[1])

    def stop(self) -> None:
        """End the server."""
        self._socket.close()
        self._process.wait(10)


def _give(stream: IO[bytes], data: bytes) -> None:
    try:
        with stream:
            while data:
                data = data[stream.write(data) :]
    except BrokenPipeError:
        pass  # as for subprocess.run, it need not read everything


def _take(stream: IO[bytes], all_of_it: bytearray) -> None:
    with stream:
        all_of_it += stream.read()


def _serve(requests: socket.socket) -> None:
    """Fork for each request, and return in the forks."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, _CHUNK, 3)
        if not message:
            sys.exit()
        while not message.endswith(b"\n"):
            message += requests.recv(_CHUNK)
        child = os.fork()
        if child == 0:
            requests.close()
            _become(json.loads(message), streams)
            return
        for each in streams:
            os.close(each)
        _, status = os.waitpid(child, 0)
        requests.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(request: Any, streams: Sequence[int]) -> None:
    """Be the process that was asked for."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[0] = request["folder"]
    sys.argv[1:] = request["arguments"]


def _import_everything() -> None:
    import kifu.cli
    from kifu.formats import catalog

    for name in kifu.cli.COMMANDS:
        import_module(f"kifu.cli.{name}")
    for name in catalog.described():
        catalog.notation(name)
    for game in catalog.formats():
        catalog.board(game)
    kifu.rules()


if __name__ == "__main__":
    del sys.path[0]
    _import_everything()
    sys.path.insert(0, "")
    gc.freeze()  # or each fork would go through all of it at its end
    _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("kifu.cli", run_name="__main__", alter_sys=True)
