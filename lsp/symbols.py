"""The outline of a document: its records, and their rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol.types import DocumentSymbol, Range, SymbolKind

from ..findings import amount
from ..shown import visible
from ..validation import Outcome
from .documents import Document
from .places import Places

MOST_CHARACTERS = 2**20
"""A longer document has no outline: all of it would have to be read for that, with its places."""


def symbols(document: Document) -> list[DocumentSymbol]:
    """The rounds of a document; those of each record by themselves, if there are several.

    A record that cannot be read whole has none.
    """
    if len(document.text) > MOST_CHARACTERS:
        return []
    with document.assuming_options():
        records = [
            (number, outcome.record, rounds)
            for number, (outcome, rounds) in enumerate(_read(document), start=1)
            if rounds
        ]
    if len(records) == 1:
        return records[0][2]
    return [
        DocumentSymbol(
            f"record {number}",
            SymbolKind.File,
            Range(rounds[0].range.start, rounds[-1].range.end),
            rounds[0].selection_range,
            visible(getattr(record, "title", None) or amount(len(rounds), "round")),
            children=rounds,
        )
        for number, record, rounds in records
    ]


def _read(document: Document) -> Iterator[tuple[Outcome[Any], list[DocumentSymbol]]]:
    for part in document.parts():
        for outcome in part.outcomes:
            yield outcome, list(_rounds(document, Places(part, outcome)))


def _rounds(document: Document, places: Places) -> Iterator[DocumentSymbol]:
    for each in places.rounds():
        where = document.positions.range(each.start, each.end)
        head = document.positions.range(
            each.start, min(each.end, document.positions.end_of_line(each.start))
        )
        detail = amount(each.plies, "ply")
        yield DocumentSymbol(f"round {each.number}", SymbolKind.Event, where, head, detail)
