"""The libraries for queries, tables and learning, which some extras install."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class NotInstalled(ImportError):
    """Raised if a library is not installed; the message says how to install it."""


def pyarrow(part: str = "", extra: str = "stats") -> Any:
    """Return PyArrow, or a part of it such as `parquet`. It has no type hints."""
    return _installed(f"pyarrow.{part}".rstrip("."), "PyArrow", extra)


def numpy() -> Any:
    """Return NumPy, without its type hints: it may not be installed."""
    return _installed("numpy", "NumPy", "tables")


def torch() -> Any:
    """Return PyTorch."""
    return _installed("torch", "PyTorch", "learn")


def duckdb() -> Any:
    """Return DuckDB."""
    return _installed("duckdb", "DuckDB", "stats")


def _installed(module: str, title: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        install = f"pip install 'kifu[{extra}]'"
        raise NotInstalled(f"this needs {title}: {install} (the extra `{extra}`)") from None
