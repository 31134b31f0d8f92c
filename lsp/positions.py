"""The protocol's positions: line numbers and offsets in code units (mostly UTF-16), from 0."""

from __future__ import annotations

from bisect import bisect_left

from lsprotocol.types import Position, PositionEncodingKind, Range

from ..formats.text.text import LINE_END, Text

_UNITS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
"""The codec of each encoding, and the size of one unit in bytes."""


class Positions:
    r"""Positions in a text, and the offsets of its characters.

    >>> positions = Positions("\U0001f600a\r\nb")
    >>> positions.position(1), positions.offset(Position(0, 2))
    (0:2, 1)
    """

    def __init__(self, content: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        self._text = Text(content)
        self._codec, self._size = _UNITS[PositionEncodingKind(encoding)]

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        line, column = self._text.position(offset)
        return Position(line - 1, self._units(self._text.content[offset - column + 1 : offset]))

    def range(self, start: int, end: int) -> Range:
        """Return the range between two offsets."""
        return Range(self.position(start), self.position(end))

    def offset_of(self, line: int, column: int) -> int:
        """Return the offset of a line and column, as given in findings."""
        return self._text.offset(line, column)

    def end_of_line(self, offset: int) -> int:
        """Return the offset of the end of the line that contains an offset."""
        found = LINE_END.search(self._text.content, offset)
        return len(self._text.content) if found is None else found.start()

    def offset(self, position: Position) -> int:
        """Return the offset of a position, or of the end of its line if it does not exist."""
        starts, content = self._text.starts(), self._text.content
        if position.line >= len(starts):
            return len(content)
        start = starts[position.line]
        last = position.line + 1 == len(starts)
        line = content[start : len(content) if last else starts[position.line + 1]]
        line = line if last else line.removesuffix("\n").removesuffix("\r")
        if line.isascii():
            return start + min(position.character, len(line))
        ends = range(len(line))
        return start + bisect_left(
            ends, position.character, key=lambda end: self._units(line[:end])
        )

    def _units(self, part: str) -> int:
        if part.isascii():
            return len(part)
        return len(part.encode(self._codec, "surrogatepass")) // self._size
