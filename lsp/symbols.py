"""The outline of a document: its records, and their rounds."""

from __future__ import annotations

from lsprotocol.types import DocumentSymbol, Range, SymbolKind

from ..findings import amount
from ..findings.shown import visible
from .documents import Document
from .places import PlacedRound, rounds_of

MOST_CHARACTERS = 2**20
"""Longer documents have no outline, as that would require locating everything in them."""


def symbols(document: Document) -> list[DocumentSymbol]:
    """Return the rounds in a document, grouped by record if there are several.

    A record that could not be read at all has no rounds.
    """
    if len(document.text) > MOST_CHARACTERS:
        return []
    with document.assuming_options():
        found = [each for part in document.parts() for each in rounds_of(part)]
    records = [
        (number, outcome.record, [_symbol(document, each) for each in rounds])
        for number, (outcome, rounds) in enumerate(found, start=1)
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


def _symbol(document: Document, found: PlacedRound) -> DocumentSymbol:
    positions = document.positions
    head = min(found.end, positions.end_of_line(found.start))
    return DocumentSymbol(
        f"round {found.number}",
        SymbolKind.Event,
        positions.range(found.start, found.end),
        positions.range(found.start, head),
        amount(found.plies, "ply"),
    )
