"""Screenshots of boards: `python -m tests.browser.screens FOLDER` takes all of them."""

import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from kifu.browser.page import LANGUAGES, page

from ..chromium import chromium
from ..imports import ROOT
from .documents import of_file

REFERENCES = Path(__file__).parent / "references"
MOMENTS = {
    "goita": ("match.json", "#round=4&step=9"),
    "leduc": ("match.json", "#round=2&step=6"),
    "mighty": ("deal.json", "#round=1&step=31"),
    "planowanie": ("game.json", "#round=3&step=6"),
}


class Screen(NamedTuple):
    """One screenshot: the game, language, width and theme."""

    game: str
    language: str
    width: int
    dark: bool

    @property
    def name(self) -> str:
        return f"{self.game}-{self.language}-{self.width}-{'dark' if self.dark else 'light'}.jpg"


ALL = [Screen(*each) for each in product(MOMENTS, LANGUAGES, (360, 1000), (False, True))]
KEPT = [ALL[2 * number + (number + number // 2) % 2] for number in range(len(ALL) // 2)]
"""Each game in each language at each width, alternating light and dark."""
SAMPLE = [
    Screen("goita", "ja", 360, dark=False),
    Screen("leduc", "en", 1000, dark=True),
    Screen("mighty", "ko", 1000, dark=False),
    Screen("planowanie", "pl", 360, dark=True),
]
"""One screenshot per game for the regular suite; a campaign compares all of `KEPT`."""


def taken(browser: Any, screen: Screen) -> bytes:
    """Take a screenshot of a board, as JPEG."""
    name, fragment = MOMENTS[screen.game]
    context = browser.new_context(
        locale=screen.language,
        viewport={"width": screen.width, "height": 900},
        color_scheme="dark" if screen.dark else "light",
    )
    with TemporaryDirectory() as folder:
        path = Path(folder, "board.html")
        path.write_text(page(of_file(ROOT / "examples" / screen.game / name), "board"), "utf-8")
        shown = context.new_page()
        shown.goto(f"{path.as_uri()}{fragment}")
        picture: bytes = shown.screenshot(type="jpeg", quality=70)
    context.close()
    return picture


def main(arguments: list[str]) -> None:
    anew = arguments == ["--references"]
    folder = REFERENCES if anew else Path(*arguments)
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for each in KEPT if anew else ALL:
            (folder / each.name).write_bytes(taken(browser, each))


if __name__ == "__main__":
    main(sys.argv[1:])
