"""Read a text gibo's headers about the match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias, cast

from ....findings import Finding, Rule
from ....replayer.mighty.options import PRESETS, Options, resolved
from ... import codes as file_codes
from ...document.mapping import Path
from ...events.events import Header
from ...text.grammar import terminals
from ...text.lines import unquoted
from ..words import CONSTANTS, option_value
from .lines import GRAMMAR

Refuse: TypeAlias = Callable[[Rule, str, tuple[int, int], str | None], None]
"""Reports an error in a span, with the right text if known."""

KEYS = {
    "Title": "title",
    "Players": "players",
    "Start": "start_time",
    "End": "end_time",
    "View": "view",
}
"""The record's keys for the headers, except for options."""

_OPTION = re.compile(r"(?<!\S)[a-z0-9_]+=\S+")
_SWAPPED = re.compile(r"(?<=[=,])([a-z0-9_]++)([ \t]++)([a-z0-9_-]++)(?==)")
_RECORD = {"format": "mighty/json", "version": 1, "deals": [{"gap": False}]}


def heading(headers: Sequence[Header], refuse: Refuse, lost: list[Path]) -> dict[str, Any]:
    """Return a record's values from the headers, as far as these can be read.

    Unreadable options are added to `lost`.
    """
    values, rules = dict[str, Any](), dict[str, Any]()
    spans = dict[str, tuple[int, int]]()
    for each in headers:
        if each.name == "Rules":
            rules["preset"] = each.value
            spans["/rules/preset"] = each.start, each.end
        said = _in_place(each, refuse) if each.name == "Options" else ""
        for found in _OPTION.finditer(said):
            span = each.start + found.start(), each.start + found.end()
            name, _, value = found[0].partition("=")
            if spans.setdefault(f"/rules/{name}", span) is span:
                rules[name] = option_value(name, value)
            else:
                refuse(file_codes.TEXT_SYNTAX, f"the option {name} is repeated", span, None)
        if each.name in KEYS:
            values[KEYS[each.name]] = _value(each)
            spans[f"/{KEYS[each.name]}"] = each.start, each.end
    checked = values | ({"rules": rules} if rules else {})
    _check(checked, spans, refuse, lost)
    found = {key: value for key, value in checked.items() if key != "rules"}
    return found | {"rules": resolved(rules)} if rules else found


def _in_place(header: Header, refuse: Refuse) -> str:
    """Return options; the name of one may have changed places with the value before it."""
    said, known = header.value, Options.__struct_fields__
    for found in _SWAPPED.finditer(said):
        name, space, value = found.groups()
        if name in known and value not in known:
            start, end = found.span()
            right = value + space + name
            said = said[:start] + right + said[end:]
            span = header.start + start, header.start + end
            refuse(file_codes.TEXT_SYNTAX, f"expected {right!r}, found {found[0]!r}", span, right)
    return said


def _check(
    values: dict[str, Any],
    spans: dict[str, tuple[int, int]],
    refuse: Refuse,
    lost: list[Path],
) -> None:
    """Check values against the canonical schema, and remove any that do not fit."""
    checked = {key: value for key, value in values.items() if key not in ("title", "players")}
    if checked in _PLAIN:
        return
    from ...document.schema import fits  # its imports are slow

    if fits("mighty/json", _RECORD | checked):
        return
    from ...document.misfits import misfits

    found = dict[tuple[str, ...], Finding]()
    for each in misfits("mighty/json", _RECORD | checked):
        # if a value is a list, all of it; several of its items may be wrong
        found.setdefault(tuple((each.pointer or "").split("/")[1:3]), each)
    for (*above, key), each in found.items():
        part = cast(dict[str, Any], values["rules"] if above else values)
        right = next((value for _, value in each.fix.changes), None) if each.fix else None
        if key == "preset":
            close = get_close_matches(str(part[key]).lower(), PRESETS)
            right = close[0] if len(close) == 1 else right
        if above and key != "preset":
            lower = str(part.get(key)).lower() if isinstance(part.get(key), str) else ""
            right = f"{key}={lower}" if lower in CONSTANTS else None
        refuse(
            each.rule,
            each.message,
            spans["/".join(["", *above, key])],
            right if isinstance(right, str) else None,
        )
        part.pop(key, None)
        if key == "preset" and right is not None:
            part[key] = right
        elif above:
            lost.append(["rules"])


_PLAIN: Sequence[dict[str, Any]] = [{}, *({"rules": {"preset": each}} for each in PRESETS)]
"""Return the values that can be checked without a schema."""


def _value(header: Header) -> Any:
    """Return the value of a header other than options."""
    if header.name == "Players":
        names = terminals(GRAMMAR, "NAME").finditer(header.value)
        return tuple([unquoted(each[0]) for each in names])
    if header.name == "View":
        return int(header.value[1:])
    return unquoted(header.value) if header.name == "Title" else header.value
