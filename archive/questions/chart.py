"""Statistics as a picture: an SVG with a few small charts for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from math import floor

from msgspec import Struct

from ...findings import amount
from ...formats.text.columns import visible, width
from .statistics import GameStatistics

WIDTH, MARGIN, GAP = 960, 24, 32
"""The size of the picture, in pixels."""
PANEL = (WIDTH - 2 * MARGIN - GAP) // 2
"""The width of a chart; there are two side by side."""
LABEL, FIGURE, ROW, TITLE = 110, 96, 20, 30
"""The widths of a label and a number, and the heights of a bar and a title."""
COLUMNS_HIGH = 150
"""The height of a histogram."""
MOST_BARS, MOST_BINS, LONGEST = 12, 30, 14
"""The maximum number of bars in a chart, bins in a histogram, and characters in a label."""

_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.game { font-size: 20px; font-weight: 600; } .title { font-weight: 600; } .end { text-anchor: end; }
.pale { fill: #59636e; } .paper { fill: #ffffff; } .bar { fill: #3b6fb6; }
.line { stroke: #d1d9e0; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .pale { fill: #9198a1; } .paper { fill: #0d1117; } .bar { fill: #6ea8f0; }
  .line { stroke: #3d444d; }
}
""".strip()
"""CSS variables are avoided, as some SVG renderers do not support them."""


class Panel(Struct, frozen=True):
    """A chart: its height, and the elements that draw it from its upper left corner."""

    height: int
    elements: list[str]


def chart(found: Sequence[GameStatistics]) -> str:
    """Return the statistics as SVG, readable on light and dark backgrounds."""
    elements: list[str] = []
    top = MARGIN
    for each in found:
        counted = (
            amount(each.records, "record"),
            amount(each.rounds, "round"),
            amount(each.plies, "ply"),
        )
        name = each.game or "unknown game"
        elements.append(_text(MARGIN, top + 18, name, "game"))
        elements.append(_text(MARGIN, top + 40, ", ".join(counted), "pale"))
        top = _place(list(panels(each)), top + 64, elements) + GAP
    height = top
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    paper = f'<rect class="paper" width="{WIDTH}" height="{height}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = "<title>Statistics of records</title>"
    return "\n".join([head, title, f"<style>{_STYLE}</style>", paper, *elements, "</svg>", ""])


def _place(charts: Iterable[Panel], top: int, elements: list[str]) -> int:
    """Place each chart in the shorter of two columns; return the height used."""
    below = [top, top]
    for each in charts:
        side = below.index(min(below))
        left = MARGIN + side * (PANEL + GAP)
        elements.append(f'<g transform="translate({left} {below[side]})">')
        elements += [*each.elements, "</g>"]
        below[side] += each.height + GAP // 2
    return max(below)


def panels(found: GameStatistics) -> Iterator[Panel]:
    """Yield the charts of a game for which there is something to draw."""
    if found.lengths:
        lengths = [(each.plies, each.rounds) for each in found.lengths]
        yield histogram("Length in plies: rounds", lengths)
    if found.points:
        points = [(each.points, each.times) for each in found.points]
        yield histogram("Points of a player in a round: frequency", points)
    if found.results:
        results = [(each.result or "no result", each.rounds) for each in found.results]
        yield bars("Results: rounds", results)
    if found.players:
        won = [(f"player {each.player}", each.won) for each in found.players]
        yield bars("Rounds won", won, [each.rounds for each in found.players])
    if found.roles:
        roles = [(each.role, each.won) for each in found.roles]
        yield bars("Rounds won in a role", roles, [each.rounds for each in found.roles])
    if found.bids:
        yield bars("Bids", [(each.bid, each.times) for each in found.bids])
    for kind, declared in groupby(found.declarations, key=lambda each: each.kind):
        yield bars(f"Declared: {kind}", [(each.what, each.times) for each in declared])
    if found.codes:
        yield bars("Findings: rounds", [(each.code, each.rounds) for each in found.codes])


def bars(
    title: str, counts: Sequence[tuple[str, int]], wholes: Sequence[int] | None = None
) -> Panel:
    """Return a bar for each count, with its share of the given total, or of the sum."""
    total = sum(count for _, count in counts)
    parts = wholes or [total] * len(counts)
    rows = [
        (name, count, count / (of or 1)) for (name, count), of in zip(counts, parts, strict=True)
    ]
    shown, rest = rows[:MOST_BARS], rows[MOST_BARS:]
    most = max(share for _, _, share in rows) or 1
    elements = [_text(0, 16, title, "title")]
    for number, (name, count, share) in enumerate(shown):
        top = TITLE + number * ROW
        long = round((PANEL - LABEL - FIGURE) * share / most, 1)
        elements.append(_text(LABEL - 8, top + 13, _cut(name), "end"))
        elements.append(f'<rect class="bar" x="{LABEL}" y="{top + 2}" width="{long}" height="14"/>')
        elements.append(_text(LABEL + long + 6, top + 13, f"{count:,} ({share:.0%})", "pale"))
    height = TITLE + len(shown) * ROW
    if rest:
        others = f"and {len(rest)} others: {sum(count for _, count, _ in rest):,}"
        elements.append(_text(LABEL, height + 13, others, "pale"))
        height += ROW
    return Panel(height, elements)


def histogram(title: str, counts: Sequence[tuple[int | float, int]]) -> Panel:
    """Return a column for each value, or range of values, with its count."""
    first, last = floor(min(counts)[0]), floor(max(counts)[0])
    whole = all(isinstance(value, int) for value, _ in counts)
    step = -(-(last - first + 1) // MOST_BINS)
    bins = [0] * ((last - first) // step + 1)
    for value, count in counts:
        bins[floor(value - first) // step] += count
    most, wide = max(bins), PANEL / len(bins)
    base = TITLE + COLUMNS_HIGH
    elements = [
        _text(0, 16, title, "title"),
        _text(PANEL, 16, f"most: {most:,}", "pale end"),
    ]
    for number, count in enumerate(bins):
        high = round(COLUMNS_HIGH * count / most, 1)
        low = first + number * step
        name = f"{low:,}" if step == 1 else f"{low:,} to {low + step - 1:,}"
        name = name if whole else f"{low:,} to less than {low + step:,}"
        place = f'x="{number * wide + 1:.1f}" y="{base - high}" width="{max(wide - 2, 1):.1f}"'
        label = f"<title>{name}: {count:,}</title>"
        elements.append(f'<rect class="bar" {place} height="{high}">{label}</rect>')
    elements.append(f'<line class="line" x1="0" x2="{PANEL}" y1="{base}" y2="{base}"/>')
    elements.append(_text(0, base + 17, f"{first:,}", "pale"))
    if last > first:
        elements.append(_text(PANEL, base + 17, f"{last:,}", "pale end"))
    return Panel(base + 24, elements)


def _text(left: float, top: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{left}" y="{top}">{escape(visible(text))}</text>'


def _cut(name: str) -> str:
    """Return a label, cut to fit."""
    shown = visible(name)
    if width(shown) <= LONGEST:
        return shown
    while width(shown) >= LONGEST:
        shown = shown[:-1]
    return f"{shown}…"
