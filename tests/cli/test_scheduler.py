"""`--scheduler`: the workers of a real cluster report the same findings, whatever happens."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kifu.archive.version import kind
from kifu.validation.workers import Died, Lost, in_order

from ..campaign import few, in_a_campaign
from ..command import Kifu, heed_signals
from .conftest import WON
from .parts import command, done

pytest.importorskip("distributed", reason="the extra `distributed` is not installed")

PRELOAD = Path(__file__).with_name("cluster_preload.py")


def cluster(address: str, told: Callable[[str], None]) -> Any:
    """Open the cluster at an address; Dask is imported here because that takes half a second."""
    return import_module("kifu.validation.workers.cluster").Cluster(address, told, kind)


class Dask:
    """A scheduler and two workers, in their own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        contact = folder / "scheduler.json"
        options = ("--no-dashboard", "--host", "127.0.0.1")
        file = ("--scheduler-file", str(contact))
        self._processes = [self._start("scheduler", *options, "--port", "0", *file)]
        work = ("--nthreads", "1", "--nworkers", "2", "--memory-limit", "0")
        self._processes.append(self._start("worker", *options, *file, *work, "--preload", PRELOAD))
        while not contact.exists() or not contact.read_text():
            time.sleep(0.01)
        self.address: str = json.loads(contact.read_text())["address"]
        while not self._has_both():
            assert all(each.poll() is None for each in self._processes)

    def _has_both(self) -> bool:
        """Return whether both workers are ready, which takes time on a busy machine."""
        try:
            with cluster(self.address, print) as workers:
                while workers.ahead < 4:
                    workers.wait()
        except Lost:
            return False
        return True

    def _start(self, *arguments: str | Path) -> "subprocess.Popen[bytes]":
        with (self.folder / "log").open("ab") as log:
            start = [sys.executable, "-m", "dask", *arguments]
            return subprocess.Popen(start, cwd=self.folder, stdout=log, stderr=log)

    def stop(self) -> None:
        for each in reversed(self._processes):
            each.terminate()
            each.wait(30)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    found = Dask(tmp_path_factory.mktemp("dask"))
    yield found
    found.stop()


def test_the_same_report_though_a_worker_is_killed(archive: Kifu, dask: Dask) -> None:
    arguments = ("validate", "in", "--suggest", "3")
    status, out, err = done(archive, *arguments, "-j", "1")
    assert status == 1
    assert done(archive, *arguments, "--scheduler", dask.address) == (status, out, err)
    (dask.folder / "kill").touch()
    killed = done(archive, *arguments, "--scheduler", dask.address)
    assert not (dask.folder / "kill").exists()
    again = "kifu: in/7.jsonl: a worker was lost, and its part is being redone\n"
    assert killed == (status, out, again + err)


@in_a_campaign
def test_an_interrupt_ends_it_with_what_was_found(archive: Kifu, dask: Dask) -> None:
    (dask.folder / "wait").touch()
    options = ("--scheduler", dask.address, "--output-format", "json")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command("", "validate", "in", *options),
        cwd=archive.folder,
        stdout=pipe,
        stderr=pipe,
        preexec_fn=heed_signals,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not (dask.folder / "waits").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 130
    (dask.folder / "wait").unlink()
    assert err == b"kifu: interrupted\n"
    assert json.loads(out)["summary"]["unread"] == 1


@in_a_campaign
def test_a_file_that_workers_do_not_see(run: Kifu, dask: Dask) -> None:
    code = (
        "import fsspec; "
        f"fsspec.filesystem('memory').pipe('/a.json', {WON.encode()!r}); "
        f"fsspec.filesystem('memory').pipe('/b.jsonl', {WON.encode()!r} * 30)"
    )
    scheduler = ("--scheduler", dask.address)
    paths = ("memory://a.json", "memory://b.jsonl")
    status, out, err = done(run, "validate", *paths, *scheduler, code=code)
    assert (status, out) == (2, "")
    for each in paths:
        assert f"kifu: {each}: No such file or directory (on " in err


@in_a_campaign
def test_workers_of_another_kind(run: Kifu, dask: Dask) -> None:
    code = "import kifu.archive.version as k; k._code = lambda: 'other'"
    status, out, err = done(run, "validate", "--scheduler", dask.address, code=code)
    assert (status, out) == (2, "")
    assert err.startswith("kifu: worker tcp://127.0.0.1:")
    assert err.endswith(f" has {kind()}: it must have kifu 0.1.0 (code other), as here\n")


def test_results_errors_and_deaths(dask: Dask) -> None:
    told: list[str] = []
    with cluster(dask.address, told.append) as workers:
        tasks = ((number, workers.submit(abs, -number, "")) for number in range(20))
        found = [(key, task.result()) for key, task in in_order(tasks, workers.ahead)]
        assert found == [(number, number) for number in range(20)]
        wrong = workers.submit(os.listdir, "/none/such", "")
        with pytest.raises(FileNotFoundError) as error:
            wrong.result()
        assert error.value.filename == "/none/such"
        fatal = workers.submit(os._exit, 1, "bad.jsonl", deaths=2)
        other = workers.submit(abs, -1, "")
        with pytest.raises(Died, match="was lost"):
            fatal.result()
        assert other.result() == 1
    assert told == ["bad.jsonl: a worker was lost, and its part is being redone"]


@in_a_campaign
def test_nobody_answers(run: Kifu) -> None:
    code = "import kifu.validation.workers.cluster as c; c.PATIENCE = 0.2"
    status, out, err = done(run, "validate", "--scheduler", "127.0.0.1:1", code=code)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("kifu: 127.0.0.1:1: no scheduler answers: Timed out trying to connect")


@pytest.mark.parametrize(
    ("address", "why"),
    [("127.0.0.1", "missing port number"), ("carrier://pigeon:1", "unknown address scheme")],
)
def test_invalid_addresses(address: str, why: str) -> None:
    with pytest.raises(Lost, match=f"^{address}: no scheduler answers: {why}"):
        cluster(address, print)


def test_without_dask(run: Kifu) -> None:
    found = done(run, "validate", "--scheduler", "x:1", code="sys.modules['distributed'] = None")
    assert found == (2, "", "kifu: --scheduler needs Dask: pip install 'kifu[distributed]'\n")


def test_it_excludes_jobs(run: Kifu) -> None:
    found = run("validate", "--scheduler", "x:1", "-j", "2")
    assert found.status == 2
    assert "--jobs and --scheduler cannot be used together" in found.err


@pytest.mark.parametrize("words", [("--fix",), ("--diff",), ("--duplicates",), ("-",)])
def test_input_that_only_one_process_can_read(run: Kifu, words: tuple[str, ...]) -> None:
    found = run("validate", "--scheduler", "x:1", *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    name = "standard input (-)" if words == ("-",) else words[0]
    assert (
        f"--scheduler and {name} cannot be used together: the latter works only in this process"
        in found.err
    )


def test_commands_without_it(run: Kifu) -> None:
    for words in few([("convert", "--to", "json"), ("facts",), ("stats",)], 1):
        found = run(*words, "a.json", "--scheduler", "x:1")
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
        assert "option '--scheduler' is unknown" in found.err


@in_a_campaign
def test_tables_are_the_same(archive: Kifu, dask: Dask) -> None:
    tables: list[bytes] = []
    for options in (("-j", "1"), ("--scheduler", dask.address)):
        status, _, err = done(archive, "export", "in", "-o", "t.jsonl", "--force", *options)
        assert (status, err.count("left out; the first:")) == (1, 1), err
        tables.append((archive.folder / "t.jsonl").read_bytes())
    assert tables[0] == tables[1] != b""
