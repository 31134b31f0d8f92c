import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from .campaign import TIMES, sample
from .chromium import browser, component_folder
from .command import Kifu
from .distributions import Distributions, built
from .extras import skipping
from .rewriting import rewrite_tests
from .shared import shared

__all__ = ["browser", "component_folder"]

# readline, which pytest imports, sets it behind Python's back, and commands would heed it.
os.environ.pop("COLUMNS", None)
os.unsetenv("COLUMNS")
# Only tests of the cache use one.
os.environ["KIFU_NO_CACHE"] = "1"

# The suite tries the same cases every time, and a campaign tries new ones.
settings.register_profile("kifu", deadline=None, max_examples=sample(5), derandomize=TIMES == 1)
settings.load_profile("kifu")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Do the work shared by all xdist workers in the controller, before they start."""
    gc.disable()  # until `pytest_collection_finish`: collected tests stay until the end
    if session.config.getoption("numprocesses", None):
        rewrite_tests(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    with skipping():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    with skipping():
        return (yield)


def pytest_collection_finish() -> None:
    """Resume garbage collection, but rarely and without the collected tests."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """Use one more worker than there are processors, as tests of programs often just wait."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def run(tmp_path: Path) -> Kifu:
    return Kifu(tmp_path)


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """The distributions, built for all processes by the first that needs them."""
    with shared(tmp_path_factory, "distributions") as folder:
        return built(folder)
