"""Workers in separate processes: their results, their errors and their deaths."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kifu.validation.workers import Died, Ready, cores, in_order
from kifu.validation.workers.processes import Processes

from ...campaign import in_a_campaign


def double(number: int) -> int:
    time.sleep(0.02 if number % 3 == 0 else 0)
    return 2 * number


def fail(message: str) -> None:
    raise OSError(5, message, "a.json")


class Unpicklable(Exception):
    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fail_strangely(number: int) -> None:
    raise Unpicklable(number, number)


def die(path: str) -> str:
    """Kill the worker, as many times as the file says."""
    file = Path(path)
    left = int(file.read_text())
    if left:
        file.write_text(str(left - 1))
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def large(size: int) -> bytes:
    return bytes(size)


def none_said(message: str) -> None:
    raise AssertionError(message)


# Forked workers are tested with the command, as these tests run in threads.
def processes(told: list[str] | None = None) -> Processes:
    return Processes(2, none_said if told is None else told.append, "spawn")


def test_results_and_errors_come_in_order() -> None:
    with processes() as workers:
        tasks = ((number, workers.submit(double, number, "")) for number in range(20))
        assert [(key, task.result()) for key, task in in_order(tasks, workers.ahead)] == [
            (number, 2 * number) for number in range(20)
        ]
        wrong = workers.submit(fail, "it is broken", "")
        strange = workers.submit(fail_strangely, 3, "")
        many = [workers.submit(large, 2**20, "") for _ in range(5)]
        with pytest.raises(OSError, match="it is broken") as error:
            wrong.result()
        assert (error.value.errno, error.value.filename) == (5, "a.json")
        assert "in fail" in error.value.__notes__[0]
        with pytest.raises(RuntimeError, match="Unpicklable: 3 and 3"):
            strange.result()
        assert [len(each.result()) for each in many] == [2**20] * 5


@in_a_campaign
def test_a_part_is_done_again_but_not_for_ever(tmp_path: Path) -> None:
    once, always = tmp_path / "once", tmp_path / "always"
    once.write_text("2")
    always.write_text("9")
    told: list[str] = []
    with processes(told) as workers:
        first = workers.submit(die, str(once), "games.jsonl")
        second = workers.submit(die, str(always), "bad.jsonl")
        third = workers.submit(double, 1, "")
        assert (first.result(), third.result()) == ("alive", 2)
        with pytest.raises(Died, match="was killed by SIGKILL"):
            second.result()
    assert always.read_text() == "6"
    done_again = ": a worker was killed by SIGKILL, and its part is being redone"
    assert sorted(told) == sorted([f"games.jsonl{done_again}"] * 2 + [f"bad.jsonl{done_again}"] * 2)


def test_no_more_is_begun_than_said() -> None:
    begun = list[int]()

    def tasks():
        for number in range(10):
            begun.append(number)
            yield number, Late()

    for number, _ in in_order(tasks(), 3):
        assert len(begun) <= number + 4
    assert [key for key, _ in in_order(((each, Ready(None)) for each in "abc"), 3)] == [*"abc"]


class Late:
    is_done = False

    def result(self) -> None:
        pass


def test_workers_end_with_who_started_them() -> None:
    """This holds even if that process is killed and cannot notify them."""
    code = (
        "import os, sys, time\n"
        "from kifu.validation.workers.processes import Processes\n"
        "workers = Processes(2, print)\n"
        "for task in [workers.submit(time.sleep, 0, '') for _ in 'ab']: task.result()\n"
        "print(*(each.process.pid for each in workers._workers), flush=True)\n"
        "time.sleep(3600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        found = [int(each) for each in process.stdout.readline().split()]
        assert found
        process.kill()
    for each in found:
        while _lives(each):
            time.sleep(0.01)


def _lives(number: int) -> bool:
    status = Path(f"/proc/{number}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_as_many_as_there_are_cores() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
