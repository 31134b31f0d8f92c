"""A process that has imported a module's dependencies, and forks itself to run it.

A command then starts in a tenth of the time, yet is a process of its own. It skips what only a
fresh interpreter does: import modules, read Python's environment variables and the locale, and
choose new hash seeds. It also skips tearing down objects one by one at exit, which took longest.

Run as a script, this is the server. Its arguments are the file descriptor of its socket to the
tests and the code to execute before the first fork.
"""

import atexit
import gc
import json
import os
import resource
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import IO, Any

_CHUNK = 65536
_LATE = b"late"

PATIENCE = 300
"""Seconds a process may take: far more than it needs even on a busy machine."""


class ForkServer:
    """The server, as the tests see it; it executes `prepare` before it forks.

    It runs under the given Python, and by default with this process's environment variables.
    """

    def __init__(
        self,
        prepare: str,
        python: str = sys.executable,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [python, __file__, str(theirs.fileno()), prepare],
                env=environment,
                # Use pipes, so that Python sets up its streams for pipes, which forks inherit.
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self._stop)

    def run(
        self,
        module: str,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        stdin: bytes,
        timeout: int,
        memory: int | None = None,
        code: str = "",
    ) -> tuple[int, bytes, bytes]:
        """Run a module in a folder, as `python -m` does, after some other code.

        It may use `memory` more bytes. Return its exit status, standard output and standard
        error. After `timeout` seconds, kill it and raise TimeoutError.
        """
        request = {
            "module": module,
            "arguments": arguments,
            "folder": str(folder),
            "environment": {**environment},
            "timeout": timeout,
            "memory": memory,
            "code": code,
        }
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
        status = self._socket.recv(_CHUNK)
        assert status, self._process.communicate()
        if status == _LATE:
            raise TimeoutError(f"{module} {arguments} is still running after {timeout} s")
        for each in threads:
            each.join(timeout)
            assert not each.is_alive(), "another process holds these streams"
        return int(status), bytes(taken[0]), bytes(taken[1])

    def _stop(self) -> None:
        self._socket.close()
        self._process.wait(10)


def _give(stream: IO[bytes], data: bytes) -> None:
    try:
        with stream:
            while data:
                data = data[stream.write(data) :]
    except BrokenPipeError:
        pass  # like subprocess.run: the process need not read all of its input


def _take(stream: IO[bytes], all_of_it: bytearray) -> None:
    with stream:
        all_of_it += stream.read()


def _serve(requests: socket.socket) -> str:
    """Fork for each request; in the fork, return the module to run."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, _CHUNK, 3)
        if not message:
            sys.exit()
        while not message.endswith(b"\n"):
            message += requests.recv(_CHUNK)
        request = json.loads(message)
        child = os.fork()
        if child == 0:
            requests.close()
            return _become(request, streams)
        for each in streams:
            os.close(each)
        requests.send(_wait(child, request["timeout"]))


def _wait(child: int, timeout: int) -> bytes:
    """Return the exit status of a fork, or `_LATE` if it was killed at the timeout."""
    late = False

    def kill(number: int, frame: FrameType | None) -> None:
        nonlocal late
        late = True
        os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill)
    signal.alarm(timeout)
    _, status = os.waitpid(child, 0)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return _LATE if late else str(os.waitstatus_to_exitcode(status)).encode()


def _size() -> int:
    """Return the size of this process's address space, much of which imports may have reserved."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else 0


def _become(request: Any, streams: Sequence[int]) -> str:
    """Become the requested process, and return the module to run."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[0] = request["folder"]
    sys.argv[1:] = request["arguments"]
    if "COVERAGE_PROCESS_START" in os.environ:
        # Code that a fork reaches counts as reached by the test that asked for it (tests/mutation).
        import_module("coverage").process_startup(force=True)
    if request["memory"] is not None:
        most = _size() + request["memory"]
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    exec(request["code"], {})
    return request["module"]


def _run(module: str) -> int:
    """Run a module as `python -m` does, and return the exit status."""
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return 1
    return 0


def _leave(status: int) -> None:
    """Exit as the interpreter does, but without tearing down what was imported, which is slow."""
    at_end: list[Any] = [threading, atexit]
    at_end[0]._shutdown()
    at_end[1]._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError as error:
            os.write(2, f"Exception ignored in {stream}: {error}\n".encode())
            status = 120
    os._exit(status & 0xFF)


if __name__ == "__main__":
    exec(sys.argv[2])
    gc.freeze()  # else each fork would walk through all of it at exit
    name = _serve(socket.socket(fileno=int(sys.argv[1])))
    _leave(_run(name))
