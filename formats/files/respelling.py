"""Read the records of a text one by one, each in its usual spelling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import loads
from typing import Any, cast

from ...findings import Finding, Fix
from ...findings.limits import BYTES_A_SLIP, MOST_SLIPS
from .. import codes
from ..document.json.members import lines_of, members
from ..document.schema import schema
from ..interface.catalog import notation
from ..interface.notation import Notation, Reading
from ..text.place import edit, place
from ..text.text import Text
from ..text.unusual import usual
from .detect import declared, detect
from .source import HEAD


def read_each(chosen: Notation[Any], text: Text) -> Iterator[Reading[Any]]:
    """Read the records in a text, which may be a JSON list of them, or have one per line."""
    some = None
    if chosen.medium == "json":
        some = members(text, chosen.schema) or lines_of(text)
    if some is None:
        stranger = _stranger(text, chosen) if chosen.medium == "json" else None
        yield from _read_unusual(chosen, text) if stranger is None else [stranger]
        return
    last, slips = len(some.texts) - 1, 0
    most = max(MOST_SLIPS, len(text.content) // BYTES_A_SLIP)
    for number, part in enumerate(some.texts):
        if slips > most:
            why = f"{slips} slips are listed; from here on, the file is not read"
            finding = Finding(rule=codes.TOO_MANY_FINDINGS, message=why)
            yield Reading(chosen, [place(finding, part, 0, 0)], whole=False)
            return
        for reading in _read_item(part, chosen):
            reading.text = part if type(part) is Text else None
            slips += len(reading.findings)
            if not number:
                reading.beside += some.beside
            if number == (0 if some.beside else last):
                reading.findings = reading.findings + some.findings
            yield reading


def _stranger(text: Text, chosen: Notation[Any]) -> Reading[Any] | None:
    """Return a reading with an error if a record declares another game's format, or None."""
    found = declared(text.content[:HEAD].encode("utf-8", "surrogateescape"))
    if found is None or found.game == chosen.game:
        return None
    why = f'expected "{chosen.id}", found "{found.id}"'
    start = text.content.index(f'"{found.id}"')
    finding = Finding(rule=codes.WRONG_VALUE, message=why)
    placed = place(finding, text, start, start + len(found.id) + 2)
    return Reading(chosen, [placed], whole=False)


def _read_item(text: Text, chosen: Notation[Any]) -> Iterator[Reading[Any]]:
    """Read one of several records, which may be in another notation, even of another game."""
    found = detect(text.content[:HEAD].encode("utf-8", "surrogateescape"))
    if found is None and _is_other(text, chosen):
        why = "this object is not a record in any notation kifu knows"
        finding = Finding(rule=codes.TEXT_AROUND, message=why, severity="error")
        yield Reading(chosen, [place(finding, text, 0, 0)], whole=False)
        return
    yield from _read_unusual(chosen if found is None else notation(found.id), text)


def _is_other(text: Text, chosen: Notation[Any]) -> bool:
    """Return whether a text is an object without any key of a record."""
    try:
        value = loads(text.content)
    except (ValueError, RecursionError):
        return False
    known = schema(chosen.schema) if chosen.schema else dict[str, Any]()
    keys: dict[str, Any] = known.get("properties", {})
    return isinstance(value, dict) and not cast(dict[str, Any], value).keys() & keys.keys()


def _read_unusual(chosen: Notation[Any], text: Text) -> Iterator[Reading[Any]]:
    """Read the records in a text; if it helps, in an unusual style, which is reported as a note."""
    some = [] if chosen.unusual is None else [*chosen.unusual(text.content)]
    if not some:
        yield from chosen.read(text)
        return
    readings, others = [*chosen.read(text)], [*chosen.read(usual(text, some))]
    if others and len(errors_in(others)) <= len(errors_in(readings)):
        spans = sorted(one for each in some for one in each.edits)
        edits = tuple(edit(text, *each) for each in spans)
        fix = Fix("write the usual spelling", edits=edits)
        why = f"{' and '.join(each.what for each in some)} (read as in the usual spelling)"
        note = Finding(rule=codes.UNUSUAL_SPELLING, message=why, fix=fix)
        readings, first = others, others[0]
        first.findings = [place(note, text, *spans[0][:2]), *first.findings]
    yield from readings


def errors_in(readings: Sequence[Reading[Any]]) -> list[Finding]:
    """Return the errors of readings."""
    return [one for each in readings for one in each.findings if one.severity == "error"]
