"""A match between players who each see only what the rules show their seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from ...replayer.game import Game
from ...replayer.replay.match import first_state
from ...replayer.replay.round import RecordedRound, Step, walk
from ...replayer.replay.view import masked_step
from ...replayer.rules import CHANCE, Action, Chance, Decision, Node, Rules
from .levels import ALL_SEEING
from .player import Player, Seen

ROUNDS = 20
"""The number of rounds after which a match stops, since some matches would never end."""


class IllegalChoice(ValueError):
    """Raised if a player chooses an illegal action."""


class Seat:
    """A seat in a match, which keeps track of what it is shown."""

    def __init__(self, game: Game[Any, Any], record: Any, player: int, sees_all: bool) -> None:
        """Start with the record of a match without rounds."""
        self._game = game
        self._rules = game.rules(record)
        self._sees_all = sees_all or not game.has_views
        self._record = record if self._sees_all else replace(record, view=player)
        self._player = player
        self._rounds: list[list[Step[Any]]] = []
        self._state: Any = None

    def begin(self, start: Any) -> None:
        """Begin a round in a state where nothing is hidden yet."""
        self._rounds.append([])
        self._state = start

    def follow(self, steps: Sequence[Step[Any]]) -> None:
        """Follow the steps of the round, skipping those already followed."""
        known = self._rounds[-1]
        for step in steps[len(known) :]:
            if not self._sees_all:
                step = masked_step(
                    self._game.positions, self._rules, step, self._state, self._player
                )
            known.append(step)
            assert step.transition is not None
            self._state = step.transition.state

    def seen(self, node: Node) -> Seen:
        """Return what the seat was shown before it acts at this node."""
        *before, last = self._rounds
        taken = sum(len(step.actions or ()) for step in last if step.ply)
        now = [*last, Step(taken + 1, self._state, node)]
        return Seen(self._game, self._record, self._rules, self._player, [*before, now])


class Match:
    """A match between players; `seed` determines chance events.

    `record` has no rounds yet, or only the position from which the first one starts.
    """

    def __init__(
        self, game: Game[Any, Any], record: Any, players: Sequence[Player], seed: str
    ) -> None:
        self.game = game
        self.rules: Rules[Any] = game.rules(record)
        if len(players) != self.rules.players:
            raise ValueError(f"{game.name} has {self.rules.players} seats, not {len(players)}")
        self.record = record
        self.rounds: list[tuple[Step[Any], ...]] = []
        self._players = players
        self._seed = seed
        self._seats = [
            Seat(game, record, seat, player.sees_all) for seat, player in enumerate(players)
        ]

    def play(self, rounds: int = ROUNDS) -> Any:
        """Play to the end of the match, or for a number of rounds, and return the record."""
        for _ in self.each(rounds):
            pass
        return self.game.written(self.record, self.rounds)

    def each(self, rounds: int) -> Iterator[Any]:
        """Play until the match or a number of rounds ends, yielding each round's final state."""
        state = first_state(self.game, self.record)
        while len(self.rounds) < rounds and state is not None:
            end = self.play_round(state)
            yield end
            state = self.rules.next_round(end)

    def play_round(self, start: Any) -> Any:
        """Play a round from an initial state, and return its final state."""
        rules, deals = self.rules, Random(f"{self._seed}/{len(self.rounds) + 1}")
        steps: list[Step[Any]] = []
        for seat in self._seats:
            seat.begin(start)

        def choose(state: Any, node: Node) -> Mapping[int, Action]:
            if isinstance(node, Chance):
                return {CHANCE: rules.sample(state, deals)}
            assert isinstance(node, Decision)
            return {player: self._choice(player, steps, node) for player in node.players}

        for step in walk(rules, RecordedRound(start, choose, {})):
            if step.breach is not None:
                raise IllegalChoice(str(step.breach))
            steps.append(step)
        self.rounds.append(tuple(steps))
        for seat in self._seats:
            seat.follow(steps[:-1])
        return steps[-1].state

    def _choice(self, player: int, steps: Sequence[Step[Any]], node: Node) -> Action:
        seat = self._seats[player]
        seat.follow(steps)
        return self._players[player].choose(seat.seen(node))


def called(record: Any, levels: Sequence[str]) -> Any:
    """Return the record of a match with the players named after their levels.

    Players that see all cards are labelled as such.
    """
    names = tuple(f"{each} (sees all cards)" if each == ALL_SEEING else each for each in levels)
    return replace(record, players=names) if hasattr(record, "players") else record
