"""Read JSON from any source: keep every key, locate every value, report every fault.

Valid JSON is read by the standard library's C parser, and places are found by skipping values
(`places.py`). If that fails, the text is mended: each slip is a finding, and unknown values are
UNREAD, so that no guess is mistaken for what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....findings import Finding
from ....findings.limits import MAX_VALUES
from ...found import Found
from ...interface.notation import reads_on
from ...text.respelt import RespeltText
from ...text.text import Text
from ..tree import UNREAD, Node
from .plain import plain

if TYPE_CHECKING:
    from ..shapes import Shape


class JsonText:
    """A JSON document.

    `defaults` maps keys to the text of their value if it is missing (`"goshi":`); `repeatable` has
    the keys that the notation itself repeats; `shape` returns the shape of its schema. In `value`,
    UNREAD replaces anything unreadable, and `whole` is then false. `found` has the findings about
    the text. `displaced`: whether wrong brackets may have misplaced values.
    """

    def __init__(
        self,
        text: Text,
        defaults: Mapping[str, str] = {},
        repeatable: frozenset[str] = frozenset(),
        shape: Callable[[], Shape] | None = None,
    ) -> None:
        self.text = text
        self.found = Found()
        self.whole = True
        self.displaced = False
        self.value: Any = UNREAD
        self.root: Node | None = None
        try:
            self.value = plain(text.content, repeatable)
        except (ValueError, RecursionError):
            self.whole = False
        if not self.whole and reads_on():
            self.recover(defaults, repeatable, shape)

    def recover(
        self,
        defaults: Mapping[str, str],
        repeatable: frozenset[str],
        shape: Callable[[], Shape] | None,
    ) -> None:
        """Report anything wrong with the text, and read as much of it as possible.

        The mended text is valid JSON, and its places refer to the original text.
        """
        # These are not needed for valid texts.
        from ..mending.mended import MendedDocument, mark
        from ..mending.repetitions import mark_repeated, repetitions
        from ..mending.slips import Report
        from .faults import faults
        from .language import JsonLanguage
        from .places import places

        mended = MendedDocument(Report(self.text, self.found), JsonLanguage, shape, defaults)
        self.text, self.whole, self.displaced = mended, False, mended.displaced
        ending = "" if mended.whole else JsonLanguage().ending(mended.content)
        if ending:
            end = len(mended.content)
            self.text = RespeltText(mended, [(end, end, ending)])
        elif not mended.whole:
            return
        wrong = faults(Report(self.text, self.found))
        if wrong.deep:
            return
        sound = self.text = RespeltText(self.text, wrong.edits)
        root = self.root = places(sound.content)
        mended.mark(root)
        for at in wrong.unread:
            mark(root, sound.content, at, "unread")
        again = mark_repeated(root, repeatable)
        for each in repetitions(sound, root):
            self.found.add(each)
        if ending:
            _cut_off(root).unread = True
        self.value = root.plain(repeatable)
        self.whole = mended.is_clear and not again and not wrong.unread
        self.displaced = mended.displaced or bool(ending)

    @property
    def findings(self) -> list[Finding]:
        """The findings about the text."""
        return self.found.all()

    def tree(self) -> Node | None:
        """The document with source locations, or None if it cannot be read."""
        if self.root is None and self.whole:
            from .places import places

            self.root = places(self.text.content)
        return self.root


def too_many_values(content: str) -> bool:
    """Return whether a text has more values than any record needs or memory should hold."""
    return content.count(",") + content.count("[") + content.count("{") > MAX_VALUES


def _cut_off(root: Node) -> Node:
    """Return the value cut off by the end of a text: the last item of the outermost open list."""
    path = [root]
    while inner := path[-1].inner():
        path.append(inner[-1])
    lists = (after for before, after in pairwise(path) if before.items)
    return next(lists, path[min(1, len(path) - 1)])
