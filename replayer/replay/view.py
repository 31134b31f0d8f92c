"""A player's view of a record: what the player observed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from ..game import Game
from ..play.changes import as_seen
from ..positions import Positions
from ..rules import CHANCE, Action, Observation, Rules
from .match import replay
from .round import RoundReplay, Step, seen

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def observations(
    game: Game[RecordT, StateT], record: RecordT, player: int
) -> Iterator[list[Observation]]:
    """Return what a player saw in each round of a record.

    Raises IllegalAction on reaching a round that breaks a rule or is malformed.
    """
    for each in replay(game, record):
        breach = each.steps[-1].breach
        if breach is not None:
            raise breach
        yield seen(each.steps, player)


def view(game: Game[RecordT, StateT], record: RecordT, player: int) -> RecordT:
    """Return the record as one player knew it.

    The only annotations kept are times, since others may reveal hidden information.

    Raises ValueError if there is no such player, or the record is another player's view,
    IllegalAction (a ValueError) if it cannot be replayed, and Unsupported (a ValueError) if the
    game hides nothing.
    """
    return as_seen(game, game.view(record, player, observations(game, record, player)))


def masked(
    positions: Positions[Any, StateT],
    rules: Rules[StateT],
    replayed: RoundReplay[StateT],
    player: int,
) -> RoundReplay[StateT]:
    """Return a replay as one player followed it, with each state as that player knew it by then.

    A view holds what its player knew at the end, so its states may contain information that was
    only shown later. Here, every state is derived from the previous one and what the player saw in
    between.
    """
    steps = _masked(positions, rules, replayed.steps, replayed.steps[0].state, player)
    return _with_steps(positions, rules, replayed, tuple(steps), player)


def _with_steps(
    positions: Positions[Any, StateT],
    rules: Rules[StateT],
    replayed: RoundReplay[StateT],
    steps: tuple[Step[StateT], ...],
    player: int,
) -> RoundReplay[StateT]:
    """Return the replay with these masked steps, and with its variations also masked."""
    variations: list[RoundReplay[StateT]] = []
    for each in replayed.variations:
        shared = steps[: each.shared]
        own = ()
        if each.own:
            own = _masked(positions, rules, each.own, steps[each.shared].state, player)
        variations.append(_with_steps(positions, rules, each, (*shared, *own), player))
    return replace(replayed, steps=steps, variations=tuple(variations))


def _masked(
    positions: Positions[Any, StateT],
    rules: Rules[StateT],
    steps: Iterable[Step[StateT]],
    state: StateT,
    player: int,
) -> Iterator[Step[StateT]]:
    """Yield the steps with masked states; `state` is the first of them."""
    for step in steps:
        known = masked_step(positions, rules, step, state, player)
        yield known
        state = state if known.transition is None else known.transition.state


def masked_step(
    positions: Positions[Any, StateT],
    rules: Rules[StateT],
    step: Step[StateT],
    state: StateT,
    player: int,
) -> Step[StateT]:
    """Return a step as a player followed it, given the state that the player knew."""
    if step.actions is None or step.transition is None:
        return replace(step, state=state)
    known, actions = positions.masked(state, step.actions, step.shown_to(player), player)
    following = rules.apply(known, actions)
    private = {player: following.private[player]} if player in following.private else {}
    following = replace(following, private=private)
    return replace(step, state=state, actions=actions, transition=following)


def seen_by_others(
    positions: Positions[Any, StateT], players: int, step: Step[StateT]
) -> Mapping[int, Action]:
    """Return the actions of a step as the other players saw them, if any part was hidden.

    An action is partly hidden only if some players observe it in private.
    """
    actions, following = step.actions, step.transition
    if not actions or CHANCE in actions or following is None or not following.private:
        return {}
    found: dict[int, Action] = {}
    for player, action in actions.items():
        others = (each for each in range(players) if each != player)
        # All players without a private observation see the same.
        other = min(others, key=following.private.__contains__, default=player)
        seen = positions.masked(step.state, actions, step.shown_to(other), other)[1][player]
        if seen != action:
            found[player] = seen
    return found
