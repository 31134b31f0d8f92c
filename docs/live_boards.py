"""Live boards for examples on the site's pages, placed by comments.

`<!-- board examples/goita/match.json round=4 step=9 -->` becomes a `<kifu-board>` that holds the
record and begins at that step. Elsewhere, the comment is invisible.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path

import kifu
from kifu.browser.document import Shown, document
from kifu.browser.page import component, embedded, zipped

ROOT = Path(__file__).parents[1]

SCRIPT = "boards.js"
"""The script loaded by every page with a board."""

_MARK = re.compile(r"^<!-- board (\S+)((?: (?:round|step|seat)=\d+)*) -->$", re.MULTILINE)
_BEGINS = """
for (const board of document.querySelectorAll("kifu-board[data-place]")) {
  board.updateComplete.then(() => {
    board.place = JSON.parse(board.dataset.place);
    board.linked = true; // only now, so that just opening a page does not change its address
    board.data = { ...board.data }; // go to the step named in the address, if any
    if (location.hash.startsWith(`#${board.id}:`)) board.scrollIntoView();
  });
}
"""


class BadMark(Exception):
    """A malformed board comment, or one that names a missing file."""


def script() -> str:
    """Return the component, and code that takes each board to its starting place."""
    return component() + _BEGINS


def with_boards(page: str, text: str) -> str:
    """Return the text of a page with its boards; the first one also loads the script."""
    count = 0

    def made(mark: re.Match[str]) -> str:
        nonlocal count
        count += 1
        source = posixpath.relpath(SCRIPT, posixpath.dirname(page) or ".")
        begins = f'<script src="{source}" defer></script>' if count == 1 else ""
        return f'<div class="board" data-search-exclude>{begins}{_board(mark, count)}</div>'

    found = _MARK.sub(made, text)
    if "<!-- board" in found:
        raise BadMark(
            f"{page}: <!-- board FILE round=N step=N seat=N --> must be on a line of its own"
        )
    return found


def _board(mark: re.Match[str], number: int) -> str:
    path = ROOT / mark[1]
    if not path.is_file():
        raise BadMark(f"{mark[0]}: no such file")
    values = document([Shown(path.name, each) for each in kifu.outcomes(path)])
    values["records"] = [*map(zipped, values["records"])]
    place = {key: int(value) for key, value in (each.split("=") for each in mark[2].split())}
    return (
        f'<kifu-board id="board-{number}" language="en" data-place=\'{json.dumps(place)}\'>'
        f'<script type="application/json">{embedded(values)}</script></kifu-board>'
    )
