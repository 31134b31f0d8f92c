"""Modules that are compiled where there is a compiler, and are plain Python elsewhere."""

from __future__ import annotations

from os.path import basename, dirname, join
from zlib import crc32


class Stale(ImportError):
    """A compiled module does not say what its source says."""


def checksum(source: bytes) -> int:
    """What tells one source from another; hashlib is slow to import."""
    return crc32(source)


def require_source(compiled: str, due: int) -> None:
    """Raise Stale unless a module was compiled from the file that lies beside it.

    `compiled` is the path of the module, `due` the checksum of what it was compiled from. A
    compiled module is imported before its source: beside an edited one, it would hide the edits.
    """
    source = basename(compiled).partition(".")[0] + ".py"
    try:
        with open(join(dirname(compiled), source), "rb") as file:
            found = checksum(file.read())
    except FileNotFoundError:
        return
    if found != due:
        why = f"{compiled} was not compiled from the {source} beside it"
        raise Stale(f"{why}: install kifu again, or remove the compiled file")
