"""The clock of the arbiter: time in which it did not run is nobody's."""

import os
import signal
import threading
from types import SimpleNamespace

import pytest

from kifu.arena.processes.clock import Clock, Stop, noticing

from .programs import on_linux


def looking(monkeypatch: pytest.MonkeyPatch, *looks: float) -> Clock:
    """A clock that is looked at at certain times."""
    times = iter(looks)
    time = SimpleNamespace(monotonic=lambda: next(times))
    monkeypatch.setattr("kifu.arena.processes.clock.time", time)
    return Clock()


def test_time_in_which_nobody_looked_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = looking(monkeypatch, 10.0, 10.1, 10.3, 14.3, 14.4)
    assert [round(clock.now(), 3) for _ in range(4)] == [0.1, 0.3, 0.3, 0.4]
    assert clock.stops == []


@on_linux
def test_a_short_stop_is_not_counted_either(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = looking(monkeypatch, 10.0, 10.1, 10.3, 10.32, 10.9)
    with noticing():
        clock.now()
        signal.pthread_kill(threading.get_ident(), signal.SIGCONT)
        assert round(clock.now(), 3) == 0.1
        signal.pthread_kill(threading.get_ident(), signal.SIGCONT)
        assert round(clock.now(), 3) == 0.12  # that was no stop: it was looked at just before
        assert round(clock.now(), 3) == 0.7  # nobody continued it: a machine that is busy
    (stop,) = clock.stops
    assert isinstance(stop, Stop)
    assert (round(stop.seconds, 3), stop.by[:2]) == (0.2, (os.getpid(), os.getppid()))
