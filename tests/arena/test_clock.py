"""The arbiter's clock: no player is charged for time while the arbiter was stopped."""

import os
import signal
import threading
from types import SimpleNamespace

import pytest

from kifu.arena.processes.clock import Clock, Stop, noticing

from .programs import on_linux


def looking(monkeypatch: pytest.MonkeyPatch, *looks: float) -> Clock:
    """A clock that is read at the given times."""
    times = iter(looks)
    time = SimpleNamespace(monotonic=lambda: next(times))
    monkeypatch.setattr("kifu.arena.processes.clock.time", time)
    return Clock()


def test_time_in_which_nobody_looked_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = looking(monkeypatch, 10.0, 10.1, 10.3, 14.3, 14.4)
    assert [round(clock.now(), 3) for _ in range(4)] == [0.1, 0.3, 0.3, 0.4]
    assert clock.stops == []


def continued() -> None:
    signal.pthread_kill(threading.get_ident(), signal.SIGCONT)


@on_linux
def test_a_short_stop_is_not_counted_either(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = looking(monkeypatch, 10.0, 10.1, 10.14, 10.142, 10.742)
    with noticing():
        clock.now()
        continued()
        # The process may have been running for up to one polling interval of the 40 ms.
        assert round(clock.now(), 3) == 0.12
        continued()
        assert round(clock.now(), 3) == 0.122  # not a stop: it was polled just before
        assert round(clock.now(), 3) == 0.722  # nothing continued it: the machine was merely busy
    (stop,) = clock.stops
    assert isinstance(stop, Stop)
    assert (round(stop.seconds, 3), stop.by[:2]) == (0.02, (os.getpid(), os.getppid()))


@on_linux
def test_many_short_stops_count_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = looking(monkeypatch, 10.0, *(10 + 0.044 * number for number in range(1, 101)))
    with noticing():
        assert clock.look == 0.02
        for _ in range(99):
            continued()
            clock.now()
            assert clock.look == 0.002
        continued()
        ran = clock.now()
    assert ran < 0.25
    assert round(ran + sum(each.seconds for each in clock.stops), 3) == 4.4


@on_linux
def test_it_is_looked_at_less_often_when_the_stops_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = looking(monkeypatch, 10.0, 10.1, 10.9, 11.2)
    with noticing():
        continued()
        clock.now()
        clock.now()
        assert clock.look == 0.002
        clock.now()
        assert clock.look == 0.02
