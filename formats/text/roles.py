r"""Parts of a text that play a role, such as the card that wins a trick.

Boards mark these parts; the output decides how they look: coloured on a terminal, plain in a file.
The marks are private-use characters. Untrusted text cannot forge them, since `shown.visible`
escapes such characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum


class Role(Enum):
    """The role of a part of a text; the value is the character that precedes the part."""

    DECLARER = "\ue000"
    """The player who named the contract."""
    PARTNER = "\ue001"
    """The player on the declarer's side."""
    WINNER = "\ue002"
    """The card that wins its trick."""


_END = "\ue0ff"
_MARKED = re.compile(f"([{''.join(role.value for role in Role)}])([^{_END}]*){_END}")


def marked(text: str, role: Role) -> str:
    r"""Return a text with marks around it that give it a role.

    >>> marked("QD*", Role.WINNER)
    '\ue002QD*\ue0ff'
    """
    return f"{role.value}{text}{_END}"


def rendered(text: str, show: Callable[[str, Role], str]) -> str:
    """Return the text without marks, with each marked part as `show` formats it.

    >>> rendered(f"KD {marked('QD', Role.WINNER)}", lambda part, role: f"[{part} {role.name}]")
    'KD [QD WINNER]'
    """
    return _MARKED.sub(lambda found: show(found[2], Role(found[1])), text)


def plain(text: str) -> str:
    """Return the text without marks.

    >>> plain(marked("QD*", Role.WINNER))
    'QD*'
    """
    return rendered(text, lambda part, role: part)
