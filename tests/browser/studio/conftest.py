from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .client import Studio

NO_FAULTS = ("409 (Conflict)", "422 (", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
"""Console errors that are expected: refusals the page reports, and a studio that has ended."""


@pytest.fixture(scope="session")
def one_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    found = Studio(tmp_path_factory.mktemp("studio"))
    yield found
    found.kill()


@pytest.fixture
def studio(one_studio: Studio) -> Iterator[Studio]:
    """A studio shared by all tests; whatever a test opens is closed after it."""
    yield one_studio
    for each in one_studio("sheets")["sheets"]:
        one_studio(f"sheets/{each['id']}/close", {})


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Studio]]:
    """Start studios in the test's own folder."""
    started: list[Studio] = []

    def run(*arguments: str) -> Studio:
        started.append(Studio(tmp_path, *arguments))
        return started[-1]

    yield run
    for each in started:
        each.kill()


@pytest.fixture
def visit(browser: Any, studio: Studio, start: Any) -> Iterator[Any]:
    """Open the page; at the end, check that it contacted no other host and that nothing failed.

    It needs `start` only to be closed before the studios that a test starts.
    """
    told: list[str] = []
    asked: list[str] = []
    contexts: list[Any] = []

    def requested(request: Any) -> None:
        asked.append(request.url)

    def written(message: Any) -> None:
        text = str(getattr(message, "text", message))
        if not any(each in text for each in NO_FAULTS):
            told.append(text)

    def visit_page(
        sheet: str | None,
        width: int = 1280,
        dark: bool = False,
        language: str = "en",
        of: Studio = studio,
    ) -> Any:
        context = browser.new_context(
            locale=language,
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.add_init_script("localStorage.setItem('kifu-pace', '0.5')")
        page.on("request", requested)
        page.on("console", written)
        page.on("pageerror", written)
        page.goto(f"{of.url}#token={of.token}{f'&sheet={sheet}' if sheet else ''}")
        page.locator("kifu-board" if sheet else "h1").wait_for()
        return page

    yield visit_page
    for each in contexts:
        each.close()
    assert not told
    assert [
        each for each in asked if not each.startswith(("http://127.0.0.1:", "data:", "blob:"))
    ] == []
