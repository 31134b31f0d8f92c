"""The API reads a folder as the command does: the same files, and the same findings."""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.archive.reading import to_read
from kifu.formats.files.source import open_file

from ..command import Kifu

HANDS = ["11244788", "23456788", "34567888", "55667888"]


def match(record: str = "84-0-0-0-84-0-0-0-72-0-0-0-11", winner: int = 0) -> str:
    """A one-round match of Goita."""
    one = {"hands": HANDS, "record": record, "winner": winner}
    values = {"format": "goita/json", "version": 1, "players": list("ABCD"), "rounds": [one]}
    return json.dumps(values) + "\n"


RIGHT, WRONG, ILLEGAL = match(), match(winner=1), match("84-0-0-0-84-0-0-0-72-0-0-0-77")
FILES = {
    "b.json": WRONG,
    "a.jsonl": RIGHT + ILLEGAL + WRONG,
    "notes.txt": "Once upon a time.\n",
    "empty.gibo": "",
    "old/c.json": ILLEGAL,
    "old/deep/kifu.toml": 'select = ["G1"]\n',
    "old/deep/d.jsonl": WRONG + ILLEGAL,
    ".hidden/e.json": WRONG,
    "drafts/f.json": WRONG,
    "z.jsonl": WRONG,
}
CONFIGURATIONS = {
    "none": "",
    "exclude": 'extend-exclude = ["drafts", "old/*.json"]\n',
    "include": 'include = ["*.jsonl"]\nexclude = []\n',
    "select": 'ignore = ["G1"]\n[per-file-ignores]\n"old" = ["G2"]\n',
    "severity": '[severity]\n"G201" = "note"\n',
    "formats": '[formats]\n"*.txt" = "goita/history"\n',
    "options": '[rule-options."*"]\ngoita = {target = 100}\n',
    "baseline": 'baseline = "kifu-baseline.json"\n',
}


@pytest.fixture
def archive(run: Kifu, monkeypatch: pytest.MonkeyPatch) -> Kifu:
    run.write(FILES)
    monkeypatch.chdir(run.folder)
    return run


def configure(archive: Kifu, text: str) -> None:
    if "baseline" in text:
        archive("validate", "a.jsonl", "z.jsonl", "--write-baseline", "kifu-baseline.json")
        with open("z.jsonl", "a", encoding="utf-8") as file:
            file.write(WRONG)  # A second occurrence of a known mistake counts as new.
    if text:
        archive.write({"kifu.toml": text})


FIELDS = ("code", "severity", "message", "path", "line", "column", "record", "round", "ply")


def command_findings(archive: Kifu, folder: str, *options: str) -> list[list[Any]]:
    """Return the findings that the command reports."""
    found = json.loads(archive("validate", folder, "--output-format", "json", *options).out)
    return [
        [*(each[name] for name in FIELDS), [one["message"] for one in each["suggestions"]]]
        for each in found["findings"]
    ]


def values(findings: list[kifu.Finding]) -> list[list[Any]]:
    return [
        [*(getattr(each, name) for name in FIELDS), [one.message for one in each.suggestions]]
        for each in findings
    ]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_same_findings_as_the_command(archive: Kifu, name: str) -> None:
    configure(archive, CONFIGURATIONS[name])
    for folder in (".", "old"):
        assert values(kifu.validate(Path(folder))) == command_findings(
            archive, folder, "--suggest", "0"
        )


def test_the_same_suggestions_as_the_command(archive: Kifu) -> None:
    configure(archive, CONFIGURATIONS["exclude"])
    found = [each for outcome in kifu.outcomes(Path()) for each in kifu.suggest(outcome)]
    assert values(found) == command_findings(archive, ".")


@pytest.mark.parametrize("name", ["none", "select", "options"])
def test_the_facts_that_the_command_finds(archive: Kifu, name: str) -> None:
    configure(archive, CONFIGURATIONS[name])
    rows = archive("facts", ".", "--output-format", "jsonl").out.splitlines()
    found = kifu.facts(Path()).read_all().to_pylist()
    assert [[row["file"], row["codes"]] for row in found] == [
        [row["file"], row["codes"]] for row in map(json.loads, rows)
    ]


def test_a_reading_says_where_it_is_from(archive: Kifu) -> None:
    configure(archive, CONFIGURATIONS["select"])
    readings = list(kifu.read(Path()))
    assert [each.path for each in readings] == [
        *("a.jsonl",) * 3,
        *("b.json", "empty.gibo", "z.jsonl", "drafts/f.json", "old/c.json"),
        *("old/deep/d.jsonl",) * 2,
    ]
    # Checking a record reports everything, whatever the configuration selects.
    assert [each.code for each in kifu.check(readings[1])] == ["G103"]
    assert [each.path for each in kifu.outcomes(Path("a.jsonl"))] == ["a.jsonl"] * 3


def test_options_are_assumed_of_a_folder_only(archive: Kifu) -> None:
    configure(archive, CONFIGURATIONS["options"])
    outcomes = kifu.outcomes(Path())
    assumed: Any = next(outcomes).record
    other: Any = kifu.loads(RIGHT)  # loaded while the folder is still being read
    assert (assumed.rules.target, other.rules.target) == (100, 150)
    outcomes.close()  # type: ignore[attr-defined]
    again: Any = next(kifu.read(Path())).record
    assert (again.rules.target, kifu.loads(RIGHT) == other) == (100, True)


def test_a_wrong_configuration_raises(archive: Kifu) -> None:
    archive.write({"old/deep/kifu.toml": "slect = []\n"})
    (said,) = archive("validate", ".").err.splitlines()
    asks: list[Callable[[], object]] = [
        lambda: list(kifu.read(Path())),
        lambda: list(kifu.outcomes(Path())),
        lambda: kifu.validate(Path()),
        lambda: kifu.facts(Path()).read_all(),
    ]
    for ask in asks:
        with pytest.raises(kifu.ProjectError) as why:
            ask()
        assert f"kifu: {why.value}" == said


def test_a_file_that_cannot_be_read_hides_no_other(
    archive: Kifu, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = [each.path for each in kifu.outcomes(Path())]
    real = open_file

    def refusing(path: str, *more: Any) -> Any:
        if path.startswith("b"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, *more)

    monkeypatch.setattr(to_read, "open_file", refusing)
    archive.write({"bb.json": RIGHT})
    read = list[str | None]()
    with pytest.raises(PermissionError, match=r"'b\.json'") as why:
        read.extend(each.path for each in kifu.outcomes(Path()))
    assert why.value.__notes__ == ["and [Errno 13] Permission denied: 'bb.json'"]
    assert read == [each for each in sound if each != "b.json"]
