"""Files are written whole or not at all, and compressed as their names say."""

import fcntl
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import kifu
from kifu.formats.files import source
from kifu.formats.files.target import replace_file, write_file, writing

from ..command import Kifu
from ..helpers import MODEL_A, goita


@pytest.mark.parametrize("name", ["match.json", "match.json.gz", "match.json.zst"])
def test_dumped_records_are_loaded(tmp_path: Path, name: str) -> None:
    record = kifu.loads(goita(MODEL_A))
    kifu.dump(record, tmp_path / name)
    assert kifu.load(tmp_path / name) == record
    assert kifu.load(str(tmp_path / name)) == record
    assert kifu.validate(tmp_path / name) == []
    packed = (tmp_path / name).read_bytes()[:1] != b"{"
    assert packed == (name != "match.json")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_packing_gives_the_same_bytes_every_time(tmp_path: Path) -> None:
    for suffix in (".gz", ".zst"):
        for name in ("a", "b"):
            write_file(tmp_path / (name + suffix), b"the same")
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_nothing_is_replaced_by_accident(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    write_file(path, b"old")
    with pytest.raises(FileExistsError, match="--force") as caught:
        write_file(path, b"new")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    write_file(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "none" / "match.json", b"")


def test_a_write_that_fails_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    write_file(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_file(path, b"new", force=True)
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_where_there_are_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(1, "not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_file(tmp_path / "match.json", b"new")
    assert (tmp_path / "match.json").read_bytes() == b"new"
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "match.json", b"newer")


@pytest.mark.skipif(os.name != "posix", reason="this system has no such permissions")
def test_files_may_be_read_as_the_user_wishes(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "match.json", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "match.json").stat().st_mode) == 0o640


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ご" * 82 + ".jsonl.x")
    assert len(path.name.encode()) > 248
    write_file(path, b"new")
    assert path.read_bytes() == b"new"


def test_leftovers_of_a_killed_writer_are_removed_and_never_read(run: Kifu) -> None:
    kill = "import os; os.fsync = lambda handle: os.kill(os.getpid(), 9)\n"
    kill += "from kifu.formats.files.target import write_file; write_file('out.jsonl', b'{')"
    killed = subprocess.run([sys.executable, "-c", kill], cwd=run.folder, check=False)
    assert killed.returncode == -signal.SIGKILL
    (left,) = run.folder.iterdir()
    assert left.name.endswith(".unfinished")
    run.write({"a.json": goita(MODEL_A)})
    assert run("validate", ".").err == "1 file, 1 record, 1 round, 13 plies: nothing wrong\n"
    assert run("convert", "a.json", "--to", "goita/json", "-o", "out.json").status == 0
    assert sorted(path.name for path in run.folder.iterdir()) == ["a.json", "out.json"]


def test_leftovers_are_removed_if_all_files_exist(run: Kifu) -> None:
    run.write({"a.json": goita(MODEL_A), "out/.kifu-other.unfinished": "{", "out/a.json": "old"})
    again = run("convert", "a.json", "--to", "goita/json", "-d", "out")
    assert (again.status, again.err) == (
        2,
        "kifu: out/a.json: the file exists (--force replaces it)\n",
    )
    assert [path.name for path in (run.folder / "out").iterdir()] == ["a.json"]


def test_leftovers_from_before_writing_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".kifu-other.unfinished").touch()
    write_file(tmp_path / "match.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_writer_whose_file_is_taken_for_one_that_was_left_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()

    def made_and_removed(name: str, flags: int, mode: int) -> int:
        handle = make(name, flags, mode)
        if not made:
            os.unlink(name)
        made.append(name)
        return handle

    make = os.open
    monkeypatch.setattr(os, "open", made_and_removed)
    write_file(tmp_path / "match.json", b"new")
    assert len(made) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_an_interrupt_as_soon_as_the_file_exists_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[int]()

    def interrupted(name: str, flags: int, mode: int) -> int:
        made.append(make(name, flags, mode))
        raise KeyboardInterrupt

    make = os.open
    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "match.json", b"new")
    assert list(tmp_path.iterdir()) == []
    os.close(*made)


def test_files_of_another_running_writer_stay(tmp_path: Path) -> None:
    other = tmp_path / ".kifu-other.unfinished"
    other.write_bytes(b"{")
    with open(other, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        write_file(tmp_path / "match.json", b"new")
        assert other.exists()


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst"])
def test_files_written_piece_by_piece(tmp_path: Path, name: str) -> None:
    """A file gets its final name once it is complete, and is compressed as the name says."""
    pieces = [b"a,b\n", b"1,2\n" * 1000]
    with writing(tmp_path / name) as stream:
        for each in pieces:
            stream.write(each)
            assert not (tmp_path / name).exists()
    with source.open_file(str(tmp_path / name)) as packed:
        assert source.Source(packed).whole() == b"".join(pieces)
    with pytest.raises(FileExistsError), writing(tmp_path / name):
        raise AssertionError("the file is complete")


def test_work_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    kept = tmp_path / "a.csv"
    kept.write_bytes(b"mine")

    def fail(error: Exception) -> None:
        with writing(kept, force=True) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(ValueError, match="wrong"):
        fail(ValueError("wrong"))
    for error, named in (
        (OSError(5, "lost", "input.json"), "input.json"),
        (OSError(28, "full"), kept),
    ):
        with pytest.raises(OSError, match=r"lost|full") as raised:
            fail(error)
        assert raised.value.filename == str(named)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"mine"]


def test_a_replaced_file_keeps_its_hard_links(tmp_path: Path) -> None:
    path, other = tmp_path / "a.json", tmp_path / "b.json"
    path.write_bytes(b"the old text")
    path.chmod(0o640)
    other.hardlink_to(path)
    replace_file(path, b"the old text", b"new")
    assert path.samefile(other)
    assert other.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    os.chown(path, 1000, 1001)
    replace_file(path, b"old", b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1000, 1001)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("error", [OSError(28, "no space left"), KeyboardInterrupt()])
def test_a_linked_file_that_cannot_be_written_keeps_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"the old text")
    (tmp_path / "b.json").hardlink_to(path)
    errors = [error]

    def half(handle: int, data: memoryview) -> int:
        if len(data) == 1 and errors:
            raise errors.pop()
        return write(handle, data[:1])

    write = os.write
    monkeypatch.setattr(os, "write", half)
    with pytest.raises(type(error)):
        replace_file(path, b"the old text", b"new")
    assert not errors
    assert path.read_bytes() == b"the old text"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "a.json", tmp_path / "b.json"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path.name)
    replace_file(link, b"old", b"new")
    write_file(link, b"newer", force=True)
    assert link.is_symlink()
    assert path.read_bytes() == b"newer"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
