"""Matches between players of given levels, and what each seat sees of them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from kifu.arena.players.levels import FAIR, SEARCH, player
from kifu.arena.players.limit import Limit
from kifu.arena.players.match import Match, Seat, called
from kifu.arena.players.player import Seen
from kifu.arena.players.strategy import strategies
from kifu.arena.search.player import require_suitable
from kifu.arena.search.public import Unsuitable
from kifu.replayer import game
from kifu.replayer.replay.round import Step
from kifu.replayer.rules import Decision
from kifu.validation.beginning import begun

HIDING = [name for name in sorted(strategies()) if game(name).has_views]
"""The games with a strategy that hide something from players."""

THINKS_LITTLE = Limit(playouts=8)
SMALL: dict[str, dict[str, Any]] = {"go": {"size": 5}}
"""Options for short matches."""


def start(name: str) -> Any:
    """Return the record of a match before play."""
    return begun(name, SMALL.get(name, {}))


def fair(name: str) -> list[str]:
    """Return the levels of a game that see only what their seat is shown."""
    try:
        require_suitable(game(name), start(name))
    except Unsuitable:
        return [each for each in FAIR if each != SEARCH]
    return [*FAIR]


def played(name: str, levels: Sequence[str], seed: int, rounds: int = 2) -> Match:
    record = start(name)
    seats = game(name).rules(record).players
    players = [
        player(name, levels[seat % len(levels)], seed, THINKS_LITTLE) for seat in range(seats)
    ]
    match = Match(
        game(name),
        called(record, [levels[seat % len(levels)] for seat in range(seats)]),
        players,
        str(seed),
    )
    match.play(rounds)
    return match


def record_of(match: Match) -> Any:
    return match.game.written(match.record, match.rounds)


def decisions(steps: Sequence[Step[Any]]) -> Iterator[tuple[int, int]]:
    """Yield the index of each step of a round at which a player acts, along with that player."""
    for number, step in enumerate(steps):
        if isinstance(step.node, Decision):
            yield from ((number, player) for player in step.node.players)


def shown(
    name: str, seat: int, steps: Sequence[Step[Any]], number: int, sees_all: bool = False
) -> Seen:
    """Return what a seat has seen of a round before a given step."""
    found = Seat(game(name), start(name), seat, sees_all=sees_all)
    found.begin(steps[0].state)
    found.follow(steps[:number])
    return found.seen(steps[number].node)


def swapped(seen: Seen, rng: Random) -> list[Step[Any]]:
    """Return the round with hidden cards swapped, so that the seat cannot tell the difference."""
    beliefs, record = seen.game.beliefs, seen.game.written(seen.record, seen.rounds)
    assert beliefs is not None
    drawn = beliefs.belief(record, 1, seen.steps).draw(rng)
    whole = beliefs.dealt(record, 1, seen.steps, drawn, rng)
    recorded = seen.game.recorded_round(whole, 1, lambda: None)
    state, found = seen.steps[0].state, list[Step[Any]]()
    for step in seen.steps[:-1]:
        actions = recorded.choose(state, seen.rules.node(state)) or step.actions
        assert actions is not None
        following = seen.rules.apply(state, actions)
        found.append(Step(step.ply, state, step.node, actions, following))
        state = following.state
    return [*found, Step(seen.steps[-1].ply, state, seen.steps[-1].node)]
