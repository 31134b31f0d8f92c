"""The version of kifu as text: equal versions report the same findings."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path

from ... import __version__
from ...replayer.discovery import GROUP

_FOLDERS = ("archive", "cli", "findings", "formats", "replayer", "schemas", "validation")
_SUFFIXES = {".json", ".lark", ".py", ".re"}


@cache
def kind() -> str:
    """Return kifu's version, a fingerprint of its code, and the packages that add games.

    Versions between two releases have the same number.
    """
    found = {each.dist for each in entry_points(group=GROUP) if each.dist is not None}
    others = sorted(f"{each.name} {each.version}" for each in found)
    here = f"kifu {__version__} (code {_code()})"
    return f"{here} with {', '.join(others)}" if others else here


def _code() -> str:
    root, found = Path(__file__).parents[2], sha256()
    below = (each for name in _FOLDERS for each in (root / name, *(root / name).rglob("*")))
    for path in sorted(each for each in below if each.suffix in _SUFFIXES):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:8]
