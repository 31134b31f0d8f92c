"""Records inside other JSON, such as `{"event": "Cup", "games": [{"id": 7, "record": {…}}]}`.

Each object that declares a format in its first key is a record. Anything else with a value is
reported, since no record can hold it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from ....findings import Finding, amount
from ... import codes
from ...text.place import place
from ...text.respelt import RespeltText
from ...text.text import Text

_DECLARES = re.compile(r'\{\s*+"format"\s*+:\s*+"[a-z0-9_-]++/[a-z0-9_-]++"')
_SIGN = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"|[{}]')
_RECORD = object()
_EMPTY: tuple[object, ...] = None, "", [], {}
_MOST_NAMED = 3
"""How many keys a message names."""


def nested(text: Text) -> tuple[list[Text], list[Finding], tuple[tuple[str, str], ...]] | None:
    """Return the records in other JSON, a note about anything beside them, and what that is.

    Return None if the text is a record itself or has none. If the rest is not JSON, that is an
    error.
    """
    content = text.content
    spans = _spans(content)
    if not spans or content[: spans[0][0]].lstrip()[:1] not in ("[", "{"):
        return None
    parts, at = list[str](), 0
    for start, end in spans:
        parts += [content[at:start], "NaN"]
        at = end
    try:
        around = json.loads("".join([*parts, content[at:]]), parse_constant=lambda _: _RECORD)
        _, beside = _beside(around)
    except json.JSONDecodeError as error:
        at = RespeltText(text, [(*each, "NaN") for each in spans]).origin(error.pos)
        why = "the JSON around the records is damaged here"
        finding = place(Finding(rule=codes.JSON_SYNTAX, message=why), text, at, at)
        return [text.part(*each) for each in spans], [finding], ()
    except RecursionError:
        return None
    if around is _RECORD or (isinstance(around, dict) and "format" in around):
        return None
    found = [_note(text, spans, beside)] if beside else []
    lost = tuple(("values beside the records", each) for each in beside)
    return [text.part(*each) for each in spans], found, lost


def _spans(content: str) -> list[tuple[int, int]]:
    """Return the spans of the objects that declare a format, if each of them ends."""
    spans, end = list[tuple[int, int]](), 0
    for found in _DECLARES.finditer(content):
        if found.start() < end:
            continue
        depth = 0
        for sign in _SIGN.finditer(content, found.start()):
            depth += (sign[0] == "{") - (sign[0] == "}")
            if not depth:
                end = sign.end()
                break
        else:
            return []
        spans.append((found.start(), end))
    return spans


def _beside(value: Any) -> tuple[bool, list[str]]:
    """Return whether a value has records, and the keys and items beside them, in text order."""
    if value is _RECORD:
        return True, []
    named, is_object = list[tuple[object, Any]](), isinstance(value, dict)
    if is_object:
        named = [*cast(dict[str, Any], value).items()]
    elif isinstance(value, list):
        named = [(each, each) for each in cast(list[Any], value)]
    found = [(name, each, *_beside(each)) for name, each in named]
    number = sum(has_records for _, _, has_records, _ in found)
    names = list[str]()
    for name, each, has_records, inner in found if number else ():
        # several keys with records may be their names
        if each not in _EMPTY and (not has_records or (is_object and number > 1)):
            names.append(json.dumps(name, ensure_ascii=False))
        names += inner
    return number > 0, names


def _note(text: Text, spans: Sequence[tuple[int, int]], beside: Sequence[str]) -> Finding:
    """Return a note about the values that no record holds, placed at the first one."""
    names = list(dict.fromkeys(beside))
    named = " and ".join(names[:_MOST_NAMED])
    more = f" and {amount(len(names) - _MOST_NAMED, 'other')}" if names[_MOST_NAMED:] else ""
    why = f"beside the records, this is not read: {named}{more}"
    outside = iter([*spans, (len(text.content), 0)])
    start, end = next(outside)
    for found in re.finditer(re.escape(beside[0]), text.content):
        while end and end <= found.start():
            start, end = next(outside)
        if found.end() <= start:
            return place(Finding(rule=codes.TEXT_AROUND, message=why), text, *found.span())
    return place(Finding(rule=codes.TEXT_AROUND, message=why), text, 0, 0)
