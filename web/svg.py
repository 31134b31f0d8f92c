"""Pictures of positions as SVG, and as PNG by the extra `png`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib import import_module
from importlib.resources import files
from typing import Any

from .diagram import Card, Gap, Piece, Row

WIDTH = 720
LEFT, TOP = 16, 44
CARD, PIECE = (34, 47.6), (34, 39.1)
"""The sizes of cards and pieces as they are drawn here."""
STEP, GAP = 37, 12
ROW = 58
NAMES = 190

INK, SOFT, RED, ACCENT = "#1d2126", "#565b61", "#b3161f", "#0b5e8a"
FONT = "'Noto Sans', 'Noto Sans CJK KR', 'Noto Sans CJK JP', system-ui, sans-serif"
SERIF = "'Noto Serif CJK JP', 'Noto Sans CJK JP', 'Yu Mincho', serif"


class NoRenderer(ImportError):
    """What makes a PNG is not installed; the message says how to install it."""


@cache
def art() -> dict[str, Any]:
    """The shapes of cards and pieces, which the component draws, too."""
    text = files(__name__.rpartition(".")[0]).joinpath("art.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def svg(title: str, rows: Sequence[Row], description: str = "") -> str:
    """A picture of a position: its title, and a row for each seat and each pile."""
    height = TOP + ROW * len(rows) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="{FONT}" fill="{INK}">',
        f"<title>{_text(title)}</title><desc>{_text(description)}</desc>",
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#dfeadf"/>',
        f'<text x="{LEFT}" y="29" font-size="17" font-weight="700">{_text(title)}</text>',
    ]
    for index, row in enumerate(rows):
        parts += _row(row, TOP + ROW * index)
    return "".join([*parts, "</svg>\n"])


def png(picture: str) -> bytes:
    """An SVG as PNG, twice as large, with the fonts of this machine.

    Raises NoRenderer (an ImportError) where resvg is not installed.
    """
    try:
        resvg: Any = import_module("resvg_py")
    except ModuleNotFoundError as error:
        if error.name != "resvg_py":
            raise
        why = "a PNG needs resvg: pip install 'kifu[png]' (the extra `png`)"
        raise NoRenderer(why) from None
    return bytes(resvg.svg_to_bytes(svg_string=picture, zoom=2))


def _row(row: Row, top: float) -> Iterator[str]:
    edge = f' stroke="{ACCENT}" stroke-width="2.5"' if row.acts else ""
    yield (
        f'<rect x="8" y="{top}" width="{WIDTH - 16}" height="{ROW - 6}" rx="8" '
        f'fill="#fdfcf9" fill-opacity=".7"{edge}/>'
    )
    name = _text(_cut(f"▶ {row.name}" if row.acts else row.name))
    yield f'<text x="{LEFT}" y="{top + 22}" font-size="14" font-weight="700">{name}</text>'
    yield f'<text x="{LEFT}" y="{top + 41}" font-size="12" fill="{SOFT}">{_text(row.note)}</text>'
    room = WIDTH - NAMES - 24
    wide = sum(GAP if isinstance(each, Gap) else STEP for each in row.things)
    scale, x = min(1.0, room / max(wide, 1)), 0.0
    yield f'<g transform="translate({NAMES} {top + 2.5}) scale({scale:.3f})">'
    for each in row.things:
        if isinstance(each, Gap):
            x += GAP
        else:
            yield _card(each, x) if isinstance(each, Card) else _piece(each, x)
            x += STEP
    yield "</g>"


def _card(card: Card, x: float) -> str:
    paper = '<rect x="1" y="1" width="38" height="54" rx="5" fill="#fff" stroke="#8a8f94"/>'
    inside = _back() if not card.rank and not card.suit else _face(card)
    mark = {"lead": "(", "wins": "★", "leads and wins": "(★"}.get(card.mark, "")
    above = f'<text x="3" y="13" font-size="12" font-weight="700" fill="{ACCENT}">{mark}</text>'
    return f'<g transform="translate({x} 0) scale(.85)">{paper}{inside}{above if mark else ""}</g>'


def _back() -> str:
    return (
        '<rect x="5" y="5" width="30" height="46" rx="3" fill="#3a6ea5"/>'
        f'<path d="{art()["cardWeave"]}" fill="none" stroke="#fff" stroke-width="2"/>'
    )


def _face(card: Card) -> str:
    colour = RED if card.suit in ("H", "D") else INK
    rank = "10" if card.rank == "T" else card.rank
    text = f'font-size="21" font-weight="700" text-anchor="middle" fill="{colour}"'
    path = art()["suits"].get(card.suit)
    if path:
        below = f'<path transform="translate(8.5 27)" d="{path}" fill="{colour}"/>'
    else:
        below = f'<text x="20" y="47" {text}>{_text(card.suit)}</text>'
    return f'<text x="20" y="23" {text}>{_text(rank)}</text>{below}'


def _piece(piece: Piece, x: float) -> str:
    weave, sign = "", art()["kanji"].get(piece.digit, "")
    if piece.face_down or not sign:
        weave = f'<path d="{art()["pieceWeave"]}" fill="none" stroke="#8b6425" opacity=".75"/>'
    return (
        f'<g transform="translate({x} 5) scale(.85)">'
        f'<path d="{art()["piece"]}" fill="#f2d7a0" stroke="#8b6425" stroke-width="1.5"/>{weave}'
        f'<text x="20" y="35" font-size="22" font-weight="700" text-anchor="middle" '
        f'font-family="{SERIF}" lang="ja" fill="#24180a">{_text(sign)}</text></g>'
    )


MOST_NAME = 20


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"


def _text(text: str) -> str:
    """Text as XML can hold it, isolated from the direction of what stands around it."""
    kept = "".join(each if _is_allowed(each) else "\ufffd" for each in text)
    return escape(kept)


def _is_allowed(character: str) -> bool:
    """Whether XML allows a character, and it does not turn the direction of others."""
    point = ord(character)
    if point in range(0x202A, 0x202F) or point in range(0x2066, 0x206A):
        return False
    return character in "\t\n" or 0x20 <= point < 0xD800 or 0xE000 <= point not in (0xFFFE, 0xFFFF)
