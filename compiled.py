"""Modules that are compiled where there is a compiler, and are plain Python elsewhere."""

from __future__ import annotations

import hashlib
from pathlib import Path


class Stale(ImportError):
    """A compiled module does not say what its source says."""


def require_source(compiled: str, digest: str) -> None:
    """Raise Stale unless a module was compiled from the file that lies beside it.

    `compiled` is the path of the module, `digest` the SHA-256 of what it was compiled from. A
    compiled module is imported before its source: beside an edited one, it would hide the edits.
    """
    path = Path(compiled)
    source = path.with_name(path.name.partition(".")[0] + ".py")
    try:
        found = hashlib.sha256(source.read_bytes()).hexdigest()
    except FileNotFoundError:
        return
    if found != digest:
        why = f"{path} was not compiled from the {source.name} beside it"
        raise Stale(f"{why}: install kifu again, or remove the compiled file")
