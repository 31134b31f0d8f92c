"""Colours of a terminal. Where they are not wanted, whoever writes the text takes them away."""

from __future__ import annotations

import re

BOLD, BLACK, RED, BLUE, ON_YELLOW = 1, 30, 31, 34, 43

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def styled(text: str, *styles: int) -> str:
    r"""Text with some styles; without any, it stays as it is.

    >>> styled("P0", BOLD, RED), styled("P1")
    ('\x1b[1;31mP0\x1b[0m', 'P1')
    """
    return f"\x1b[{';'.join(map(str, styles))}m{text}\x1b[0m" if styles else text


def plain(text: str) -> str:
    r"""Text without styles.

    >>> plain("\x1b[1;31mP0\x1b[0m")
    'P0'
    """
    return _STYLE.sub("", text)
