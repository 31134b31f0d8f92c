import gzip
import json
import os
from pathlib import Path

import pytest

import kifu
from kifu import formats
from kifu.replayer.goita.record import Record

from ..command import Kifu
from ..helpers import MODEL_A, MODEL_B, goita, read_pipe
from .conftest import HISTORY, KING, WON, one_line

ASCII = {"PYTHONIOENCODING": "ascii"}
IDS = [each.id for each in formats.notations("goita")]


@pytest.mark.parametrize("target", IDS)
def test_between_all_notations(run: Kifu, match: str, target: str) -> None:
    run.write({"a.json": match})
    there = run("convert", "a.json", "--to", target)
    assert there.status == 0
    assert there.stdout == kifu.convert(match, target).encode()
    assert kifu.validate(there.stdout, target) == [
        each for each in kifu.validate(there.stdout, target) if each.severity != "error"
    ]
    back = run("convert", "-", "--from", target, "--to", "goita/json", stdin=there.stdout)
    assert back.status == 0
    assert [each.record for each in kifu.loads(back.stdout, type=Record).rounds if each.record] == [
        each.record for each in kifu.loads(match, type=Record).rounds if each.record
    ]


def test_losses_are_named(run: Kifu, match: str) -> None:
    run.write({"a.json": WON})
    result = run("convert", "a.json", "--to", "goita/history")
    assert result.status == 0
    lacks = formats.notation("goita/history").unsupported
    loss = f"goita/history cannot hold title: {lacks['title']}"
    assert f"kifu: a.json: {loss}\n" in result.err
    refused = run("convert", "a.json", "--to", "goita/history", "--strict", "-o", "b.txt")
    assert (refused.status, refused.stdout) == (1, b"")
    assert loss in refused.err
    assert not (run.folder / "b.txt").exists()


def test_partly_readable_input_is_not_written(run: Kifu, lines: str) -> None:
    run.write({"a.jsonl": lines + "{}\n", "b.json": WON})
    broken = run("convert", "a.jsonl", "--to", "goita/json", "-o", "c.jsonl")
    assert broken.status == 1
    assert "a.jsonl:6:1: error S001 " in broken.err
    assert not (run.folder / "c.jsonl").exists()
    rest = run("convert", "a.jsonl", "b.json", "missing", "--to", "goita/json")
    assert rest.status == 2
    assert rest.out.startswith(lines)
    (last,) = rest.out[len(lines) :].splitlines()
    assert kifu.loads(last, type=Record) == kifu.loads(WON, type=Record)


def test_repairs_are_reported(run: Kifu) -> None:
    run.write({"a.json": WON.rstrip() + "  # my best game\n"})
    result = run("convert", "a.json", "--to", "goita/json")
    assert result.status == 1
    assert "error F104 json-comment" in result.err
    assert kifu.loads(result.stdout, type=Record) == kifu.loads(WON, type=Record)
    assert run("convert", "a.json", "--to", "goita/json", "--strict").stdout == b""


def test_play_that_breaks_a_rule_is_converted(run: Kifu) -> None:
    run.write({"a.json": KING})
    result = run("convert", "a.json", "--to", "goita/history")
    assert result.status == 0
    assert result.out.endswith(",s1,118\n")


def test_nothing_is_overwritten(run: Kifu) -> None:
    run.write({"a.json": WON, "b.json": "precious"})
    result = run("convert", "a.json", "--to", "goita/json", "-o", "b.json")
    assert result.status == 2
    assert result.err == "kifu: b.json: the file exists (--force replaces it)\n"
    assert (run.folder / "b.json").read_text() == "precious"
    assert run("convert", "a.json", "--to", "goita/json", "-o", "b.json", "--force").status == 0
    assert kifu.load(run.folder / "b.json", type=Record) == kifu.loads(WON, type=Record)
    assert sorted(path.name for path in run.folder.iterdir()) == ["a.json", "b.json"]


def test_a_file_over_itself(run: Kifu) -> None:
    run.write({"a.json": WON})
    arguments = ("convert", "a.json", "--to", "goita/json", "-o", "a.json", "--force")
    assert run(*arguments).status == 0
    assert kifu.load(run.folder / "a.json", type=Record) == kifu.loads(WON, type=Record)


@pytest.mark.parametrize(
    ("target", "why"),
    [("folder", "this is a folder"), ("missing/b.json", "missing/b.json: No such file")],
)
def test_a_file_that_cannot_be_written(run: Kifu, target: str, why: str) -> None:
    run.write({"a.json": WON, "folder/x": ""})
    result = run("convert", "a.json", "--to", "goita/json", "-o", target, "--force")
    assert result.status == 2
    assert why in result.err
    assert len(result.err.splitlines()) == 1


def test_an_empty_path_is_no_file(run: Kifu) -> None:
    result = run("convert", "", "-", "--to", "goita/json", "-d", "folder", stdin=WON.encode())
    assert result.status == 2
    assert result.err == "kifu: : No such file or directory\n"


def test_devices_are_written_to_and_stay(run: Kifu) -> None:
    run.write({"a.json": WON})
    assert run("convert", "a.json", "--to", "goita/json", "-o", "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()


def test_lines(run: Kifu, lines: str) -> None:
    run.write({"a.jsonl": lines, "b.json": WON})
    assert run("convert", "a.jsonl", "--to", "goita/json").out == lines
    assert run("convert", "b.json", "--to", "goita/json", "-o", "c.jsonl").status == 0
    assert (run.folder / "c.jsonl").read_text().count("\n") == 1
    assert run("convert", "a.jsonl", "b.json", "--to", "goita/json").out.count("\n") == 6
    run("convert", "a.jsonl", "--to", "goita/json", "-o", "d.jsonl.gz")
    assert gzip.decompress((run.folder / "d.jsonl.gz").read_bytes()).decode() == lines


def test_two_records_are_no_json_file(run: Kifu) -> None:
    run.write({"a.json": WON, "b.json": WON})
    result = run("convert", "a.json", "b.json", "--to", "goita/json", "-o", "c.json")
    why = "several records are written one per line: end the name in .jsonl"
    assert (result.status, result.err) == (2, f"kifu: c.json: {why}\n")
    assert not (run.folder / "c.json").exists()
    assert run("convert", "a.json", "--to", "goita/json", "-o", "c.json").status == 0


def test_folders(run: Kifu, lines: str) -> None:
    run.write(
        {
            "in/a.json": WON,
            "in/b/c.jsonl": lines,
            "in/b/d.jsonl.gz": gzip.compress(lines.encode()),
            "in/read.me": "no record",
            "e.txt": HISTORY,
        }
    )
    result = run("convert", "in", "e.txt", "--to", "goita/json-2015", "-d", "out")
    assert result.status == 0
    assert "skipped (not records): 1" in result.err
    out = run.folder / "out"
    written = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    assert written == ["a.json", "b/c.jsonl", "b/d.jsonl", "e.json"]
    assert len((out / "b" / "c.jsonl").read_text().splitlines()) == 5
    again = run("convert", "in", "e.txt", "--to", "goita/json-2015", "-d", "out")
    assert again.status == 2
    assert again.err.count("the file exists (--force replaces it)") == 4
    tables = run("convert", "in/b", "-", "--to", "goita/table", "-d", "new", stdin=WON.encode())
    assert tables.status == 0
    new = sorted(path.name for path in (run.folder / "new").iterdir())
    assert new == ["c.txt", "d.txt", "stdin.txt"]


def test_two_inputs_for_one_output(run: Kifu) -> None:
    run.write({"x/a.json": WON, "y/a.json": KING})
    result = run("convert", "x/a.json", "y/a.json", "--to", "goita/json", "-d", "out", "--force")
    assert result.status == 2
    assert result.err.splitlines() == [
        "kifu: out/a.json: already written, for x/a.json",
        "kifu: left out: 1 of 2 records read",
    ]
    assert kifu.load(run.folder / "out" / "a.json", type=Record) == kifu.loads(WON, type=Record)


def test_output_into_the_folder_that_is_read(run: Kifu) -> None:
    run.write({"a.json": WON})
    assert run("convert", ".", "--to", "goita/json", "-d", "out").status == 0
    assert [str(path.relative_to(run.folder)) for path in run.folder.rglob("*.json")] == [
        "a.json",
        "out/a.json",
    ]


def test_usage(run: Kifu) -> None:
    assert run("convert", "a.json").status == 2
    assert run("convert", "--to", "goita/json").status == 2
    assert run("convert", "-", "--to", "goita/json", "-o", "a", "-d", "b").status == 2
    unknown = run("convert", "-", "--to", "goita/psn")
    assert unknown.status == 2
    assert unknown.err.startswith("kifu: notation 'goita/psn' is unknown")


def test_an_empty_result_is_no_file(run: Kifu) -> None:
    assert run("convert", "-", "--to", "goita/json", "-o", "a.json", stdin=b"?").status == 1
    assert not (run.folder / "a.json").exists()


def test_json_is_always_utf_8(run: Kifu) -> None:
    run.write({"a.json": WON})
    result = run("convert", "a.json", "--to", "goita/json", environment=ASCII)
    assert json.loads(result.stdout)["title"] == "ごいた杯"


def test_a_title_that_looks_like_another_notation_is_quoted(run: Kifu) -> None:
    title = "12345678,12345679,11112345,11112345,s1"
    run.write({"a.json": WON.replace("ごいた杯", title)})
    result = run("convert", "a.json", "--to", "goita/table")
    assert (result.status, result.out.splitlines()[0]) == (0, f'"{title}"')


def test_records_that_break_a_rule_without_the_rest_are_refused(run: Kifu) -> None:
    """The score only looks wrong because rounds are missing, which json-2015 cannot express."""
    first, second = json.loads(goita(MODEL_A)), json.loads(goita(MODEL_B))
    late = {**second["rounds"][0], "score": [130, 20], "gap": True}
    run.write({"a.json": json.dumps({**first, "rounds": [*first["rounds"], late]})})
    assert run("validate", "a.json").status == 0
    result = run("convert", "a.json", "--to", "goita/json-2015", "-o", "b.json")
    assert result.status == 2
    assert "goita/json-2015 cannot hold this record: what remains breaks G501" in result.err
    assert not (run.folder / "b.json").exists()


def test_hands_that_cannot_be_read_back_are_refused(run: Kifu) -> None:
    record = json.loads(goita(MODEL_A))
    record["rounds"][0]["hands"][0] = "123"
    run.write({"a.json": json.dumps(record)})
    result = run("convert", "a.json", "--to", "goita/history", "-o", "a.txt")
    assert (result.status, result.last) == (
        2,
        "kifu: a.json: goita/history cannot hold this record: the text would not be recognised",
    )


def test_a_pipe_is_written_to_if_somebody_reads_it(run: Kifu) -> None:
    run.write({"a.json": WON})
    os.mkfifo(run.folder / "pipe")
    for more in [(), ("--force",)]:
        words = ("convert", "a.json", "--to", "goita/table", "-o", "pipe", *more)
        unread = run(*words)
        assert (unread.status, unread.last) == (2, "kifu: pipe: nobody reads this pipe")
        with read_pipe(run.folder / "pipe") as reader:
            assert run(*words).status == 0
            assert reader.read().decode() == kifu.convert(WON, "goita/table")


def test_a_disk_that_is_full_is_said_of_the_file(run: Kifu) -> None:
    """A limit on file size stands in for a full disk."""
    run.write({"a.jsonl": f"{one_line(WON)}\n" * 1000})
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2**17, 2**17))"
    for way, target in (("-o", "b.jsonl"), ("-d", "out")):
        result = run("convert", "a.jsonl", "--to", "json", way, target, code=full)
        path = target if way == "-o" else "out/a.jsonl"
        assert result.status == 2
        assert result.err.startswith(f"kifu: {path}: File too large\n")
        left = {each.name for each in run.folder.rglob("*") if each.is_file()}
        assert left == {"a.jsonl"}


def test_views_with_too_few_values_cannot_be_joined(run: Kifu) -> None:
    view = (
        '{"format":"planowanie/json","version":1,"deck":{"ranks":"9TJQKA","suits":"CD"},'
        '"seats":3,"plan":[[1,0]],"deals":[{"declarations":[1,1]}],"view":%d}'
    )
    names = [f"{seat}.json" for seat in range(3)]
    run.write({name: view % seat for seat, name in enumerate(names)})
    result = run("convert", "--join", *names, "--to", "planowanie/json")
    assert (result.status, result.err) == (
        2,
        "kifu: the view of player 0 has 2 declarations for 3 players in deal 1\n",
    )
