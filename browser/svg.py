"""Draw positions as SVG, or as PNG with the extra `png`: a table seen from above."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from math import ceil
from typing import Any, TypeAlias

from ..replayer.scene.scene import Group, Pile, Scene, Tone, Trick
from ..replayer.scene.scenes import Scenes, Speaker
from .grid import Box, board
from .shapes import (
    ACCENT,
    BLUE,
    FONT,
    HIGH,
    INK,
    PAPER,
    RED,
    SOFT,
    WIDE,
    breadth,
    colour,
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

AROUND = {1: "s", 2: "s n", 3: "s nw ne", 4: "s w n e", 5: "s w nw ne e"}
"""The places of the seats, clockwise from the bottom, as in the component."""
WIDTHS = {"s": 480, "n": 400, "nw": 348, "ne": 348, "w": 232, "e": 232}
CENTRE = WIDTH - 2 * EDGE - 2 * (WIDTHS["w"] + GAP)
SPOTS = {"s": (-20, 6), "n": (-20, -62), "w": (-82, -28), "e": (42, -28)}
"""The places of the cards in a trick, relative to its centre."""
SPOTS_OF_FIVE = SPOTS | {"w": (-82, 0), "e": (42, 0), "nw": (-46, -62), "ne": (6, -62)}
TRICK = 140
WIDE_CENTRE = WIDTH - 2 * EDGE

Shapes: TypeAlias = tuple[str, ...]
"""The pictures of things that stay on one line."""


class NoRenderer(ImportError):
    """Raised if the PNG renderer is not installed; the message says how to install it."""


class Drawing:
    """Draws a scene: a table seen from above, with one seat at the bottom."""

    def __init__(
        self,
        scene: Scene,
        scenes: Scenes[Any],
        speaker: Speaker,
        bottom: int,
        acts: Collection[int],
    ) -> None:
        self._scene = scene
        self._scenes = scenes
        self._speaker = speaker
        self._acts = acts
        seats = len(scene.seats)
        first, *others = AROUND[seats].split()
        places = [first, *(others if scene.clockwise else reversed(others))]
        self._around = {where: (bottom + at) % seats for at, where in enumerate(places)}

    def svg(self, title: str, description: str) -> str:
        """Return the picture with a title, and a description for people who cannot see it."""
        around, acts = self._around, self._acts
        boxes = {where: self._seat(seat, where) for where, seat in around.items()}
        middle = self._middle()
        bands = [("nw", "n", "ne"), ("w", "e"), ("s",)]
        highs = [
            max((boxes[each].height for each in band if each in boxes), default=0) for band in bands
        ]
        highs[1] = max(highs[1], middle.height)
        tops: list[float] = [TITLE]
        for high in highs:
            tops.append(tops[-1] + high + (GAP if high else 0))
        facts, heading = self._facts(), line(title, WIDTH - 32, 17)
        height = tops[-1] + (facts.height + GAP if facts.height else 0)
        top_of = {where: (tops[at], highs[at]) for at, band in enumerate(bands) for where in band}
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
                f'width="{WIDTH}" height="{height:g}" role="img" font-family="{FONT}" '
                f'fill="{INK}"><title>{harmless(title)}</title>'
                f"<desc>{harmless(description)}</desc>",
                f'<rect width="{WIDTH}" height="{height:g}" rx="12" fill="{colour("felt")}"/>',
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

    def _drawn(self, thing: str, down: bool = False) -> str:
        return drawn(self._scenes.shape(thing), down)

    def _seat(self, number: int, where: str) -> Box:
        seat, text = self._scene.seats[number], self._speaker.text
        wide, middle = WIDTHS[where], where in ("s", "n")
        room = wide - 2 * PAD
        parts: list[str] = []
        x, anchor = (wide / 2, ' text-anchor="middle"') if middle else (PAD, "")

        def written(text: str, y: float, style: str) -> None:
            parts.append(f'<text x="{x:g}" y="{y:g}"{anchor} {style}>{text}</text>')

        name = f"{'▶ ' if number in self._acts else ''}{self._speaker.name(number)}"
        written(line(name, room, 14), PAD + 12, 'font-size="14" font-weight="700"')
        y: float = PAD + 20
        badges = self._speaker.badges(seat, number)
        if badges:
            notes = " · ".join(_toned(text(each.text), each.tone) for each in badges)
            written(notes, y + 12, f'font-size="12" fill="{SOFT}"')
            y += 18
        held = [(self._drawn(each),) for each in seat.hand or ()]
        for groups, apart in ((held, 0), (list(map(self._group, seat.laid)), APART)):
            flowed = _flow(groups, room, apart)
            y += 4 if flowed else 0
            for row in flowed:
                parts += _row(row, apart, y, wide if middle else None)
                y += ROW
        fouls = [text(each.badge.text) for each in seat.laid if each.badge]
        taken = " ".join(map(self._speaker.thing, seat.taken or ()))
        facts = " · ".join(f"{text(each.name)} {text(each.value)}" for each in seat.facts)
        for each in (" · ".join(fouls), taken, facts):
            for part in wrapped(each, room, 12):
                written(line(part, wide, 12), y + 13, 'font-size="12"')
                y += 17
        return Box("".join(parts), y + PAD - 4)

    def _group(self, group: Group) -> Shapes:
        return tuple(self._drawn(each, at < group.down) for at, each in enumerate(group.things))

    def _middle(self) -> Box:
        """Return the middle of the table; its origin is the midpoint of its upper edge."""
        parts: list[str] = []
        y: float = PAD
        if self._scene.tricks:
            parts += self._trick(self._scene.tricks[-1], y + TRICK / 2)
            y += TRICK
        for pile in self._scene.piles:
            parts += self._pile(pile, y)
            y += HIGH + 26
        if self._scene.grid is not None:
            box = board(
                self._scene.grid, self._scenes.shape, CENTRE if "w" in self._around else WIDE_CENTRE
            )
            parts.append(_at(0, y, box.content))
            y += box.height
        return Box("".join(parts), y + PAD)

    def _trick(self, trick: Trick, y: float) -> Iterator[str]:
        spots = SPOTS_OF_FIVE if len(self._around) in (3, 5) else SPOTS
        for where, seat in self._around.items():
            x, up = spots[where]
            at = (seat - trick.lead) % len(self._around)
            if at < len(trick.plays):
                shape = self._scenes.shape(trick.plays[at])
                card = drawn(shape, leads=at == 0, wins=seat == trick.winner)
                yield _at(x, y + up, card)

    def _pile(self, pile: Pile, y: float) -> Iterator[str]:
        name = line(self._speaker.text(pile.name), CENTRE, 12)
        style = f'text-anchor="middle" font-size="12" fill="{SOFT}"'
        yield f'<text y="{y + 12:g}" {style}>{name}</text>'
        things = [self._drawn(each) for each in pile.things] or [empty()]
        for at, each in enumerate(things):
            yield _at((at - len(things) / 2) * (WIDE + 2) + 1, y + 20, each)

    def _facts(self) -> Box:
        """Return the facts below the table, such as the contract and the score, and the result."""
        scene, text = self._scene, self._speaker.text
        facts = [
            (text(each.name), text(each.value), each.wide) for each in (*scene.middle, *scene.facts)
        ]
        facts += [("", text(each), True) for each in scene.ending]
        if not facts:
            return Box("", 0)
        wide = WIDTH - 2 * EDGE
        cell, at = (wide - 2 * PAD) / FACTS, 0
        parts: list[str] = []
        for name, value, whole in facts:
            at = FACTS * ceil(at / FACTS) if whole else at
            x, y = PAD + cell * (at % FACTS), 20 * (at // FACTS) + 20
            parts.append(_fact(name, value, x, y, cell * FACTS if whole else cell))
            at += FACTS if whole else 1
        height = 20 * ceil(at / FACTS) + 12
        paper = f'<rect width="{wide}" height="{height}" rx="8" fill="{PAPER}" fill-opacity=".85"/>'
        return Box(paper + "".join(parts), height)


def _fact(name: str, value: str, x: float, y: float, room: float) -> str:
    label = cut(name, room * 0.7, 12.5)
    rest = room - breadth(f"{label}  ", 12.5)
    named = f"{line(label, room, 12.5)} " if label else ""
    return (
        f'<text x="{x:g}" y="{y}" font-size="12.5" fill="{SOFT}">{named}'
        f'<tspan font-weight="700" fill="{INK}">{line(value, rest, 12.5)}</tspan></text>'
    )


def _at(x: float, y: float, content: str, scale: float = 1) -> str:
    scaled = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){scaled}">{content}</g>'


def _placed(box: Box, where: str, top: float, height: float, acts: bool) -> str:
    """Return a seat in its place, as tall as the seats beside it."""
    wide = WIDTHS[where]
    edge = f' stroke="{ACCENT}" stroke-width="2.5"' if acts else ""
    paper = (
        f'<rect width="{wide}" height="{height:g}" rx="8" fill="{PAPER}" fill-opacity=".7"{edge}/>'
    )
    x = {"w": EDGE, "e": WIDTH - EDGE - wide, "nw": EDGE, "ne": WIDTH - EDGE - wide}
    return _at(x.get(where, (WIDTH - wide) / 2), top, paper + box.content)


def _toned(text: str, tone: Tone) -> str:
    ink = {"red": RED, "blue": BLUE}.get(tone)
    return f'<tspan fill="{ink}">{harmless(text)}</tspan>' if ink else harmless(text)


def _flow(groups: Sequence[Shapes], room: float, apart: float) -> list[Sequence[Shapes]]:
    """Return groups in rows of about equal length that fit the available width."""
    if not groups:
        return []
    widest = STEP * max(map(len, groups))
    most = max(1, int((room + apart) // (widest + apart)))
    rows = ceil(len(groups) / most)
    each = ceil(len(groups) / rows)
    return [groups[at : at + each] for at in range(0, len(groups), each)]


def _row(row: Sequence[Shapes], apart: float, y: float, within: float | None) -> Iterator[str]:
    wide = sum(STEP * len(group) + apart for group in row) - apart
    x = PAD if within is None else (within - wide) / 2
    for group in row:
        for thing in group:
            yield _at(x, y, thing, SMALL)
            x += STEP
        x += apart


def png(picture: str) -> bytes:
    """Return an SVG as a PNG at twice its size, drawn with the fonts of this machine.

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
