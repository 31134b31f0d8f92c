"""The version of kifu, and which versions a configuration asks for: `>=0.1, <2`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet


__version__ = "0.1.0"


class BadVersion(ValueError):
    """A text that says of no version whether it will do."""


def requirements(text: str) -> SpecifierSet:
    """What a version has to fit; a version by itself is the only one that does.

    Raises BadVersion where it cannot be understood.

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
        raise BadVersion(f'"{text}" names no versions: write ">=0.1", or ">=0.1, <2"')
    return found


def fits(version: str, required: str) -> bool:
    """Whether a version is one of those required.

    >>> fits("0.1.0", ">=0.1"), fits("0.1.0", ">=0.2"), fits("0.1.0", "==0.1")
    (True, False, True)
    """
    return requirements(required).contains(version, prereleases=True)
