"""Show values to people: on one line, however large, and with nothing invisible in them."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import Repr
from typing import Any, cast
from unicodedata import category

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

LONGEST = 60
"""The maximum number of characters of a string to show."""


def visible(text: str) -> str:
    r"""Return a string with control characters and other unprintable characters escaped.

    >>> print(visible("し\x1b[31m \udc82\ue000"))
    し\x1b[31m \udc82\ue000
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable() or category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


def harmless(text: str) -> str:
    r"""Return data for a terminal, with unprintable characters escaped as in JSON.

    >>> print(harmless("31m ☆\n"), end="")
    \u009b31m ☆
    """
    return text if text.isprintable() else "".join(map(_harmless, text))


def _harmless(character: str) -> str:
    if character.isprintable() or character in "\n\t" or category(character) == "Zs":
        return character
    from json import dumps  # slow to import

    return dumps(character)[1:-1]


def short(value: object) -> str:
    """Return a shortened `repr` of a value, with only the type names of nested structs.

    >>> short("8" * 1000)
    "'888888888888888888888888888...8888888888888888888888888888'"
    """
    return _SHORT.repr(value)


def short_struct(self: Any) -> str:
    """Return a one-line `__repr__` for a struct, with each field shortened.

    Fields with default values are left out.
    """
    shown = [
        f"{field.name}={short(getattr(self, field.name))}"
        for field in fields(self)
        if _is_worth_showing(field, getattr(self, field.name))
    ]
    return f"{type(self).__name__}({', '.join(shown)})"


def _is_worth_showing(field: FieldInfo, value: object) -> bool:
    made = field.default_factory
    return value != (field.default if made is NODEFAULT else cast(Callable[[], object], made)())


class _Short(Repr):
    """Cut strings in the middle and collections at the end; structs in a tuple are only counted."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxstring = self.maxother = self.maxlong = LONGEST

    def repr_tuple(self, x: tuple[Any, ...], level: int) -> str:
        if x and all(isinstance(each, Struct) for each in x):
            return f"<{len(x)} {type(x[0]).__name__}>"
        return super().repr_tuple(x, level)

    def repr_instance(self, x: Any, level: int) -> str:
        if isinstance(x, Struct) and type(x).__repr__ in (Struct.__repr__, short_struct):
            return f"{type(x).__name__}(...)"
        return super().repr_instance(x, level)


_SHORT = _Short()
