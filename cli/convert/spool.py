"""Any number of texts collected for a file; the latest ones can be discarded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from ...formats import Notation
from ...formats.files.source import UTF_8, Encoding
from ..output import encoded, has_lines, is_device, writing
from .converted import Written

_IN_MEMORY = 2**20
"""The maximum number of bytes kept in memory; beyond that, a file is used."""
_CHUNK = 2**20


class Spool:
    """Texts to be written to a file, collected uncompressed in a file without a name.

    That way, nothing is left behind, however this process ends. The temporary file is beside the
    final one, or in another `folder`. `count` is the number of texts. Raises OSError with the path
    of the file if the disk is full.
    """

    def __init__(self, path: str, folder: str | None = None) -> None:
        from tempfile import SpooledTemporaryFile  # slow to import

        if folder is None and not is_device(path):  # Nothing can be created beside a device.
            folder = os.path.dirname(path) or os.curdir
        self._path = path
        self._stream = SpooledTemporaryFile[bytes](_IN_MEMORY, dir=folder)
        self._first: Written | None = None
        self._encoding = UTF_8
        self.count = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):  # nothing more needs to be written
            self._stream.close()

    def add(self, text: Written, target: Notation[Any], encoding: Encoding = UTF_8) -> None:
        """Add a text in a notation after the others, which are in the same encoding."""
        self._encoding = encoding
        if not self.count:
            self._first = text
        line = text.line
        if line is None:
            assert text.whole is not None
            line = (target.between if self.count else "") + text.whole
        with self._named():
            self._stream.write(encoded(line, encoding))
        self.count += 1

    def mark(self) -> tuple[int, int]:
        """Return how many bytes and texts have been added."""
        return self._stream.tell(), self.count

    def back(self, mark: tuple[int, int]) -> None:
        """Discard everything added since a mark."""
        size, self.count = mark
        with self._named():
            self._stream.seek(size)
            self._stream.truncate()

    def write(self, path: str, force: bool) -> None:
        """Write the file, completely or not at all; a single record may take several lines."""
        alone = self._first if self.count == 1 and not has_lines(path) else None
        with writing(path, force) as stream:
            stream.write(self._encoding.mark)
            if alone is not None and alone.whole is not None:
                stream.write(encoded(alone.whole, self._encoding))
            else:
                with self._named():
                    self._stream.seek(0)
                shutil.copyfileobj(self._stream, stream, _CHUNK)

    @contextmanager
    def _named(self) -> Generator[None]:
        try:
            yield
        except OSError as error:
            # The name of a temporary file would be meaningless.
            error.filename, error.filename2 = self._path, None
            raise
