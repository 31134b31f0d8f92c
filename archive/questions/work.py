"""Collecting facts about records, as work for several processes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ...formats.files.piece import Skims
from ...validation.bulk.work import Read
from .arrow import Part, are_rows, batch, named, record_count, shifted
from .rows import Kept, RecordRows, judged, record_rows

LEAST = 128
"""The number of rows that make a batch worthwhile; fewer are sent unconverted."""
MOST = 4096
"""The approximate number of rows in such a batch."""


class Tabling(Struct, frozen=True):
    """The work of making rows; the main process adds file names and judges findings."""

    skims: Skims = "lines"

    def values(self, read: Read) -> Iterator[Part]:
        """Yield the rows of records in bulk; rows read before an error are not lost."""
        sound: list[RecordRows] = []
        count = 0
        try:
            for some in record_rows(iter(read)):
                if not all(each.is_sound for each in some):
                    yield from _put_together(sound, count)
                    yield some
                    sound, count = [], 0
                    continue
                sound += some
                count += sum(map(len, some))
                if count >= MOST:
                    yield from _put_together(sound, count)
                    sound, count = [], 0
        except Exception:
            yield from _put_together(sound, count)
            raise
        yield from _put_together(sound, count)


def _put_together(sound: list[RecordRows], count: int) -> Iterator[Part]:
    if sound:
        yield batch(sound) if count >= LEAST else sound


def numbered(part: Part, before: int) -> Part:
    """Return the rows, renumbered to follow `before` other records in their file."""
    if not are_rows(part):
        return shifted(part, before)
    return [replace(each, record=each.record + before) for each in part]


def records_in(part: Part) -> int:
    """Return the number of records that the rows belong to."""
    if are_rows(part):
        return len(part)
    return record_count(part)


def unread(part: Part) -> list[str]:
    """Return why reading the file stopped, if it did."""
    return [each.unread for each in part if each.unread] if are_rows(part) else []


def of_file(part: Part, file: str, kept: Kept) -> Part:
    """Return the rows with the name of their file, and with findings judged by `kept`."""
    if are_rows(part):
        return [judged(each, kept, file) for each in part]
    return named(part, file)
