"""How JSON is recognised: by the format that it declares, or by keys that only one notation has."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..replayer import games

_OBJECT = re.compile(r"(?:\s|(?:#|//)[^\n\r]*|/\*.*?\*/)*+\{", re.DOTALL)
_DECLARED = re.compile(r'"format"\s*:\s*"([a-z]+)/[^"]*"')


def opens_object(head: str) -> bool:
    r"""Whether a text begins with an object, comments aside, and is no schema.

    >>> opens_object("# mine\n{"), opens_object("- {")
    (True, False)
    """
    return _OBJECT.match(head) is not None and '"$schema"' not in head


def canonical_json(game: str, own: str) -> Callable[[str], bool]:
    """Recognise the canonical JSON of a game.

    `own` is a pattern that only this notation matches, for records that declare no format.
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
