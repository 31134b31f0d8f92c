"""Draw cards, pieces, stones and lines of text as SVG."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from string import ascii_uppercase, printable
from typing import Any

from ..formats.text.columns import width
from ..replayer.scene.shapes import JOKER, Card, Letter, Piece, Shape, Stone
from ..replayer.scene.texts import Suit


@cache
def art() -> dict[str, Any]:
    """Return the colours, and the shapes of cards and pieces, shared with the component."""
    text = files(__name__.rpartition(".")[0]).joinpath("art.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def colour(name: str) -> str:
    """Return a colour of the light theme."""
    found: str | list[str] = art()["colours"][name]
    return found if isinstance(found, str) else found[0]


INK, SOFT, RED, BLUE, ACCENT = map(colour, ("ink", "soft", "red", "blue", "accent"))
GOLD, PAPER, EDGE = map(colour, ("gold", "paper", "card-edge"))
WOOD, WOOD_EDGE, WOOD_INK = map(colour, ("wood", "wood-edge", "wood-ink"))
FONT = "'Noto Sans', 'DejaVu Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
EAST = "'Noto Sans CJK JP', 'Noto Sans JP', 'Noto Sans KR', 'Hiragino Sans', Meiryo, sans-serif"
SIGNS = "'DejaVu Sans', 'Noto Sans Symbols 2', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
SERIF = "'Noto Serif CJK JP', 'Noto Sans CJK JP', 'Yu Mincho', serif"

WIDE, HIGH = 40, 56
"""The size of a card; a piece is slightly smaller."""

_LEADS = "M-2.5 -4 4 0 -2.5 4z"
_WINS = "M0 -5.5 1.6 -1.8 5.4 -1.5 2.5 1 3.4 4.8 0 2.8 -3.4 4.8 -2.5 1 -5.4 -1.5 -1.6 -1.8z"


def drawn(shape: Shape, down: bool = False, leads: bool = False, wins: bool = False) -> str:
    """Return a thing as SVG; it may be face-down, lead a trick or win it."""
    if isinstance(shape, Card):
        return _card(shape, leads, wins)
    if isinstance(shape, Piece):
        return _piece(shape, down)
    return _stone(shape) if isinstance(shape, Stone) else _letter(shape)


def empty() -> str:
    """Return an empty space for a card as SVG."""
    return (
        f'<rect x="1" y="1" width="38" height="54" rx="5" fill="none" stroke="{EDGE}" '
        'stroke-dasharray="4 3"/>'
    )


def _card(card: Card, leads: bool, wins: bool) -> str:
    paper = (
        f'<rect x="1" y="1" width="38" height="54" rx="5" fill="{colour("card")}" stroke="{EDGE}"/>'
    )
    inside = _face(card) if card.rank or card.suit else _back()
    first = _tag(3, INK, PAPER, _LEADS) if leads else ""
    return f"{paper}{inside}{first}{_tag(37, GOLD, INK, _WINS) if wins else ''}"


def _tag(x: int, fill: str, ink: str, path: str) -> str:
    """Return a mark for the corner of a card: a triangle for the lead, a star for the winner."""
    return (
        f'<g transform="translate({x} 3)"><circle r="8" fill="{fill}" stroke="{INK}"/>'
        f'<path d="{path}" fill="{ink}"/></g>'
    )


def _back() -> str:
    return (
        f'<rect x="5" y="5" width="30" height="46" rx="3" fill="{colour("back")}"/>'
        f'<path d="{art()["cardWeave"]}" fill="none" stroke="{colour("weave")}" stroke-width="2"/>'
    )


def _face(card: Card) -> str:
    suit = card.extra.suit if isinstance(card.extra, Suit) else card.suit
    ink = RED if suit in ("H", "D") else INK
    rank = card.rank.replace("T", "10") + (card.extra if isinstance(card.extra, str) else "")
    text = f'font-weight="700" text-anchor="middle" fill="{ink}"'
    path = art()["suits"].get(suit)
    if path:
        below = f'<path transform="translate(8.5 27)" d="{path}" fill="{ink}"/>'
    elif card.rank == JOKER:
        below = f'<text x="20" y="42" font-size="10" {text}>JOKER</text>'
    else:
        below = f'<text x="20" y="47" font-size="21" {text}>{harmless(suit)}</text>'
    return f'<text x="20" y="23" font-size="21" {text}>{harmless(rank)}</text>{below}'


def _piece(piece: Piece, down: bool) -> str:
    weave = ""
    if down or not piece.sign:
        weave = f'<path d="{art()["pieceWeave"]}" fill="none" stroke="{WOOD_EDGE}" opacity=".75"/>'
    drawn = (
        f'<path d="{art()["piece"]}" fill="{WOOD}" stroke="{WOOD_EDGE}" stroke-width="1.5"/>{weave}'
        f'<text x="20" y="35" font-size="22" font-weight="700" text-anchor="middle" '
        f'font-family="{SERIF}" lang="ja" fill="{WOOD_INK}">{harmless(piece.sign)}</text>'
    )
    return f'<g transform="rotate(180 20 23)">{drawn}</g>' if piece.flipped else drawn


def _stone(stone: Stone) -> str:
    side = "white" if stone.white else "black"
    shade, edge = colour(f"shine-{side}"), colour("stone-edge")
    return (
        f'<circle cx="20" cy="23" r="19" fill="{colour(f"stone-{side}")}" stroke="{edge}"/>'
        f'<path d="M8 20A13 13 0 0 1 20 9" fill="none" stroke="{shade}" stroke-width="2.5" '
        'stroke-linecap="round"/>'
    )


def _letter(letter: Letter) -> str:
    return (
        f'<text x="20" y="36" font-size="36" text-anchor="middle" font-family="{SIGNS}" '
        f'fill="{INK}">{harmless(letter.sign)}</text>'
    )


def line(text: str, room: float, size: float) -> str:
    """Return a line of text as SVG, cut to the available width, with red suits in red.

    East Asian letters and symbols get their own fonts, since a renderer may use a single font for
    the whole text.
    """
    return _OTHERS.sub(_otherwise, harmless(cut(text, room, size)))


_OTHERS = re.compile(
    "(?P<east>[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+)"
    "|(?P<red>[♥♦])|[\u2190-\u2bff]+"
)


def _otherwise(found: re.Match[str]) -> str:
    fonts = EAST if found["east"] else SIGNS
    red = f' fill="{RED}"' if found["red"] else ""
    return f'<tspan font-family="{fonts}"{red}>{found[0]}</tspan>'


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Split a text into lines that fit the available width, if each word fits.

    >>> wrapped("♣A ♣Q ♣K ♣J", 60, 12)
    ['♣A ♣Q', '♣K ♣J']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and breadth(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def cut(text: str, room: float, size: float) -> str:
    """Cut a text to the available width, with at most two accents on each letter.

    >>> cut("Wolfgang Amadeus", 80, 12)
    'Wolfgang…'
    """
    text = _ACCENTS.sub(r"\1", text)
    if len(text) <= MOST and breadth(text, size) <= room:
        return text
    kept = text[:MOST]
    while kept and breadth(f"{kept}…", size) > room:
        kept = kept[:-1]
    return f"{kept}…"


_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_ACCENTS = re.compile(f"({_MARK}{{2}}){_MARK}+")
MOST = 100
"""The maximum length of a text, in characters."""


def breadth(text: str, size: float) -> float:
    """Return the maximum width of a text in the bold letters of common fonts."""
    return size * sum(map(_breadth, text))


def _breadth(character: str) -> float:
    for characters, ems in _BREADTHS.items():
        if character in characters:
            return ems
    return 0.0 if width(character) == 0 else 1.0


_BREADTHS = {
    " .,:;!|'()-·ijlt": 0.42,
    "WM@%mw": 1.1,
    ascii_uppercase: 0.8,
    printable: 0.65,
}
"""The widths of characters in ems; the first entry that contains a character applies."""


def harmless(text: str) -> str:
    """Escape a text for XML, dropping characters that XML forbids or that change direction."""
    return escape("".join(each if _is_allowed(each) else "\ufffd" for each in text))


def _is_allowed(character: str) -> bool:
    """Return whether a character is allowed in XML and does not change the text direction."""
    point = ord(character)
    if point in range(0x202A, 0x202F) or point in range(0x2066, 0x206A):
        return False
    return character in "\t\n" or 0x20 <= point < 0xD800 or 0xE000 <= point not in (0xFFFE, 0xFFFF)
