"""The command run inside the tests' process, with its own streams, variables and folder.

Forking a process takes several times as long as most commands do.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any


def run_inside(
    main: Callable[[], object],
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    stdin: bytes,
    timeout: int,
) -> tuple[int, bytes, bytes]:
    """Run `main` as a process would, and return its exit status, output and error output.

    After `timeout` seconds, TimeoutError is raised inside it.
    """
    taken = [bytearray(), bytearray()]
    with _in_time(timeout), _somewhere(arguments, folder, environment), _on_pipes(stdin, taken):
        status = _status(main)
        for stream in (sys.stdout, sys.stderr):
            if not stream.closed:
                stream.flush()
    return status, bytes(taken[0]), bytes(taken[1])


def _status(main: Callable[[], object]) -> int:
    """Return the exit status that Python would have."""
    try:
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    return 0


@contextmanager
def _in_time(seconds: int) -> Generator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still running after {seconds} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _somewhere(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> Generator[None]:
    """Switch to the given folder, arguments and environment variables."""
    here, variables, words = os.getcwd(), dict(os.environ), sys.argv
    threshold = gc.get_threshold()
    try:
        os.chdir(folder)
        _set_variables(environment)
        sys.argv = [words[0], *arguments]
        yield
    finally:
        gc.set_threshold(*threshold)
        sys.argv = words
        _set_variables(variables)
        os.chdir(here)


def _set_variables(wanted: Mapping[str, str]) -> None:
    for name in os.environ.keys() - wanted.keys():
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


@contextmanager
def _on_pipes(stdin: bytes, taken: Sequence[bytearray]) -> Generator[None]:
    """Use pipes as the three standard streams; their output is available once they are closed."""
    kept = [os.dup(number) for number in range(3)]
    before: Any = sys.stdin, sys.stdout, sys.stderr
    pipes = [os.pipe() for _ in range(3)]
    ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
    theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
    threads = [Thread(target=_give, args=(ours[0], stdin))]
    threads += [Thread(target=_take, args=each) for each in zip(ours[1:], taken, strict=True)]
    try:
        for number, each in enumerate(theirs):
            os.dup2(each, number)
            os.close(each)
        for each in threads:
            each.start()
        sys.stdin = TextIOWrapper(os.fdopen(0, "rb", closefd=False), "utf-8")
        sys.stdout = TextIOWrapper(os.fdopen(1, "wb", closefd=False), "utf-8")
        errors = os.fdopen(2, "wb", closefd=False)
        sys.stderr = TextIOWrapper(errors, "utf-8", "backslashreplace", line_buffering=True)
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for number, each in enumerate(kept):
            os.dup2(each, number)
            os.close(each)
        for each in threads:
            each.join()


def _give(to: int, data: bytes) -> None:
    try:
        with os.fdopen(to, "wb", buffering=0) as stream:
            while data:
                data = data[stream.write(data) :]
    except BrokenPipeError:
        pass  # the command need not read all of its input


def _take(source: int, taken: bytearray) -> None:
    with os.fdopen(source, "rb") as stream:
        taken += stream.read()
