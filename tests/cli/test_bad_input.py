"""Arbitrary bytes cause a finding or a one-line error, within bounds, and overwrite nothing."""

import gzip
import subprocess
import sys
from collections.abc import Callable

import pytest

from ..campaign import few
from ..command import Kifu
from .conftest import HISTORY, WON

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MEMORY = 350 * 2**20
HEAD = b'{"format": "goita/json", "version": 1, "rounds": '
GOOD = WON.encode()
YAML = b"version: 1.0\np0: a\np1: b\np2: c\np3: d\nlog:\n"


def _aliases() -> bytes:
    """Build ten levels of lists of nine aliases: 3.5 billion values in a kilobyte."""
    levels = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += (
        b"a%d: &a%d [%s]" % (each, each, b", ".join([b"*a%d" % (each - 1)] * 9))
        for each in range(1, 10)
    )
    return YAML + b"\n".join(levels) + b"\nlog: *a9\n"


CASES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "nul.json": lambda: GOOD.replace(b"version", b"ver\0sion"),
    "nuls": lambda: b"\0" * 100_000,
    "every.byte": lambda: bytes(range(256)),
    "utf-16.json": lambda: WON.encode("utf-16"),
    "shift-jis.json": lambda: WON.encode("shift-jis"),
    "cut.json": lambda: GOOD[:60],
    "one-line.json": lambda: HEAD + b'[{"record": "' + b"0" * 50_000_000 + b'"}]}',
    "one-line.jsonl": lambda: HEAD + b'[{"record": "' + b"0" * 50_000_000 + b'"}]}\n',
    "spaces.json": lambda: HEAD + b" " * 50_000_000,
    "lists.json": lambda: HEAD + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "objects.json": lambda: HEAD + b'{"a": ' * 100_000 + b"1" + b"}" * 100_000 + b"}",
    "number.json": lambda: GOOD.replace(b'"winner": 0', b'"winner": ' + b"9" * 10_000),
    "exponent.json": lambda: GOOD.replace(b'"winner": 0', b'"winner": 1e999999999'),
    "surrogate.json": lambda: GOOD.replace("ごいた杯".encode(), b"\\ud800"),
    "many.json": lambda: HEAD + b"[" + b"{}," * 1_000_000 + b"{}]}",
    "aliases.yaml": _aliases,
    "tag.yaml": lambda: YAML + b" - !!python/object/apply:os.system ['touch owned']\n",
    "nested.yaml": lambda: YAML + b" - " + b"[" * 100_000,
    "number.yaml": lambda: YAML + b" - uchidashi: " + b"9" * 10_000 + b"\n",
    "bomb.json.gz": lambda: gzip.compress(HEAD + b" " * (100 * 2**20), 1),
    "bomb.jsonl.zst": lambda: zstd.compress(HEAD + b" " * (100 * 2**20)),
    "cut.json.gz": lambda: gzip.compress(GOOD)[:-9],
    "damaged.json.zst": lambda: zstd.compress(GOOD * 9)[:40] + b"\xff" * 40,
    "cut.txt": lambda: HISTORY.encode()[:-2],
    "no-table.txt": lambda: b"player hand\n0. (dealer)\n",
}


CONVERTED = few(CASES, 8)


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_a_finding(run: Kifu, name: str) -> None:
    run.write({name: CASES[name](), "old.txt": "precious"})
    commands = [
        ("validate", name),
        ("convert", name, "--to", "goita/history", "-o", "old.txt", "--strict", "--force"),
    ]
    for arguments in commands if name in CONVERTED else commands[:1]:
        result = run(*arguments, memory=MEMORY)
        said = result.out + result.err
        assert result.status == 1, said[:2000]
        assert ": error " in said
        assert len(said) < 20_000
    assert sorted(path.name for path in run.folder.iterdir()) == sorted([name, "old.txt"])
    assert (run.folder / "old.txt").read_text() == "precious"


@pytest.mark.parametrize(
    "command", [("replay",), ("legal", "--ply", "1"), ("view", "--player", "0")]
)
@pytest.mark.parametrize("name", ["every.byte", "lists.json", "cut.json.gz"])
def test_no_command_minds(run: Kifu, command: tuple[str, ...], name: str) -> None:
    result = run(*command, "-", stdin=CASES[name]())
    assert (result.status, result.stdout) == (1, b"")
    assert result.err.startswith("<stdin>")


@pytest.mark.parametrize(
    "content",
    [b"\xef\xbb\xbf" + GOOD, GOOD.replace(b"\n", b"\r\n"), GOOD.replace(b"\n", b"\r")],
    ids=["BOM", "CRLF", "CR"],
)
def test_harmless_records(run: Kifu, content: bytes) -> None:
    result = run("validate", "-", stdin=content)
    assert (result.status, result.out) == (0, "")


def test_many_findings_come_as_they_are_found(run: Kifu) -> None:
    run.write({"a.jsonl": b'{"rounds": [{"hands": [1]}]}\n' * 200})
    result = run("validate", "--suggest", "0", "a.jsonl", "--output-format", "json")
    assert result.status == 1
    assert result.out.count('"code": "S001"') == 200 * 3


def test_an_endless_file(run: Kifu) -> None:
    with open("/dev/zero", "rb") as endless:
        process = run.start(
            "validate", "-", "--format", "goita/json", stdin=endless, stdout=subprocess.PIPE
        )
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out.startswith(b"<stdin>:1:1: error F003 too-large")


def test_too_little_memory_is_one_line(run: Kifu) -> None:
    code = (
        "import kifu.validation.outcomes as v, kifu.cli as c, sys\n"
        "def fail(*_): raise MemoryError\n"
        "v.read_in_file = fail\n"
        "sys.argv = ['kifu', 'validate', '-']\n"
        "c.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], input=GOOD, capture_output=True)
    assert (done.returncode, done.stderr) == (2, b"kifu: out of memory\n")
