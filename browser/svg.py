"""Draw positions as SVG, or as PNG with the extra `png`: a table seen from above."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from .diagram import Diagram, Pile, Seat, Thing
from .shapes import (
    ACCENT,
    BLUE,
    FONT,
    HIGH,
    INK,
    RED,
    SOFT,
    WIDE,
    breadth,
    cut,
    drawn,
    empty,
    harmless,
    line,
    wrapped,
)

WIDTH, EDGE, GAP = 720, 8, 8
TITLE = 40
PAD = 10
SMALL = 0.85
"""The scale of cards and pieces in hands; those in the middle are full size."""
STEP, ROW, APART = WIDE * SMALL + 1, HIGH * SMALL + 3, 10
FACTS = 3
"""How many facts are shown side by side."""

AROUND = {2: "s n", 3: "s nw ne", 4: "s w n e", 5: "s w nw ne e"}
"""The places of the seats, clockwise from the bottom, as in the component."""
WIDTHS = {"s": 480, "n": 400, "nw": 348, "ne": 348, "w": 232, "e": 232}
CENTRE = WIDTH - 2 * EDGE - 2 * (WIDTHS["w"] + GAP)
SPOTS = {"s": (-20, 6), "n": (-20, -62), "w": (-82, -28), "e": (42, -28)}
"""The places of the cards in a trick, relative to its centre."""
SPOTS_OF_FIVE = SPOTS | {"w": (-82, 0), "e": (42, 0), "nw": (-46, -62), "ne": (6, -62)}
TRICK = 140


class NoRenderer(ImportError):
    """Raised if the PNG renderer is not installed; the message says how to install it."""


class Box(NamedTuple):
    """Part of a picture, drawn relative to its own corner, and its height."""

    content: str
    height: float


def svg(
    title: str, diagram: Diagram, description: str = "", bottom: int = 0, acts: Collection[int] = ()
) -> str:
    """Return a picture of a position, with one seat at the bottom and marks on the seats to act."""
    around = _around(diagram, bottom)
    boxes = {
        where: _seat(diagram.seats[seat], where, seat in acts) for where, seat in around.items()
    }
    middle = _middle(diagram, bottom)
    bands = [("nw", "n", "ne"), ("w", "e"), ("s",)]
    highs = [
        max((boxes[each].height for each in band if each in boxes), default=0) for band in bands
    ]
    highs[1] = max(highs[1], middle.height)
    tops: list[float] = [TITLE]
    for high in highs:
        tops.append(tops[-1] + high + (GAP if high else 0))
    facts, heading = _facts(diagram.facts), line(title, WIDTH - 32, 17)
    height = tops[-1] + (facts.height + GAP if facts.height else 0)
    top_of = {where: (tops[at], highs[at]) for at, band in enumerate(bands) for where in band}
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
            f'width="{WIDTH}" height="{height:g}" role="img" font-family="{FONT}" fill="{INK}">',
            f"<title>{harmless(title)}</title><desc>{harmless(description)}</desc>",
            f'<rect width="{WIDTH}" height="{height:g}" rx="12" fill="#dfeadf"/>',
            f'<text x="16" y="27" font-size="17" font-weight="700">{heading}</text>',
            *(
                _placed(box, where, *top_of[where], around[where] in acts)
                for where, box in boxes.items()
            ),
            _at(WIDTH / 2, tops[1] + (highs[1] - middle.height) / 2, middle.content),
            _at(EDGE, tops[-1], facts.content),
            "</svg>\n",
        ]
    )


def _around(diagram: Diagram, bottom: int) -> dict[str, int]:
    """Return the places around the table with their seats."""
    seats = len(diagram.seats)
    first, *others = AROUND[seats].split()
    places = [first, *(others if diagram.clockwise else reversed(others))]
    return {where: (bottom + at) % seats for at, where in enumerate(places)}


def _at(x: float, y: float, content: str, scale: float = 1) -> str:
    scaled = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){scaled}">{content}</g>'


def _placed(box: Box, where: str, top: float, height: float, acts: bool) -> str:
    """Return a seat in its place, as high as the seats beside it."""
    wide = WIDTHS[where]
    edge = f' stroke="{ACCENT}" stroke-width="2.5"' if acts else ""
    paper = (
        f'<rect width="{wide}" height="{height:g}" rx="8" fill="#fdfcf9" fill-opacity=".7"{edge}/>'
    )
    x = {"w": EDGE, "e": WIDTH - EDGE - wide, "nw": EDGE, "ne": WIDTH - EDGE - wide}
    return _at(x.get(where, (WIDTH - wide) / 2), top, paper + box.content)


def _seat(seat: Seat, where: str, acts: bool) -> Box:
    wide, middle = WIDTHS[where], where in ("s", "n")
    room = wide - 2 * PAD
    parts: list[str] = []
    x, anchor = (wide / 2, ' text-anchor="middle"') if middle else (PAD, "")

    def written(text: str, y: float, style: str) -> None:
        parts.append(f'<text x="{x:g}" y="{y:g}"{anchor} {style}>{text}</text>')

    name = f"▶ {seat.name}" if acts else seat.name
    written(line(name, room, 14), PAD + 12, 'font-size="14" font-weight="700"')
    y: float = PAD + 20
    if seat.notes:
        written(" · ".join(map(_note, seat.notes)), y + 12, f'font-size="12" fill="{SOFT}"')
        y += 18
    for groups, apart in ((tuple((each,) for each in seat.hand), 0), (seat.laid, APART)):
        flowed = _flow(groups, room, apart)
        y += 4 if flowed else 0
        for row in flowed:
            parts += _row(row, apart, y, wide if middle else None)
            y += ROW
    for text in wrapped(seat.caption, room, 12):
        written(line(text, wide, 12), y + 13, 'font-size="12"')
        y += 17
    return Box("".join(parts), y + PAD - 4)


def _note(note: str) -> str:
    colour = {"president": RED, "friend": BLUE}.get(note)
    return f'<tspan fill="{colour}">{harmless(note)}</tspan>' if colour else harmless(note)


Group: TypeAlias = tuple[Thing, ...]


def _flow(groups: Sequence[Group], room: float, apart: float) -> list[Sequence[Group]]:
    """Return groups in rows of about equal length that fit the available width."""
    if not groups:
        return []
    widest = STEP * max(map(len, groups))
    most = max(1, int((room + apart) // (widest + apart)))
    rows = ceil(len(groups) / most)
    each = ceil(len(groups) / rows)
    return [groups[at : at + each] for at in range(0, len(groups), each)]


def _row(row: Sequence[Group], apart: float, y: float, within: float | None) -> Iterator[str]:
    wide = sum(STEP * len(group) + apart for group in row) - apart
    x = PAD if within is None else (within - wide) / 2
    for group in row:
        for thing in group:
            yield _at(x, y, drawn(thing), SMALL)
            x += STEP
        x += apart


def _middle(diagram: Diagram, bottom: int) -> Box:
    """Return the middle of the table; its origin is the midpoint of its upper edge."""
    parts: list[str] = []
    y: float = PAD
    if any(diagram.trick):
        spots = SPOTS_OF_FIVE if len(diagram.seats) in (3, 5) else SPOTS
        for where, seat in _around(diagram, bottom).items():
            x, up = spots[where]
            card = diagram.trick[seat]
            parts += [] if card is None else [_at(x, y + TRICK / 2 + up, drawn(card))]
        y += TRICK
    for pile in diagram.piles:
        parts += _pile(pile, y)
        y += HIGH + 26
    return Box("".join(parts), y + PAD)


def _pile(pile: Pile, y: float) -> Iterator[str]:
    yield (
        f'<text y="{y + 12:g}" text-anchor="middle" font-size="12" fill="{SOFT}">'
        f"{line(pile.name, CENTRE, 12)}</text>"
    )
    things = [drawn(each) for each in pile.things] or [empty()]
    for at, each in enumerate(things):
        yield _at((at - len(things) / 2) * (WIDE + 2) + 1, y + 20, each)


def _facts(facts: Sequence[tuple[str, str]]) -> Box:
    """Return the facts below the table, such as the contract and the score."""
    wide, height = WIDTH - 2 * EDGE, 20 * ceil(len(facts) / FACTS) + 12
    if not facts:
        return Box("", 0)
    parts = [f'<rect width="{wide}" height="{height}" rx="8" fill="#fdfcf9" fill-opacity=".85"/>']
    cell = (wide - 2 * PAD) / FACTS
    for at, (name, value) in enumerate(facts):
        x, y = PAD + cell * (at % FACTS), 20 * (at // FACTS) + 20
        label = cut(name, cell * 0.7, 12.5)
        rest = cell - breadth(f"{label}  ", 12.5)
        parts.append(
            f'<text x="{x:g}" y="{y}" font-size="12.5" fill="{SOFT}">{line(label, cell, 12.5)} '
            f'<tspan font-weight="700" fill="{INK}">{line(value, rest, 12.5)}</tspan>'
            "</text>"
        )
    return Box("".join(parts), height)


def png(picture: str) -> bytes:
    """Return an SVG as PNG, twice as large, with the fonts of this machine.

    Raises NoRenderer (an ImportError) if resvg is not installed.
    """
    try:
        resvg: Any = import_module("resvg_py")
    except ModuleNotFoundError as error:
        if error.name != "resvg_py":
            raise
        why = "a PNG needs resvg: pip install 'kifu[png]' (the extra `png`)"
        raise NoRenderer(why) from None
    return bytes(resvg.svg_to_bytes(svg_string=picture, zoom=2))
