"""The parts of an observation: named arrays of small numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from msgspec import Struct


class Field(Struct, frozen=True):
    """A named array of bytes, each from 0 to `high`; `about` says what it means.

    A first dimension over players is in the order of seats, beginning with the observing one.

    >>> Field("hand", (2, 3)).size
    6
    """

    name: str
    shape: tuple[int, ...]
    high: int = 1
    about: str = ""

    @property
    def size(self) -> int:
        """The number of bytes."""
        return prod(self.shape)


class Layout(Struct, frozen=True):
    """The fields of an array, one after the other, all of type `uint8`.

    >>> layout = Layout((Field("card", (3,)), Field("stakes", (2,), 13)))
    >>> {name: part.tolist() for name, part in layout.split(bytes([0, 1, 0, 3, 1])).items()}
    {'card': [0, 1, 0], 'stakes': [3, 1]}
    """

    fields: tuple[Field, ...] = ()

    @property
    def size(self) -> int:
        """The number of bytes of a row."""
        return sum(each.size for each in self.fields)

    def places(self) -> Iterator[tuple[Field, int]]:
        """Yield each field and where it begins."""
        at = 0
        for each in self.fields:
            yield each, at
            at += each.size

    def split(self, row: bytes | bytearray | memoryview) -> dict[str, memoryview]:
        """Return the parts of a row in their shapes, without copying; NumPy accepts them."""
        view = memoryview(row).cast("B")
        return {
            each.name: view[at : at + each.size].cast("B", each.shape) for each, at in self.places()
        }
