"""The version of kifu, and the versions that a configuration requires, such as `>=0.1, <2`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

__version__ = "0.1.0"


class BadVersion(ValueError):
    """Raised if a string is not a valid version requirement."""


def requirements(text: str) -> SpecifierSet:
    """Parse a requirement; a version on its own allows only that version.

    Raises BadVersion if it is invalid.

    >>> requirements("0.1")
    <SpecifierSet('==0.1')>
    """
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    alone = text.strip()[:1].isdigit()
    try:
        found = SpecifierSet(f"=={text}" if alone else text)
    except InvalidSpecifier:
        found = SpecifierSet()
    if not len(found):
        raise BadVersion(f'"{text}" is not a range of versions: write ">=0.1", or ">=0.1, <2"')
    return found


def fits(version: str, required: str) -> bool:
    """Return whether a version meets the requirement.

    >>> fits("0.1.0", ">=0.1"), fits("0.1.0", ">=0.2"), fits("0.1.0", "==0.1")
    (True, False, True)
    """
    return requirements(required).contains(version, prereleases=True)


# The version as text: equal versions report the same findings

_FOLDERS = ("archive", "arena", "cli", "findings", "formats", "replayer", "schemas", "validation")
_SUFFIXES = {".json", ".lark", ".py", ".re"}


@cache
def kind() -> str:
    """Return kifu's version, a fingerprint of its code, and the packages that add games.

    The version number alone does not change between two releases.
    """
    from importlib.metadata import entry_points  # slow to import

    from ..replayer.discovery import GROUP

    found = {each.dist for each in entry_points(group=GROUP) if each.dist is not None}
    others = sorted(f"{each.name} {each.version}" for each in found)
    here = f"kifu {__version__} (code {_code()})"
    return f"{here} with {', '.join(others)}" if others else here


def _code() -> str:
    from hashlib import sha256
    from pathlib import Path  # slow to import

    root, found = Path(__file__).parents[1], sha256()
    below = (each for name in _FOLDERS for each in (root / name, *(root / name).rglob("*")))
    for path in sorted(each for each in below if each.suffix in _SUFFIXES):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:8]
