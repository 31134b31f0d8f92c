"""`kifu select`: exactly the matching records, copied unchanged or converted."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import kifu
from kifu import formats, replayer

from ..campaign import few
from ..command import Kifu
from ..helpers import MODEL_A, MODEL_B, data, goita
from ..imports import ROOT
from .conftest import HISTORY, KING, WON

parquet: Any = pytest.importorskip("pyarrow.parquet", reason="the extra `stats` is not installed")


@pytest.fixture
def archive(run: Kifu, lines: str) -> Kifu:
    wrong = json.dumps(json.loads(KING), ensure_ascii=False)
    run.write({"a/lines.jsonl": f"{lines}{wrong}\n{{\n", "a/won.json": WON, "a/notes.txt": "-"})
    return run


def rows(path: Path) -> list[Any]:
    return [SimpleNamespace(**each) for each in kifu.facts(path).read_all().to_pylist()]


def test_lines_as_they_stand(archive: Kifu, lines: str) -> None:
    """Compare the lines with the rows, filtered in Python."""
    path = archive.folder / "a" / "lines.jsonl"
    texts = path.read_text("utf-8").splitlines(keepends=True)
    conditions: dict[str, Callable[[Any], bool]] = {
        "result = 'shi'": lambda row: row.result == "shi",
        "plies > 25 AND winners[1] = 0": lambda row: (
            (row.plies or 0) > 25 and (row.winners or (1,))[0] == 0
        ),
        "list_contains(codes, 'G104')": lambda row: "G104" in row.codes,
        "round IS NULL": lambda row: row.round is None,
        "errors = 0": lambda row: row.errors == 0,
        "true": lambda row: True,
    }
    for condition, holds in conditions.items():
        due: list[int] = sorted({row.record for row in rows(path) if holds(row)})
        result = archive("select", "a/lines.jsonl", "--where", condition)
        assert result.status == 0
        assert result.out == "".join(texts[number - 1] for number in due), condition
    assert archive("select", "a/lines.jsonl", "--where", "true").out == path.read_text("utf-8")


def test_all_rounds(archive: Kifu) -> None:
    path = archive.folder / "a" / "lines.jsonl"
    found = rows(path)
    conditions: dict[str, Callable[[Any], bool]] = {
        "plies < 30": lambda row: row.plies < 30 if row.plies is not None else False,
        "result IN ('out', 'shi')": lambda row: row.result in ("out", "shi"),
    }
    for condition, holds in conditions.items():
        due = [
            number
            for number in sorted({row.record for row in found})
            if all(holds(row) for row in found if row.record == number)
        ]
        result = archive(
            "select", "a/lines.jsonl", "--all", "--where", condition, "-o", "x.jsonl", "--force"
        )
        assert result.status == 0
        taken = (archive.folder / "x.jsonl").read_text("utf-8").splitlines() if due else []
        texts = path.read_text("utf-8").splitlines()
        assert taken == [texts[number - 1] for number in due]


def test_several_conditions_hold_for_the_same_round(run: Kifu) -> None:
    both = goita(MODEL_A, MODEL_B | {"score": None, "dealer": 1})
    run.write({"a.json": both})
    assert run("select", "a.json", "--where", "plies = 13").out == both + "\n"
    assert run("select", "a.json", "--where", "round = 2").out == both + "\n"
    nothing = run(
        "select", "a.json", "--where", "plies = 13", "--where", "round = 2", "-o", "x.json"
    )
    assert (nothing.status, nothing.out, nothing.err) == (0, "", "kifu: no record matches\n")
    assert not (run.folder / "x.json").exists()


def test_a_condition_about_the_whole_archive(archive: Kifu) -> None:
    query = "(file, record) IN (SELECT (file, record) FROM facts GROUP BY ALL HAVING count(*) > 8)"
    longest = "plies = (SELECT max(plies) FROM facts)"
    found = rows(archive.folder / "a" / "lines.jsonl")
    due = {each.record for each in found if sum(row.record == each.record for row in found) > 8}
    assert len(archive("select", "a", "--where", query).out.splitlines()) == len(due)
    most = max(row.plies or 0 for row in found)
    due = {row.record for row in found if row.plies == most}
    assert len(archive("select", "a", "--where", longest).out.splitlines()) == len(due)


def test_several_files_in_json_stand_one_a_line(archive: Kifu, lines: str) -> None:
    """A record spanning several lines is joined into one without loss."""
    result = archive("select", "a", "--where", "errors = 0", "-o", "x.jsonl")
    assert result.status == 0
    *rest, last = (archive.folder / "x.jsonl").read_text("utf-8").splitlines()
    assert "".join(f"{each}\n" for each in rest) == lines
    assert json.loads(last) == json.loads(WON)
    alone = archive("select", "a/won.json", "--where", "true")
    assert alone.out == WON
    refused = archive("select", "a", "--where", "errors = 0", "-o", "x.json")
    assert refused.status == 2
    assert "end the name in .jsonl" in refused.err
    assert not (archive.folder / "x.json").exists()


NAMES = [
    "goita/history.txt",
    "goita/online.yaml",
    "goita/table.txt",
    "goita/match-2015.json",
    "mighty/match.gibo",
    "mighty/deal.json",
    "planowanie/fault.log",
    "planowanie/seat-2.log",
    "leduc/match.json",
]


@pytest.mark.parametrize("name", few(NAMES, 5))
def test_every_notation_as_it_stands(run: Kifu, name: str) -> None:
    """A single record is copied byte for byte; three selected records are read back as three."""
    content = (ROOT / "examples" / name).read_bytes()
    suffix = Path(name).suffix
    run.write({f"{each}{suffix}": content for each in "abc"})
    assert run("select", f"a{suffix}", "--where", "true").stdout == content
    result = run("select", ".", "--where", "true")
    assert (result.status, result.err) == (0, "")
    before = [each.record for each in kifu.outcomes(content)]
    after = list(kifu.outcomes(result.stdout))
    assert [each.record for each in after] == 3 * before
    assert not any(each.errors for each in after)


def test_several_records_in_one_text(run: Kifu) -> None:
    """The text is read as a whole; a selected record is rewritten."""
    match = (ROOT / "examples" / "goita" / "online.yaml").read_text("utf-8")
    games = [replayer.game("goita").generate(Random(f"{n}")) for n in range(3)]
    yaml = formats.notation("goita/yaml")
    run.write({"a.yaml": match + "---\n" + "".join(yaml.texts(games))})
    result = run("select", "a.yaml", "--where", "record = 3")
    assert (result.status, result.err) == (0, "")
    assert [each.record for each in kifu.read(result.stdout)] == [
        each.record for each in kifu.read(yaml.write(games[1]))
    ]
    everything = run("select", "a.yaml", "--where", "true")
    assert len(list(kifu.read(everything.stdout))) == 4


def test_to_another_notation(archive: Kifu) -> None:
    result = archive("select", "a", "--where", "errors = 0", "--to", "history", "-o", "x.txt")
    assert result.status == 0
    assert "goita/history cannot hold" in result.err
    assert len(list(kifu.read(archive.folder / "x.txt"))) == 6
    assert not [
        each for each in kifu.validate(archive.folder / "x.txt") if each.severity == "error"
    ]
    unreadable = archive("select", "a", "--where", "true", "--to", "json", "-o", "x.jsonl")
    assert unreadable.status == 2
    assert (
        "a/lines.jsonl (record 7): it cannot be read completely and was not written"
        in unreadable.err
    )
    assert len(list(kifu.read(archive.folder / "x.jsonl"))) == 7


def test_records_of_one_notation_stand_together(run: Kifu) -> None:
    run.write(
        {
            "a.json": WON,
            "b.txt": HISTORY,
            "c.json": (ROOT / "examples/leduc/match.json").read_bytes(),
        }
    )
    result = run("select", "a.json", "b.txt", "c.json", "--where", "true")
    assert result.status == 2
    assert (
        result.out == json.dumps(json.loads(WON), ensure_ascii=False, separators=(",", ":")) + "\n"
    )
    assert result.err.splitlines() == [
        "kifu: b.txt: this is goita/history, but others are goita/json: choose one with --to",
        "kifu: c.json: leduc/json and goita/json belong to different games",
    ]
    both = run("select", "a.json", "b.txt", "--where", "true", "--to", "json")
    assert (both.status, len(both.out.splitlines())) == (0, 2)


def test_text_around_a_record_is_not_written(run: Kifu) -> None:
    run.write({"chat.txt": f"Hi:\n\n```json\n{WON}```\nand\n\n```json\n{WON}```\n"})
    result = run("select", "chat.txt", "--where", "true")
    assert result.status == 0
    assert [kifu.loads(each) for each in result.out.splitlines()] == [kifu.loads(WON)] * 2
    assert "left out" in result.err
    run.write({"quoted.txt": "".join(f"> {line}\n" for line in WON.splitlines())})
    assert kifu.loads(run("select", "quoted.txt", "--where", "true").out) == kifu.loads(WON)


def test_standard_input_and_packed_files(archive: Kifu, lines: str) -> None:
    result = archive(
        "select", "-", "--where", "file = '<stdin>' AND record = 2", stdin=lines.encode()
    )
    assert result.out == lines.splitlines(keepends=True)[1]
    archive.write({"b.jsonl.gz": gzip.compress(lines.encode())})
    words = ["select", "b.jsonl.gz", "--where", "record > 3", "-o", "c.jsonl.gz"]
    assert archive(*words).status == 0
    taken = gzip.decompress((archive.folder / "c.jsonl.gz").read_bytes()).decode()
    assert taken == "".join(lines.splitlines(keepends=True)[3:])


def test_facts_that_were_made_before(archive: Kifu, lines: str) -> None:
    assert archive("facts", "a", "-o", "f.parquet").status == 0
    asked = ["--where", "errors = 0"]
    due = archive("select", "a", *asked).stdout
    assert archive("select", "a", "--facts", "f.parquet", *asked).stdout == due
    other = archive("select", "a/won.json", "--facts", "f.parquet", *asked)
    assert (other.status, other.out) == (2, "")
    assert "a/lines.jsonl match, but no INPUT has that name" in other.err


@pytest.mark.parametrize("name", ["f.parquet", "f.arrow", "f.arrows"])
def test_facts_of_a_file_that_was_changed(archive: Kifu, lines: str, name: str) -> None:
    """Facts of a changed file are rejected, whether the file is now newer or older."""
    path = archive.folder / "a" / "lines.jsonl"
    assert archive("facts", "a", "-o", name).status == 0
    asked = ["select", "a", "--facts", name, "--where", "errors = 0", "-o", "x.jsonl"]
    then = path.stat().st_mtime_ns
    for content, changed in ((lines.partition("\n")[2], then), (path.read_text("utf-8"), 1)):
        archive.write({"a/lines.jsonl": content})
        os.utime(path, ns=(changed, changed))
        result = archive(*asked)
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith(f"kifu: a/lines.jsonl: it was changed after {name} (")
        assert result.err.endswith("): run `kifu facts` again\n")
        assert result.err.count("\n") == 1
    os.utime(path, ns=(then, then))
    assert archive(*asked).status == 0
    archive.write({"a/new.json": WON})
    result = archive(*asked, "--force")
    due = f"a/new.json: {name} was made without this file: run `kifu facts` again"
    assert (result.status, result.err) == (2, f"kifu: {due}\n")


def test_facts_that_do_not_say_what_was_read(archive: Kifu, lines: str) -> None:
    """If facts come from another program, the file must be no newer, and contain their records."""
    path = archive.folder / "a" / "lines.jsonl"
    parquet.write_table(kifu.facts(path).read_all(), archive.folder / "f.parquet")
    asked = ["select", str(path), "--facts", "f.parquet", "--where", "errors = 0", "-o", "x.jsonl"]
    assert archive(*asked).status == 0
    archive.write({"a/lines.jsonl": lines.partition("\n")[2]})
    os.utime(path, (1, 1))  # a copy may be of any age
    changed = archive(*asked, "--force")
    assert changed.status == 2
    assert "there is no record 5 on line 5: the file does not match its facts" in changed.err
    made = (archive.folder / "f.parquet").stat().st_mtime_ns
    os.utime(path, ns=(made + 1, made + 1))
    result = archive(*asked, "--force")
    due = f"{path}: it was changed after f.parquet: run `kifu facts` again"
    assert (result.status, result.err) == (2, f"kifu: {due}\n")


def test_input_that_is_not_a_record_is_not_written(run: Kifu) -> None:
    run.write({"no.json": "{}", "cut.json.gz": gzip.compress(WON.encode())[:-9]})
    for name in ("no.json", "cut.json.gz"):
        result = run("select", name, "--where", "errors > 0", "-o", "x.json")
        assert result.status == 2
        assert result.err.startswith(f"kifu: {name}: reading stopped: ")
        assert not (run.folder / "x.json").exists()


def test_wrong_questions(archive: Kifu) -> None:
    result = archive("select", "a", "--where", "erors > 0")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("kifu: --where, character 1: Referenced column")
    assert archive("select", "a").status == 2
    archive.write({"x.jsonl": "mine"})
    assert archive("select", "a", "--where", "true", "-o", "x.jsonl").status == 2
    assert (archive.folder / "x.jsonl").read_text() == "mine"


def test_real_records(run: Kifu) -> None:
    folder = data("goita-online-yaml")
    result = run("select", str(folder), "--where", "true")
    assert result.status == 0
    assert len(list(kifu.read(result.stdout))) == len(list(folder.glob("*.yaml")))
    some = run("select", str(folder), "--where", "plies > 40", "--to", "json")
    due = [
        path
        for path in folder.glob("*.yaml")
        if any(row.plies is not None and row.plies > 40 for row in rows(path))
    ]
    assert len(some.out.splitlines()) == len(due)


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("plies", "plies is of type BIGINT, not a condition: compare it with a value"),
        ("false) OR (true", 'syntax error at or near ")"'),
        ("", "this ends before it is complete"),
    ],
)
def test_invalid_conditions(archive: Kifu, condition: str, why: str) -> None:
    for command in ("select", "stats"):
        result = archive(command, "a", "--where", condition)
        assert (result.status, result.out) == (2, "")
        assert why in result.err
        assert result.err.count("\n") == 1
