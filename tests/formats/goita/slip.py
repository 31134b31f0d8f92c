"""A slip made in a valid text, and what is reported about it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Slip:
    """`new` replaces `old`; `marked` is the text at the start of the finding's range.

    `pointer` is the place in the record, for notations with pointers.
    """

    old: str
    new: str
    code: str
    marked: str
    pointer: str = ""
