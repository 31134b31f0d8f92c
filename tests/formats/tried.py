"""The edits that are tried to mend damaged texts, in order and with their costs: `tried.jsonl`.

    python -m tests.formats.tried        # rewrites the table

A text may be mended in the right way although a likely edit is no longer tried, or tried too late:
the next text may not be. Each row has a short checksum for each word at which edits were tried.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import kifu
from kifu.formats.text.edits import Edit, Edits, Read

from ..damaged import Damaged, damaged
from ..wrappings import wrapped

TABLE = Path(__file__).with_suffix(".jsonl")
_ROWS, _WORDS = 10, 60
"""How many texts of each folder have a row, and how many words of each are listed."""


def tried(row: Damaged) -> str:
    """Return a checksum of the edits tried at each word of a text."""
    sums = list[str]()
    known: Any = Edits
    at, of_line = known.at, known.of_line

    def listed(place: int, edits: Iterator[Edit]) -> list[Edit]:
        made = [*edits]
        said = [(each.kind, each.made, each.cost, each.known) for each in made]
        sums.append(f"{crc32(repr((place, said)).encode()) & 0xFFFF:04x}")
        return made

    def words(self: Edits[Any], read: Read[Any], following: Read[Any] | None) -> list[Edit]:
        return listed(read.at, at(self, read, following))

    def lines(self: Edits[Any], read: Read[Any], is_stop: bool) -> list[Edit]:
        return listed(read.at, of_line(self, read, is_stop))

    with patch.object(Edits, "at", words), patch.object(Edits, "of_line", lines):
        list(kifu.outcomes(wrapped(row.text(), row.within)))
    return " ".join(sums[:_WORDS])


def rows() -> dict[str, Damaged]:
    """Return the damaged texts by their names."""
    return {str(each): each for each in damaged()}


def table() -> dict[str, str]:
    """Return the checksums in the table, by the name of the text."""
    return dict(map(json.loads, TABLE.read_text("utf-8").splitlines()))


def _chosen() -> Iterator[tuple[str, str]]:
    """Choose texts in which edits are tried, as many of each folder and of each wrapping."""
    counts = dict[str, int]()
    for name, row in rows().items():
        kind = row.within or row.example.rpartition("/")[0]
        if counts.get(kind, 0) < (1 if row.within else _ROWS):
            sums = tried(row)
            if sums:
                counts[kind] = counts.get(kind, 0) + 1
                yield name, sums


if __name__ == "__main__":
    found = (json.dumps(each, ensure_ascii=False) + "\n" for each in _chosen())
    TABLE.write_text("".join(found), "utf-8")
