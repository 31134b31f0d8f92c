"""What a player is: it gets what its seat was shown, and says what it does.

    class Cautious:
        sees_all = False

        def choose(self, seen):
            return seen.legal[0]

A player keeps nothing from one decision to the next: all that it may know is in what it gets. So
it can be asked anywhere in a match, as often as one likes, and answers the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from ...findings.shown import short_struct
from ...replayer.game import Game
from ...replayer.replay.round import Step
from ...replayer.rules import Action, Rules


class Seen(Struct, frozen=True):
    """What a seat was shown of a match by the time at which it is to act.

    `record` is the match without its rounds, as this seat's view; `rules` are those of the match.
    `rounds` has the steps of each round, as the seat followed them; the last one is that in which
    it is to act. For a player that sees all cards, nothing in them is hidden.
    """

    game: Game[Any, Any]
    record: Any
    rules: Rules[Any]
    player: int
    rounds: Sequence[Sequence[Step[Any]]]

    __repr__ = short_struct

    @property
    def steps(self) -> Sequence[Step[Any]]:
        """The steps of the round under way."""
        return self.rounds[-1]

    @property
    def state(self) -> Any:
        """The state in which the seat is to act, as far as it knows it."""
        return self.steps[-1].state

    @property
    def legal(self) -> Sequence[Action]:
        """Everything that the seat may do."""
        return self.rules.legal_actions(self.state, self.player)

    @property
    def place(self) -> str:
        """Which decision this is: its player, its round, and the steps before it."""
        return f"{self.player}/{len(self.rounds)}/{len(self.steps)}"


class Player(Protocol):
    """Decides for a seat."""

    @property
    def sees_all(self) -> bool:
        """Whether it is shown all cards: then it is no fair opponent, only an upper bound."""
        ...

    def choose(self, seen: Seen) -> Action:
        """What to do: one of `seen.legal`. The same for the same `seen`, unless time decides."""
        ...
