from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .client import Studio


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that all tests ask whose sheets do not get in each other's way."""
    found = Studio(tmp_path_factory.mktemp("studio"))
    yield found
    found.kill()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Studio]]:
    """Start studios in a folder of the test."""
    started: list[Studio] = []

    def run(*arguments: str) -> Studio:
        started.append(Studio(tmp_path, *arguments))
        return started[-1]

    yield run
    for each in started:
        each.kill()
