"""Modules that are compiled where there is a compiler, and are plain Python elsewhere."""

from __future__ import annotations

from os.path import basename, dirname, join
from zlib import crc32


class Stale(ImportError):
    """A compiled module does not say what its source says."""


def checksum(source: bytes) -> int:
    """What tells one source from another; hashlib is slow to import."""
    return crc32(source)


def require_source(compiled: str, code: int, types: int) -> None:
    """Raise Stale unless a module was compiled from the files that lie beside it.

    `compiled` is the path of the module, `code` and `types` are the checksums of the `.py` and the
    `.pxd` that it was compiled from; an installed kifu has but the first. A compiled module is
    imported before its source: beside an edited one, it would hide the edits.
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
            raise Stale(f"{why}: install kifu again, or remove the compiled file")
