"""The versions of kifu that a configuration requires, such as `>=0.1, <2`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet


__version__ = "0.1.0"


class BadVersion(ValueError):
    """Raised if a text is not a valid version requirement."""


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
