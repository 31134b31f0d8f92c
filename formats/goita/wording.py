"""Rewords messages about Goita in the notation of the text.

The rules name pieces by characters followed by the digits of the 2015 proposal, as in JSON. Other
notations have only characters, or other digits.
"""

from __future__ import annotations

import re

_NAMED = re.compile(r"(?<![王玉飛角金銀馬香し裏])([王玉飛角金銀馬香し裏]++) \(([1-9]++)\)")
_CODES = str.maketrans("123456789", "87654321x")
_PLAYER = re.compile(r"\bplayer ([0-3])\b(?! \(written)")


NO_DEALER = {"dealer": ("player 0 deals", "player 0 deals, as no dealer is written")}
"""How messages mention the dealer if the JSON of a round does not name one."""


def in_characters(message: str) -> str:
    """Return a message for notations that write pieces as characters.

    >>> in_characters("player 0 has no 角 (3): the hand is 王香 (17)")
    'player 0 has no 角: the hand is 王香'
    """
    return _NAMED.sub(r"\1", message)


def in_codes(message: str) -> str:
    """Return a message for history strings, which use different digits and count players from 1.

    >>> in_codes("player 0 has no 角 (3): the hand is 王香 (17)")
    'player 0 (written 1) has no 角 (6): the hand is 王香 (82)'
    """
    written = _NAMED.sub(lambda found: f"{found[1]} ({found[2].translate(_CODES)})", message)
    named = set[str]()

    def numbered(found: re.Match[str]) -> str:
        first = found[1] not in named
        named.add(found[1])
        return f"{found[0]} (written {int(found[1]) + 1})" if first else found[0]

    return _PLAYER.sub(numbered, written)
