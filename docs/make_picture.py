"""Draw the picture on the first page: a broken record, what kifu says about it, and the board.

python docs/make_picture.py > docs/first.svg
python docs/make_picture.py --narrow > docs/first-narrow.svg
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import kifu
from kifu import replayer
from kifu.browser.grid import board as board_of
from kifu.browser.shapes import FONT
from kifu.browser.shapes import colour as colour_of
from kifu.replayer.replay.trajectory import Malformed, trajectories

ROOT = Path(__file__).parents[1]
RECORD = "docs/broken.sgf"
WIDTH, HEIGHT, BOARD = 1080, 380, 360
LETTER, LINE, LEFT, TOP = 7.8, 25, 28, 92
MOST = 70
"""The maximum number of characters on a line."""
NARROW, SIZE, ROOM, SHORT, CLOSE = 360, 12, 370, 45, 18
"""On a phone: the width, font size, room for the board, and length and height of a line."""

_FONT = "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size"


def picture() -> str:
    """Return the picture as SVG."""
    path = ROOT / RECORD
    record, finding, number, ply = _broken()
    board = kifu.picture(record, ply, round=number).svg
    text = "".join(_text(path.read_text("utf-8"), finding))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(RECORD)}: {escape(finding.message)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#1d2126"/>'
        f'<g {_FONT}="13" xml:space="preserve">{text}</g>'
        f"{_placed(board)}</svg>\n"
    )


def narrow() -> str:
    """Return the picture for phones: the line that is wrong, the finding, and the board below."""
    record, finding, number, ply = _broken()
    assert finding.line is not None
    assert finding.column is not None
    assert finding.end_column is not None
    line = (ROOT / RECORD).read_text("utf-8").splitlines()[finding.line - 1]
    letter, left = 0.6 * SIZE, 14.0
    start, end = (left + letter * (each - 1) for each in (finding.column, finding.end_column))
    lines = [(28, f"$ kifu validate {RECORD}", "#8fd3a6"), (58, line, "#e8e6e1")]
    head, *message = _said(finding)
    said = [(each, "#ff9d8a") for each in wrap(head, SHORT)]
    said += [(each, "#f3c9bf") for each in wrap(" ".join(message), SHORT)]
    lines += [(88 + CLOSE * at, *each) for at, each in enumerate(said)]
    texts = "".join(
        f'<text x="{left:g}" y="{y:g}" fill="{colour}">{escape(text)}</text>'
        for y, text, colour in lines
    )
    top = lines[-1][0] + 14
    game = replayer.game_of(record)
    scenes = replayer.scenes(game.name)
    (found,) = trajectories(game, record, (number,), None)
    assert not isinstance(found, Malformed)
    grid = scenes.scene(found.at(ply).position).grid
    assert grid is not None
    board = board_of(grid, scenes.shape, ROOM)
    height = top + board.height + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {NARROW} {height:g}" '
        f'width="480" role="img"><title>{escape(RECORD)}: {escape(finding.message)}</title>'
        f'<rect width="{NARROW}" height="{height:g}" rx="12" fill="#1d2126"/>'
        f'<g {_FONT}="{SIZE}" xml:space="preserve">{texts}{_wave(start, end, 63)}</g>'
        f'<rect x="8" y="{top:g}" width="{NARROW - 16}" height="{height - top - 8:g}" rx="8" '
        f'fill="{colour_of("felt")}"/><g transform="translate({NARROW / 2 + 8:g} {top + 10:g})" '
        f'font-family="{FONT}">{board.content}</g></svg>\n'
    )


def _broken() -> tuple[Any, kifu.Finding, int, int]:
    """Return the record, the finding, and its round and ply."""
    (outcome,) = kifu.outcomes(ROOT / RECORD)
    (finding,) = outcome.findings
    assert outcome.record is not None
    assert finding.round is not None
    assert finding.ply is not None
    return outcome.record, finding, finding.round, finding.ply


def _text(content: str, finding: kifu.Finding) -> Iterator[str]:
    """Yield the lines of the record, and the finding below its line."""
    yield _line(0, f"$ kifu validate {RECORD}", "#8fd3a6", -1.6)
    at = 0.0
    for number, line in enumerate(content.splitlines(), start=1):
        for part in wrap(line, MOST, subsequent_indent="  "):
            yield _line(at, part, "#e8e6e1")
            at += 1
        if number == finding.line and finding.column and finding.end_column:
            start, end = (
                LEFT + LETTER * (each - 1) for each in (finding.column, finding.end_column)
            )
            yield _wave(start, end, TOP + LINE * at - LINE + 5)
            for place, said in enumerate(_said(finding)):
                yield _line(at + 0.3, said, "#ff9d8a" if not place else "#f3c9bf")
                at += 1
            at += 0.6


def _said(finding: kifu.Finding) -> list[str]:
    head = f"{finding.line}:{finding.column}: {finding.severity} {finding.code} {finding.name}"
    return [f"{head}{finding.play}", *wrap(finding.message, MOST)]


def _line(at: float, text: str, colour: str, above: float = 0) -> str:
    y = TOP + LINE * (at + above)
    return f'<text x="{LEFT}" y="{y:.0f}" fill="{colour}">{escape(text)}</text>'


def _wave(start: float, end: float, y: float) -> str:
    """Return a wavy line, as editors draw it under an error."""
    steps = int((end - start) / 4)
    path = "".join(f"q2 {3 if each % 2 else -3} 4 0" for each in range(steps))
    return f'<path d="M{start:.1f} {y:.1f}{path}" fill="none" stroke="#ff6b57" stroke-width="1.6"/>'


def _placed(board: str) -> str:
    """Return the picture of a board at the right of this one."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)
    assert size is not None
    width, height = map(float, size.groups())
    scaled = BOARD * width / height
    x = WIDTH - scaled - 10
    return board.replace("<svg ", f'<svg x="{x:.0f}" y="10" ', 1).replace(
        f'width="{size[1]}" height="{size[2]}"', f'width="{scaled:.0f}" height="{BOARD}"', 1
    )


if __name__ == "__main__":
    print(narrow() if "--narrow" in sys.argv else picture(), end="")
