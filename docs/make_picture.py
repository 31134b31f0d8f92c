"""Draw the picture on the first page: a broken record, what kifu says about it, and the board.

python docs/make_picture.py > docs/first.svg
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from textwrap import wrap

import kifu

ROOT = Path(__file__).parents[1]
RECORD = "docs/broken.sgf"
WIDTH, HEIGHT, BOARD = 1080, 380, 360
LETTER, LINE, LEFT, TOP = 7.8, 25, 28, 92
MOST = 70
"""The maximum number of characters on a line."""

_FONT = (
    'font-family="ui-monospace, \'DejaVu Sans Mono\', Menlo, Consolas, monospace" font-size="13"'
)


def picture() -> str:
    """Return the picture as SVG."""
    path = ROOT / RECORD
    (outcome,) = kifu.outcomes(path)
    (finding,) = outcome.findings
    assert outcome.record is not None
    assert finding.round is not None
    assert finding.ply is not None
    board = kifu.picture(outcome.record, finding.ply, round=finding.round).svg
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(RECORD)}: {escape(finding.message)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#1d2126"/>'
        f'<g {_FONT} xml:space="preserve">{"".join(_text(path.read_text("utf-8"), finding))}</g>'
        f"{_placed(board)}</svg>\n"
    )


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
    print(picture(), end="")
