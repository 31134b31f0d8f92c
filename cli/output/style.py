"""Terminal colours for the roles of text."""

from __future__ import annotations

from ...formats.text.roles import Role, rendered

BOLD, BLACK, RED, YELLOW, BLUE, CYAN, ON_YELLOW = 1, 30, 31, 33, 34, 36, 43

ROLES = {
    Role.DECLARER: (BOLD, RED),
    Role.PARTNER: (BOLD, BLUE),
    Role.WINNER: (BLACK, ON_YELLOW),
}


def styled(text: str, *styles: int) -> str:
    r"""Return text with the given styles, unchanged if there are none.

    >>> styled("P0", BOLD, RED), styled("P1")
    ('\x1b[1;31mP0\x1b[0m', 'P1')
    """
    return f"\x1b[{';'.join(map(str, styles))}m{text}\x1b[0m" if styles else text


def coloured(text: str) -> str:
    r"""Return text for a terminal, with each role in its colours.

    >>> from ...formats.text.roles import marked
    >>> coloured(f"P0 {marked('P1!', Role.DECLARER)}")
    'P0 \x1b[1;31mP1!\x1b[0m'
    """
    return rendered(text, lambda part, role: styled(part, *ROLES[role]))
