"""Tests that need an extra are skipped where it is not installed.

A command names the extra that it lacks, so a test need not say what it needs.
"""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

PACKAGES = {
    "distributed": ("distributed", "fsspec"),
    "learn": ("torch",),
    "lsp": ("pygls",),
    "notebook": ("anywidget", "traitlets"),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
    "png": ("resvg_py",),
    "stats": ("duckdb", "pyarrow"),
    "studio": ("filelock", "platformdirs", "starlette", "uvicorn"),
    "tables": ("numpy", "pyarrow"),
}
"""The packages of each extra."""
_NAMED = re.compile(r"the extra `(\w+)`|kifu\[(\w+)\]")


def skip_if_lacking(said: str) -> None:
    """Skip a test if a message says that an extra is needed, and it is not installed."""
    for extra in _lacking(said):
        pytest.skip(f"the extra `{extra}` is not installed")


@contextmanager
def skipping() -> Generator[None]:
    """Skip a test if an error is raised because an extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if any(name in packages for packages in PACKAGES.values()) and find_spec(name) is None:
            pytest.skip(str(error))
        raise
    except Exception as error:
        skip_if_lacking(str(error))
        raise


def _lacking(said: str) -> Iterator[str]:
    for found in _NAMED.finditer(said):
        extra = found[1] or found[2]
        if not all(map(find_spec, PACKAGES.get(extra, ()))):
            yield extra
