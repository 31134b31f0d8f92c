"""The interface of players: a player gets what its seat was shown, and chooses an action.

    class Cautious:
        sees_all = False

        def choose(self, seen):
            return seen.legal[0]

A player keeps no state between decisions: everything that it may know is in `seen`. So it can be
asked at any point in a match, any number of times, and will give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from ...findings.shown import short_struct
from ...replayer.game import Game
from ...replayer.replay.round import Step
from ...replayer.rules import Action, Decision, Rules


class Seen(Struct, frozen=True):
    """The part of a match that a seat was shown before it acts.

    `record` is this seat's view of the match without its rounds; `rules` are the rules of the
    match. `rounds` holds the steps of each round as the seat saw them; the seat acts in the last
    step. Nothing is hidden from a player that sees all cards.
    """

    game: Game[Any, Any]
    record: Any
    rules: Rules[Any]
    player: int
    rounds: Sequence[Sequence[Step[Any]]]

    __repr__ = short_struct

    @property
    def steps(self) -> Sequence[Step[Any]]:
        """The steps of the current round."""
        return self.rounds[-1]

    @property
    def state(self) -> Any:
        """The state in which the seat acts, as the seat sees it."""
        return self.steps[-1].state

    @property
    def legal(self) -> Sequence[Action]:
        """The legal actions of the seat."""
        return self.rules.legal_actions(self.state, self.player)

    @property
    def place(self) -> str:
        """A key for the decision: its player, its round, and its number in the round."""
        return f"{self.player}/{len(self.rounds)}/{len(self.steps)}"


def require_turn(seen: Seen) -> None:
    """Raise ValueError unless the seat acts."""
    node = seen.rules.node(seen.state)
    if not isinstance(node, Decision) or seen.player not in node.players:
        raise ValueError(f"player {seen.player} does not act here")


class Player(Protocol):
    """Makes a seat's decisions."""

    @property
    def sees_all(self) -> bool:
        """Whether it sees all cards, which makes it an upper bound and not a fair opponent."""
        ...

    def choose(self, seen: Seen) -> Action:
        """Return one of `seen.legal`: always the same one, unless time is limited.

        kifu's own players raise ValueError if the seat does not act.
        """
        ...
