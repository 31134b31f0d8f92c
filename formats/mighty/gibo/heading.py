"""What the headers of a text gibo say of the match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from ....findings import Rule
from ....replayer.mighty.options import PRESETS, resolved
from ... import codes as file_codes
from ...document.mapping import Path
from ...events.events import Header
from ...text.grammar import terminals
from ...text.lines import unquoted
from ..words import option_value
from .headers import GRAMMAR

Refuse: TypeAlias = Callable[[Rule, str, int, int, str | None], None]
"""Reports what is wrong between two offsets, and what stands there rightly, if that is known."""

_OPTION = re.compile(r"(?<!\S)[a-z0-9_]+=\S+")
_TIMES = {"Start": "start_time", "End": "end_time"}
_SMALLEST = {"format": "mighty/json", "version": 1, "deals": [{"gap": False}]}


class Heading:
    """The values of a record that the headers say; parts of it that are not known become `lost`."""

    def __init__(self, headers: Sequence[Header], refuse: Refuse, lost: list[Path]) -> None:
        self.refuse = refuse
        self.lost = lost
        self.said: dict[str, Header] = {}
        self.options: list[tuple[str, int]] = []
        """The options as they are written, and where."""
        self.take(headers)

    def take(self, headers: Sequence[Header]) -> None:
        """Take all headers but those that stand twice."""
        lines = list[list[str]]()
        for each in headers:
            name, words = each.name, each.value.split()
            if words in lines if name == "Options" else name in self.said:
                why = f"the line {name.lower()!r} stands twice"
                self.refuse(file_codes.TEXT_SYNTAX, why, each.start, each.end, None)
            elif name == "Options":
                lines.append(words)
                found = _OPTION.finditer(each.value)
                self.options += [(option[0], each.start + option.start()) for option in found]
            else:
                self.said[name] = each

    def values(self) -> dict[str, Any]:
        """The values, as far as they can be read."""
        found: dict[str, Any] = {}
        for name, header in self.said.items():
            span, value = (header.start, header.end), header.value
            if name == "Players":
                found["players"] = _names(value)
            elif name == "Title":
                found["title"] = unquoted(value)
            elif name == "View" and self.fits({"view": int(value[1:])}, span):
                found["view"] = int(value[1:])
            elif name in _TIMES and self.fits({_TIMES[name]: value}, span):
                found[_TIMES[name]] = value
        rules = self.preset() | self.changed()
        return found | {"rules": resolved(rules)} if rules else found

    def preset(self) -> dict[str, Any]:
        """The preset of the options; one that is misspelt is the only one that is close."""
        header = self.said.get("Rules")
        if header is None:
            return {}
        meant: str | None = header.value
        if meant not in PRESETS:
            close = get_close_matches(header.value.lower(), PRESETS)
            meant = close[0] if len(close) == 1 else None
            span = (header.start, header.end)
            self.fits({"rules": {"preset": header.value}}, span, meant)
        if meant is None:
            self.lost.append(["rules"])
        return {} if meant is None else {"preset": meant}

    def changed(self) -> dict[str, Any]:
        """Options that are not those of the preset."""
        values: dict[str, Any] = {}
        for written, start in self.options:
            name, value = _option(written)
            span = (start, start + len(written))
            if name in values:
                why = f"the option {name} stands twice"
                self.refuse(file_codes.TEXT_SYNTAX, why, *span, None)
            elif self.fits({"rules": {name: value}}, span):
                values[name] = value
            else:
                self.lost.append(["rules"])
        return values

    def fits(self, values: dict[str, Any], span: tuple[int, int], meant: str | None = None) -> bool:
        """Check a value against the canonical schema, and report what is wrong with it."""
        if self.all_fit:
            return True
        from ...document.schema_misfits import misfits

        wrong = list(misfits("mighty/json", _SMALLEST | values))
        for each in wrong:
            due = next((value for _, value in each.fix.changes), None) if each.fix else None
            self.refuse(each.rule, each.message, *span, due if isinstance(due, str) else meant)
        return not wrong

    @cached_property
    def all_fit(self) -> bool:
        """Whether all values fit the schema, which is quicker to say of them together."""
        from ...document.schema import fits  # what it needs is slow to import

        rules = dict([_option(written) for written, _ in self.options])
        values: dict[str, Any] = {"rules": rules}
        for name, of in _TIMES.items():
            if name in self.said:
                values[of] = self.said[name].value
        if "View" in self.said:
            values["view"] = int(self.said["View"].value[1:])
        known = "Rules" not in self.said or self.said["Rules"].value in PRESETS
        return known and len(rules) == len(self.options) and fits("mighty/json", _SMALLEST | values)


def _names(written: str) -> tuple[str, ...]:
    """The names of players, of which some may be in quotes."""
    if '"' not in written:
        return tuple(written.split())
    return tuple([unquoted(each[0]) for each in terminals(GRAMMAR, "NAME").finditer(written)])


@lru_cache(maxsize=1000)
def _option(written: str) -> tuple[str, Any]:
    """The name of an option, and its value; one that is not known has it as it is written."""
    name, _, value = written.partition("=")
    try:
        return name, option_value(name, value)
    except KeyError:
        return name, value
