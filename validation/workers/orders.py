"""Orders to workers and their answers, as bytes, and the queue of pending work."""

from __future__ import annotations

import pickle
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, cast

from ...replayer.discovery import raised
from . import MOST_DEATHS, Died, PartT, ResultT


def order(work: Callable[[PartT], ResultT], part: PartT) -> bytes:
    """Return an order to call a module's function with an argument."""
    return pickle.dumps((work, part), -1)


def answer(given: bytes) -> bytes:
    """Carry out an order; the answer is the result or the error raised.

    >>> result(answer(order(abs, -3)))
    3
    """
    try:
        work, part = pickle.loads(given)
        return pickle.dumps((True, work(part)), -1)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            found = pickle.dumps((False, error), -1)
            pickle.loads(found)
        except Exception:
            # a package's error that cannot be pickled
            found = pickle.dumps((False, RuntimeError(raised(error))), -1)
        return found


def result(found: bytes) -> Any:
    """Return the result in an answer; raises the error if it contains one."""
    is_result, value = pickle.loads(found)
    if not is_result:
        raise value
    return value


class Ordered(Generic[ResultT]):
    """A task for a worker; only a limited number of workers may die of it.

    `given` is the order, until it is done; `wait` waits until something happens.
    """

    def __init__(self, given: bytes, label: str, deaths: int, wait: Callable[[], None]) -> None:
        self.given: bytes | None = given
        self.label = label
        self.deaths = deaths
        self._wait = wait
        self._answer: bytes | None = None
        self._died: Died | None = None

    @property
    def is_done(self) -> bool:
        """Whether `result` would return without waiting."""
        return self.given is None

    def answer(self, found: bytes) -> None:
        """Record the answer: the task is done."""
        self.given, self._answer = None, found

    def give_up(self, how: str) -> None:
        """Record that the task will not be done."""
        self.given, self._died = None, Died(how)

    def result(self) -> ResultT:
        """Wait for the result; raises what the work raised, and Died."""
        while not self.is_done:
            self._wait()
        if self._died is not None:
            raise self._died
        assert self._answer is not None
        return cast(ResultT, result(self._answer))


class Queue:
    """Parts of a job that wait for a worker; `report` gets a line for each worker that dies.

    Each kind of worker is a subclass that implements how to wait until something happens, and how
    to distribute pending work.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._waiting: deque[Ordered[Any]] = deque()

    def submit(
        self,
        work: Callable[[PartT], ResultT],
        part: PartT,
        label: str,
        deaths: int = MOST_DEATHS,
    ) -> Ordered[ResultT]:
        """Submit a part to a worker; the arguments are those of `Workers.submit`."""
        task = Ordered[ResultT](order(work, part), label, deaths, self.wait)
        self._waiting.append(task)
        self._give_out()
        return task

    def wait(self) -> None:
        """Wait until something happens."""
        raise NotImplementedError

    def _give_out(self) -> None:
        raise NotImplementedError

    def _died(self, task: Ordered[Any], how: str) -> None:
        """Record that a worker died doing a part, which is redone before others, or given up."""
        task.deaths -= 1
        if task.deaths > 0:
            self._report(f"{task.label}: a worker {how}, and its part is being redone")
            self._waiting.appendleft(task)
        else:
            task.give_up(how)
