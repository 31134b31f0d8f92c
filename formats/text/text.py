"""Text with the lines and columns of its characters in a file."""

from __future__ import annotations

import re
from bisect import bisect_right

from ...findings import Excerpt

LINE_END = re.compile("\r\n|\r|\n")
_LF = re.compile("\n")
"""The end of a line in a text without CR: finding a single character is many times faster."""
EXCERPT = 100
"""The maximum number of characters of a line that a finding quotes."""


class Text:
    r"""The text of a record, which begins on `first_line` of its file, in `first_column`.

    Lines end with LF, CRLF or CR. Lines and columns are counted from 1; columns count code points.

    >>> Text("ab\ncd").position(4)
    (2, 2)
    """

    def __init__(self, content: str, first_line: int = 1, first_column: int = 1) -> None:
        self.content = content
        self.first_line = first_line
        self.first_column = first_column
        self._starts: list[int] | None = None

    def starts(self) -> list[int]:
        """Return the offset at which each line starts."""
        if self._starts is None:
            end = LINE_END if "\r" in self.content else _LF
            self._starts = [0, *(match.end() for match in end.finditer(self.content))]
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        starts = self.starts()
        index = bisect_right(starts, offset) - 1
        first = self.first_column if not index else 1
        return self.first_line + index, offset - starts[index] + first

    def offset(self, line: int, column: int) -> int:
        r"""Return the offset of a line and column.

        >>> Text("ab\ncd").offset(2, 2)
        4
        """
        starts = self.starts()
        index = min(line - self.first_line, len(starts) - 1)
        first = self.first_column if not index else 1
        return min(starts[index] + column - first, len(self.content))

    def has_line(self, line: int) -> bool:
        """Return whether a line is in the text."""
        return self.first_line <= line < self.first_line + len(self.starts())

    def line_at(self, offset: int) -> tuple[int, int]:
        r"""Return the offsets of the line at an offset: its start, and the end with its line end.

        >>> Text("ab\ncd\n").line_at(4)
        (3, 6)
        """
        starts = self.starts()
        index = bisect_right(starts, offset)
        return starts[index - 1], starts[index] if index < len(starts) else len(self.content)

    def part(self, start: int, end: int) -> Text:
        """Return a part of the text, with its lines and columns."""
        return Text(self.content[start:end], *self.position(start))

    def excerpt(self, start: int, end: int) -> Excerpt:
        """Return the line around a span, shortened to a readable length."""
        left, right = self.line_at(start)
        first, last = left, right
        while last > first and self.content[last - 1] in "\r\n":  # a line may be long
            last -= 1
        if last - first > EXCERPT:
            left = max(first, min(start - EXCERPT // 2, last - EXCERPT))
        right = min(last, left + EXCERPT)
        length = max(1, min(end, right) - start)
        is_cut = left > first or (first == 0 and self.first_column > 1)
        return Excerpt(self.content[left:right], start - left, length, is_cut, right < last)
