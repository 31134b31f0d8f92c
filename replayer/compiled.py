"""Modules that are compiled if there is a compiler, and otherwise run as plain Python."""

from __future__ import annotations

from os.path import basename, dirname, join
from zlib import crc32


class Stale(ImportError):
    """A compiled module differs from its source."""


def checksum(source: bytes) -> int:
    """Return a checksum of a source file; hashlib is slow to import."""
    return crc32(source)


def require_source(compiled: str, code: int, types: int) -> None:
    """Raise Stale unless a module was compiled from the source files beside it.

    `compiled` is the path of the module; `code` and `types` are the checksums of the `.py` and
    `.pxd` files it was compiled from. An installed kifu only has the `.py` file. Python imports a
    compiled module rather than its source, so a stale one would hide edits.
    """
    name = basename(compiled).partition(".")[0]
    for source, due in ((f"{name}.py", code), (f"{name}.pxd", types)):
        try:
            with open(join(dirname(compiled), source), "rb") as file:
                found = checksum(file.read())
        except FileNotFoundError:
            continue
        if found != due:
            why = f"{compiled} was not compiled from the {source} beside it"
            raise Stale(f"{why}: reinstall kifu, or delete the compiled file")
