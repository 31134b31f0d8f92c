"""Finds brackets that changed places with what is next to them."""

from __future__ import annotations

import re

from .. import codes
from .properties import FORMS
from .tokens import Entry, Slip

_REST = re.compile(r"(?![A-Z]++\s*+\[)([^\s\[\];()]{1,16}?)(?=\s*+(?:[;()]|[A-Z]{1,2}\s*+\[|\Z))")
_NEXT = re.compile(r"([^A-Za-z]++)([A-Z]{2})")


def rest_of_value(content: str, at: int, entry: Entry) -> Slip | None:
    """Add the text after a property to its value if it belongs there, as in `B[]aa`, `KM[6.]5`."""
    known, rest = FORMS.get(entry.key), _REST.match(content, at)
    pattern = None if known is None else known.form.pattern
    if pattern is None or len(entry.values) > 1 or rest is None:
        return None
    raw, start = entry.values[0], entry.starts[0]
    is_whole = raw != "" and pattern.fullmatch(raw) is not None
    if is_whole or pattern.fullmatch(raw + rest[1]) is None:
        return None
    entry.values[0] += rest[1]
    edit = (start + len(raw), rest.end(), f"{rest[1]}]")
    return Slip(*edit[:2], codes.STRAY, f"expected {edit[2]}", edit)


def next_in_value(entry: Entry) -> tuple[Slip, Entry] | None:
    """Split off the next property if its name is in the value before it, as in `GM[1SZ][9]`."""
    known, both = FORMS.get(entry.key), _NEXT.fullmatch(entry.values[0])
    if known is None or known.form.several or both is None:
        return None
    pattern, (said, name) = known.form.pattern, both.groups()
    if name not in FORMS or pattern is None or pattern.fullmatch(said) is None:
        return None
    start, end = (entry.starts[0] + each for each in both.span(2))
    following = Entry(name, start, end, entry.values[1:], entry.starts[1:], name)
    del entry.values[1:], entry.starts[1:]
    entry.values[0] = said
    edit = (start, end + 1, f"]{name}")
    return Slip(start, end + 1, codes.STRAY, f"expected {edit[2]}", edit), following
