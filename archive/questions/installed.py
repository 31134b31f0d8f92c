"""The libraries for queries, which the extra `stats` installs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

INSTALL = "pip install 'kifu[stats]'"


class NotInstalled(ImportError):
    """Raised if a library is not installed; the message says how to install it."""


def pyarrow(part: str = "") -> Any:
    """Return PyArrow, or a part of it such as `parquet`. It has no type hints."""
    return _installed(f"pyarrow.{part}".rstrip("."), "PyArrow")


def duckdb() -> Any:
    """Return DuckDB."""
    return _installed("duckdb", "DuckDB")


def _installed(module: str, title: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        raise NotInstalled(f"this needs {title}: {INSTALL} (the extra `stats`)") from None
