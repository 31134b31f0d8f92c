"""Text in which some words are replaced by the intended ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ...findings import Excerpt
from .text import Text


class RespeltText(Text):
    """A text with some spans replaced; lines, columns and excerpts are those of the original.

    >>> RespeltText(Text("Dealr: P0"), [(0, 5, "Dealer")]).position(8)
    (1, 8)
    """

    def __init__(
        self, original: Text, edits: Sequence[tuple[int, int, str]], end: int | None = None
    ) -> None:
        """`edits` has spans of the original up to `end`, in order, with their replacements."""
        self._original = original
        self._behind = [0]  # the offset after each edit, in this text
        self._origins = [0]  # the offset after each edit, in the original
        content, at = "", 0
        for start, stop, new in edits:
            content += original.content[at:start] + new
            at = stop
            self._behind.append(len(content))
            self._origins.append(stop)
        super().__init__(content + original.content[at:end], original.first_line)

    def origin(self, offset: int) -> int:
        """Return the offset in the original; in a replaced span, at most the end of the span."""
        part = bisect_right(self._behind, offset) - 1
        origin = self._origins[part] + offset - self._behind[part]
        return min([origin, *self._origins[part + 1 : part + 2]])

    def position(self, offset: int) -> tuple[int, int]:
        """Return an offset's line and column in the original."""
        return self._original.position(self.origin(offset))

    def offset(self, line: int, column: int) -> int:
        """Return the offset in this text of a line and column in the original."""
        origin = self._original.offset(line, column)
        part = bisect_right(self._origins, origin) - 1
        offset = self._behind[part] + origin - self._origins[part]
        return min([offset, len(self.content), *self._behind[part + 1 : part + 2]])

    def part(self, start: int, end: int) -> Text:
        """Return a part of the text; its lines and columns are those of the original."""
        found = RespeltText(self, [(0, start, "")], end)
        found.first_line = self.position(start)[0]
        return found

    def excerpt(self, start: int, end: int) -> Excerpt:
        """Return the line around a span, in the original."""
        return self._original.excerpt(self.origin(start), self.origin(end))
