"""`.kifu_cache`: files in which nothing was wrong are not checked again."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kifu.archive.cache import FOLDER, LEAST, Cache
from kifu.archive.reading.folder import inputs_in
from kifu.archive.reading.inputs import Input

from ..command import Kifu
from .conftest import KING, NO_WINNER, WON

HISTORY = "11244788,23456788,34567888,55667888,s1,"


@pytest.fixture
def many(run: Kifu, monkeypatch: pytest.MonkeyPatch) -> Kifu:
    """An archive with enough files for a cache, two of which are wrong."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(run.folder / "own"))
    monkeypatch.delenv("KIFU_NO_CACHE", raising=False)
    run.write({f"in/{number}.json": WON for number in range(LEAST)})
    run.write({"in/king.json": KING, "in/none.json": NO_WINNER, "in/notes.txt": "none\n"})
    return run


def read_by(cache: Cache, run: Kifu) -> list[str]:
    """Return the names of the files that are read if there is a cache."""
    names = list[str]()

    def read(inputs: Sequence[Input]) -> Iterator[tuple[Input, Any]]:
        names.extend(os.path.basename(each.path) for each in inputs)
        return ((each, each.skimmed()) for each in inputs)

    inputs = [each for each in inputs_in(str(run.folder / "in")) if each.path.endswith(".json")]
    for _, outcomes in cache.items(inputs, None, read):
        for _ in outcomes:
            pass
    return names


def test_only_files_with_findings_and_changed_files_are_read_again(many: Kifu) -> None:
    first = many("validate", "in")
    assert first.status == 1
    assert read_by(Cache(str(many.folder / FOLDER)), many) == ["king.json", "none.json"]
    assert many("validate", "in") == first

    many.write({"in/7.json": KING})
    again = many("validate", "in")
    assert again.out.count("G104") == first.out.count("G104") + 1
    many.write({"in/7.json": WON})
    assert many("validate", "in") == first


def test_the_options_of_rules_and_the_name_are_part_of_what_is_known(many: Kifu) -> None:
    many.write({f"in/{number}.txt": HISTORY + "\n" for number in range(2)})
    assert many("validate", "in", "--format", "goita/json").status == 1
    many.write({"kifu.toml": '[rule-options."*"]\ngoita = {dame_shi = 4}\n'})
    with_options = many("validate", "in")
    assert with_options == many("validate", "in", "--no-cache")


def test_severities_and_selections_need_no_new_check(many: Kifu) -> None:
    many("validate", "in")
    for more in (["--ignore", "G104"], ["--select", "G2"], ["--severity", "G104=note"]):
        assert many("validate", "in", *more) == many("validate", "in", "--no-cache", *more)


@pytest.mark.parametrize("how", ["damaged", "unsigned", "empty", "a folder"])
def test_a_cache_that_cannot_be_trusted_is_ignored(
    many: Kifu, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = many("validate", "in")
    (path,) = (each for each in (many.folder / FOLDER).iterdir() if each.name == "sound")
    data = path.read_bytes()
    path.unlink()
    if how == "damaged":
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    elif how == "unsigned":
        path.write_bytes(data)
        monkeypatch.setenv("XDG_CACHE_HOME", str(many.folder / "another user"))
    elif how == "empty":
        path.write_bytes(b"")
    else:
        path.mkdir()
    assert len(read_by(Cache(str(many.folder / FOLDER)), many)) == LEAST + 2
    assert many("validate", "in") == first


def test_links_are_not_followed(many: Kifu) -> None:
    outside = many.folder / "outside"
    outside.mkdir()
    (many.folder / FOLDER).symlink_to(outside)
    assert many("validate", "in").status == 1
    assert not any(outside.iterdir())


def test_few_files_and_no_cache_leave_no_folder(many: Kifu) -> None:
    many("validate", "in", "--no-cache")
    many("validate", "in/1.json", "in/king.json")
    assert not (many.folder / FOLDER).exists()


def test_the_cache_is_at_the_top_of_the_repository_and_ignored_by_others(many: Kifu) -> None:
    (many.folder / ".git").mkdir()
    many.write({".git/HEAD": "ref: refs/heads/main\n"})
    assert Kifu(many.folder / "in")("validate").status == 1
    assert (many.folder / FOLDER / ".gitignore").read_text() == "*\n"
    tag = (many.folder / FOLDER / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert not Path(many.folder, "in", FOLDER).exists()
