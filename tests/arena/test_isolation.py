"""Isolated programs: forbidden actions fail, and the programs play on."""

import json
import os
import shutil
import socket
import sys
from pathlib import Path

import pytest

from kifu.arena.processes.isolation import Isolation, trouble

from ..command import Kifu
from .programs import Arena, bot, on_linux

pytestmark = on_linux

TOOLS = ("bwrap", "unshare")

# Forbidden actions; each result goes to standard error, which the arbiter keeps.
ATTACK = """
import socket
def attempt(name, deed):
    try: found = deed()
    except Exception as error: found = type(error).__name__
    print(name, found, file=sys.stderr, flush=True)
    return False
secret, port = sys.argv[4].removeprefix('secret:'), int(sys.argv[5])
seen = lambda: [each for each in os.listdir('/proc') if each.isdigit() and int(each) > 1]
attempt('writes here', lambda: open('mine', 'w'))
attempt('writes elsewhere', lambda: open(os.path.dirname(secret) + '/mine', 'w'))
attempt('writes to a shared folder', lambda: open('/tmp/mine', 'w'))
attempt('writes to the system', lambda: open('/usr/mine', 'w'))
attempt('changes the kernel', lambda: open('/proc/sys/kernel/core_pattern', 'w'))
attempt('reads', lambda: open(secret).read())
attempt('reads the log', lambda: open('game.log').read())
attempt('sees', lambda: sum(int(each) != os.getpid() for each in seen()))
attempt('connects', lambda: socket.create_connection(('127.0.0.1', port), 1))
os.getppid() and os.kill(os.getppid(), signal.SIGKILL)
"""
REFUSED = {
    "writes here": "OSError",
    "writes elsewhere": "FileNotFoundError",
    "writes to a shared folder": "OSError",
    "writes to the system": "OSError",
    "changes the kernel": "OSError",
    "reads": "FileNotFoundError",
    "reads the log": "FileNotFoundError",
    "sees": "0",
}


def require(tool: str) -> None:
    """Skip a test if a tool does not work here."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    why = trouble(Isolation(tool))
    if why is not None:
        pytest.skip(f"{tool} does not work here: {why}")


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An isolation tool that works, with all others unavailable."""
    name: str = request.param
    require(name)
    if name == "unshare":
        broken = tmp_path / "bin" / "bwrap"
        broken.parent.mkdir()
        broken.write_text("#!/bin/sh\nexit 1\n")
        broken.chmod(0o755)
        monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    return name


def test_denied_access(arena: Arena, tool: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret"
    secret.write_text("mine")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        attacker = bot("gen_move", 1, f"exec({ATTACK!r})", f"secret:{secret}", port)
        played = arena.play(attacker, bot(), more=("--isolate", "--stderr", "said"))
    assert played.values["complete"], played.fault
    said = (arena.run.folder / "said" / "player-0.txt").read_text().splitlines()
    found = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in said}
    assert found.pop("connects") in ("ConnectionRefusedError", "OSError")
    assert found == REFUSED
    assert played.left == []


def test_readable_files(tmp_path: Path) -> None:
    """A program can read its own files and their folder, unless others share that folder."""
    for name in ("bots/ala/player.py", "bots/ala/brain.py", "bots/ola.py", "data/book", "notes"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    folder, way = tmp_path / "bots", Isolation("bwrap", (tmp_path / "data",))
    ala, ola = ["python3", "ala/player.py"], [sys.executable, "ola.py", "--book=../notes"]
    for words, name, seen in [
        (ala, "bots/ala/player.py", True),
        (ala, "bots/ala/brain.py", True),
        (ala, "bots/ola.py", False),
        (ala, "data/book", True),
        (ola, "bots/ola.py", True),
        (ola, "bots/ala/player.py", False),
        (ola, "notes", False),
        (ola, "bots", False),
    ]:
        assert way.shows(tmp_path / name, words, folder) == seen, name
    line = way.words(ala, folder)
    assert line[-3:] == ["--", *ala]
    assert str(tmp_path) not in line
    assert line[line.index(str(folder / "ala")) - 1] == "--ro-bind"


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        (["-o", "ala/game.log"], "ala/game.log"),
        (["-o", "game.log", "--stderr", "ala/said"], "ala/said"),
    ],
)
def test_what_programs_must_not_read(arena: Arena, options: list[str], refused: str) -> None:
    require("bwrap")
    arena.run.write({"ala/player.py": ""})
    player = "python3 ala/player.py"
    result = arena.run("arbiter", "--player", player, "--player", player, "--isolate", *options)
    assert (result.status, result.out) == (2, "")
    assert (
        result.err == f"kifu: {refused}: python3 could read it despite --isolate: write it "
        "elsewhere\n"
    )
    assert not (arena.run.folder / refused).exists()


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ("", "neither bubblewrap (bwrap) nor unshare from util-linux is installed"),
        (
            "#!/bin/sh\necho no user namespaces >&2; exit 1\n",
            "bwrap does not work here: no user namespaces",
        ),
        ("#!/bin/sh\nexit 3\n", "bwrap does not work here: it exited with status 3"),
    ],
)
def test_no_way_to_isolate(run: Kifu, found: str, why: str) -> None:
    run.write({"bin/bwrap": f"#!/bin/sh\n{found}\n", "bin/sh": "#!/bin/sh\n"})
    if found:
        (run.folder / "bin" / "bwrap").chmod(0o755)
    (run.folder / "bin" / "sh").chmod(0o755)
    more = ["--isolate", "-o", "game.log"]
    arguments = ["arbiter", "--player", "./a", "--player", "./b", *more]
    result = run(*arguments, environment={"PATH": str(run.folder / "bin")})
    assert (result.status, result.out) == (2, "")
    assert result.err == f"kifu: programs cannot be isolated: {why}\n"


def test_a_path_that_isolated_programs_do_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require("unshare")
    for name in ("unshare", "sh", "mkdir", "mount", "pivot_root", "umount", "setpriv"):
        (tmp_path / name).symlink_to(shutil.which(name) or f"/usr/sbin/{name}")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert trouble(Isolation("unshare")) is None


def test_a_program_that_is_not_there(arena: Arena) -> None:
    require("bwrap")
    result = arena.run(*arena.arguments("./none", "./none"), "--isolate")
    assert result.status == 2
    assert result.err == "kifu: player 0 cannot be started: ./none: No such file or directory\n"


def test_readable_needs_isolation(arena: Arena) -> None:
    result = arena.run(*arena.arguments(bot(), bot()), "--readable", ".")
    assert result.status == 2
    assert result.err == "kifu: --readable is for isolated programs: add --isolate\n"


def test_an_isolated_tournament(run: Kifu) -> None:
    """Isolated programs cannot kill the arbiter, stop other programs or see the logs."""
    require("bwrap")
    kills = "[os.kill(each, signal.SIGKILL) for each in (os.getppid(), 1)] and 0"
    lines = [f"P{each} = {json.dumps(bot('gen_declare', 1, kills))}" for each in range(4)]
    run.write({"entrants.toml": "\n".join(["[entrants]", *lines, ""])})
    more = ["--rounds", "1", "--game", "1 1 0", "--isolate", "--output-format", "json"]
    result = run("tournament", "entrants.toml", "-o", "out", *more)
    assert (result.status, result.err.count("again")) == (0, 0)
    values = json.loads(result.out)
    assert (values["played"], values["faults"], values["set_aside"]) == (4, {}, [])
