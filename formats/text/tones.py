r"""Parts of a text with a tone, such as the card that wins a trick.

Boards mark these parts; the output decides how they look: coloured on a terminal, plain in a file.
The marks are private-use characters. Untrusted text cannot forge them, since `shown.visible`
escapes such characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum


class Tone(Enum):
    """The tone of a part of a text; the value is the character that precedes the part."""

    RED = "\ue000"
    BLUE = "\ue001"
    GOLD = "\ue002"


_END = "\ue0ff"
_MARKED = re.compile(f"([{''.join(tone.value for tone in Tone)}])([^{_END}]*){_END}")


def marked(text: str, tone: Tone) -> str:
    r"""Return a text between marks that give it a tone.

    >>> marked("QD*", Tone.GOLD)
    '\ue002QD*\ue0ff'
    """
    return f"{tone.value}{text}{_END}"


def rendered(text: str, show: Callable[[str, Tone], str]) -> str:
    """Return the text without marks, with each marked part as `show` formats it.

    >>> rendered(f"KD {marked('QD', Tone.GOLD)}", lambda part, tone: f"[{part} {tone.name}]")
    'KD [QD GOLD]'
    """
    return _MARKED.sub(lambda found: show(found[2], Tone(found[1])), text)


def plain(text: str) -> str:
    """Return the text without marks.

    >>> plain(marked("QD*", Tone.GOLD))
    'QD*'
    """
    return rendered(text, lambda part, tone: part)
