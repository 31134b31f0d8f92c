"""Where each value of a record is in its text, and the edits that change it: `places.jsonl`.

    python -m tests.formats.places        # rewrites the table

Each row has a generated text, and a checksum for the places of all its values and plies.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import kifu
from kifu import formats, replayer
from kifu.findings import Finding, Fix
from kifu.formats.codes import EMPTY
from kifu.formats.interface.notation import Reading

from ..damaged import generated

TABLE = Path(__file__).with_suffix(".jsonl")
_MOST = 400
"""How many values of a record are looked for."""


def names() -> Iterator[str]:
    """Yield the names of the texts."""
    for identifier in formats.described():
        some = range(24 if identifier == "go/sgf" else 6)
        yield from (f"generated/{identifier}/{number}" for number in some)


def places(name: str) -> str:
    """Return a checksum of the places of all values and plies of the records in a text."""
    identifier = name.removeprefix("generated/").rpartition("/")[0]
    found = list[str]()
    for reading in kifu.read(generated(name), identifier):
        if reading.record is not None:
            found += [f"{about}: {place}" for about, place in _places(reading)]
    return f"{len(found)} {crc32(repr(found).encode()):08x}"


def _places(reading: Reading[Any]) -> Iterator[tuple[str, str]]:
    record: Any = reading.record
    game = replayer.game_of(record)
    values = json.loads(formats.canonical_notation(game.name).write(record))
    for at, pointer in enumerate([*_pointers(values)][:_MOST]):
        parts = pointer.split("/")
        number = int(parts[2]) + 1 if parts[2:] and parts[2].isdecimal() else None
        fix = (
            Fix("", changes=((pointer, (7, "x", None, [1, 0])[at % 4]),)),
            Fix("", renames=((pointer, "name"),)),
            Fix("", removals=(pointer,)),
        )[at % 3]
        yield pointer, _shown(reading.place(_finding(pointer=pointer, round=number, fix=fix)))
    for number in range(len(game.rounds(record)) + 2):
        for ply in (None, 0, 1, 2, 3, 7, 15, 40):
            for player in (None, 0, 1):
                where = {"round": number, "ply": ply, "player": player}
                yield str(where), _shown(reading.place(_finding(**where)))


def _finding(**where: Any) -> Finding:
    return Finding(rule=EMPTY, message="", **where)


def _shown(found: Finding | None) -> str:
    if found is None:
        return "nowhere"
    edits = () if found.fix is None else found.fix.edits
    made = [(each.line, each.column, each.end_line, each.end_column, each.text) for each in edits]
    return f"{found.line}:{found.column}-{found.end_line}:{found.end_column} {made}"


def _pointers(value: Any, pointer: str = "") -> Iterator[str]:
    yield pointer
    kind: Any = value.__class__
    keys: Any = value if kind is dict else range(len(value)) if kind is list else ()
    for key in keys:
        yield from _pointers(value[key], f"{pointer}/{key}")


def table() -> Mapping[str, str]:
    """Return the checksums in the table, by the names of the texts."""
    return dict(map(json.loads, TABLE.read_text("utf-8").splitlines()))


if __name__ == "__main__":
    rows = (json.dumps((name, places(name))) + "\n" for name in names())
    TABLE.write_text("".join(rows), "utf-8")
