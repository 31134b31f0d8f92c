"""How JSON is recognised: by what it declares, or by keys that nothing else has."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..replayer import games

_OBJECT = re.compile(r"(?:\s|(?:#|//)[^\n\r]*|/\*.*?\*/)*+\{", re.DOTALL)
_DECLARED = re.compile(r'"format"\s*:\s*"([a-z]+)/[^"]*"')


def opens_object(head: str) -> bool:
    r"""Whether a text begins with an object, if one looks past comments, and is no schema.

    >>> opens_object("# mine\n{"), opens_object("- {")
    (True, False)
    """
    return _OBJECT.match(head) is not None and '"$schema"' not in head


def canonical_json(game: str, own: str) -> Callable[[str], bool]:
    """Recognise the canonical JSON of a game.

    `own` is a pattern of JSON that no other notation has, for records that declare no format.
    """
    owned = re.compile(own, re.DOTALL)

    def claims(head: str) -> bool:
        if not opens_object(head):
            return False
        said = _DECLARED.search(head)
        if said is not None and said[1] in games():
            return said[1] == game
        return owned.search(head) is not None

    return claims


def headless_json(game: str) -> Callable[[str], str | None]:
    """Recognise canonical JSON of a game that lacks its first brace."""
    declares = re.compile(rf'\s*"format"\s*:\s*"{game}/')
    return lambda head: "the first { is missing" if declares.match(head) else None
