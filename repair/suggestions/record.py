"""Finds the text of one record in a text of several."""

from __future__ import annotations

import re
from typing import Any

from ...formats.interface.notation import Notation
from ...formats.text.vocabulary import Span


def text_of_record(content: str, notation: Notation[Any], place: int) -> Span:
    """The span of the record at a place of a text, by what its notation writes between two."""
    if not notation.between:
        return 0, len(content)
    separator = notation.between.strip()
    line = rf"{re.escape(separator)}{separator[-1:]}*" if separator else ""
    start, end = 0, len(content)
    for match in re.finditer(rf"^{line}[ \t]*\r?\n", content, re.MULTILINE):
        if match.end() <= place:
            start = match.end()
        elif content[start : match.start()].strip():
            end = match.start()
            break
    return start, end
