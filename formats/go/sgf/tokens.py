"""The tokens of a text in SGF."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ....findings import Rule, Severity


class Opened(Struct, frozen=True, gc=False):
    """The beginning of a game or variation; a game has no open brackets around it."""

    start: int
    is_game: bool


class Closed(Struct, frozen=True, gc=False):
    """The end of the innermost open game or variation."""

    end: int


class Entry(Struct, frozen=True):
    """A property with its values as written and their offsets; `name` is its name as written.

    The span covers the name.
    """

    key: str
    start: int
    end: int
    values: list[str]
    starts: list[int]
    name: str


class Node(Struct, frozen=True):
    """A node with its properties; it is `spoiled` if something in it is not a property."""

    start: int
    end: int
    entries: list[Entry]
    spoiled: bool = False


class Slip(Struct, frozen=True):
    """Part of a text that does not follow the syntax; it `cuts` the line if play may be missing.

    `edit` is the span that a fix replaces, and the new text. `severity` may override the rule's.
    """

    start: int
    end: int
    rule: Rule
    why: str
    edit: tuple[int, int, str] | None = None
    cuts: bool = False
    severity: Severity | None = None


Token: TypeAlias = Opened | Closed | Node | Slip
