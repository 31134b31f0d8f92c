"""The main uses of boards and of the studio in Firefox and WebKit.

    python -m tests.browser.engines [firefox] [webkit]

needs Debian's firefox-esr, and webkit2gtk-driver and xvfb. The suite uses Chromium only.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kifu.browser.page import page

from ..imports import ROOT
from .documents import of_file, of_text
from .studio.client import Studio, new, opened
from .webdriver import BROWSERS, Driver


def a_board(driver: Driver, folder: Path, _: Studio) -> None:
    match = ROOT / "examples/goita/match.json"
    driver.go(written(folder, of_file(match)) + "#round=4&step=0")
    driver.expect(".playground > *")
    driver.press("ArrowRight", "ArrowRight", "ArrowLeft")
    driver.step(1)
    driver.click("button", "Step forward")
    driver.step(2)
    driver.click(".playground")
    driver.press("Home")
    driver.step(0)
    driver.expect(".move.here", number=0)
    driver.click("button.move")
    driver.expect(".move.here", number=1)
    driver.click("button", "Hide later moves")
    driver.expect("button", "Show later moves")
    driver.click("button", "Share")
    driver.expect("dialog button")


def a_collection(driver: Driver, folder: Path, _: Studio) -> None:
    line = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines()[0]
    driver.go(written(folder, of_text("\n".join([line] * 12))))
    driver.click("label > .wide")
    driver.expect(".entry", number=12)
    driver.press("no such record")
    driver.expect(".entry", number=0)
    driver.press("Escape")
    driver.click("label > .wide")
    driver.click("li:nth-child(3) > .entry")
    driver.wait('return all(document, "kifu-board")[0].place.record === 3')


def playing(driver: Driver, _: Path, studio: Studio) -> None:
    sheet = new(studio, "go", options={"size": 9}).sheet["id"]
    driver.go(f"{studio.url}#token={studio.token}&sheet={sheet}")
    driver.click(".place", "E5")
    driver.expect(".move.here", number=1)
    driver.press("ArrowUp", "Enter")
    driver.expect(".move", number=3)
    driver.click("button", "Undo")
    driver.expect(".move", number=2)
    driver.click("button", "Undo")
    driver.expect(".move.here", number=0)


def editing(driver: Driver, _: Path, studio: Studio) -> None:
    text = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431"
    sheet = opened(studio, "typed.txt", text).sheet["id"]
    driver.go(f"{studio.url}#token={studio.token}&sheet={sheet}")
    driver.click("textarea")
    driver.run("found('textarea')[0].setSelectionRange(99, 99)")
    driver.press("8")
    driver.expect(".finding")
    driver.click("button", "Undo")
    driver.wait("return found('textarea')[0].value === arguments[0]", text)
    driver.expect(".finding", number=0)


USES = (a_board, a_collection, playing, editing)


def written(folder: Path, document: dict[str, Any]) -> str:
    path = folder / "page.html"
    path.write_text(page(document, "example"), "utf-8")
    return path.as_uri()


def main(names: list[str]) -> int:
    failed = 0
    for name in names or BROWSERS:
        with TemporaryDirectory() as place:
            folder = Path(place)
            studio = Studio(folder)
            try:
                with BROWSERS[name](folder) as ask:
                    for use in USES:
                        try:
                            use(Driver(ask), folder, studio)
                            print(f"{name}: {use.__name__} works")
                        except AssertionError as why:
                            failed += 1
                            print(f"{name}: {use.__name__} FAILED: {why}")
            finally:
                studio.kill()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
