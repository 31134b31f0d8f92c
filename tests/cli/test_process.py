"""The command as a process: pipes, signals, terminals, encodings, startup."""

import os
import pty
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from kifu.cli import build
from kifu.formats.document import scan

from ..campaign import few
from ..command import COMMAND, Kifu
from ..helpers import MODEL_A, goita
from .conftest import KING, WON

COMMA = WON.replace('"winner": 0}', '"winner": 0,}')
MANY = '{"rounds": [{"hands": [1]}]}\n' * 2000


@pytest.fixture
def run(tmp_path: Path) -> Kifu:
    return Kifu(tmp_path, forks=True)


@pytest.mark.parametrize(
    "arguments",
    few(
        [
            ("validate", "--suggest", "0", "a.jsonl"),
            ("validate", "--diff", "b"),
            ("validate", "--fix", "-"),
            ("fmt", "--diff", "c.json", "d.json"),
            ("rule",),
            ("schema", "goita/json"),
            ("--help",),
        ],
        3,
    ),
)
def test_a_broken_pipe(run: Kifu, arguments: tuple[str, ...]) -> None:
    run.write({"a.jsonl": MANY, "b/a.json": COMMA, "b/b.json": COMMA})
    run.write({"c.json": WON, "d.json": WON})
    reader, writer = os.pipe()
    os.close(reader)
    process = run.start(*arguments, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    _, err = process.communicate(b"no record\n", timeout=60)
    assert (process.returncode, err) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", few(["validate", "fmt"], 1))
def test_a_patch_that_cannot_be_written(run: Kifu, command: str) -> None:
    run.write({"a.json": COMMA, "b.json": COMMA, "c.json": WON})
    with Path("/dev/full").open("wb") as full:
        process = run.start(command, "--diff", ".", stdout=full, stderr=subprocess.PIPE)
    err = process.communicate(timeout=60)[1].decode().splitlines()
    assert process.returncode == 2
    assert err[-1] == "kifu: standard output: No space left on device"
    assert len([each for each in err if "No space" in each]) == 1


def test_head(run: Kifu) -> None:
    run.write({"a.jsonl": MANY})
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = run.start("validate", "--suggest", "0", "a.jsonl", **pipes)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"a.jsonl:1:")
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.parametrize(
    "arguments",
    [("validate",), ("replay",), ("convert", "--to", "goita/json", "-o", "a.json")],
)
def test_an_interrupt(run: Kifu, arguments: tuple[str, ...]) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = run.start(*arguments, "-", **pipes)
    assert process.stdin is not None
    # Writing more than a pipe's buffer blocks until the other end reads.
    process.stdin.write(KING.encode() + b" " * 2**20)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"kifu: interrupted\n")
    assert not list(run.folder.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", few([("validate", "a.json"), ("rule",), ("formats",)], 2))
def test_a_full_device(run: Kifu, arguments: tuple[str, ...]) -> None:
    run.write({"a.json": KING})
    with open("/dev/full", "wb") as full:
        process = run.start(*arguments, stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.splitlines()[-1] == b"kifu: standard output: No space left on device"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    ("arguments", "status"),
    few(
        [
            (("validate", "a.json"), 1),
            (("validate", "none.json"), 2),
            (("validate", "--nonsense"), 2),
            (("convert", "a.json", "--to", "goita/history", "-o", "a.txt"), 0),
        ],
        2,
    ),
)
def test_a_full_standard_error_changes_no_status(
    run: Kifu, arguments: tuple[str, ...], status: int
) -> None:
    run.write({"a.json": KING})
    with open("/dev/full", "wb") as full:
        process = run.start(*arguments, stdout=subprocess.DEVNULL, stderr=full)
        process.communicate(timeout=60)
    assert process.returncode == status
    if "-o" in arguments:
        assert run("validate", "a.txt").status == 1


def test_a_full_disk_leaves_the_old_file(run: Kifu) -> None:
    """A limit on file size stands in for a full disk: the system reports both alike."""
    run.write({"a.json": KING, "b.json": "old"})
    command = 'ulimit -f 0; "$0" -m kifu.cli convert a.json --to goita/json -o b.json --force'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=run.folder, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (2, b"kifu: b.json: File too large\n")
    assert sorted(each.name for each in run.folder.iterdir()) == ["a.json", "b.json"]
    assert (run.folder / "b.json").read_text() == "old"


@pytest.mark.parametrize(
    ("closing", "status"), few([("<&-", 2), (">&-", 2), ("2>&-", 1), (">&- 2>&-", 2)], 2)
)
def test_closed_streams(run: Kifu, closing: str, status: int) -> None:
    run.write({"a.json": KING})
    name = "-" if closing == "<&-" else "a.json"
    command = f'"$0" -m kifu.cli validate {name} {closing}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=run.folder, capture_output=True, timeout=60
    )
    assert done.returncode == status
    assert len(done.stderr.splitlines()) <= 1
    assert b"kifu:" not in done.stdout


ENVIRONMENTS = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LANG": "C", "LC_ALL": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
]


@pytest.mark.parametrize(
    ("command", "environment"), few(product(["validate", "replay"], ENVIRONMENTS), 3)
)
def test_any_encoding(run: Kifu, command: str, environment: dict[str, str]) -> None:
    run.write({"a.json": KING})
    result = run(command, "a.json", environment=environment)
    assert result.status == 1
    assert "G104 goita-king-may-not-attack" in result.out


def test_file_names_of_any_bytes(run: Kifu) -> None:
    name = b"\xe3\x81\x94\x82\n\x1b[31m.json"
    (run.folder / os.fsdecode(name)).write_text(KING)
    for arguments in [(), ("--output-format", "json")]:
        result = run("validate", *arguments)
        assert result.status == 1
        assert b"\xe3\x81\x94\\udc82\\n" in result.stdout
        assert b"\x1b" not in result.stdout
    missing = run("validate", name + b"?")
    assert missing.status == 2
    assert missing.err.startswith("kifu: ご\\udc82\\n\\x1b[31m.json?: No such file")


def test_devices_that_would_block_are_not_files(run: Kifu) -> None:
    os.mkfifo(run.folder / "pipe")
    run.write({"a.json": KING})
    result = run("validate", "pipe", "/dev/zero", "a.json")
    assert result.status == 2
    assert "G104" in result.out
    assert result.err.splitlines()[:2] == [
        "kifu: pipe: expected a file, not a pipe (- reads standard input)",
        "kifu: /dev/zero: expected a file, not a device or a socket (- reads standard input)",
    ]


def test_entrants_are_no_pipe_either(run: Kifu) -> None:
    os.mkfifo(run.folder / "pipe")
    result = run("tournament", "pipe", "-o", "out")
    assert (result.status, result.err) == (2, "kifu: pipe: expected a file, not a pipe\n")


def test_a_pipe_that_the_shell_opens(run: Kifu) -> None:
    run.write({"a.json": KING})
    command = f"{sys.executable} -m kifu.cli validate <(cat a.json)"
    done = subprocess.run(["bash", "-c", command], cwd=run.folder, capture_output=True, timeout=60)
    assert (done.returncode, b"G104" in done.stdout) == (1, True)


def test_data_cannot_command_a_terminal(run: Kifu) -> None:
    run.write({"a.json": goita(MODEL_A, title="\x9b31m \u202e ☆")})
    shown = _on_a_terminal(run, "view", "a.json", "--player", "0")
    assert r"\u009b31m \u202e ☆".encode() in shown
    assert "\x9b31m \u202e".encode() in run("view", "a.json", "--player", "0").stdout


def _on_a_terminal(run: Kifu, *arguments: str, **environment: str) -> bytes:
    master, terminal = pty.openpty()
    subprocess.run(
        [*COMMAND, *(arguments or ("validate", "a.json"))],
        cwd=run.folder,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
        timeout=60,
    )
    os.close(terminal)
    shown = os.read(master, 65536)
    os.close(master)
    return shown


def test_colours_are_for_terminals(run: Kifu) -> None:
    run.write({"a.json": KING})
    assert b"\x1b[31m" in _on_a_terminal(run)
    assert b"\x1b" not in _on_a_terminal(run, NO_COLOR="1")
    assert b"\x1b" not in run("validate", "a.json").stdout


def test_the_version(run: Kifu) -> None:
    result = run("--version")
    compiled = not (scan.__file__ or "").endswith(".py")
    assert (result.status, result.out) == (0, f"kifu 0.1.0 ({build()})\n")
    assert compiled == (build() == "compiled")


def test_the_version_needs_only_click() -> None:
    code = "import sys, kifu.cli\nkifu.cli.run(['--version'])\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    heavy = {"msgspec", "lark", "jsonschema", "jsonschema_rs", "yaml", "kifu.findings", "json"}
    assert "click" in loaded.stdout.split()
    assert not heavy & set(loaded.stdout.split())


def test_an_internal_error_is_one_line(run: Kifu) -> None:
    code = (
        "import kifu.cli.check.validate as v, kifu.cli as c, sys\n"
        "def fail(*_): raise RuntimeError('a\\nb')\n"
        "v.Fixing = fail\n"
        "sys.argv = ['kifu', 'validate', '-']\n"
        "c.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], input=WON.encode(), capture_output=True)
    assert done.returncode == 2
    assert done.stderr == (
        b"kifu: internal error: RuntimeError: a b (KIFU_DEBUG=1 shows where; please report it)\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code],
        input=WON.encode(),
        capture_output=True,
        env={**os.environ, "KIFU_DEBUG": "1"},
    )
    assert b"Traceback" in shown.stderr
