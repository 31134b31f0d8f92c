"""The files that are read in folders and repositories."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kifu.archive.errors import ProjectError
from kifu.archive.explanation import explain
from kifu.archive.files import choose, listed
from kifu.archive.settings import Project


class Tree:
    """A folder that a test works in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, *names: str, **files: str) -> None:
        for name, text in {**dict.fromkeys(names, ""), **files}.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def git(self, *words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words],
            cwd=self.folder,
            check=True,
            capture_output=True,
        )

    def commit(self) -> None:
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")

    def chosen(self, *paths: str, options: Mapping[str, Any] = {}, **more: Any) -> list[str]:
        """Return the paths that are read; `left` records why the others are not."""
        self.left: dict[str, str] = {}
        self.notes: list[str] = []
        found = choose(
            Project(options),
            paths or (".",),
            on_left_out=self.left.__setitem__,
            note=self.notes.append,
            **more,
        )
        self.unchanged = found.unchanged
        return [each.path for each in found.files]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    monkeypatch.chdir(tmp_path)
    # Ignore the git settings of whoever runs the tests.
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return Tree(tmp_path)


def test_hidden_files_and_dependencies_are_left_out(tree: Tree) -> None:
    tree.write("a", ".b", ".c/d", "x/node_modules/e", "x/f", "venv/g", ".git/h", ".svn/i")
    assert tree.chosen() == ["a", "x/f"]
    assert tree.left[".c"] == 'excluded by ".*" (default)'
    assert tree.chosen("x/node_modules", ".b", ".c") == ["x/node_modules/e", ".b", ".c/d"]
    assert tree.chosen(options={"exclude": ["x"]}) == [".b", "a", ".c/d", "venv/g"]


def test_a_configuration_holds_where_it_stands(tree: Tree) -> None:
    tree.write("x/old/a", "x/b", "y/old/c", "y/x/d", "z/e")
    tree.write(**{"kifu.toml": 'extend-exclude = ["x", "z/*"]\n', "x/kifu.toml": ""})
    tree.write(**{"y/kifu.toml": 'include = ["old/**"]\nextend-exclude = ["d"]\n'})
    assert tree.chosen("x", "y", "z") == ["x/b", "x/kifu.toml", "x/old/a", "y/old/c"]
    assert tree.chosen() == ["kifu.toml", "y/old/c"]
    assert tree.left == {
        "x": 'excluded by "x" (kifu.toml:1)',
        "y/kifu.toml": "not included",
        "y/x/d": 'excluded by "d" (y/kifu.toml:2)',
        "z/e": 'excluded by "z/*" (kifu.toml:1)',
    }


def test_named_files_are_read_unless_that_is_forced(tree: Tree) -> None:
    tree.write("vendor/a", "b", ".c")
    excluded = {"extend-exclude": ["vendor"]}
    assert tree.chosen("vendor/a", "b", ".c", options=excluded) == ["vendor/a", "b", ".c"]
    assert tree.chosen("vendor", options=excluded) == ["vendor/a"]
    forced = excluded | {"force-exclude": True}
    assert tree.chosen("vendor/a", "b", ".c", "vendor", options=forced) == ["b"]
    assert set(tree.left) == {"vendor/a", ".c", "vendor"}
    assert tree.chosen("-", name="vendor/x", options=forced) == []
    assert tree.chosen("-", name="x", options=forced) == ["-"]


def test_each_file_is_read_once(tree: Tree) -> None:
    tree.write("x/a", "x/y/b", "c")
    (tree.folder / "x" / "link").symlink_to("../c")
    (tree.folder / "folder").symlink_to("x")
    (tree.folder / "loop").symlink_to("loop")
    assert tree.chosen() == ["c", "x/a", "x/y/b"]
    assert tree.chosen("x", "c") == ["x/a", "x/y/b", "c"]
    assert tree.chosen("folder", "x", "./c", "c") == ["folder/a", "folder/y/b", "./c"]


def test_a_folder_that_cannot_be_searched_is_reported(tree: Tree, monkeypatch: Any) -> None:
    tree.write("a/b", "c")

    def refuse(path: str) -> Any:
        if path == "./a":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    scan = os.scandir
    monkeypatch.setattr(os, "scandir", refuse)
    (file, trouble) = choose(Project(), ["."]).files
    assert (file.path, file.trouble) == ("c", None)
    assert (trouble.path, isinstance(trouble.trouble, PermissionError)) == ("a", True)


# git


def test_files_that_git_ignores_are_left_out(tree: Tree) -> None:
    tree.write("a", "b.tmp", "build/c", "x/build", "x/d.tmp", "x/keep.tmp", "known.tmp")
    tree.write("out/known", "out/other", "out/more/other")
    tree.write(**{".gitignore": "*.tmp\nbuild/\nout/\n", "x/.gitignore": "!keep.tmp\n"})
    tree.git("init", "--quiet")
    tree.git("add", "--force", "known.tmp", "out/known")
    assert tree.chosen() == ["a", "known.tmp", "out/known", "x/build", "x/keep.tmp"]
    assert tree.left["build"] == "ignored by git"
    assert tree.chosen("x") == ["x/build", "x/keep.tmp"]
    assert tree.chosen("build", "b.tmp") == ["build/c", "b.tmp"]
    assert "b.tmp" in tree.chosen(options={"respect-gitignore": False})
    assert tree.notes == []


def test_a_repository_in_a_repository_has_its_own(tree: Tree) -> None:
    tree.write("inner/a.x", "inner/b.y", "c.x", "d.y")
    tree.write(**{".gitignore": "*.x", "inner/.gitignore": "*.y"})
    tree.git("init", "--quiet")
    tree.git("init", "--quiet", "inner")
    assert tree.chosen() == ["d.y", "inner/a.x"]


def test_without_a_repository_nothing_is_ignored(tree: Tree) -> None:
    tree.write("a.tmp", **{".gitignore": "*.tmp"})
    assert tree.chosen() == ["a.tmp"]


def test_without_git_nothing_is_ignored_and_that_is_said(tree: Tree, monkeypatch: Any) -> None:
    tree.write("a.tmp", **{".gitignore": "*.tmp"})
    tree.git("init", "--quiet")
    monkeypatch.setenv("PATH", "/nowhere")
    assert tree.chosen() == ["a.tmp"]
    (note,) = tree.notes
    assert note.endswith(
        "files that git ignores are unknown, so they are not left out: git is not installed"
    )
    with pytest.raises(ProjectError, match=r"^--changed-since HEAD: git is not installed$"):
        tree.chosen(since="HEAD")


def test_variables_of_a_hook_are_not_heeded(tree: Tree, monkeypatch: Any) -> None:
    tree.write("a.tmp", **{".gitignore": "*.tmp"})
    tree.git("init", "--quiet")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert tree.chosen() == []


def test_changed_files(tree: Tree) -> None:
    tree.write("same", "touched", "edited", "removed", "x/moved", "é \n", "x/y/z")
    tree.write(**{".gitignore": "*.tmp"})
    tree.commit()
    tree.write("new", "x/new", "a.tmp", edited="1", **{"é \n": "2"})
    os.utime(tree.folder / "touched", (1, 1))
    (tree.folder / "removed").unlink()
    (tree.folder / "x/moved").rename(tree.folder / "x/here")
    assert tree.chosen(since="HEAD") == ["edited", "new", "é \n", "x/here", "x/new"]
    assert tree.unchanged == 3
    assert tree.left["same"] == "not changed since HEAD"
    assert tree.chosen("same", "edited", "x/new", since="HEAD") == ["edited", "x/new"]
    tree.git("add", "--all")
    tree.git("commit", "--quiet", "--message", "y")
    assert tree.chosen(since="HEAD") == []
    assert tree.chosen(since="HEAD~1") == ["edited", "new", "é \n", "x/here", "x/new"]


def test_outside_of_a_repository_all_has_changed(tree: Tree) -> None:
    tree.write("a")
    assert tree.chosen(since="HEAD") == ["a"]


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "", "HEAD:a"])
def test_invalid_revisions(tree: Tree, revision: str) -> None:
    tree.write("a")
    tree.commit()
    with pytest.raises(ProjectError) as failed:
        tree.chosen(since=revision)
    assert str(failed.value) == (
        f"--changed-since {revision}: there is no such revision in {tree.folder} "
        "(a shallow clone has only the last ones)"
    )
    assert not (tree.folder / "x").exists()


def test_a_repository_runs_no_program(tree: Tree) -> None:
    """Git runs no program, whatever the repository's own configuration says."""
    spy = tree.folder / ".spy"
    spy.write_text(f"#!/bin/sh\ntouch {tree.folder}/.ran\ncat\n")
    spy.chmod(0o755)
    tree.write("a", "b", **{".gitattributes": "* filter=evil diff=evil\n"})
    tree.commit()
    for name in ("core.fsmonitor", "filter.evil.clean", "filter.evil.process", "diff.external"):
        tree.git("config", name, str(spy))
    for name in ("diff.evil.textconv", "diff.evil.command", "core.pager", "core.sshCommand"):
        tree.git("config", name, str(spy))
    tree.git("config", "core.hooksPath", str(tree.folder / ".hooks"))
    tree.write(".hooks/post-index-change")
    (tree.folder / ".hooks/post-index-change").write_text(spy.read_text())
    (tree.folder / ".hooks/post-index-change").chmod(0o755)
    (tree.folder / ".ran").unlink(missing_ok=True)
    os.utime(tree.folder / "a", (1, 1))
    tree.write(b="1")
    assert tree.chosen(since="HEAD") == ["b"]
    assert not (tree.folder / ".ran").exists()


# Lists


def test_lists() -> None:
    assert listed(b"a b\nc\r\n\n\xff") == ["a b", "c", "\udcff"]
    assert listed(b"a\nb\0-\0\0c\0") == ["a\nb", "./-", "c"]
    assert listed(b"") == []


# Why a file is left out


def why(tree: Tree, path: str, options: Mapping[str, Any] = {}) -> str | None:
    return explain(Project(options), path).left_out


def test_why_a_file_is_left_out(tree: Tree) -> None:
    tree.write(
        "a.json", "b.tmp", "build/deep/c", "x/y/d", ".git/x", **{".gitignore": "build/\n*.tmp"}
    )
    tree.git("init", "--quiet")
    options = {"extend-exclude": ["x/y"], "include": ["*.json", "build/**", "x/**", "*.tmp"]}
    expected = {
        "a.json": None,
        "missing.json": None,
        "a.txt": "not included",
        "b.tmp": "ignored by git",
        "build/deep/c": "build: ignored by git",
        "x/y/d": 'x/y: excluded by "x/y" (option --extend-exclude)',
        ".hidden/x": '.hidden: excluded by ".*" (default)',
        ".git/x": ".git: never searched",
        ".": None,
        "x": None,
    }
    assert {path: why(tree, path, options) for path in expected} == expected
    read = set(tree.chosen(options=options))
    assert read == {path for path in expected if why(tree, path, options) is None} & {"a.json"}


def test_only_what_concerns_a_file_is_shown(tree: Tree) -> None:
    tree.write(
        **{
            "kifu.toml": """
formats = {"*.gibo" = "mighty/gibo", "old" = "goita/table"}
[per-file-ignores]
"old" = ["G1"]
"!old" = ["M7"]
"""
        }
    )
    found = explain(Project(), "old/a.gibo")
    assert found.values["formats"] == {"*.gibo": "mighty/gibo", "old": "goita/table"}
    assert found.values["per-file-ignores"] == {"old": ["G1"]}
    assert [each.origin for each in found.entries["per-file-ignores"]] == ["kifu.toml:4"]
    assert found.configuration == "kifu.toml"
    found = explain(Project(), "new.json")
    assert (found.values["formats"], found.values["per-file-ignores"]) == ({}, {"!old": ["M7"]})
