"""JSON as strangers write it: every key kept, every value with its place, every fault reported.

Correct JSON is read by the C parser of the standard library, and its places are found by skipping
values (`json_places`). Only if that fails, `json_reader` reads the text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....findings import Finding
from ....findings.limits import MAX_VALUES
from ...found import Found
from ...interface.notation import reads_on
from ...text.text import Text
from ..tree import UNREAD, Node
from .plain import plain

if TYPE_CHECKING:
    from .brackets import Mended


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
        self._parsed = self._is_sound = False
        try:
            self.value = plain(text.content, repeatable)
            self._is_sound = True
        except (ValueError, RecursionError):
            root = self.tree() if reads_on() else None
            self.whole = self.whole and root is not None
            self.value = UNREAD if root is None else root.plain(repeatable)

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the text."""
        return self.found.all()

    def mend(self, fits: Callable[[Any], bool]) -> bool:
        """Read the text as it would be with one line or bracket mended; False if that is no help.

        What is wrong with the text is then that line or bracket alone.
        """
        from .doubled import undoubled
        from .reader import Reader
        from .scanner import Scanner

        read = partial(plain, repeatable=self._repeatable)
        found = undoubled(self.text.content, read, fits) or self._with_bracket(read, fits)
        if not found:
            return False
        best = found[0]
        reader = Reader(Text(best.content), self._defaults, self._repeatable)
        root = reader.document()
        if root is None or reader.findings:
            return False
        best.restore(root)
        certain = len(found) == 1
        slip = (
            best.slip
            if certain
            else replace(best.slip, edits=(), message=f"{best.slip.message}, or before")
        )
        told = Scanner(self.text)
        told.tell(slip)
        self.found, self._tree, self._parsed = told.findings, root, True
        self.value = best.value if certain else UNREAD
        self.whole = self.cut = False
        return True

    def _with_bracket(
        self, read: Callable[[str], Any], fits: Callable[[Any], bool]
    ) -> Sequence[Mended]:
        from .brackets import mended

        try:
            json.loads(self.text.content)
        except json.JSONDecodeError as error:
            return mended(self.text.content, error.pos, read, fits)
        except (ValueError, RecursionError):  # A number that is too long, or too deep a value.
            return ()
        return ()

    def tree(self) -> Node | None:
        """The document with positions, None where nothing can be made of it."""
        if self._is_sound and not self._parsed:
            from .places import places

            self._tree, self._parsed = places(self.text.content, self._repeatable), True
        elif not self._parsed:
            from .reader import Reader

            reader = Reader(self.text, self._defaults, self._repeatable)
            self._tree, self._parsed = reader.document(), True
            self.found = reader.findings
            self.whole, self.cut = reader.whole, reader.cut
        return self._tree


def too_many_values(content: str) -> bool:
    """Whether a text has more values than any record needs, and than memory should bear."""
    return content.count(",") + content.count("[") + content.count("{") > MAX_VALUES
