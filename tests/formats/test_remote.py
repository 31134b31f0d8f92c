"""Remote paths are read like local ones, and errors in reading them are OSErrors."""

import gzip
import io
import os
import re
import socket
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kifu.formats.files import is_remote
from kifu.formats.files.remote import files_in
from kifu.formats.files.seen import open_seen, see
from kifu.formats.files.source import open_file, size_of

from ..cli.conftest import KING, WON
from ..cli.parts import done
from ..cli.test_ahead import GOOD, compare
from ..command import Kifu
from ..imports import ROOT

LINES = "\n".join([GOOD[0], "{", GOOD[1]] * 3).encode()


class Whole(SimpleHTTPRequestHandler):
    """A server that only serves whole files."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class Parts(Whole):
    """A server that also serves ranges of bytes."""

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        if wanted is None:
            super().do_GET()
            return
        data = Path(self.translate_path(self.path)).read_bytes()
        first, last = (int(each) for each in wanted.removeprefix("bytes=").split("-"))
        part = data[first : last + 1]
        self.send_response(206)
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.end_headers()
        self.wfile.write(part)


@pytest.fixture(params=[Whole, Parts])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a web server for a folder `web`."""
    (tmp_path / "web").mkdir()
    handler = partial(request.param, directory=str(tmp_path / "web"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()


@pytest.fixture
def memory() -> Iterator[Any]:
    """An empty file system at `memory://`."""
    found: Any = import_module("fsspec").filesystem("memory")
    found.store.clear()
    yield found
    found.store.clear()


def test_files_of_the_web_are_read_as_local_ones(run: Kifu, server: str) -> None:
    names = {"a.jsonl": LINES, "b.json": KING, "c.jsonl.gz": gzip.compress(LINES), "d/e.json": KING}
    run.write({f"web/{name}": data for name, data in names.items()})
    local = run("validate", *(f"web/{name}" for name in names))
    assert local.status == 1
    remote = run("validate", *(f"{server}/{name}" for name in names))
    assert remote.out == local.out.replace("web/", f"{server}/")
    assert (remote.status, remote.err) == (1, local.err)
    assert run("validate", f"{server}/d/").out == run("validate", f"{server}/d/e.json").out


def test_a_server_may_give_parts_of_a_file_or_not(server: str, tmp_path: Path) -> None:
    (tmp_path / "web/a.jsonl").write_bytes(LINES)
    with open_file(f"{server}/a.jsonl", block=100) as stream:
        start = stream.read(7)
        if stream.seekable():
            assert stream.seek(len(LINES) - 5) == len(LINES) - 5
            assert stream.read() == LINES[-5:]
            assert stream.seek(7) == 7
        else:
            with pytest.raises(io.UnsupportedOperation):
                stream.seek(len(LINES) - 5)
        assert start + stream.read() == LINES


def test_parts_of_remote_files_are_the_files(memory: Any, tmp_path: Path) -> None:
    from kifu.cli.input.ahead import Sizes

    memory.pipe("/a.jsonl", LINES)
    local = tmp_path / "a.jsonl"
    local.write_bytes(LINES)
    sizes = Sizes(0, 1, 1000, 1000, 1000)
    assert compare(["memory://a.jsonl", f"file://{local}", str(local)], sizes, 3) > 6


def test_folders_patterns_and_archives(memory: Any, tmp_path: Path) -> None:
    for name in ("in/b.json", "in/a/c.json", "in/.git/config", "in/.x/d.json", "other/e.json"):
        memory.pipe(f"/{name}", WON.encode())
    found = [("b.json", "b.json"), (".git/config",) * 2, (".x/d.json",) * 2, ("a/c.json",) * 2]
    assert files_in("memory://in") == [(f"memory://in/{path}", inside) for path, inside in found]
    assert files_in("memory://in/") == files_in("memory://in")
    assert files_in("memory://in/b.json") is None
    with pytest.raises(IsADirectoryError):
        size_of("memory://in")
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x/one.json", WON)
        archive.writestr("two.json", KING)
    zipped = files_in(f"zip://*.json::file://{packed}")
    assert zipped == [(f"zip://two.json::file://{packed}", "two.json")]
    with open_file(f"zip://two.json::file://{packed}") as stream:
        assert stream.read() == KING.encode()


def test_a_folder_leaves_out_what_a_local_one_does(run: Kifu) -> None:
    run.write({"in/b.json": KING, "in/a/c.json": KING, "in/.x/d.json": KING, "in/no.md": "# No\n"})
    local = run("validate", "in")
    remote = run("validate", f"file://{run.folder}/in")
    assert remote.out == local.out.replace("in/", f"file://{run.folder}/in/")
    assert (remote.status, remote.err) == (local.status, local.err)
    assert run("fmt", f"file://{run.folder}/in/b.json").status == 2


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("memory://none.json", "No such file or directory"),
        ("carrier://pigeon", "it cannot be read: Protocol not known: carrier"),
        ("http://127.0.0.1:1/a.json", "it cannot be read: "),
        ("http://127.0.0.1:1/a/", "it cannot be read: "),
    ],
)
def test_unreadable_files_are_reported_in_one_line(run: Kifu, path: str, why: str) -> None:
    found = run("validate", path)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"kifu: {path}: {why}")
    assert found.err.count("\n") == 2


def test_without_fsspec(run: Kifu) -> None:
    status, _, err = done(run, "validate", "s3://a/b.json", code="sys.modules['fsspec'] = None")
    assert status == 2
    assert err.startswith("kifu: s3://a/b.json: this needs fsspec: pip install 'kifu[distributed]'")


@pytest.mark.parametrize(
    ("path", "package"), [("https://example.org/a.jsonl", "aiohttp"), ("s3://a/b.json", "s3fs")]
)
def test_without_what_a_protocol_needs(run: Kifu, path: str, package: str) -> None:
    status, _, err = done(run, "validate", path, code=f"sys.modules['{package}'] = None")
    assert status == 2
    assert err.startswith(f"kifu: {path}: this needs {package}: pip install {package}\n")
    page = (ROOT / "docs" / "parallel.md").read_text("utf-8")
    assert re.search(rf"`{path.partition(':')[0]}://.*needs `{package}`", page)


def test_a_name_with_a_colon_is_local(run: Kifu) -> None:
    run.write({"a:b.json": WON, "memory:/c.json": WON})
    assert run("validate", "a:b.json").status == 0
    assert run("validate", "./memory://c.json").status == 0
    assert not any(map(is_remote, ("C:\\a.json", "a:b", "./s3://a", "-")))


def test_another_file_of_that_name_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(WON)
    seen = see(str(path))
    with open_seen("a.json", seen) as stream:
        assert stream.read() == WON.encode()
    before = os.stat(path).st_mtime_ns
    path.write_text(KING)
    os.utime(path, ns=(before, before))
    with pytest.raises(OSError, match=r"the file on .* differs from the one here") as error:
        open_seen("a.json", seen)
    assert error.value.filename == "a.json"
    path.write_text(WON)
    os.utime(path, ns=(before + 1, before + 1))
    with pytest.raises(OSError, match="differs from the one here"):
        open_seen("a.json", seen)
    path.unlink()
    with pytest.raises(FileNotFoundError, match="on the worker "):
        open_seen("a.json", seen)


def test_a_server_that_is_silent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("aiohttp")
    monkeypatch.setattr("kifu.formats.files.remote.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        path = f"http://127.0.0.1:{listening.getsockname()[1]}/a.jsonl"
        with (
            pytest.raises(OSError, match=r"it cannot be read: .*[Tt]imeout") as why,
            open_file(path),
        ):
            pass
    assert why.value.filename == path
