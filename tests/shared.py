"""A folder for files that one test process creates and all of them use."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest


@contextmanager
def shared(factory: pytest.TempPathFactory, name: str) -> Generator[Path]:
    """Lock the folder with this name, so that no other process uses it meanwhile."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield folder
