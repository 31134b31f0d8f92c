"""JSON as strangers write it: every key kept, every value with its place, every fault reported.

Correct JSON is read by the C parser of the standard library. Only if that fails, or somebody asks
for a place, `json_reader` reads the text.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from ..findings import Finding
from .base import Found, reads_on
from .json_reader import MAX_DEPTH, Reader
from .json_scanner import number
from .text import Text
from .tree import UNREAD, Node, gather, is_deep

MAX_VALUES = 500_000

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _NotPlain(Exception):
    """The C parser cannot vouch for this text."""


class JsonText:
    """A JSON document.

    `defaults` maps keys to the text that a missing value stands for (`"goshi":`), `repeatable` are
    the keys that the notation itself repeats. `value` has UNREAD where something could not be read;
    then `whole` is false. `cut` is whether the text ends too early, `found` what is wrong with it.
    """

    def __init__(
        self,
        text: Text,
        defaults: Mapping[str, str] | None = None,
        repeatable: frozenset[str] = frozenset(),
    ) -> None:
        self.text = text
        self.found = Found()
        self.whole = True
        self.cut = False
        self.value: Any = None
        self._defaults = defaults or {}
        self._repeatable = repeatable
        self._tree: Node | None = None
        self._parsed = False
        try:
            self.value = _plain(text.content, repeatable)
        except (_NotPlain, ValueError, RecursionError):
            root = self.tree() if reads_on() else None
            self.whole = self.whole and root is not None
            self.value = UNREAD if root is None else root.plain(repeatable)

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the text."""
        return self.found.all()

    def tree(self) -> Node | None:
        """The document with positions, None where nothing can be made of it."""
        if not self._parsed:
            reader = Reader(self.text, self._defaults, self._repeatable)
            self._tree, self._parsed = reader.document(), True
            self.found = reader.findings
            self.whole, self.cut = reader.whole, reader.cut
        return self._tree


def too_many_values(content: str) -> bool:
    """Whether a text has more values than any record needs, and than memory should bear."""
    return content.count(",") + content.count("[") + content.count("{") > MAX_VALUES


def _plain(content: str, repeatable: frozenset[str]) -> Any:
    if _SURROGATE.search(content):
        raise _NotPlain

    def hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            if any(count > 1 and key not in repeatable for key, count in Counter(keys).items()):
                raise _NotPlain
            return gather(pairs, repeatable)
        return value

    value = json.loads(
        content,
        object_pairs_hook=hook,
        parse_int=_number,
        parse_float=_number,
        parse_constant=_refuse,
    )
    openings = content.count("[") + content.count("{")
    if openings > MAX_DEPTH and is_deep(value, MAX_DEPTH):
        raise _NotPlain
    return value


def _number(digits: str) -> int | float:
    value = number(digits)
    if value is None:
        raise _NotPlain
    return value


def _refuse(_: str) -> NoReturn:
    raise _NotPlain
