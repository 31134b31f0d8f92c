"""A slip that somebody makes in a sound text, and what is said of it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Slip:
    """`new` stands in place of `old`; `marked` are the first characters that the finding is about.

    `pointer` leads to the place in the record, where the notation has pointers.
    """

    old: str
    new: str
    code: str
    marked: str
    pointer: str = ""
