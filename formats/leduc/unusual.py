"""Ranks in lower case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..text.unusual import Unusual

_LOWER, _UPPER = re.compile(r'(?<=")[jqk](?=[sh]")'), re.compile(r'"[JQK][sh]"')


def in_json(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a JSON text uses throughout."""
    found = [] if _UPPER.search(content) else [*_LOWER.finditer(content)]
    if len(found) > 1:
        edits = [(*each.span(), each[0].upper()) for each in found]
        yield Unusual("the ranks are in lower case", edits)
