"""Boards in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def pages() -> dict[str, Any]:
    """One page per language, shared by all tests: a new one costs a process."""
    return {}


@pytest.fixture
def show(browser: Any, pages: dict[str, Any], tmp_path: Path) -> Iterator[Open]:
    """Open an HTML page from a file; `alone`: in a page of its own, which is closed afterwards.
    At the end, check that it requested only files and reported no errors or violations.
    """
    told: list[str] = []
    asked: list[str] = []
    shown: list[tuple[str, Any]] = []

    def requested(request: Any) -> None:
        asked.append(request.url)

    def written(message: Any) -> None:
        told.append(str(getattr(message, "text", message)))

    heard = {"request": requested, "console": written, "pageerror": written}

    def show_page(
        html: str,
        fragment: str = "",
        language: str = "en",
        width: int = 1000,
        dark: bool = False,
        alone: bool = False,
    ) -> Any:
        path = tmp_path / f"{len(shown)}.html"
        path.write_text(html, "utf-8")
        page = None if alone else pages.pop(language, None)
        page = page or browser.new_context(locale=language).new_page()
        shown.append(("" if alone else language, page))
        for event, hear in heard.items():
            page.on(event, hear)
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        page.goto(f"{path.as_uri()}{fragment}")
        return page

    yield show_page
    for language, page in shown:
        page.goto("about:blank")
        for event, hear in heard.items():
            page.remove_listener(event, hear)
        if not language or pages.setdefault(language, page) is not page:
            page.context.close()
    assert not told
    assert [url for url in asked if not url.startswith(("file:", "about:", "blob:"))] == []
