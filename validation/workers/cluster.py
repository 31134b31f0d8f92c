"""Workers in a Dask cluster, perhaps on other machines.

Each is given one part at a time, and no part may go anywhere else: if a worker dies, it is known
which part it was doing, as with a process. Threads in one worker would wait for each other, so they
do not help.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from . import Lost
from .orders import Ordered, Queue, answer

distributed: Any = import_module("distributed")  # few of its functions have type hints

AHEAD = 2
"""The number of parts started or queued per worker: finished parts wait for earlier ones."""

PATIENCE = 10.0
"""The number of seconds that a scheduler has to answer."""

RETURN = 30.0
"""The seconds to wait for a worker if there is none: workers may be restarting."""

_PAUSE = 1.0
"""The seconds between checks for workers if nothing happens."""

_LOGGERS = ("asyncio", "distributed", "distributed.client", "tornado", "tornado.application")

Kind: TypeAlias = Callable[[], str]
"""A function that describes a worker; unless its results are equal, findings could differ."""


Fetched: TypeAlias = "Future[bytes]"
"""An answer on its way back."""


class Other(Exception):
    """A worker is not of the required kind; the message describes it."""


def _do(given: bytes, kind: Kind, due: str) -> bytes:
    """Carry out an order on a worker of the required kind; raises Other if it is not.

    A worker may have joined long after the first check.
    """
    if kind() != due:
        raise Other(kind())
    return answer(given)


class Cluster(Queue):
    """All workers of the scheduler at this address, including those that join later.

    `kind` is a module's function, which must return the same value everywhere. `report` is called
    with a line if a worker has died or is of another kind. Raises Lost if no scheduler answers, or
    one of the first workers is of another kind.
    """

    are_elsewhere = True

    def __init__(self, address: str, report: Callable[[str], None], kind: Kind) -> None:
        super().__init__(report)
        self._address = address
        self._kind, self._due = kind, kind()
        # Failures of workers are reported here; other messages would disturb a report.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            with ThreadPoolExecutor(1) as thread:  # an event loop may be running in this one
                thread.submit(_knocked, address).result()
            with warnings.catch_warnings(action="ignore"):  # about versions: only `kind` matters
                self._client: Any = distributed.Client(
                    address, timeout=PATIENCE, set_as_default=False
                )
        except (OSError, ValueError, TypeError) as error:
            raise Lost(f"{address}: no scheduler answers: {_line(error)}") from None
        self._news: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._numbers = itertools.count()
        self._tasks: dict[str, tuple[Ordered[Any], Any, Fetched] | None] = {}
        """The workers, each with its work: the task, Dask's name for it, and its answer."""
        self._alone_since: float | None = None
        try:
            self._find()
        except BaseException:
            self._close()
            raise

    def _find(self) -> None:
        """Find the workers, and check the kind of each."""
        self._client.subscribe_topic("all", self._hear)
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise Lost(
                f"{self._address}: the scheduler has no workers: start one with `dask worker`"
            ) from None
        found: dict[str, str | BaseException] = self._client.run(self._kind, on_error="return")
        for address, kind in found.items():
            if kind != self._due:
                raise Lost(self._not_due(address, kind))
            self._join(address)

    def _not_due(self, address: str, kind: str | BaseException) -> str:
        there = f"cannot work ({_line(kind)})" if isinstance(kind, BaseException) else f"has {kind}"
        return f"worker {address} {there}: it must have {self._due}, as here"

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        """Record an event from the scheduler, which runs in its own thread."""
        _, news = event
        match news.get("action"):
            case "add-worker":
                self._news.put(lambda: self._join(news["worker"]))
            case "remove-worker":
                self._news.put(lambda: self._leave(news["worker"], news["expected"]))
            case _:
                pass

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        begun = [each[1] for each in self._tasks.values() if each is not None]
        with suppress(Exception):
            self._client.cancel(begun, force=True)
        self._close()

    def _close(self) -> None:
        with suppress(Exception):  # it may be gone
            self._client.close(timeout=_PAUSE)

    @property
    def ahead(self) -> int:
        """The number of tasks needed to keep all workers busy."""
        return AHEAD * max(1, len(self._tasks))

    def wait(self) -> None:
        """Wait until something happens; raises Lost if nothing can."""
        try:
            self._news.get(timeout=_PAUSE)()
        except Empty:
            self._require_somebody()
        self._give_out()

    def _require_somebody(self) -> None:
        if self._client.status != "running":
            raise Lost(f"{self._address}: the scheduler is gone")
        if self._tasks:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > RETURN:
            raise Lost(
                f"{self._address}: no workers are left, and none has joined for {RETURN:.0f} s"
            )

    def _give_out(self) -> None:
        while not self._news.empty():
            self._news.get()()
        idle = [address for address, task in self._tasks.items() if task is None]
        for address in idle:
            if not self._waiting:
                return
            task = self._waiting.popleft()
            begun = self._client.submit(
                _do,
                task.given,
                self._kind,
                self._due,
                key=f"kifu-{self._client.id}-{next(self._numbers)}",
                workers=[address],
                pure=False,
            )
            # A result stays with its worker until it is fetched, and may be lost in transit.
            found = asyncio.run_coroutine_threadsafe(
                self._client.gather(begun, asynchronous=True), self._client.loop.asyncio_loop
            )
            self._tasks[address] = task, begun, found
            found.add_done_callback(partial(self._answered, address))

    def _answered(self, address: str, found: Fetched) -> None:
        """Record, from another thread, that a task is over."""
        self._news.put(lambda: self._end(address, found))

    def _join(self, address: str) -> None:
        self._tasks.setdefault(address, None)

    def _leave(self, address: str, expected: bool = False) -> None:
        """Remove a worker that is gone: its part is redone before others, or given up."""
        begun = self._tasks.pop(address, None)
        if begun is None:
            return
        task, future, _ = begun
        future.cancel()
        if expected:
            self._waiting.appendleft(task)
        else:
            self._died(task, "was lost")

    def _end(self, address: str, found: Fetched) -> None:
        """Record that a worker has done its part, or cannot do any."""
        begun = self._tasks.get(address)
        if begun is None or begun[2] is not found:
            return  # already known to be lost
        task = begun[0]
        error = CancelledError() if found.cancelled() else found.exception()
        if error is None:
            task.answer(found.result())
            self._tasks[address] = None
        elif isinstance(error, CancelledError):
            raise Lost(f"{self._address}: the scheduler is gone")
        elif isinstance(error, distributed.KilledWorker):
            self._leave(address)
        else:
            # An error in the work itself comes back as a result, so this one means that the worker
            # could not even begin.
            del self._tasks[address]
            self._waiting.appendleft(task)
            kind = str(error) if isinstance(error, Other) else error
            self._report(f"{self._not_due(address, kind)}; it will not be given any work")


def _knocked(address: str) -> None:
    """Check within a time limit that a scheduler answers; raises the same errors as `_knock`."""
    asyncio.run(asyncio.wait_for(_knock(address), PATIENCE + 1))


async def _knock(address: str) -> None:
    """Check that a scheduler answers: a client that finds none cannot always be closed.

    Raises OSError, ValueError or TypeError.
    """
    security = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=PATIENCE, **security)
    try:
        await comm.write({"op": "identity", "reply": True})
        found = await comm.read()
    finally:
        comm.abort()
    if found.get("type") != "Scheduler":
        raise ValueError(f"this is a {found.get('type')}")


def _line(error: BaseException) -> str:
    """Return an error's message on one line."""
    return " ".join(str(error).split()) or type(error).__name__
