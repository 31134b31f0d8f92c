"""Read JSON of any origin: keep every key, place every value, report every fault.

Correct JSON is read by the C parser of the standard library, and places are found by skipping
values (`places.py`). Only if that fails, the text is mended (`recovery.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ....findings import Finding
from ....findings.limits import MAX_VALUES
from ...found import Found
from ...interface.notation import reads_on
from ...text.text import Text
from ..tree import UNREAD, Node
from .plain import plain

if TYPE_CHECKING:
    from ..shapes import Shape


class JsonText:
    """A JSON document.

    `defaults` maps keys to the text that a missing value stands for (`"goshi":`), `repeatable` are
    the keys that the notation itself repeats; `fits` returns whether a value fits its schema, and
    `shape` its shape. `value` has UNREAD for anything that could not be read; then `whole` is
    false. `found` are the findings about the text. If brackets are wrong, values may be
    `displaced`.
    """

    def __init__(
        self,
        text: Text,
        defaults: Mapping[str, str] | None = None,
        repeatable: frozenset[str] = frozenset(),
        fits: Callable[[Any], bool] = lambda value: False,
        shape: Callable[[], Shape] | None = None,
    ) -> None:
        self.text = text
        self.found = Found()
        self.whole = True
        self.displaced = False
        self.value: Any = UNREAD
        self._tree: Node | None = None
        try:
            self.value = plain(text.content, repeatable)
        except (ValueError, RecursionError):
            self.whole = False
        if not self.whole and reads_on():
            from .recovery import recovered

            read = recovered(text, defaults or {}, repeatable, fits, shape)
            self.text, self.found, self._tree = read.text, read.found, read.root
            self.displaced = read.displaced
            self.value = UNREAD if read.root is None else read.root.plain(repeatable)
            self.whole = read.whole and read.root is not None

    @property
    def findings(self) -> list[Finding]:
        """The findings about the text."""
        return self.found.all()

    def tree(self) -> Node | None:
        """The document with positions, None if it cannot be read."""
        if self._tree is None and self.whole:
            from .places import places

            self._tree = places(self.text.content)
        return self._tree


def too_many_values(content: str) -> bool:
    """Return whether a text has more values than any record needs, or memory should hold."""
    return content.count(",") + content.count("[") + content.count("{") > MAX_VALUES
