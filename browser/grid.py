"""Draw boards of squares or points as SVG."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import atan2, degrees, hypot
from typing import NamedTuple

from ..replayer.scene.scene import Grid, Mark
from ..replayer.scene.shapes import Shape, Stone
from .shapes import INK, SOFT, WOOD, WOOD_EDGE, colour, drawn, harmless

CELL = 40
"""The size of a square or point before the board is scaled to the available width."""
MOST = 620
"""The maximum width and height of a board, without its labels."""
COLOURS = {each: colour(f"mark-{each}") for each in ("red", "blue", "green", "yellow")} | {
    each: colour(f"stone-{each}") for each in ("black", "white")
}
PATHS = {
    "square": "M-10-10h20v20h-20z",
    "triangle": "M0-11l10 18h-20z",
    "cross": "M-10-10l20 20m0-20l-20 20",
}


class Box(NamedTuple):
    """Part of a picture, drawn relative to its own corner, and its height."""

    content: str
    height: float


def board(grid: Grid, shape: Callable[[str], Shape], room: float) -> Box:
    """Return a board; its origin is the midpoint of its upper edge."""
    wide, high = len(grid.columns) * CELL, len(grid.lines) * CELL
    scale = min(1, MOST / max(wide, high), (room - 2 * CELL) / wide)
    size = max(15, 10 / scale)  # of labels
    dark = _dark(grid, shape)
    parts = [
        f'<rect width="{wide}" height="{high}" fill="{WOOD}" stroke="{WOOD_EDGE}"/>',
        *(_points(grid) if grid.points else _squares(grid)),
        *_labels(grid, size),
        *_things(grid, shape),
        *(_mark(mark, grid, dark) for mark in grid.marks),
    ]
    where = f"translate({-wide * scale / 2:g} 0) scale({scale:g})"
    return Box(f'<g transform="{where}">{"".join(parts)}</g>', (high + 1.5 * size) * scale)


def _points(grid: Grid) -> Iterator[str]:
    wide, high = (len(each) * CELL - CELL for each in (grid.columns, grid.lines))
    across = "".join(f"M20 {20 + CELL * y}h{wide}" for y in range(len(grid.lines)))
    down = "".join(f"M{20 + CELL * x} 20v{high}" for x in range(len(grid.columns)))
    yield f'<path d="{across}{down}" stroke="{WOOD_EDGE}" fill="none"/>'
    for x, y in _centres(grid, grid.stars):
        yield f'<circle cx="{x}" cy="{y}" r="4.5" fill="{WOOD_EDGE}"/>'


def _squares(grid: Grid) -> Iterator[str]:
    wide, high = len(grid.columns), len(grid.lines)
    if grid.checkered:
        dark = [(x, y) for y in range(high) for x in range((high - y + 1) % 2, wide, 2)]
        path = "".join(f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h{-CELL}z" for x, y in dark)
        yield f'<path d="{path}" fill="{WOOD_EDGE}" opacity=".4"/>'
        return
    across = "".join(f"M0 {y * CELL}h{wide * CELL}" for y in range(1, high))
    down = "".join(f"M{x * CELL} 0v{high * CELL}" for x in range(1, wide))
    yield f'<path d="{across}{down}" stroke="{WOOD_EDGE}" fill="none"/>'


def _labels(grid: Grid, size: float) -> Iterator[str]:
    style = f'font-size="{size:g}" fill="{SOFT}" text-anchor="middle"'
    bottom = len(grid.lines) * CELL + 1.2 * size
    for at, label in enumerate(grid.heads or grid.columns):
        yield f'<text x="{CELL * at + 20}" y="{bottom:g}" {style}>{harmless(label)}</text>'
    for at, label in enumerate(grid.sides or grid.lines):
        y = CELL * at + 20 + size / 3
        yield f'<text x="{-0.8 * size:g}" y="{y:g}" {style}>{harmless(label)}</text>'


def _things(grid: Grid, shape: Callable[[str], Shape]) -> Iterator[str]:
    """Yield the things; they are drawn 40 wide and 46 high."""
    for y, row in enumerate(grid.rows):
        for x, thing in enumerate(row):
            if thing != ".":
                where = f"translate({CELL * x + 2.6:g} {CELL * y}) scale(.87)"
                faded = ' opacity=".45"' if grid.places[y * len(row) + x] in grid.faded else ""
                yield f'<g transform="{where}"{faded}>{drawn(shape(thing))}</g>'


def _centres(grid: Grid, places: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the centres of those squares or points that exist."""
    found = (grid.places.index(each) for each in places if each in grid.places)
    wide = len(grid.columns)
    return [(CELL * (at % wide) + 20, CELL * (at // wide) + 20) for at in found]


def _dark(grid: Grid, shape: Callable[[str], Shape]) -> set[str]:
    """Return the places with black stones, on which marks are white unless they have a colour."""
    things = zip(grid.places, "".join(grid.rows), strict=True)
    shapes = ((place, shape(thing)) for place, thing in things if thing != ".")
    return {place for place, each in shapes if isinstance(each, Stone) and not each.white}


def _mark(mark: Mark, grid: Grid, dark: Collection[str]) -> str:
    """Return a mark, or nothing if one of its squares or points does not exist."""
    places = _centres(grid, mark.at)
    if len(places) < len(mark.at):
        return ""
    ink = COLOURS.get(mark.colour, colour("mark"))
    if mark.shape in ("arrow", "line"):
        (x, y), (to_x, to_y) = places[0], places[-1]
        head = "m-12-8l12 8l-12 8" if mark.shape == "arrow" else ""
        turn = f"translate({x} {y}) rotate({degrees(atan2(to_y - y, to_x - x)):g})"
        path = f"M0 0h{hypot(to_x - x, to_y - y):g}{head}"
        style = f'stroke="{ink}" stroke-width="3.5" fill="none"'
        return f'<path transform="{turn}" d="{path}" {style}/>'
    pale = not mark.colour and mark.shape != "highlight"
    inks = [COLOURS["white"] if pale and each in dark else ink for each in mark.at]
    return "".join(
        f'<g transform="translate({x} {y})">{_sign(mark, each)}</g>'
        for (x, y), each in zip(places, inks, strict=True)
    )


def _sign(mark: Mark, ink: str) -> str:
    line = f'stroke="{ink}" stroke-width="3.5" fill="none"'
    if mark.shape == "label":
        style = (
            f'font-size="24" font-weight="700" text-anchor="middle" fill="{ink}" '
            f'stroke="{WOOD}" stroke-width="6" paint-order="stroke"'
        )
        return f'<text y="8" {style}>{harmless(mark.text)}</text>'
    if mark.shape == "highlight":  # its frame is visible around a stone of any colour
        style = f'fill="{ink}" fill-opacity=".3" stroke="{ink}" stroke-width="3"'
        return f'<path d="M-18.5-18.5h37v37h-37z" {style}/>'
    if mark.shape == "dim":
        fill = ink if ink == COLOURS["white"] else INK
        return f'<path d="M-20-20h40v40h-40z" fill="{fill}" opacity=".3"/>'
    if mark.shape in PATHS:
        return f'<path d="{PATHS[mark.shape]}" {line}/>'
    if mark.shape == "area":
        return f'<path d="M-7-7h14v14h-14z" fill="{ink}" stroke="{WOOD_EDGE}"/>'
    return f'<circle r="6" fill="{ink}"/>' if mark.shape == "dot" else f'<circle r="12" {line}/>'
