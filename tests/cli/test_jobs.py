"""`--jobs`: several processes report the same findings, whatever happens to them."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from ..campaign import few, in_a_campaign
from ..command import Kifu, heed_signals
from .conftest import KING, WON
from .parts import SLEEP, command, done, is_alive, workers_sleep


@pytest.mark.parametrize(
    "arguments",
    few(
        [
            ("--suggest", "3", "-v"),
            ("--output-format", "json", "--report", "junit=written"),
            ("--statistics",),
            ("--baseline", "known.json", "--strict", "--ignore", "G201", "--suggest", "5"),
            ("--write-baseline", "written", "-q"),
        ],
        1,
    ),
)
def test_the_same_report(archive: Kifu, arguments: tuple[str, ...]) -> None:
    archive("validate", "in/1.json", "in/7.jsonl", "--write-baseline", "known.json", "-q")
    written = archive.folder / "written"
    serial = done(archive, "validate", "in", *arguments, "--jobs", "1")
    content = written.read_bytes() if written.is_file() else None
    assert serial[0] in (0, 1)
    assert done(archive, "validate", "in", *arguments, "--jobs", "2") == serial
    assert content == (written.read_bytes() if written.is_file() else None)


@pytest.mark.parametrize("name", few(["f.parquet", "f.arrow", "f.csv"], 1))
def test_the_same_facts(archive: Kifu, name: str) -> None:
    archive.write({"kifu.toml": 'ignore = ["G201"]\n'})
    serial = done(archive, "facts", "in", "none.json", "-o", name, "-j", "1")
    content = (archive.folder / name).read_bytes()
    assert serial[0] == 2
    assert done(archive, "facts", "in", "none.json", "-o", name, "-j", "2", "--force") == serial
    assert (archive.folder / name).read_bytes() == content


@pytest.mark.parametrize(
    "words", few([("stats", "in"), ("select", "in", "--where", "errors = 0", "--to", "json")], 1)
)
def test_the_same_answers(archive: Kifu, words: tuple[str, ...]) -> None:
    assert done(archive, *words, "-j", "2") == done(archive, *words, "-j", "1")


KILL = """
def killing(*given, real={name}):
    if {when}:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*given)
{name} = killing
"""


FIRST = """
parent = os.getpid()

def is_first():
    try:
        os.mkdir("killed")
    except FileExistsError:  # another worker was, a moment ago
        return False
    return True
"""


def once(name: str, when: str = "True") -> str:
    """Return code that kills the first worker to call a function while a condition holds."""
    return FIRST + KILL.format(name=name, when=f"{when} and os.getpid() != parent and is_first()")


@pytest.mark.parametrize(
    ("name", "when", "where"),
    few(
        [
            ("r.in_lines", "True", "in/7.jsonl"),
            ("t._opened", "given[0] == 'in/0.json'", "in/0.json and others"),
        ],
        1,
    ),
)
def test_the_part_of_a_worker_that_dies_is_done_again(
    archive: Kifu, name: str, when: str, where: str
) -> None:
    status, out, err = done(archive, "validate", "in", "-j", "1")
    killed = done(archive, "validate", "in", "-j2", code=once(name, when))
    why = f"kifu: {where}: a worker was killed by SIGKILL, and its part is being redone\n"
    assert killed == (status, out, why + err)


@in_a_campaign
def test_a_file_of_which_workers_die_is_given_up(archive: Kifu) -> None:
    whole = done(archive, "validate", "in", "--output-format", "jsonl", "-j", "1")
    killer = KILL.format(name="t._opened", when="given[0] == 'in/4.json'")
    status, out, err = done(
        archive, "validate", "in", "--output-format", "jsonl", "-j2", code=killer
    )
    assert status == 2
    rest = [line for line in whole[1].splitlines() if '"path": "in/4.json"' not in line]
    assert out.splitlines() == rest
    given_up = "given up: each of 3 workers that read it was killed by SIGKILL"
    assert f"kifu: in/4.json: {given_up}\n" in err
    assert err.endswith(" (1 other file skipped, 1 file could not be read)\n")
    assert err.count("done again") == 2


def test_a_large_file_of_which_workers_die_is_given_up(archive: Kifu) -> None:
    killer = KILL.format(name="r.in_lines", when="True")
    status, out, err = done(archive, "validate", "in", "-j2", code=killer)
    assert status == 2
    assert "kifu: in/7.jsonl: given up: each of 3 workers that read it was killed" in err
    assert "in/4.json:2:" in out


@pytest.mark.parametrize("style", few(["concise", "json"], 1))
def test_an_interrupt_ends_it_with_what_was_found(run: Kifu, style: str) -> None:
    run.write({f"in/{number}.json": KING for number in range(6)})
    options = ("--output-format", style, "--report", "junit=report.xml")
    pipe = subprocess.PIPE
    arguments = command(SLEEP, "validate", "in", "-j2", *options)
    with subprocess.Popen(
        arguments, cwd=run.folder, stdout=pipe, stderr=pipe, preexec_fn=heed_signals
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        # Wait for the first output, which includes the first finding.
        first = os.read(process.stdout.fileno(), 2**16)
        found = workers_sleep(run.folder, 2)
        process.send_signal(signal.SIGINT)
        out, err = first + process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 130
    assert err == b"kifu: interrupted\n"
    if style == "json":
        report = json.loads(out)
        assert [each["path"] for each in report["findings"]] == ["in/0.json"]
        assert (report["summary"]["errors"], report["summary"]["unread"]) == (1, 1)
    else:
        assert out.startswith(b"in/0.json:2:")
        assert out.count(b"\n") == 1
    assert not (run.folder / "report.xml").exists()
    assert not any(map(is_alive, found))


def test_an_interrupt_without_workers(run: Kifu) -> None:
    run.write({f"in/{number}.json": KING for number in range(6)})
    pipe = subprocess.PIPE
    arguments = command(SLEEP, "validate", "in", "-j1", "--output-format", "concise")
    with subprocess.Popen(
        arguments, cwd=run.folder, stdout=pipe, stderr=pipe, preexec_fn=heed_signals
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        workers_sleep(run.folder, 1)
        process.send_signal(signal.SIGINT)
        assert first.startswith(b"in/0.json:2:")
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"kifu: interrupted\n")
        assert process.wait(60) == 130


def test_how_many(run: Kifu, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(WON)
    assert run("validate", "-j", "0").status == 2
    assert run("validate", "--jobs", "3").status == 0
    wrong = run("validate", environment={"KIFU_JOBS": "many"})
    assert wrong.status == 2
    assert "'many' is not a whole number" in wrong.err
