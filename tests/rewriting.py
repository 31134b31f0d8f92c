"""Rewrite tests, as pytest does to explain failures, once for all processes.

Otherwise each process would rewrite all tests itself, which takes a tenth of the suite's time. This
relies on pytest's internals: if they are not as expected, nothing is done, and each process
rewrites what it needs.
"""

import multiprocessing
import os
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).parent
PRIVATE = ("_read_pyc", "_rewrite_test", "_write_pyc")


def rewrite_tests(config: pytest.Config) -> None:
    """Rewrite all tests that are not rewritten yet, using all processors."""
    context = multiprocessing.get_context("fork")
    paths = sorted([*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py")])
    shares = os.cpu_count() or 1
    workers = [
        context.Process(target=_rewrite, args=(paths[first::shares], config), daemon=True)
        for first in range(shares)
    ]
    for each in workers:
        each.start()
    for each in workers:
        each.join()


def _rewrite(paths: list[Path], config: pytest.Config) -> None:
    """Do what pytest does before it executes a test module; pytest looks for the result anyway."""
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        state = config.stash[rewrite.assertstate_key]
        read, changed, write = (getattr(rewrite, name) for name in PRIVATE)
        for path in paths:
            folder = rewrite.get_cache_dir(path)
            cached = folder / f"{path.stem}{rewrite.PYC_TAIL}"
            if rewrite.try_makedirs(folder) and read(path, cached) is None:
                mark, code = changed(path, config)
                write(state, code, mark, cached)
