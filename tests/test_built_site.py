"""The site as a reader sees it: no dead link, no line of code cut, nothing that axe reports."""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from .browser.accessibility import violations
from .campaign import TIMES
from .imports import ROOT

SAMPLE = ("", "benchmarks", "rules/G104")
"""The pages opened in the suite; a campaign opens all."""


@pytest.fixture(scope="module")
def built() -> Path:
    pytest.importorskip("zensical", reason="the extra `docs` is not installed")
    command = [sys.executable, ROOT / "docs" / "make_site.py"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / "site"


def test_rules_boards_and_the_reference_are_built(built: Path) -> None:
    assert "may not attack" in (built / "rules" / "G104" / "index.html").read_text("utf-8")
    assert '<script src="../boards.js"' in (built / "goita" / "index.html").read_text("utf-8")
    assert 'id="kifu.validate"' in (built / "reference" / "index.html").read_text("utf-8")


class Page(HTMLParser):
    """The anchors of a page, and its links to pages, pictures, scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors = {"", "__skip"}
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("id", "name") and value:
                self.anchors.add(value)
            elif key in ("href", "src", "srcset") and value:
                self.links.append(value)


def test_no_link_is_dead(built: Path) -> None:
    pages = {path: Page(path.read_text("utf-8")) for path in built.rglob("*.html")}
    dead: list[tuple[Path, str]] = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            start = built if parts.path.startswith("/") else path.parent
            to = path if not parts.path else (start / unquote(parts.path).lstrip("/")).resolve()
            to = to / "index.html" if to.is_dir() else to
            other = pages.get(to)
            if not to.exists() or (other and unquote(parts.fragment) not in other.anchors):
                dead.append((path, link))
    assert dead == []


CUT = """() => [...document.querySelectorAll("pre, pre code, .md-typeset__scrollwrap")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""


def test_nothing_is_cut_and_axe_finds_nothing(
    built: Path, browser: Any, component_folder: Path
) -> None:
    paths = [path.parent.relative_to(built) for path in built.rglob("index.html")]
    shown = browser.new_page()
    try:
        for path in paths if TIMES > 1 else SAMPLE:
            for width, scheme in ((1280, "light"), (390, "dark")):
                shown.set_viewport_size({"width": width, "height": 800})
                shown.emulate_media(color_scheme=scheme)
                shown.goto((built / path / "index.html").as_uri())
                assert shown.evaluate(CUT) == [], path
                assert violations(shown, component_folder) == [], path
    finally:
        shown.close()


ON_TOP = """board => {
  const share = board.shadowRoot.querySelector(".controls > :last-child");
  const { x, y, width, height } = share.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === board;
}"""


def test_no_button_of_the_site_covers_the_bar_of_a_board(built: Path, browser: Any) -> None:
    shown = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        shown.goto((built / "gallery/index.html").as_uri())
        board = shown.locator("kifu-board").first
        board.scroll_into_view_if_needed()
        assert board.evaluate(ON_TOP)
    finally:
        shown.close()
