"""The clock of the arbiter: time in which it did not run is nobody's."""

from types import SimpleNamespace

import pytest

from kifu.arena.processes.clock import Clock


def test_time_in_which_nobody_looked_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([10.0, 10.1, 10.3, 14.3, 14.4])
    time = SimpleNamespace(monotonic=lambda: next(looks))
    monkeypatch.setattr("kifu.arena.processes.clock.time", time)
    clock = Clock()
    assert [round(clock.now(), 3) for _ in range(4)] == [0.1, 0.3, 0.3, 0.4]
