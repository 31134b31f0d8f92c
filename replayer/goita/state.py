"""The state of a round of Goita."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .pieces import HIDDEN

End: TypeAlias = Literal["out", "shi", "double-goshi", "redeal", "foul", "unfinished"]
"""How a round ends.

`out`: somebody laid the eighth piece. `shi`: six or more し in one hand. `double-goshi`: five し
in the hands of both partners. `redeal`: five し, and the partner chose a new deal. `foul`: a
broken rule ended it. `unfinished`: the record stops before the end.
"""


class Outcome(Struct, frozen=True):
    """How a round ended under the rules.

    `winner` is None where the rules name none (a redeal, or both partners at once); `points` is
    None where a hidden piece decides about them.
    """

    end: End
    team: int | None = None
    winner: int | None = None
    points: int | None = 0


class State(Struct, frozen=True):
    """What has happened in a round so far.

    `hands` holds the pieces that the players still have, and is empty before a deal. `attack` is
    the piece to receive, `attacker` the player who laid it (-1 before the opening). `exposed` says
    whether a king lies face-up, `unseen` which pieces of the deck nobody has shown yet, where
    hands are hidden. `outcome` says how the round ended; the score is then the one after it.
    """

    score: tuple[int, int]
    dealer: int
    turn: int
    hands: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    attack: str = ""
    attacker: int = -1
    exposed: bool = False
    unseen: str = ""
    goshi: tuple[int, ...] = ()
    deciding: bool = False
    outcome: Outcome | None = None

    @property
    def leading(self) -> bool:
        """Whether the player to move lays face-down + attack, and may not pass."""
        return self.attacker == self.turn or self.attacker < 0

    def hides(self, player: int) -> bool:
        """Whether some pieces of a player's hand are unknown."""
        return HIDDEN in self.dealt[player]
