"""The snippets of docs/ci.md, by the files they are meant for."""

import re
from functools import cache
from pathlib import Path

from ..imports import ROOT

PAGE = ROOT / "docs" / "ci.md"
ADDRESS = "https://git.example/OWNER/kifu"
ACTION = "OWNER/kifu@v0.1.0"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"# (\S+)\n")


@cache
def snippets() -> dict[str, str]:
    """Return the blocks whose first line names a file."""
    found: dict[str, str] = {}
    for _, text in blocks():
        name = _NAME.match(text)
        if name is not None:
            assert name[1] not in found, f"two snippets for {name[1]}"
            found[name[1]] = text
    return found


def blocks() -> list[tuple[str, str]]:
    """Return all blocks on the page with their languages."""
    return _BLOCK.findall(PAGE.read_text("utf-8"))


def commands(containing: str) -> list[str]:
    """Return the lines of shell blocks that contain a text."""
    lines = [line for kind, text in blocks() if kind == "sh" for line in text.splitlines()]
    return [line for line in lines if containing in line]


def copied(name: str, folder: Path) -> Path:
    """Copy a snippet to the file it is meant for."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(snippets()[name], encoding="utf-8")
    return path
