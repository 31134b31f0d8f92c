"""`kifu convert --jobs`: several processes write what one does, all of an input or nothing."""

import gzip
from pathlib import Path

import pytest

from ..command import Kifu
from .conftest import KING, NO_WINNER, WON, one_line
from .test_jobs import done, once


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    """Small files and large ones: sound, wrong in the middle, wrong at the end, packed."""
    sound = [one_line(WON), one_line(KING), "", one_line(NO_WINNER)] * 5
    lines = "".join(f"{line}\n" for line in sound)
    small = {f"in/{number}.json": KING if number % 3 else WON for number in range(6)}
    wrong = {"in/7.jsonl": f"{lines}{{\n{lines}", "in/8.jsonl": f"{lines}{{}}\n"}
    run.write({**small, **wrong, "in/6.jsonl": lines, "in/notes.txt": "none\n"})
    (run.folder / "in/9.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return run


def written(folder: Path) -> dict[str, bytes]:
    """The files that were written, whose names are then free again."""
    found = {str(each): each.read_bytes() for each in folder.glob("out*/**/*") if each.is_file()}
    for each in found:
        Path(each).unlink()
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        ("--to", "yaml"),
        ("--to", "history", "--verbose"),
        ("--to", "history", "--strict"),
        ("-o", "out/all.jsonl"),
        ("-o", "out/all.jsonl.gz", "--strict"),
        ("-d", "out", "--to", "yaml"),
        ("-d", "out", "--to", "history", "--verbose"),
    ],
)
def test_several_processes_write_the_same(archive: Kifu, arguments: tuple[str, ...]) -> None:
    (archive.folder / "out").mkdir()
    serial = done(archive, "convert", "in", *arguments, "-j", "1")
    files = written(archive.folder)
    assert serial[0] == 1
    assert done(archive, "convert", "in", *arguments, "-j", "2") == serial
    assert written(archive.folder) == files


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_nothing_is_taken_of_an_input_that_fails_at_its_end(archive: Kifu, jobs: str) -> None:
    (archive.folder / "out").mkdir()
    arguments = ("-o", "out/all.jsonl", "-j", jobs)
    found = done(archive, "convert", "in/6.jsonl", "in/8.jsonl", "in/7.jsonl", *arguments)
    assert found[0] == 1
    left_out = "left out, since not all of its records can be written"
    assert found[2].count(left_out) == 2
    assert found[2].endswith(f"kifu: in/7.jsonl: {left_out}\n")
    (content,) = written(archive.folder).values()
    assert done(archive, "convert", "in/6.jsonl", *arguments) == (0, "", "")
    assert written(archive.folder) == {str(archive.folder / "out/all.jsonl"): content}
    assert content.count(b"\n") == 15


def test_losses_are_told_of_what_is_written_or_refused_for_them(run: Kifu) -> None:
    line = one_line(WON)
    run.write({"a.jsonl": f"{line}\n{line}\n{{\n", "b.jsonl": f"{line}\n{line}\n"})
    lost = "goita/history cannot hold title: the name of the match"
    result = run("convert", "a.jsonl", "-o", "a.txt", "--to", "goita/history")
    assert result.err.endswith("a.jsonl: left out, since not all of its records can be written\n")
    assert lost not in result.err
    result = run("convert", "b.jsonl", "-o", "b.txt", "--to", "goita/history", "--strict")
    first, second = result.err.splitlines()
    assert first == "kifu: b.jsonl: left out, since not all of its records can be written"
    assert second == f"kifu: b.jsonl: {lost}"
    assert not (run.folder / "b.txt").exists()


def test_the_part_of_a_worker_that_dies_is_converted_again(archive: Kifu) -> None:
    arguments = ("convert", "in", "--to", "yaml")
    status, out, err = done(archive, *arguments, "-j", "1")
    killed = done(archive, *arguments, "-j", "2", code=once("r.in_lines"))
    assert killed[:2] == (status, out)
    again = "a worker was killed by SIGKILL, and its part is done again\n"
    assert sorted(killed[2].splitlines()) == sorted(
        [*err.splitlines(), f"kifu: in/6.jsonl: {again}".rstrip()]
    )
