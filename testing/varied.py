"""Random variations, which serve as test cases for the laws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from .. import replayer
from ..replayer.game import Game
from ..replayer.play.variations import Variation
from ..replayer.replay.match import replay
from ..replayer.replay.round import RoundReplay, Step, replay_variation
from ..replayer.rules import CHANCE, Action, Decision, Rules, Terminal
from .samples import PLIES, enough, record

SEEDS = range(12)
MATCHES = 5
"""The number of records with variations that laws use."""
PLACES = 3
"""How many variations of each record are always damaged, however long the record is."""
MOST = 30
"""The maximum number of nodes in a random variation."""
LONGEST = 2000
"""The maximum number of nodes in a variation that is played to the end."""
TRIES = 6
"""Such a variation branches off within this many decisions of the end of the round."""


@cache
def varied(name: str, seed: int) -> Any:
    """Return a random record with variations in some rounds."""
    game, rng = replayer.game(name), Random(seed)
    full = record(name, seed)
    rules = game.rules(full)
    for replayed in replay(game, full):
        if rng.random() < 0.5:
            full = game.with_variations(
                full, replayed.number, tuple(_invented(rules, replayed, rng))
            )
    return full


@cache
def _varied_records(name: str) -> list[Any]:
    game = replayer.game(name)
    found = enough(game, filter(partial(_nests, game), (varied(name, seed) for seed in SEEDS)))
    return list(islice(found, MATCHES))


def varied_records(game: Game[Any, Any]) -> list[Any]:
    """Return random records with variations of variations; only a few if they are long."""
    found = _varied_records(game.name)
    assert found, (
        "no random record has a variation of a variation: rounds need decisions at which "
        "`legal_actions` lists more than one action"
    )
    return found


def without_variations(game: Game[Any, Any], full: Any) -> Any:
    """Return a record without its variations."""
    for number in range(1, len(game.rounds(full)) + 1):
        full = game.with_variations(full, number, ())
    return full


def _nests(game: Game[Any, Any], full: Any) -> bool:
    """Return whether a record contains a variation of a variation."""
    return any(len(path) > 1 for _, path, _ in places(game, full))


def some_places(
    game: Game[Any, Any], full: Any, rng: Random, plies: int = PLIES
) -> list[tuple[int, tuple[int, ...], Variation]]:
    """Return random variations of a record, as `places` yields them; few if checking is slow."""
    found = list(places(game, full))
    most = max(PLACES, plies // max(1, game.plies(full)))
    return rng.sample(found, min(most, len(found)))


def _invented(
    rules: Rules[Any], replayed: RoundReplay[Any], rng: Random, depth: int = 0
) -> list[Variation]:
    """Return random variations of a replay, with variations of their own."""
    plies = {step.ply: step for step in reversed(replayed.own) if isinstance(step.node, Decision)}
    found: list[Variation] = []
    for ply in rng.sample(sorted(plies), min(len(plies), rng.randrange(4 - depth))):
        actions = list(_otherwise(rules, plies[ply], rng))
        if actions:
            new = Variation(ply=ply, actions=tuple(actions), name=rng.choice([None, "變化"]))
            below = replay_variation(rules, replayed, len(found) + 1, new)
            found.append(replace(new, variations=tuple(_invented(rules, below, rng, depth + 1))))
    return found


def to_the_end(rules: Rules[Any], main: RoundReplay[Any]) -> Variation | None:
    """Return a variation that branches off late in a round and reaches the end, or None."""
    left = [step for step in main.steps if isinstance(step.node, Decision) and step.ply]
    for step in left[:-TRIES:-1]:
        actions = tuple(_otherwise(rules, step, Random(step.ply), LONGEST))
        variation = Variation(ply=step.ply, actions=actions)
        if actions and replay_variation(rules, main, 1, variation).steps[-1].over:
            return variation
    return None


def _otherwise(
    rules: Rules[Any], step: Step[Any], rng: Random, most: int | None = None
) -> Iterator[Action]:
    """Yield random actions starting at a step, or none if the first is the recorded one."""
    state, node, done = step.state, step.node, step.actions
    for _ in range(most or rng.randrange(1, MOST)):
        if isinstance(node, Terminal):
            return
        if isinstance(node, Decision):
            legal = {player: rules.legal_actions(state, player) for player in node.players}
            taken = {player: rng.choice(some) for player, some in legal.items()}
        else:
            taken = {CHANCE: rules.sample(state, rng)}
        if taken == done:
            return
        yield from taken.values()
        state, done = rules.apply(state, taken).state, None
        node = rules.node(state)


def places(game: Game[Any, Any], full: Any) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    """Yield every variation of a record, parents first: its round, its path, and the variation."""
    for number in range(1, len(game.rounds(full)) + 1):
        yield from _places(number, (), game.variations(full, number))


def _places(
    number: int, path: tuple[int, ...], variations: tuple[Variation, ...]
) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    for index, each in enumerate(variations, start=1):
        yield number, (*path, index), each
        yield from _places(number, (*path, index), each.variations)
