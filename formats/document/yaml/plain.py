"""Read valid, ordinary YAML into plain values; refuse anything else without explanation.

If a place in the text is needed, the document is read again (`text.py`).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ....findings.limits import MAX_DEPTH, MAX_EVENTS
from ..numbers import written_float

_INTEGER = re.compile(r"[-+]?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{0,15}")
_FIRST_OF_NUMBER = "+-0123456789"


class NotPlain(ValueError):
    """There may be something to report about this text."""


def plain_documents(content: str) -> Iterator[tuple[Any, int, int]]:
    r"""Yield the value of each document in a text, with its span, which includes its comments.

    Raises NotPlain, or an error from the YAML library, if there may be something to report.

    >>> [value for value, _, _ in plain_documents("a: [1.0, し]\n---\n'2'")]
    [{'a': [1.0, 'し']}, '2']
    """
    import yaml

    if "\ufeff" in content:  # parsers disagree on whether to count it
        raise NotPlain
    end = 0
    with events_of(content) as unbounded:
        events: Iterator[Any] = islice(unbounded, MAX_EVENTS)
        for event in events:
            kind = event.__class__
            if kind is yaml.DocumentStartEvent:
                start = end  # comments may precede it
                value = _value(events)
                last = next(events, None)
                if last is None:
                    break
                end = last.end_mark.index
                yield value, start, end
            elif kind is yaml.StreamEndEvent:
                return
    raise NotPlain


def _value(events: Iterator[Any]) -> Any:
    """Return the value made up of the next events."""
    import yaml

    scalar, starts = yaml.ScalarEvent, (yaml.SequenceStartEvent, yaml.MappingStartEvent)
    sequence_end, mapping_end = yaml.SequenceEndEvent, yaml.MappingEndEvent
    whole: list[Any] = []
    values, around = whole, list[list[Any]]()
    for event in events:
        kind = event.__class__
        if kind is sequence_end or kind is mapping_end:
            made = values if kind is sequence_end else _mapping(values)
            values = around.pop()
            values.append(made)
        elif event.anchor is not None or event.tag is not None:  # an alias has an anchor, too
            raise NotPlain
        elif kind is scalar:
            written = event.value
            values.append(scalar_of(written) if event.implicit[0] else written)
        elif len(around) < MAX_DEPTH and kind in starts:
            around.append(values)
            values = []
        else:
            raise NotPlain
        if not around:
            return whole[0]
    raise NotPlain


def _mapping(parts: list[Any]) -> dict[str, Any]:
    """Return the object given by alternating keys and values."""
    keys = parts[::2]
    if not set(map(type, keys)) <= {str}:
        raise NotPlain
    made = dict(zip(keys, parts[1::2], strict=True))
    if len(made) < len(keys):
        raise NotPlain
    return made


@contextmanager
def events_of(content: str) -> Generator[Iterator[Any]]:
    """Yield a text's events; `yaml.parse` is slower, as it looks for each event twice."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(content)
    try:
        yield iter(loader.get_event, None)
    finally:
        loader.dispose()


def scalar_of(written: str) -> Any:
    """Return the value of a plain scalar: a number, None, or otherwise a string.

    >>> [scalar_of(each) for each in ("12", "1.0", "", "し")]
    [12, 1.0, None, 'し']
    """
    if written[:1] in _FIRST_OF_NUMBER:
        if _INTEGER.fullmatch(written):
            return int(written)
        if _NUMBER.fullmatch(written):
            value = written_float(written)
            return written if value is None else value
    return None if written in ("", "~", "null") else written
