"""Workers that are processes on this machine.

Each has its own pipe and one part at a time, so if it dies, it is known which part it was doing.
Workers end when their pipes are closed, and thus with this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, cast

from .orders import Ordered, Queue, answer

AHEAD = 2
"""The number of parts started per worker: finished parts wait for earlier ones."""


class _Worker:
    """A process, this end of its pipe, and its current work."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.task: Ordered[Any] | None = None


class Processes(Queue):
    """A number of processes, each started when there is work for it.

    `report` is called with a line if one has died. Processes are forked where that is the default,
    as it takes little time, or started by another `method` of `multiprocessing`, for example if
    this process has threads, which a fork would lack.
    """

    are_elsewhere = False

    def __init__(
        self, number: int, report: Callable[[str], None], method: str | None = None
    ) -> None:
        super().__init__(report)
        self._number = number
        if method is None and sys.platform == "linux" and threading.active_count() == 1:
            method = "fork"
        self._forks = method == "fork"
        # All contexts have the same methods as this one.
        self._context = cast(SpawnContext, multiprocessing.get_context(method or "spawn"))
        self._workers: list[_Worker] = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: object) -> None:
        for each in self._workers:
            each.process.kill()
        for each in self._workers:
            each.process.join()
            each.pipe.close()
        self._workers.clear()

    @property
    def ahead(self) -> int:
        """The number of tasks needed to keep all workers busy."""
        return AHEAD * self._number

    def wait(self) -> None:
        """Wait for a worker's answer, or its death."""
        busy = {each.pipe: each for each in self._workers if each.task is not None}
        for pipe in wait(list(busy)):
            worker = busy[cast(Connection, pipe)]
            task = worker.task
            assert task is not None
            try:
                task.answer(worker.pipe.recv_bytes())
                worker.task = None
            except (EOFError, OSError):
                self._bury(worker, task)
        self._give_out()

    def _give_out(self) -> None:
        while self._waiting:
            idle = next((each for each in self._workers if each.task is None), None)
            if idle is None:
                if len(self._workers) >= self._number:
                    return
                idle = self._start()
            task = idle.task = self._waiting.popleft()
            assert task.given is not None
            try:
                # The worker is waiting for this, so it accepts any amount of data.
                idle.pipe.send_bytes(task.given)
            except OSError:
                self._bury(idle, task)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        others = [ours, *(each.pipe for each in self._workers)] if self._forks else []
        process = self._context.Process(target=_serve, args=(theirs, others), daemon=True)
        with _no_interrupts():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _Worker, task: Ordered[Any]) -> None:
        """Record that a worker has died."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        self._died(task, _end(worker.process.exitcode))


def _end(status: int | None) -> str:
    """Return how a process ended."""
    if status is None or status >= 0:
        return f"ended with status {status}"
    return f"was killed by {signal.Signals(-status).name}"


@contextmanager
def _no_interrupts() -> Generator[None]:
    """Block interrupts: a process that has just started cannot handle them yet."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, others: Sequence[Connection]) -> None:
    """Do one part after another until the pipe is closed, ignoring interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for each in others:
        each.close()
    try:
        while True:
            pipe.send_bytes(answer(pipe.recv_bytes()))
    except (EOFError, OSError):
        return
