"""Words in the YAML of ごいたオンライン: rows, and the meaning of misspelt words."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from ....findings import Finding, Fix, Rule
from ...document.tree import Node
from ...text.place import place, replacing
from ...text.spelling import QUOTES, plain
from ...text.text import Text
from ..pieces import DIGITS, look_alike

SEATS = ("p0", "p1", "p2", "p3")
"""The players' keys."""

_QUOTES = f'"{QUOTES}'


class Row(Struct, frozen=True):
    """A row of a game: a player, two pieces, the number of its round, and its index there."""

    player: int
    pieces: tuple[str, str]
    round: int
    index: int

    @property
    def path(self) -> tuple[str | int, ...]:
        """The keys and indices that lead to it."""
        return "log", self.round - 1, "game", self.index

    def same(self, other: Row) -> bool:
        """Return whether two rows have the same content."""
        return (self.player, self.pieces) == (other.player, other.pieces)


@lru_cache(maxsize=2**12)
def pieces_meant(written: str) -> str:
    """Return the pieces meant by characters that look like them.

    >>> pieces_meant("王シ"), pieces_meant("し”")
    ('王し', 'し')
    """
    right = look_alike(written.strip(_QUOTES))
    return right if right and all(piece in DIGITS for piece in right) else written


@lru_cache(maxsize=2**12)
def piece_meant(written: str) -> str:
    """Return the piece that is meant, if it is just one.

    >>> piece_meant("シ"), piece_meant("8馬")
    ('し', '8馬')
    """
    right = pieces_meant(written)
    return right if right in DIGITS else written


@lru_cache(maxsize=2**12)
def player_meant(written: str) -> str:
    """Return the number of the player who is meant.

    >>> player_meant("０"), player_meant("P1"), player_meant("“2”")
    ('0', '1', '2')
    """
    right = plain(written).strip(_QUOTES).lower().removeprefix("p")
    return right if right in ("0", "1", "2", "3") else written


def misspelt(
    text: Text, node: Node, written: str, right: str, rule: Rule, where: str, number: int
) -> Finding:
    """Return a finding that covers only a word's wrong characters; its fix changes only those."""
    raw = text.content[node.start : node.end]
    quote = raw[:1] if raw[:1] in ('"', "'") else ""
    mark = quote or ('"' if '"' in raw else "")
    edits = replacing(text, node.start, node.end, f"{mark}{right}{mark}")
    at = next((place for place, char in enumerate(written) if right[place : place + 1] != char), 0)
    length = 1
    if len(right) == len(written):
        while right[at + length : at + length + 1] != written[at + length : at + length + 1]:
            length += 1
    start = node.start + len(quote) + at
    wrong, due = written[at : at + length], right[at : at + length] or right
    what = "piece" if rule.code == "G004" else "player"
    finding = Finding(
        rule=rule,
        message=f"{wrong} is not a {what}: write {due}",
        pointer=where,
        round=number,
        fix=Fix(f"write {right}", edits=edits),
    )
    return place(finding, text, start, start + length)
