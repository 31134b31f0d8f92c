"""The options assumed for records that do not state them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TypeVar

OptionsT = TypeVar("OptionsT")

_NOTHING: Mapping[type, object] = MappingProxyType({})
_ASSUMED: ContextVar[Mapping[type, object]] = ContextVar("assumed", default=_NOTHING)


@contextmanager
def assuming(options: Iterable[object]) -> Generator[None]:
    """Assume these options, one set per game, while reading records that state none."""
    token = _ASSUMED.set({type(each): each for each in options})
    try:
        yield
    finally:
        _ASSUMED.reset(token)


def assumed(kind: type[OptionsT]) -> OptionsT:
    """Return the options for a record that states none: the defaults, unless others are assumed."""
    found = _ASSUMED.get().get(kind)
    return found if isinstance(found, kind) else kind()


def assumes() -> bool:
    """Return whether any options are assumed."""
    return bool(_ASSUMED.get())
