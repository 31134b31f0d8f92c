"""Check the types of arguments to public functions.

A wrong type raises a TypeError that says what was given and what was expected. Otherwise the
mistake would surface somewhere deeper, as an error about something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import TextIOBase
from operator import index
from os import PathLike
from typing import Any


def require(name: str, value: object, expected: str, *types: type, hint: str = "") -> None:
    """Raise TypeError unless an argument has one of the types.

    `expected` names the types in words; `hint` names a function that accepts such a value.

    >>> require("text", 5, "a str or bytes", str, bytes)
    Traceback (most recent call last):
        ...
    TypeError: text must be a str or bytes, not 5 (an int)
    """
    if not isinstance(value, types):
        raise wrong(name, value, expected, hint)


def wrong(name: str, value: object, expected: str, hint: str = "") -> TypeError:
    """Return a TypeError for an argument of the wrong type."""
    from .shown import short  # imports a library that few commands need

    kind = type(value).__name__
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    given = "None" if value is None else f"{short(value)} ({article} {kind})"
    return TypeError(f"{name} must be {expected}, not {given}{hint and f'; {hint}'}")


def optional_text(name: str, value: object) -> None:
    """Raise TypeError unless an argument is a string or None."""
    require(name, value, "a str or None", str, type(None))


def require_source(source: object) -> None:
    """Raise TypeError unless an argument is a string, bytes, a path or a binary stream."""
    if not isinstance(source, str | bytes | PathLike):
        require_stream("source", source, "read", "a str, bytes, a path or a binary stream")


def require_stream(name: str, value: object, method: str, expected: str, hint: str = "") -> None:
    """Raise TypeError unless an argument is a binary stream with the given method."""
    if isinstance(value, TextIOBase):
        hint = "open it in binary mode"
    if hint or not hasattr(value, method):
        raise wrong(name, value, expected, hint)


def require_text(text: Any) -> None:
    """Raise TypeError unless an argument is a string or bytes."""
    hint = "kifu.load and kifu.read take a path" if hasattr(text, "__fspath__") else ""
    require("text", text, "a str or bytes", str, bytes, hint=hint)


def integer(name: str, value: Any) -> int:
    """Return an argument as an int; `numpy.int64` and the like are converted.

    >>> integer("player", "1")
    Traceback (most recent call last):
        ...
    TypeError: player must be an int, not '1' (a str)
    """
    try:
        return index(value)
    except TypeError:
        raise wrong(name, value, "an int") from None


def integers(name: str, value: Any) -> tuple[int, ...]:
    """Return an argument as a tuple of ints."""
    return tuple(integer(*each) for each in _elements(name, value, "int"))


def texts(name: str, value: Any) -> tuple[str, ...]:
    """Return an argument as a tuple of strings. A single string is refused, although a sequence.

    >>> texts("actions", "82")
    Traceback (most recent call last):
        ...
    TypeError: actions must be a sequence of str, not '82' (a str)
    """
    found = _elements(name, value, "str")
    for each, element in found:
        require(each, element, "a str", str)
    return tuple(element for _, element in found)


def _elements(name: str, value: Any, of: str) -> list[tuple[str, Any]]:
    """Return the elements of a sequence, each with a name such as `actions[0]`."""
    if not _is_sequence(value):
        raise wrong(name, value, f"a sequence of {of}")
    return [(f"{name}[{number}]", each) for number, each in enumerate(value)]


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
