"""Modules that are compiled where there is a compiler, and are plain Python elsewhere."""

from __future__ import annotations

from os.path import basename, dirname, join
from zlib import crc32


class Stale(ImportError):
    """A compiled module does not say what its source says."""


def checksum(source: bytes, types: bytes) -> int:
    """What tells one source, with its `.pxd`, from another; hashlib is slow to import."""
    return crc32(types, crc32(source))


def require_source(compiled: str, due: int) -> None:
    """Raise Stale unless a module was compiled from the files that lie beside it.

    `compiled` is the path of the module, `due` the checksum of what it was compiled from. A
    compiled module is imported before its source: beside an edited one, it would hide the edits.
    """
    name = basename(compiled).partition(".")[0]
    try:
        found = checksum(*(_content(compiled, name + suffix) for suffix in (".py", ".pxd")))
    except FileNotFoundError:
        return
    if found != due:
        why = f"{compiled} was not compiled from the {name}.py and {name}.pxd beside it"
        raise Stale(f"{why}: install kifu again, or remove the compiled file")


def _content(compiled: str, name: str) -> bytes:
    with open(join(dirname(compiled), name), "rb") as file:
        return file.read()
