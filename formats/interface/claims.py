"""Recognises JSON by the format it declares, or by keys unique to one notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ...replayer import games

# Patterns are compiled on first use and cached by `re`, as most JSON is recognised without them.
_OBJECT = r"(?s)(?:\s|(?:#|//)[^\n\r]*|/\*.*?\*/)*+\{"
_OF_SCHEMAS = r'"\$schema"\s*:\s*"https?://json-schema\.org/'
"""A key that only a schema has; a record may name the schema it follows."""
_DECLARED = r'"format"\s*:\s*"(([a-z]+)/[a-z0-9-]*)'
_PAIR = r"""(?i)(?<!\w)(\w{4,8})(?=["']?\s*[:;=>]{0,2}\s*[\["']{0,2}(\w+)(\W{0,2}json)?)"""
"""A key and the first word of its value, with right or wrong punctuation."""
_AT_HEAD = 2000
"""How many characters to search for the format if it is not declared properly."""
_ALIKE = 0.75
"""How similar two words must be for one to count as a misspelling of the other."""


def opens_object(head: str) -> bool:
    r"""Return whether a text, apart from comments, begins with an object and is not a schema.

    >>> opens_object("# mine\n{"), opens_object("- {")
    (True, False)
    """
    return re.match(_OBJECT, head) is not None and re.search(_OF_SCHEMAS, head) is None


def declared_format(head: bytes) -> str | None:
    r"""Return the format that JSON declares, even an unknown one; None if it declares none.

    >>> declared_format(b'{"format": "hanafuda/json"}')
    'hanafuda/json'
    """
    said = re.search(_DECLARED, head.decode("utf-8", "replace"))
    return None if said is None else said[1]


@lru_cache(maxsize=4)
def _declared_game(head: str) -> tuple[str, bool] | None:
    r"""Return the game that JSON declares, perhaps with a slip, and whether its format is JSON.

    >>> _declared_game('{"fromat: "goita-json",'), _declared_game('{"format": "goita"}')
    (('goita', True), ('goita', False))
    """
    said = re.search(_DECLARED, head)
    if said is not None and said[2] in games():
        return said[2], True
    for key, word, notation in re.findall(_PAIR, head[:_AT_HEAD]):
        if _alike(key.lower(), ("format",)):
            near = _alike(str(word).lower(), tuple(games()))
            if near:
                return near[0], bool(notation)
    return None


@lru_cache(maxsize=256)
def _alike(word: str, words: tuple[str, ...]) -> list[str]:
    from difflib import get_close_matches  # slow to import

    return get_close_matches(word, words, n=1, cutoff=_ALIKE)


def canonical_json(game: str, own: str) -> Callable[[str], bool]:
    """Return a function that recognises the canonical JSON of a game.

    `own` is a pattern that only this notation matches, for records that declare no format.
    """

    def claims(head: str) -> bool:
        if not opens_object(head):
            return False
        declared, certain = _declared_game(head) or (game, False)
        return declared == game and (certain or re.search(own, head, re.DOTALL) is not None)

    return claims
