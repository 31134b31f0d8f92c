"""A match between players, each of whom is shown what its seat is shown, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from ...replayer.game import Game
from ...replayer.replay.round import RecordedRound, Step, walk
from ...replayer.replay.view import masked_step
from ...replayer.rules import CHANCE, Action, Chance, Decision, Node, Rules
from .levels import ALL_SEEING
from .player import Player, Seen

ROUNDS = 20
"""The rounds after which a match stops that has not come to its end: some games know none."""


class IllegalChoice(ValueError):
    """A player chose what no rule allows."""


class Seat:
    """What a seat is shown of a match, as the match goes on."""

    def __init__(self, game: Game[Any, Any], record: Any, player: int, sees_all: bool) -> None:
        """Of a match without rounds."""
        self._game = game
        self._rules = game.rules(record)
        self._sees_all = sees_all or not game.has_views
        self._record = record if self._sees_all else replace(record, view=player)
        self._player = player
        self._rounds: list[list[Step[Any]]] = []
        self._state: Any = None

    def begin(self, start: Any) -> None:
        """A round begins in this state, in which nothing is hidden yet."""
        self._rounds.append([])
        self._state = start

    def follow(self, steps: Sequence[Step[Any]]) -> None:
        """The steps of the round, of which some may be known already."""
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
        """What the seat was shown, which is to act in this node."""
        *before, last = self._rounds
        taken = sum(len(step.actions or ()) for step in last if step.ply)
        now = [*last, Step(taken + 1, self._state, node)]
        return Seen(self._game, self._record, self._rules, self._player, [*before, now])


class Match:
    """A match between players; `record` is it without rounds, `deals` draws what chance does."""

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
        """Play up to the end of the match, or so many rounds; return the record of all."""
        for _ in self.each(rounds):
            pass
        return self.game.written(self.record, self.rounds)

    def each(self, rounds: int) -> Iterator[Any]:
        """Play up to the end of the match, or so many rounds; yield the last state of each."""
        state = self.rules.initial_state()
        while len(self.rounds) < rounds and state is not None:
            end = self.play_round(state)
            yield end
            state = self.rules.next_round(end)

    def play_round(self, start: Any) -> Any:
        """Play a round that begins in this state, and return its last state."""
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
    """The record of a match with the levels as names of the players.

    Whoever sees all cards is labelled so.
    """
    names = tuple(f"{each} (sees all cards)" if each == ALL_SEEING else each for each in levels)
    return replace(record, players=names) if hasattr(record, "players") else record
