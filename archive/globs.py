r"""Path patterns, with the same meaning as in ruff.

A pattern without a slash matches the name of a file or folder anywhere. A pattern with a slash is
relative to the folder of its configuration. As in ruff, `*` and `?` also match slashes; `**/`
matches any number of folders, `[a-z]` and `[!a-z]` match one character, `{a,b}` matches either, and
`\` escapes the next character.

Unlike in ruff, a pattern without a slash is never matched against a whole path: `*test*` does not
depend on the folder that contains the archive.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct

MOST_ALTERNATIVES = 1000
"""The maximum number of alternatives that a pattern's braces may produce."""

_PART = re.compile(r"\\.|\[[!^]?\]?[^]]*\]|(?:(?<=/)|^)\*\*/|\*+|.", re.DOTALL)
"""The parts of a pattern."""


class BadGlob(ValueError):
    """Raised if a pattern is invalid; the message says why."""


class Glob(Struct, frozen=True, dict=True):
    """A pattern, and the absolute path of the folder it is relative to.

    >>> vendor, tables = Glob("vendor", "/a"), Glob("old/*.gibo", "/a")
    >>> vendor.matches("/a/b/vendor"), vendor.matches("/a/b/vendor/c"), vendor.covers("/a/vendor/c")
    (True, False, True)
    >>> tables.matches("/a/old/1/x.gibo"), tables.matches("/a/b/old/x.gibo")
    (True, False)
    """

    pattern: str
    folder: str

    def matches(self, path: str) -> bool:
        """Return whether the pattern matches an absolute path itself, not a folder above it."""
        return self._own.match(path, os.path.basename(path))

    def covers(self, path: str) -> bool:
        """Return whether the pattern matches an absolute path, or a folder above it.

        The names of the pattern's own folder and of those above it are not matched.
        """
        within = os.path.join(self.folder, "")
        while not self.matches(path):
            above = os.path.dirname(path)
            if above == path or (self.is_name and not above.startswith(within)):
                return False
            path = above
        return True

    @cached_property
    def _own(self) -> Globs:
        return Globs([self])

    @property
    def is_name(self) -> bool:
        """Whether the pattern matches names, not paths."""
        return "/" not in self.pattern

    @property
    def expressions(self) -> list[str]:
        """Regular expressions for what the pattern matches: a name, or an absolute path."""
        found = alternatives(self.pattern)
        if self.is_name:
            return [expression(each) for each in found]
        folder = re.sub(r"([*?[\\{}])", r"\\\1", self.folder)
        return [expression(os.path.normpath(os.path.join(folder, each))) for each in found]


class Globs:
    """Several patterns, matched at once."""

    def __init__(self, globs: Iterable[Glob]) -> None:
        self.all = tuple(globs)
        self._named = _any_of(each for each in self.all if each.is_name)
        self._placed = _any_of(each for each in self.all if not each.is_name)

    def __bool__(self) -> bool:
        return bool(self.all)

    def match(self, path: str, name: str) -> bool:
        """Return whether any pattern matches an absolute path, whose last part is `name`."""
        return self._named(name) is not None or self._placed(path) is not None


def check(pattern: str) -> None:
    """Raise BadGlob if a pattern is invalid."""
    if not pattern:
        raise BadGlob("an empty pattern matches nothing")
    for each in alternatives(pattern):
        expression(each)


def alternatives(pattern: str) -> list[str]:
    """Expand the braces in a pattern, and return the resulting patterns.

    Raises BadGlob if a brace is not closed, or there are too many.

    >>> alternatives("{a,b{1,2}}.json")
    ['a.json', 'b1.json', 'b2.json']
    """
    whole, rest = _choices(_parts(pattern), 0, top=True)
    if rest:
        raise BadGlob("`}` closes nothing: write `[}]` if it is part of a name")
    return whole


def _choices(parts: list[str], start: int, top: bool = False) -> tuple[list[str], int]:
    """Return the alternatives up to the closing brace, and the index after it (0 at the end)."""
    done: list[str] = []
    current = [""]
    index = start
    while index < len(parts):
        part = parts[index]
        index += 1
        if part == "{":
            inner, index = _choices(parts, index)
            if not index:
                raise BadGlob("`{` is not closed: write `[{]` if it is part of a name")
            current = [before + each for before in current for each in inner]
            if len(current) > MOST_ALTERNATIVES:
                raise BadGlob(f"its braces expand to more than {MOST_ALTERNATIVES} patterns")
        elif part == "}":
            return [*done, *current], index
        elif part == "," and not top:
            done += current
            current = [""]
        else:
            current = [each + part for each in current]
    return [*done, *current], 0


def expression(pattern: str) -> str:
    r"""Return the regular expression for a pattern without braces.

    A star followed by another one matches as little as possible without backtracking, so matching
    takes time linear in the length of a path.

    >>> expression("a*.json")
    'a.*?\\.json'
    """
    pieces: list[str] = []
    lead, fixed = "", ""
    for part in _parts(pattern):
        if part[0] == "*":
            pieces.append(f"(?>{lead}{fixed})" if lead else fixed)
            lead, fixed = ("(?:.*?/)??" if part.endswith("/") else ".*?"), ""
        elif part == "?":
            fixed += "."
        elif part[0] == "[":
            fixed += _class(part)
        else:
            fixed += re.escape(part[1:] if part[0] == "\\" else part)
    return "".join([*pieces, lead, fixed])


def _parts(pattern: str) -> list[str]:
    return _PART.findall(pattern)


def _class(part: str) -> str:
    """Return the regular expression for a character class."""
    if len(part) < 3 or part[-1] != "]":
        raise BadGlob("`[` is not closed: write `[[]` if it is part of a name")
    inside = part[1:-1]
    denied = inside[0] in "!^"
    inside = re.sub(r"([\\\[\]^&~|])", r"\\\1", inside[denied:])
    try:
        re.compile(found := f"[{'^' * denied}{inside}]")
    except re.error as error:
        raise BadGlob(f"{part} is not a character class: {error.msg}") from None
    return found


def _any_of(globs: Iterable[Glob]) -> Callable[[str], object]:
    """Return a function that tests whether a string matches any of the globs."""
    found = [each for glob in globs for each in glob.expressions]
    if not found:
        return _never
    return re.compile("|".join(f"(?:{each})" for each in found), re.DOTALL).fullmatch


def _never(text: str) -> None:
    return None
