"""`kifu convert --jobs`: several processes write what one would, each input whole or not at all."""

import gzip
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

import kifu
from kifu import formats, replayer

from ..campaign import few, in_a_campaign
from ..command import Kifu, heed_signals
from .conftest import KING, NO_WINNER, WON, one_line
from .parts import SLEEP, command, done, is_alive, workers_sleep
from .test_jobs import once


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    """Small files and large ones: valid, wrong in the middle, wrong at the end, compressed."""
    sound = [one_line(WON), one_line(KING), "", one_line(NO_WINNER)] * 5
    lines = "".join(f"{line}\n" for line in sound)
    small = {f"in/{number}.json": KING if number % 3 else WON for number in range(6)}
    wrong = {"in/7.jsonl": f"{lines}{{\n{lines}", "in/8.jsonl": f"{lines}{{}}\n"}
    run.write({**small, **wrong, "in/6.jsonl": lines, "in/notes.txt": "none\n"})
    (run.folder / "in/9.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return run


def written(folder: Path) -> dict[str, bytes]:
    """Return the files that were written, and move them out of the way."""
    found = {str(each): each.read_bytes() for each in folder.glob("out*/**/*") if each.is_file()}
    for each in found:
        Path(each).unlink()
    return found


@pytest.mark.parametrize(
    "arguments",
    few(
        [
            ("--to", "yaml"),
            ("--to", "history", "--verbose"),
            ("--to", "history", "--strict"),
            ("-o", "out/all.jsonl"),
            ("-o", "out/all.jsonl.gz", "--strict"),
            ("-d", "out", "--to", "yaml"),
            ("-d", "out", "--to", "history", "--verbose"),
        ],
        2,
    ),
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
    left_out = "left out, as not all of its records can be written"
    assert found[2].count(left_out) == 2
    assert found[2].endswith(
        f"kifu: in/7.jsonl: {left_out}\nkifu: left out: 47 of 62 records read\n"
    )
    (content,) = written(archive.folder).values()
    assert done(archive, "convert", "in/6.jsonl", *arguments) == (0, "", "")
    assert written(archive.folder) == {str(archive.folder / "out/all.jsonl"): content}
    assert content.count(b"\n") == 15


def test_losses_are_reported_for_records_written_or_refused(run: Kifu) -> None:
    line = one_line(WON)
    run.write({"a.jsonl": f"{line}\n{line}\n{{\n", "b.jsonl": f"{line}\n{line}\n"})
    lost = "goita/history cannot hold title: the name of the match"
    result = run("convert", "a.jsonl", "-o", "a.txt", "--to", "goita/history")
    left_out = "left out, as not all of its records can be written"
    assert f"kifu: a.jsonl: {left_out}\n" in result.err
    assert lost not in result.err
    result = run("convert", "b.jsonl", "-o", "b.txt", "--to", "goita/history", "--strict")
    assert result.err.splitlines() == [
        f"kifu: b.jsonl: {left_out}",
        f"kifu: b.jsonl: {lost}",
        "kifu: left out: 2 of 2 records read",
    ]
    assert not (run.folder / "b.txt").exists()


@in_a_campaign
def test_the_part_of_a_worker_that_dies_is_converted_again(archive: Kifu) -> None:
    arguments = ("convert", "in", "--to", "yaml")
    status, out, err = done(archive, *arguments, "-j", "1")
    killed = done(archive, *arguments, "-j", "2", code=once("r.in_lines"))
    assert killed[:2] == (status, out)
    again = "a worker was killed by SIGKILL, and its part is being redone\n"
    assert sorted(killed[2].splitlines()) == sorted(
        [*err.splitlines(), f"kifu: in/6.jsonl: {again}".rstrip()]
    )


@pytest.mark.parametrize(
    ("arguments", "written"),
    [(("-d", "out"), {"out/0.txt"}), (("-o", "out/all.txt"), set[str]())],
)
def test_an_interrupt_leaves_nothing_half_written(
    run: Kifu, arguments: tuple[str, ...], written: set[str]
) -> None:
    """Only complete files are kept, so a single output file is removed."""
    run.write({f"in/{number}.json": WON for number in range(6)})
    (run.folder / "out").mkdir()
    words = command(SLEEP, "convert", "in", "--to", "history", *arguments, "-j2")
    with subprocess.Popen(
        words, cwd=run.folder, stderr=subprocess.PIPE, preexec_fn=heed_signals
    ) as process:
        asleep = workers_sleep(run.folder, 2)
        while any(not (run.folder / each).exists() for each in written):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read().decode().splitlines()
        assert process.wait(60) == 130
    assert said[-1] == "kifu: interrupted"
    assert not any(map(is_alive, asleep))
    left = {each.relative_to(run.folder).as_posix() for each in run.folder.glob("out/**/*")}
    assert left == written
    for each in written:
        assert len(list(kifu.read(run.folder / each))) == 1


@in_a_campaign
def test_texts_of_several_games(run: Kifu) -> None:
    """Convert a file with several logs, and compressed files of logs and of JSON lines."""
    game = replayer.game("planowanie")
    games = [game.generate(Random(f"several/{number}")) for number in range(6)]
    log, json = formats.notation("planowanie/log"), formats.notation("planowanie/json")
    text, lines = "".join(log.texts(games)), "".join(json.texts(games, lines=True))
    packed = {"a.log.gz": gzip.compress(text.encode()), "b.jsonl.gz": gzip.compress(lines.encode())}
    run.write({"in/a.log": text, **{f"in/{name}": data for name, data in packed.items()}})
    for arguments in (("--to", "json", "-o", "all.jsonl"), ("--to", "log", "-o", "all.log")):
        path = run.folder / arguments[-1]
        for jobs in ("1", "2"):
            found = done(run, "convert", "in", *arguments, "-j", jobs, "--force")
            assert found == (0, "", "")
            assert [each.record for each in kifu.read(path)] == 3 * games
        path.unlink()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_exit_status_is_that_of_the_worst_input(run: Kifu, jobs: str) -> None:
    run.write({"sound.json": WON, "broken.json": WON[:-4], "notes.txt": "none\n"})
    for names, due in (
        (["sound.json"], 0),
        (["sound.json", "broken.json"], 1),
        (["broken.json", "none.json", "sound.json"], 2),
    ):
        status, out, err = done(run, "convert", *names, "--to", "history", "-j", jobs)
        assert (status, out.count("\n")) == (due, 1), err
    assert "kifu: none.json: No such file or directory" in err
    assert "broken.json:2:" in err
