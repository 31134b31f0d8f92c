"""Records that are symbolic links: their names, and links that lead out of the archive."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ..command import Kifu
from .conftest import HISTORY, KING, WON

COMMA = WON.replace('"winner": 0}', '"winner": 0,}')
SECRET = "the password is 1234\n"


@pytest.fixture
def tree(run: Kifu) -> Kifu:
    """The command in an archive that is a repository; private files lie beside it."""
    run.write({"outside/a.json": COMMA, "outside/secret": SECRET})
    run.write({"tree/.git/config": SECRET, "tree/games/sound.txt": HISTORY})
    return Kifu(run.folder / "tree")


def outside(tree: Kifu, name: str) -> Path:
    return tree.folder.parent / "outside" / name


def link(tree: Kifu, name: str, target: str) -> None:
    (tree.folder / name).symlink_to(target)


@pytest.mark.parametrize("target", ["../outside/secret", ".git/config"])
def test_a_link_out_of_the_tree_is_left_out(tree: Kifu, target: str) -> None:
    link(tree, "x.gibo", target)
    for command in (["validate"], ["validate", "--fix"], ["fmt", "--diff"]):
        result = tree(*command, ".", "-v")
        assert result.status == 0
        assert "kifu: x.gibo: left out, a link out of the tree\n" in result.err
        assert "password" not in result.out + result.err
    assert "a link out of the tree" in tree("config", "x.gibo").out


def test_the_tree_is_the_repository_or_else_the_folder_that_is_named(tree: Kifu) -> None:
    link(tree, "bad.json", "../outside/a.json")
    link(tree, "games/up.json", "../other.json")
    tree.write({"other.json": KING})
    assert tree("validate", "games").last.startswith("2 files, 2 records")
    shutil.rmtree(tree.folder / ".git")
    assert tree("validate", "games").last.startswith("1 file, 1 record")
    assert tree("validate", ".").last.startswith("2 files, 2 records")


def test_a_link_that_is_named_is_read_and_never_written(tree: Kifu) -> None:
    link(tree, "x.json", "../outside/a.json")
    assert tree("validate", "x.json").status == 1
    for command in (["validate", "--fix"], ["fmt"]):
        text = COMMA if "--fix" in command else WON.replace(", ", ",   ")
        outside(tree, "a.json").write_text(text)
        result = tree(*command, "x.json")
        why = f"this link leads out of {tree.folder}, so it was not changed"
        assert (result.status, result.err.splitlines()[0]) == (2, f"kifu: x.json: {why}")
        assert outside(tree, "a.json").read_text() == text


@pytest.mark.parametrize("order", [1, -1])
def test_a_file_goes_by_its_own_name_in_whatever_order_it_is_named(tree: Kifu, order: int) -> None:
    link(tree, "x.json", "../outside/a.json")
    result = tree("validate", "--fix", *["x.json", "../outside/a.json"][::order])
    assert result.status == 0
    assert "leads out" not in result.err
    assert outside(tree, "a.json").read_text() != COMMA


def test_a_folder_that_is_a_link_out_of_the_repository_is_not_written(tree: Kifu) -> None:
    link(tree, "more", "../outside")
    result = tree("validate", "--fix", "more")
    assert result.status == 2
    assert "kifu: more/a.json: this link leads out of" in result.err
    assert outside(tree, "a.json").read_text() == COMMA


def test_a_baseline_out_of_the_tree(tree: Kifu) -> None:
    tree.write({"bad.json": KING})
    base = outside(tree, "base.json")
    assert tree("validate", ".", "--write-baseline", "../outside/base.json").status == 0
    for name in ("../outside/base.json", str(base), "more/base.json"):
        tree.write({"kifu.toml": f'baseline = "{name}"\n'})
        if name.startswith("more"):
            link(tree, "more", "../outside")
        result = tree("validate", ".")
        why = f"this baseline is outside of {tree.folder}: use --baseline to name such a file"
        assert (result.status, result.err) == (2, f"kifu: kifu.toml:1: {why}\n")
    (tree.folder / "kifu.toml").unlink()
    assert tree("validate", ".", "--baseline", "../outside/base.json").status == 0


def test_a_file_goes_by_its_own_name(tree: Kifu) -> None:
    link(tree, "a.json", "games/z.json")
    tree.write({"games/z.json": COMMA})
    for paths in ([], ["games", "."], [".", "games"]):
        assert "games/z.json:2:" in tree("validate", *paths).out
        assert "a.json" not in tree("validate", *paths).out


@pytest.mark.parametrize("command", ["validate", "fmt"])
@pytest.mark.parametrize("tool", ["patch -s -p0", "git apply"])
def test_patches_name_real_files(tree: Kifu, command: str, tool: str) -> None:
    if shutil.which(tool.split()[0]) is None:
        pytest.skip(f"{tool.split()[0]} is not installed")
    text = COMMA if command == "validate" else WON.replace(", ", ",   ")
    shutil.rmtree(tree.folder / ".git")
    tree.write({"games/z.json": text, ".hidden/y.json": text})
    link(tree, "a.json", "games/z.json")
    link(tree, "b.json", ".hidden/y.json")  # found only by this name
    patch = tree(command, "--diff", ".").stdout
    assert patch.count(b"+++ ./") == 2
    subprocess.run(tool.split(), cwd=tree.folder, input=patch, check=True)
    assert tree(command, "--diff", ".").status == 0
    assert (tree.folder / "a.json").is_symlink()
